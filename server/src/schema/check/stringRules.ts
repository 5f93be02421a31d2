import { formats } from "../formats/formats";
import { compilePattern } from "../pattern/pattern";
import type { Rule, RuleSource } from "./rule";

/** The keywords for strings (validation 2020-12, sections 6.3 and 7). */
export function stringRules({ schema }: RuleSource): readonly Rule<string>[] {
  const rules: Rule<string>[] = [];
  const { minLength, maxLength, pattern: source, format } = schema;
  if (typeof minLength === "number") {
    rules.push((value, _run, report) => {
      if (value.length >= 2 * minLength) return true;
      const actual = lengthOf(value);
      if (actual >= minLength) return true;
      report?.add(schema, { keyword: "minLength", limit: minLength, actual });
      return false;
    });
  }
  if (typeof maxLength === "number") {
    rules.push((value, _run, report) => {
      if (value.length <= maxLength) return true;
      const actual = lengthOf(value);
      if (actual <= maxLength) return true;
      report?.add(schema, { keyword: "maxLength", limit: maxLength, actual });
      return false;
    });
  }
  if (typeof source === "string") {
    const compilation = compilePattern(source);
    if (compilation.kind === "pattern") {
      rules.push((value, { work }, report) => {
        if (compilation.pattern.matches(value, work)) return true;
        report?.add(schema, { keyword: "pattern", pattern: source });
        return false;
      });
    }
  }
  const isOfFormat = typeof format === "string" ? formats.get(format) : undefined;
  if (typeof format === "string" && isOfFormat !== undefined) {
    rules.push((value, _run, report) => {
      if (isOfFormat(value)) return true;
      report?.add(schema, { keyword: "format", format });
      return false;
    });
  }
  return rules;
}

/** Characters as JSON counts them (RFC 8259), not UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; length++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return length;
}
