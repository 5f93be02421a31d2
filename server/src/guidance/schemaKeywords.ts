import type { JsonObject, JsonValue } from "../document/valueOf";
import { isJsonArray, isJsonObject } from "../document/json";

/** Keywords whose value is a list of schemas. */
type ListKeyword = "allOf" | "anyOf" | "oneOf" | "prefixItems";

/** Keywords whose value maps names to schemas. */
type MapKeyword = "dependentSchemas" | "patternProperties" | "properties";

export function schemaList(schema: JsonObject, keyword: ListKeyword): readonly JsonValue[] {
  const value = schema[keyword];
  return isJsonArray(value) ? value : [];
}

export function schemaMap(schema: JsonObject, keyword: MapKeyword): JsonObject {
  const value = schema[keyword];
  return isJsonObject(value) ? value : {};
}
