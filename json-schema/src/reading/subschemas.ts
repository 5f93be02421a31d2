import { type JsonObject, isJsonObject } from "@analyses/json";
import type { Schema } from "../jsonValue";
import { keywordForms } from "./keywords";
import { type SchemaPlace, schemasUnder } from "./schemaFile";
import type { SchemaSet } from "./schemaSet";

/** A subschema, and a path inside the values of the schema at which it may apply. */
export interface PlacedSchema {
  /** Names of properties and indices; `*` is any element, and any property that a pattern or no name matches. */
  readonly path: readonly string[];
  readonly schema: JsonObject;
}

/** Maximum number of subschemas to list: no schema that people write has more. */
const maxSubschemas = 10_000;
/** Maximum number of schemas that lead to a subschema: a recursive schema leads to itself without end. */
const maxReferences = 60;
/** Maximum length of a path. */
const maxSteps = 12;

/** Where the schemas of a keyword apply: to the value itself, to a property or element, or to any. */
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
