import { type JsonObject, type JsonValue, isJsonArray, isJsonObject } from "@analyses/json";
import { keywordForms } from "./keywords";

type Path = readonly (string | number)[];

/** Keywords that do not constrain a value. */
const annotations: readonly unknown[] = [
  ...["title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly"],
];

/** By keyword: the sibling keywords that constrain the properties or elements it does not cover. */
const leftOver: Readonly<Record<string, readonly string[]>> = {
  properties: ["additionalProperties", "unevaluatedProperties"],
  patternProperties: ["additionalProperties", "unevaluatedProperties"],
  items: ["additionalItems", "unevaluatedItems"],
  prefixItems: ["items", "unevaluatedItems"],
  $ref: ["unevaluatedProperties", "unevaluatedItems"],
  $dynamicRef: ["unevaluatedProperties", "unevaluatedItems"],
};

/**
 * Returns a schema with one part disabled, so that the rest is usable: removes a keyword, or replaces one of several
 * schemas by `true`. Also removes whatever would reject more values as a result: enclosing `not`, `if` and `contains`,
 * the exclusivity of `oneOf`, and keywords for remaining properties or elements.
 *
 * @param path to a keyword, or to a schema by name or index under one
 */
export function turnedOff(schema: JsonObject, path: Path): JsonObject {
  const [first, name, ...inner] = path;
  const keyword = String(first);
  const value = schema[keyword];
  if (name === undefined || value === undefined)
    return without(schema, [keyword, ...(leftOver[keyword] ?? [])]);
  const isSilent = annotations.includes(path.at(-1));
  if (!isSilent && refusesMore.has(keyword)) return without(schema, refusesMore.get(keyword) ?? []);
  if (!holdsSeveral(keyword, value)) {
    const own = isJsonObject(value) ? turnedOff(value, path.slice(1)) : value;
    return { ...schema, [keyword]: own };
  }
  if (inner.length === 0 && keyword === "patternProperties" && isJsonObject(value))
    return { ...without(schema, leftOver[keyword] ?? []), [keyword]: without(value, [String(name)]) };
  const off = (one: JsonValue): JsonValue =>
    inner.length === 0 || !isJsonObject(one) ? true : turnedOff(one, inner);
  const several = isJsonArray(value)
    ? value.map((one, index) => (index === name ? off(one) : one))
    : Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, key === String(name) ? off(one) : one]),
      );
  if (keyword !== "oneOf" || isSilent) return { ...schema, [keyword]: several };
  return { anyOf: several, ...without(schema, ["oneOf"]) };
}

const refusesMore: ReadonlyMap<string, readonly string[]> = new Map([
  ["not", ["not"]],
  ["if", ["if", "then", "else"]],
  ["contains", ["contains", "minContains", "maxContains"]],
]);

/** Whether a keyword contains schemas by name or index. */
function holdsSeveral(keyword: string, value: JsonValue): value is JsonObject | readonly JsonValue[] {
  const form = keywordForms.get(keyword) ?? "any";
  return isJsonArray(value) || (isJsonObject(value) && form.includes("by-"));
}

function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
