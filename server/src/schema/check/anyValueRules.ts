import { isJsonArray } from "../../document/json";
import { isOneOf } from "./equality";
import type { Rule, RuleSource } from "./rule";

/** `enum` and `const` (validation 2020-12, sections 6.1.2 and 6.1.3). */
export function anyValueRules({ schema }: RuleSource): readonly Rule[] {
  const rules: Rule[] = [];
  const { enum: allowed, const: constant } = schema;
  if (isJsonArray(allowed)) {
    const isAllowed = isOneOf(allowed);
    rules.push((value, _run, report) => {
      if (isAllowed(value)) return true;
      report?.add(schema, { keyword: "enum", allowed });
      return false;
    });
  }
  if (constant !== undefined) {
    const isConstant = isOneOf([constant]);
    rules.push((value, _run, report) => {
      if (isConstant(value)) return true;
      report?.add(schema, { keyword: "const", allowed: constant });
      return false;
    });
  }
  return rules;
}

export function namesIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}
