import { type JsonObject, type JsonValue, isJsonArray, isJsonObject, withoutYielding } from "@analyses/json";
import { type Schema, isSchema } from "../jsonValue";
import { inFolderOf, canonical, partsOf, resolveAddress } from "./addresses";
import type { FileIndex, FoundSchema, SchemaPlace, SchemaResource } from "./schemaFile";
import { indexFile, schemasUnder } from "./schemaFile";
import { keywordForms } from "./keywords";
import applicator from "ajv/dist/refs/json-schema-2020-12/meta/applicator.json";
import content from "ajv/dist/refs/json-schema-2020-12/meta/content.json";
import core from "ajv/dist/refs/json-schema-2020-12/meta/core.json";
import formatAnnotation from "ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json";
import metadata from "ajv/dist/refs/json-schema-2020-12/meta/meta-data.json";
import unevaluated from "ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json";
import validation from "ajv/dist/refs/json-schema-2020-12/meta/validation.json";
import metaSchema from "ajv/dist/refs/json-schema-2020-12/schema.json";
import draft07 from "ajv/dist/refs/json-schema-draft-07.json";

/** The target of a reference. */
type Resolution =
  | ({ readonly kind: "found" } & SchemaPlace)
  /** No loaded schema has the address. `siblings`: possible files for it, relative to the referring file. */
  | { readonly kind: "address-unknown"; readonly address: string; readonly siblings: readonly string[] }
  /** The schema at the address does not contain the fragment. */
  | { readonly kind: "fragment-unknown"; readonly fragment: string };

/** Schema files, and the resolution of their references. Never fetches anything. */
export class SchemaSet {
  readonly #resources = new Map<string, SchemaResource>();
  readonly #ownedBy = new Map<Schema, SchemaResource>();

  /** The schemas with `$ref` or `$dynamicRef`, of all files. */
  readonly referring: FoundSchema[] = [];

  /**
   * @param provided schemas by address that files may refer to in addition to the meta-schemas
   * @param mapped files by the addresses that settings assign to them
   */
  constructor(
    private readonly provided: ReadonlyMap<string, Schema> = new Map(),
    private readonly mapped: ReadonlyMap<string, string> = new Map(),
  ) {}

  /** Adds a schema file under its URI. */
  add(file: string, schema: Schema, index: FileIndex = withoutYielding(indexFile(file, schema))): void {
    for (const resource of index.resources) {
      this.#keep(canonical(resource.address), resource);
      if (isJsonObject(resource.root)) this.#ownedBy.set(resource.root, resource);
    }
    const [own] = index.resources;
    if (own !== undefined) this.#keep(canonical(file), own);
    for (const one of index.referring) this.referring.push(one);
  }

  /** Returns the schema of an added file. */
  file(file: string): SchemaPlace | undefined {
    const resource = this.#resources.get(canonical(file));
    return resource && { schema: resource.root, resource };
  }

  /** Returns the place of a schema inside the one at `place`. */
  inside(place: SchemaPlace, schema: Schema): SchemaPlace {
    return { schema, resource: this.#ownedBy.get(schema) ?? place.resource };
  }

  /** Resolves `$ref` or the initial target of `$dynamicRef` at a place (core, section 8.2.3). */
  resolve({ resource }: SchemaPlace, reference: string): Resolution {
    const { address, fragment } = partsOf(reference);
    const wanted = resolveAddress(resource.address, address) ?? address;
    const siblings = wanted === resource.address ? [] : this.#beside(address, wanted, resource);
    const target =
      wanted === resource.address
        ? resource
        : [wanted, ...siblings].map((text) => this.#find(text)).find((one) => one !== undefined);
    if (target === undefined) return { kind: "address-unknown", address: wanted, siblings };
    const place = this.#fragment({ schema: target.root, resource: target }, fragment);
    return place === undefined ? { kind: "fragment-unknown", fragment } : { kind: "found", ...place };
  }

  #fragment(start: SchemaPlace, fragment: string): SchemaPlace | undefined {
    if (fragment === "") return start;
    if (!fragment.startsWith("/")) {
      const { anchors, dynamicAnchors } = start.resource;
      const schema = anchors.get(fragment) ?? dynamicAnchors.get(fragment);
      return schema && { ...start, schema };
    }
    let place = start;
    let value: JsonValue | undefined = start.schema;
    for (const token of fragment.slice(1).split("/")) {
      const step = token.replaceAll("~1", "/").replaceAll("~0", "~");
      if (isJsonArray(value)) value = value[/^\d+$/.test(step) ? Number(step) : -1];
      else value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
      if (value === undefined) return undefined;
      if (isSchema(value)) place = this.inside(place, value);
    }
    return isSchema(value) ? place : undefined;
  }

  #find(address: string): SchemaResource | undefined {
    const key = canonical(address);
    const known = this.#resources.get(key) ?? this.#resources.get(canonical(this.mapped.get(address) ?? key));
    if (known !== undefined) return known;
    const provided = this.provided.get(address) ?? metaSchemas.get(address);
    if (provided !== undefined) this.add(address, provided);
    return this.#resources.get(key);
  }

