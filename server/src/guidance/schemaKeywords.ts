import type { JsonObject, JsonValue } from "../document/valueOf";
import { isJsonArray, isJsonObject } from "./json";

/** Keywords of draft 2020-12 whose value is one schema. */
const single = [
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
] as const;

/** Keywords whose value is a list of schemas. */
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

/** Keywords whose value maps names to schemas. */
const maps = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"] as const;

/** The schemas directly inside a schema. Values such as `const` and `examples` hold none. */
export function* subschemas(schema: JsonObject): Iterable<JsonValue> {
  for (const keyword of single) {
    const inner = schema[keyword];
    if (inner !== undefined) yield inner;
  }
  for (const keyword of lists) yield* schemaList(schema, keyword);
  for (const keyword of maps) yield* Object.values(schemaMap(schema, keyword));
}

export function schemaList(schema: JsonObject, keyword: (typeof lists)[number]): readonly JsonValue[] {
  const value = schema[keyword];
  return isJsonArray(value) ? value : [];
}

export function schemaMap(schema: JsonObject, keyword: (typeof maps)[number]): JsonObject {
  const value = schema[keyword];
  return isJsonObject(value) ? value : {};
}
