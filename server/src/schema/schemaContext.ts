import type { FileReading } from "@analyses/protocol/customMessages";
import type { JsonObject, JsonValue } from "@analyses/json";
import { formatProperty } from "@analyses/protocol/documentFormat";
import { compileSchema, isSchema, keywordForms, schemaSetOf } from "@analyses/json-schema";
import { isJsonArray, isJsonObject } from "@analyses/json";
import type { CompiledSchema, Schema, SchemaPlace, SchemaSet } from "@analyses/json-schema";

/** What the server needs from outside to read schema files: never the network. */
export interface SchemaRuntime {
  /** Reads a file by its `file:` URI (or what the host's file system knows). */
  readonly readFile: (uri: string) => Promise<FileReading>;
  /** The URI of the folder that holds the product's own files, where that is known. */
  readonly packageUri?: () => string | undefined;
  /** The URI of the user's own folder, which `~` stands for, where that is known. */
  readonly homeUri?: () => string;
  /** Whether the item schema of the settings is for RevMan's documents too: a person has named it for certain files. */
  readonly isItemSchemaForAll?: boolean;
}

/** Everything about schemas that holds for one document with its settings. */
export interface SchemaContext {
  readonly documentSchema: DocumentSchema;
  /** What the document's own `$schema` says. */
  readonly identifier: SchemaIdentifier;
  /** Identifiers that `$schema` may name; a new document has the first. */
  readonly knownIdentifiers: readonly string[];
  readonly itemSchema: ItemSchema;
}

export type SchemaIdentifier =
  | { readonly kind: "absent" }
  | { readonly kind: "known"; readonly id: string }
  | { readonly kind: "unknown"; readonly id: string };

/** The schema of the whole document in force: a bundled version, or a file of the setting `schemas`. */
export interface DocumentSchema {
  readonly id: string;
  /** For people: "1.0.0" of a bundled version, the file's name otherwise. */
  readonly label: string;
  readonly uri: string;
  readonly schema: JsonObject | boolean;
  /** Every schema file that it reaches by `$ref`, itself included, by URI. */
  readonly files: ReadonlyMap<string, JsonValue>;
  /** Why the file that `$schema` names through the settings is not used, when it is not. */
  readonly unavailable: SchemaFailure | undefined;
}

/** The schema that each analysis follows (setting `itemSchema`). */
export type ItemSchema =
  | { readonly kind: "none" }
  | ({ readonly kind: "unavailable"; readonly uri: string } & SchemaFailure)
  | {
      readonly kind: "ready";
      readonly uri: string;
      readonly schema: JsonObject | boolean;
      /** Every schema file that it reaches by `$ref`, itself included, by URI. */
      readonly files: ReadonlyMap<string, JsonValue>;
      /** What in these files cannot be used, and asks nothing. */
      readonly faults?: readonly SchemaFailure[];
    };

/** Why a schema or a part of it cannot be used; for people. */
export interface SchemaFailure {
  /** URI of the file at fault: the schema itself or a file that it refers to. */
  readonly file: string;
  readonly reason: string;
}

/** The compiled schemas of a document. */
export interface CompiledSchemas {
  /** The schema of the whole document. Values may hold `omitted` where something is left out. */
  readonly document: CompiledSchema;
  readonly canValidateGroupsIndependently: boolean;
  /**
   * What an analysis must follow: the item schema and what the document's schema itself says about
   * analyses. Undefined when neither says anything.
   */
  readonly item: CompiledSchema | undefined;
}

const compiled = new WeakMap<DocumentSchema, WeakMap<ItemSchema, CompiledSchemas>>();

/**
 * The compiled schemas of a context: made when first asked for, then the same as long as its schemas
 * are the same.
 */
export function compiledSchemas({ documentSchema, itemSchema }: SchemaContext): CompiledSchemas {
  const ofDocument = compiled.get(documentSchema) ?? new WeakMap<ItemSchema, CompiledSchemas>();
  compiled.set(documentSchema, ofDocument);
  const known = ofDocument.get(itemSchema);
  if (known !== undefined) return known;
  const schemas = compile(documentSchema, itemSchema);
  ofDocument.set(itemSchema, schemas);
  return schemas;
}

/** The files of a schema and what references in them mean; made once for each schema. */
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
    item: all([
      ...(itemSet && item ? [compileSchema(itemSet, item)] : []),
      ...ofItems.map((place) => compileSchema(documentSet, place)),
    ]),
  };
}

function all(schemas: readonly CompiledSchema[]): CompiledSchema | undefined {
  const [first, ...others] = schemas;
  if (first === undefined || others.length === 0) return first;
  return (value, limit) => schemas.flatMap((schema) => schema(value, limit));
}

/** Keywords that say nothing about values, or nothing about what is inside them. */
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
 * Whether a schema of documents judges each analysis group by itself, whatever the others are. Then one
 * that was found in order stays so as long as its text does.
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

/** Keywords that ask nothing of a value by themselves. */
const silent = new Set([
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

/**
 * The schemas in a document's schema that say what an analysis must be, whatever else is in the document;
 * those that ask nothing left out.
 */
function schemasOfItems(set: SchemaSet, document: SchemaPlace): readonly SchemaPlace[] {
  const groups = elements(set, property(set, [document], formatProperty.groups));
  const analyses = elements(set, property(set, groups, formatProperty.analyses));
  return analyses.filter((place) => together(set, place).some(({ schema }) => asksSomething(schema)));
}

function property(set: SchemaSet, places: readonly SchemaPlace[], name: string): readonly SchemaPlace[] {
  return insideOf(set, places, ({ properties, additionalProperties }) =>
    isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
  );
}

function elements(set: SchemaSet, places: readonly SchemaPlace[]): readonly SchemaPlace[] {
  return insideOf(set, places, ({ items }) => items);
}

function insideOf(
  set: SchemaSet,
  places: readonly SchemaPlace[],
  innerOf: (schema: JsonObject) => JsonValue | undefined,
): readonly SchemaPlace[] {
  return places
    .flatMap((place) => together(set, place))
    .flatMap((place) => {
      const inner = typeof place.schema === "boolean" ? undefined : innerOf(place.schema);
      return isSchema(inner) ? [set.inside(place, inner)] : [];
    });
}

/** The place and those that hold for the same value for certain: by `$ref` and `allOf`. */
function together(set: SchemaSet, start: SchemaPlace): readonly SchemaPlace[] {
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

function asksSomething(schema: Schema): boolean {
  if (typeof schema === "boolean") return !schema;
  return Object.keys(schema).some((keyword) => keywordForms.has(keyword) && !silent.has(keyword));
}