  /** Returns where the file of an address may be: by the `$id`s of both schemas, or by the reference as written. */
  #beside(address: string, wanted: string, { file }: SchemaResource): readonly string[] {
    const root = this.#resources.get(canonical(file));
    const byAddress = root && inFolderOf(wanted, root.address, file);
    const asWritten = /^[a-z][a-z\d+.-]*:/i.test(address) ? undefined : resolveAddress(file, address);
    return [byAddress, asWritten].filter((text) => text !== undefined);
  }

  #keep(key: string, resource: SchemaResource): void {
    if (!this.#resources.has(key)) this.#resources.set(key, resource);
  }
}

const sets = new WeakMap<ReadonlyMap<string, JsonValue>, SchemaSet>();

/** Returns the set of schema files by URI, created once per map: `provided` must be the same for all calls. */
export function schemaSetOf(
  files: ReadonlyMap<string, JsonValue>,
  provided?: ReadonlyMap<string, Schema>,
): SchemaSet {
  const known = sets.get(files);
  if (known !== undefined) return known;
  const set = new SchemaSet(provided);
  for (const [uri, schema] of files) {
    if (isSchema(schema)) set.add(uri, schema);
  }
  sets.set(files, set);
  return set;
}

/** Registers a set that the loader created while reading the files. */
export function rememberSet(files: ReadonlyMap<string, JsonValue>, set: SchemaSet): void {
  sets.set(files, set);
}

/** The meta-schemas and their vocabularies by address, to which schemas may refer. */
const metaSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  [draft07.$id.replace(/#$/, ""), draft07],
  ...[metaSchema, core, applicator, unevaluated, validation, metadata, formatAnnotation, content].map(
    (schema) => [schema.$id, schema] as const,
  ),
]);

/** A subschema of a schema, and the path at which it may apply inside a value that the whole schema describes. */
export interface PlacedSchema {
  /** Names of properties and indices; `*` is any element, and any property that a pattern or no name matches. */
  readonly path: readonly string[];
  readonly schema: JsonObject;
}

/** Maximum number of subschemas to list: no schema that people write has more. */
const maxSubschemas = 10_000;
/** Maximum length of the chain of schemas to a subschema: a recursive schema leads to itself without end. */
const maxReferences = 60;
/** Maximum length of a path. */
const maxSteps = 12;

/** Where the schemas of a keyword apply: to the value itself, to a named property or element, or to any. */
const applyTo: ReadonlyMap<string, "itself" | "named" | "any"> = new Map([
  ...["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies"].map(
    (keyword) => [keyword, "itself"] as const,
  ),
  ...["properties", "prefixItems"].map((keyword) => [keyword, "named"] as const),
  ...["items", "additionalItems", "contains", "additionalProperties", "patternProperties"].map(
    (keyword) => [keyword, "any"] as const,
  ),
]);

/** Lists the subschemas of a file's schema with the paths at which they may apply, whatever the conditions. */
export function subschemasOf(set: SchemaSet, uri: string): readonly PlacedSchema[] {
  const found: PlacedSchema[] = [];
  const seen = new Map<string, Set<Schema>>();
  const root = set.file(uri);
  if (root !== undefined) visit(root, [], 0);
  return found;

  function visit(place: SchemaPlace, path: readonly string[], depth: number): void {
    const { schema } = place;
    const isDone = depth > maxReferences || path.length > maxSteps || found.length >= maxSubschemas;
    if (isDone || !isJsonObject(schema)) return;
    const here = seen.get(path.join("\0")) ?? new Set();
    if (here.has(schema)) return;
    seen.set(path.join("\0"), here.add(schema));
    found.push({ path, schema });
    for (const reference of [schema.$ref, schema.$dynamicRef]) {
      const target = typeof reference === "string" ? set.resolve(place, reference) : undefined;
      if (target?.kind === "found") visit(target, path, depth + 1);
    }
    for (const [keyword, value] of Object.entries(schema)) {
      const [form, to] = [keywordForms.get(keyword), applyTo.get(keyword)];
      if (form === undefined || to === undefined) continue;
      for (const [name, inner] of schemasUnder(form, value)) {
        const isList = form === "schema-or-schemas" && name !== undefined;
        const step = to === "named" || isList ? String(name) : "*";
        if (isJsonObject(inner))
          visit(set.inside(place, inner), to === "itself" ? path : [...path, step], depth + 1);
      }
    }
  }
}
