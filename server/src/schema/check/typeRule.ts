import type { JsonObject } from "../../document/valueOf";
import { isJsonArray } from "../../document/json";
import { namesIn } from "./anyValueRules";
import type { Rule } from "./rule";

/** What JSON knows of values, before `integer` is told from `number`. */
export type ValueKind = "null" | "boolean" | "object" | "array" | "number" | "string";

/**
 * What `type` asks of the values of a kind (validation 2020-12, section 6.1.1).
 * @returns undefined where all of them are allowed: then there is nothing to do for each
 */
export function typeRule(schema: JsonObject, kind: ValueKind): Rule | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  const expected = namesIn(isJsonArray(type) ? type : [type]);
  if (expected.includes(kind)) return undefined;
  const allowsWholeNumbers = kind === "number" && expected.includes("integer");
  return (value, _run, report) => {
    if (allowsWholeNumbers && Number.isInteger(value)) return true;
    report?.add(schema, { keyword: "type", expected });
    return false;
  };
}
