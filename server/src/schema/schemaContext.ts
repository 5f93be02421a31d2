import type { FileReading } from "@analyses/protocol/customMessages";
import type { JsonObject, JsonValue, Yielding } from "@analyses/json";
import { formatProperty } from "@analyses/protocol/documentFormat";
import { compileSchema, isSchema, keywordForms, schemaSetOf } from "@analyses/json-schema";
import { containersIn, isJsonArray, isJsonObject, memoized } from "@analyses/json";
import type { CompiledSchema, Schema, SchemaPlace, SchemaSet } from "@analyses/json-schema";

/** Access to schema files for the server, without the network. */
export interface SchemaRuntime {
  /** Reads a file by a URI that the host's file system supports. */
  readonly readFile: (uri: string) => Promise<FileReading>;
  /** Calls back in a later turn of the event loop, so that other work can run while a large file is read. */
  readonly nextTurn?: (callback: () => void) => void;
  /** The URI of the extension's own folder, if known. */
  readonly packageUri?: () => string | undefined;
  /** The URI of the user's home folder, for `~`. */
  readonly homeUri?: () => string;
  /**
   * Whether the item schema applies to RevMan's documents too, because a command line names it for the files to check.
   */
  readonly isItemSchemaForAll?: boolean;
}

/** The schemas of one document under its settings. */
export interface SchemaContext {
  readonly documentSchema: DocumentSchema;
  /** The document's `$schema`. */
  readonly identifier: SchemaIdentifier;
  /** Supported values of `$schema`; a new document gets the first. */
  readonly knownIdentifiers: readonly string[];
  readonly itemSchema: ItemSchema;
}

export type SchemaIdentifier =
  | { readonly kind: "absent" }
  | { readonly kind: "known"; readonly id: string }
  | { readonly kind: "unknown"; readonly id: string };

/** The document schema: a bundled version, or a file from the setting `schemas`. */
export interface DocumentSchema {
  readonly id: string;
  /** Display name: "1.0.0" for a bundled version, otherwise the file name. */
  readonly label: string;
  readonly uri: string;
  readonly schema: JsonObject | boolean;
  /** This file and every schema file that it references by `$ref`, by URI. */
  readonly files: ReadonlyMap<string, JsonValue>;
  /** Why the schema file that the settings assign to this `$schema` is unusable, if it is. */
  readonly unavailable: SchemaFailure | undefined;
}

/** The schema of each analysis (setting `itemSchema`). */
export type ItemSchema =
  | { readonly kind: "none" }
  | ({ readonly kind: "unavailable"; readonly uri: string } & SchemaFailure)
  | {
      readonly kind: "ready";
      readonly uri: string;
      readonly schema: JsonObject | boolean;
      /** This file and every schema file that it references by `$ref`, by URI. */
      readonly files: ReadonlyMap<string, JsonValue>;
      /** Invalid parts of these files, which validation ignores. */
      readonly faults?: readonly SchemaFailure[];
    };

/** Why a schema or part of it is unusable, as a message. */
interface SchemaFailure {
  /** URI of the faulty file: the schema itself or a file that it references. */
  readonly file: string;
  readonly reason: string;
}

/** The compiled schemas of a document. */
export interface CompiledSchemas {
  /** The document schema. Values may contain `omitted` in place of skipped parts. */
  readonly document: CompiledSchema;
  readonly canValidateGroupsIndependently: boolean;
  /** The item schema combined with the document schema's own rules for analyses; undefined without either. */
  readonly item: CompiledSchema | undefined;
}

const compiledWith = memoized((documentSchema: DocumentSchema) =>
  memoized((itemSchema: ItemSchema) => compile(documentSchema, itemSchema)),
);

/** Compiles the schemas of a context on first use and caches them by document and item schema. */
export function compiledSchemas({ documentSchema, itemSchema }: SchemaContext): CompiledSchemas {
  return compiledWith(documentSchema)(itemSchema);
}

/** Resolves references between a schema's files; one set per schema. */
export function schemaSet({ files }: Pick<DocumentSchema, "files">): SchemaSet {
  return schemaSetOf(files);
}

function compile(documentSchema: DocumentSchema, itemSchema: ItemSchema): CompiledSchemas {
  const documentSet = schemaSet(documentSchema);
  const document = documentSet.file(documentSchema.uri);
  const itemSet = itemSchema.kind === "ready" ? schemaSet(itemSchema) : undefined;
  const item = itemSchema.kind === "ready" ? itemSet?.file(itemSchema.uri) : undefined;
  const ofItems = document === undefined ? [] : schemasOfItems(documentSet, document);
  return {
    document: document === undefined ? () => [] : compileSchema(documentSet, document),
    canValidateGroupsIndependently: canValidateGroupsIndependently(documentSchema.schema),
    item: combined([
      ...(itemSet && item ? [compileSchema(itemSet, item)] : []),
      ...ofItems.map((place) => compileSchema(documentSet, place)),
    ]),
  };
}

