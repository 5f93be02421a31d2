import { isJsonArray, isJsonObject } from "../../document/json";
import { isSchema } from "../files/schemaValue";
import type { RuleSource } from "./rule";

/** Keywords by which it depends on the object which of its properties are looked at. */
const dependent = [
  "$dynamicRef",
  "additionalProperties",
  "anyOf",
  "dependentSchemas",
  "if",
  "oneOf",
  "patternProperties",
];

/**
 * The properties that a schema looks at in every object (core 2020-12, section 11.3), its
 * `unevaluatedProperties` aside: then nothing has to be noted about each object.
 *
 * @returns undefined where it depends on the object
 */
export function alwaysLookedAt({ schema, inside, resolve }: RuleSource): ReadonlySet<string> | undefined {
  if (dependent.some((keyword) => schema[keyword] !== undefined)) return undefined;
  const { properties, allOf, $ref } = schema;
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  const names = new Set(named.flatMap(([name, inner]) => (isSchema(inner) ? [name] : [])));
  const others = isJsonArray(allOf) ? allOf.filter(isSchema).map(inside) : [];
  const target = typeof $ref === "string" ? resolve($ref) : undefined;
  for (const other of target === undefined ? others : [...others, target]) {
    // Such a schema looks at all that is left.
    if (isJsonObject(other.schema) && other.schema.unevaluatedProperties !== undefined) return undefined;
    const more = other.looksAt();
    if (more === undefined) return undefined;
    for (const name of more) names.add(name);
  }
  return names;
}
