import { isJsonArray } from "../../guidance/json";
import { equalityKey } from "./equality";
import type { Rule, RuleSource } from "./rule";
import { typeTest } from "./types";

/** `type`, `enum` and `const` (validation 2020-12, section 6.1). */
export function anyValueRules({ schema }: RuleSource): readonly Rule[] {
  const rules: Rule[] = [];
  const { type, enum: allowed, const: constant } = schema;
  if (type !== undefined) {
    const expected = namesIn(isJsonArray(type) ? type : [type]);
    const isOfType = typeTest(expected);
    rules.push((value, _run, report) => {
      if (isOfType(value)) return true;
      report?.add(schema, { keyword: "type", expected });
      return false;
    });
  }
  if (isJsonArray(allowed)) {
    const keys = new Set(allowed.map(equalityKey));
    rules.push((value, _run, report) => {
      if (keys.has(equalityKey(value))) return true;
      report?.add(schema, { keyword: "enum", allowed });
      return false;
    });
  }
  if (constant !== undefined) {
    const key = equalityKey(constant);
    rules.push((value, _run, report) => {
      if (value === constant) return true;
      if (typeof value === "object" && equalityKey(value) === key) return true;
      report?.add(schema, { keyword: "const", allowed: constant });
      return false;
    });
  }
  return rules;
}

export function namesIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}
