import type { JsonObject, JsonValue } from "./valueOf";

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isJsonArray(value);
}

export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The names under which JSON Schema knows a value's type (core 2020-12, section 4.2.1). */
export function jsonTypes(value: JsonValue): readonly string[] {
  if (value === null) return ["null"];
  if (isJsonArray(value)) return ["array"];
  if (typeof value === "number") return Number.isInteger(value) ? ["number", "integer"] : ["number"];
  return [typeof value];
}

/** Whether two JSON values are the same (JSON Schema core 2020-12, section 4.2.2). */
export function jsonEquals(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (isJsonArray(one) && isJsonArray(other))
    return (
      one.length === other.length && one.every((element, index) => jsonEquals(element, other[index] ?? null))
    );
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => {
      const own = one[name];
      const their = Object.hasOwn(other, name) ? other[name] : undefined;
      return own !== undefined && their !== undefined && jsonEquals(own, their);
    })
  );
}

/** A JSON text that is known to be well-formed, as a value. */
export function readJson(text: string): JsonValue {
  const value: unknown = JSON.parse(text);
  // JSON.parse gives JSON values and nothing else.
  return value as JsonValue;
}
