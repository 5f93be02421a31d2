import { type JsonObject, type JsonValue, isJsonArray, isJsonObject, memoized } from "@analyses/json";

/** A schema as in its file. */
export type Schema = JsonObject | boolean;

export function isSchema(value: JsonValue | undefined): value is Schema {
  return typeof value === "boolean" || isJsonObject(value);
}

/** The strings in a list; empty if it is not a list. */
export function stringsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}

/** The value of `const`, else the values of `enum`; undefined without both. */
export function listIn(schema: JsonObject): readonly JsonValue[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return isJsonArray(schema.enum) ? schema.enum : undefined;
}

/** The JSON Schema type names of a value (core 2020-12, section 4.2.1). */
export function jsonTypes(value: JsonValue): readonly string[] {
  if (value === null) return ["null"];
  if (isJsonArray(value)) return ["array"];
  if (typeof value === "number") return Number.isInteger(value) ? ["number", "integer"] : ["number"];
  return [typeof value];
}

export type EqualityKey = string | number | boolean | null;

/**
 * Returns a key that is the same for two values exactly if the values are equal (JSON Schema core 2020-12,
 * section 4.2.2). Strings are their own keys, since concatenated strings compare many times more slowly.
 */
export function equalityKey(value: JsonValue): EqualityKey {
  if (typeof value === "string") return value.startsWith("\0") ? `\0"${value}` : value;
  return typeof value === "object" && value !== null ? `\0${textOf(value)}` : value;
}

/** The index of each value of a list, by equality key; memoized, since lists of terms have hundreds of thousands. */
export const placesByKey = memoized((list: readonly JsonValue[]): ReadonlyMap<EqualityKey, number> => {
  const places = new Map<EqualityKey, number>();
  list.forEach((value, index) => places.set(equalityKey(value), index));
  return places;
});

/** Number of values to compare with each candidate before indexing the candidates, which takes many times longer. */
const maxCompared = 20;

/** Returns a test whether a value equals one of several candidates; indexes the candidates after several tests. */
export function isOneOf(candidates: readonly JsonValue[]): (value: JsonValue) => boolean {
  const withContainers = candidates.some(isContainer);
  let tested = 0;
  return (value) => {
    if (isContainer(value) && !withContainers) return false;
    if (withContainers || ++tested > maxCompared) return placesByKey(candidates).has(equalityKey(value));
    return candidates.includes(value);
  };
}

function isContainer(value: JsonValue): boolean {
  return typeof value === "object" && value !== null;
}

/** Serializes to JSON with sorted properties. */
function textOf(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(textOf).join()}]`;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${textOf(inner)}`).join()}}`;
}
