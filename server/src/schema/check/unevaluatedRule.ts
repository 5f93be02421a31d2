import type { JsonObject, JsonValue } from "../../document/valueOf";
import { isSchema } from "../files/schemaValue";
import { checkElement } from "./arrayRules";
import { checkProperty } from "./propertyRule";
import type { Rule, RuleSource } from "./rule";
import { goesOn } from "./rule";

/**
 * `unevaluatedProperties` (core 2020-12, section 11.3): for what no other keyword of the schema has
 * looked at, so it comes after all of them.
 *
 * @param names those that others always look at; undefined where that was noted for the object at hand
 */
export function unevaluatedPropertiesRule(
  { schema, inside }: RuleSource,
  names: ReadonlySet<string> | undefined,
): Rule<JsonObject> | undefined {
  if (!isSchema(schema.unevaluatedProperties)) return undefined;
  const checker = inside(schema.unevaluatedProperties);
  return (value, run, report, evaluated) => {
    let valid = true;
    for (const name in value) {
      const inner = value[name];
      if (inner === undefined) continue;
      if (names === undefined ? evaluated?.has(name) === true : names.has(name)) continue;
      if (checkProperty("unevaluatedProperties", checker, inner, name, schema, run, report)) continue;
      valid = false;
      if (!goesOn(report)) return false;
    }
    evaluated?.addEverything();
    return valid;
  };
}

/** `unevaluatedItems` (core 2020-12, section 11.2), likewise. */
export function unevaluatedItemsRule({ schema, inside }: RuleSource): Rule<readonly JsonValue[]> | undefined {
  if (!isSchema(schema.unevaluatedItems)) return undefined;
  const checker = inside(schema.unevaluatedItems);
  return (value, run, report, evaluated) => {
    let valid = true;
    for (let index = 0; index < value.length; index++) {
      if (evaluated?.has(index) === true) continue;
      if (checkElement("unevaluatedItems", checker, value, index, schema, run, report)) continue;
      valid = false;
      if (!goesOn(report)) return false;
    }
    evaluated?.addEverything();
    return valid;
  };
}
