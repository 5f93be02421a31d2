import { isMultipleOf } from "./multipleOf";
import type { Rule, RuleSource } from "./rule";

const limits = {
  minimum: (value: number, limit: number) => value >= limit,
  maximum: (value: number, limit: number) => value <= limit,
  exclusiveMinimum: (value: number, limit: number) => value > limit,
  exclusiveMaximum: (value: number, limit: number) => value < limit,
};
const limitKeywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;

/** The keywords for numbers (validation 2020-12, section 6.2). */
export function numberRules({ schema }: RuleSource): readonly Rule<number>[] {
  const rules: Rule<number>[] = [];
  for (const keyword of limitKeywords) {
    const limit = schema[keyword];
    if (typeof limit !== "number") continue;
    const isWithin = limits[keyword];
    rules.push((value, _run, report) => {
      if (isWithin(value, limit)) return true;
      report?.add(schema, { keyword, limit });
      return false;
    });
  }
  const { multipleOf: divisor } = schema;
  if (typeof divisor === "number") {
    rules.push((value, _run, report) => {
      if (isMultipleOf(value, divisor)) return true;
      report?.add(schema, { keyword: "multipleOf", divisor });
      return false;
    });
  }
  return rules;
}