/** A schema that reports the problems of all given schemas; undefined for an empty list. */
function combined(schemas: readonly CompiledSchema[]): CompiledSchema | undefined {
  const [first, ...others] = schemas;
  if (first === undefined || others.length === 0) return first;
  return (value, limit) => schemas.flatMap((schema) => schema(value, limit));
}

/** Keywords that constrain nothing, or only the value itself and not the values in it. */
const ofValueAlone = [
  "$schema",
  "$id",
  "$defs",
  "$comment",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "type",
];
const ofDocument = new Set([...ofValueAlone, "properties", "required", "additionalProperties"]);
const ofGroupList = new Set([...ofValueAlone, "items", "minItems", "maxItems"]);

/**
 * Whether the schema validates each group independently of the others, so that a valid group stays valid until its text
 * changes.
 */
function canValidateGroupsIndependently(schema: JsonValue): boolean {
  if (!isJsonObject(schema) || !hasOnly(schema, ofDocument)) return false;
  const { properties } = schema;
  const groups = isJsonObject(properties) ? properties[formatProperty.groups] : undefined;
  return isJsonObject(groups) && hasOnly(groups, ofGroupList);
}

function hasOnly(schema: JsonObject, keywords: ReadonlySet<string>): boolean {
  return Object.keys(schema).every((keyword) => keywords.has(keyword));
}

/** Keywords that constrain nothing, or only by the schemas that they apply. */
const withoutConstraints = new Set([
  "$ref",
  "allOf",
  "$id",
  "$schema",
  "$anchor",
  "$dynamicAnchor",
  "$vocabulary",
  "$comment",
  "$defs",
  "definitions",
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "examples",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);

/** The schemas of analyses in the document schema, except those without constraints. */
function schemasOfItems(set: SchemaSet, document: SchemaPlace): readonly SchemaPlace[] {
  const groups = elements(set, property(set, [document], formatProperty.groups));
  const analyses = elements(set, property(set, groups, formatProperty.analyses));
  return analyses.filter((place) =>
    schemasAppliedWith(set, place).some(({ schema }) => hasConstraints(schema)),
  );
}

function property(set: SchemaSet, places: readonly SchemaPlace[], name: string): readonly SchemaPlace[] {
  return innerSchemas(set, places, ({ properties, additionalProperties }) =>
    isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
  );
}

function elements(set: SchemaSet, places: readonly SchemaPlace[]): readonly SchemaPlace[] {
  return innerSchemas(set, places, ({ items }) => items);
}

function innerSchemas(
  set: SchemaSet,
  places: readonly SchemaPlace[],
  innerOf: (schema: JsonObject) => JsonValue | undefined,
): readonly SchemaPlace[] {
  return places
    .flatMap((place) => schemasAppliedWith(set, place))
    .flatMap((place) => {
      const inner = typeof place.schema === "boolean" ? undefined : innerOf(place.schema);
      return isSchema(inner) ? [set.inside(place, inner)] : [];
    });
}

/** The schema and those that always apply with it, by `$ref` and `allOf`. */
function schemasAppliedWith(set: SchemaSet, start: SchemaPlace): readonly SchemaPlace[] {
  const places = new Map<Schema, SchemaPlace>();
  const pending = [start];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (places.has(place.schema)) continue;
    places.set(place.schema, place);
    if (typeof place.schema === "boolean") continue;
    const { $ref, allOf } = place.schema;
    const target = typeof $ref === "string" ? set.resolve(place, $ref) : undefined;
    if (target?.kind === "found") pending.push(target);
    for (const inner of isJsonArray(allOf) ? allOf.filter(isSchema) : [])
      pending.push(set.inside(place, inner));
  }
  return [...places.values()];
}

function hasConstraints(schema: Schema): boolean {
  if (typeof schema === "boolean") return !schema;
  return Object.keys(schema).some((keyword) => keywordForms.has(keyword) && !withoutConstraints.has(keyword));
}

/** The number of objects and arrays per step: a schema file can have hundreds of thousands. */
const containersPerStep = 500;

/** Computes something from the schemas of a document in steps, once for each context. */
export function ofSchemas<Found extends object>(
  compute: (schemas: SchemaContext) => Yielding<Found>,
): (schemas: SchemaContext) => Yielding<Found> {
  const computed = new WeakMap<SchemaContext, Found>();
  return function* (schemas) {
    const known = computed.get(schemas);
    if (known !== undefined) return known;
    // Earlier work may have used up the time of this turn.
    yield 0;
    const found = yield* compute(schemas);
    computed.set(schemas, found);
    return found;
  };
}

/** Visits all objects in the schema files of a document, at any depth; most are schemas. */
export function* visitSchemaObjects(
  { documentSchema, itemSchema }: SchemaContext,
  visit: (schema: JsonObject) => void,
): Yielding<void> {
  const files = [documentSchema.files, ...(itemSchema.kind === "ready" ? [itemSchema.files] : [])];
  let visited = 0;
  for (const root of files.flatMap((file) => [...file.values()]))
    for (const { value } of containersIn(root)) {
      if (isJsonObject(value)) visit(value);
      if (++visited % containersPerStep === 0) yield 0;
    }
}
