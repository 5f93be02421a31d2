import type { Rule, RuleSource } from "./rule";
import { formats } from "../formats";
import { type JsonObject, isJsonArray } from "@analyses/json";
import { isOneOf, stringsIn } from "../jsonValue";
import { compilePattern } from "../pattern/pattern";

/** The kinds of JSON values, without `integer` as a separate kind. */
export type ValueKind = "null" | "boolean" | "object" | "array" | "number" | "string";

/**
 * The rule of `type` for values of a kind (validation 2020-12, section 6.1.1).
 *
 * @returns undefined if `type` allows all values of the kind, so that no check is necessary
 */
export function typeRule(schema: JsonObject, kind: ValueKind): Rule | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  const expected = stringsIn(isJsonArray(type) ? type : [type]);
  if (expected.includes(kind)) return undefined;
  const allowsWholeNumbers = kind === "number" && expected.includes("integer");
  return (value, _run, report) => {
    if (allowsWholeNumbers && Number.isInteger(value)) return true;
    report?.add(schema, { keyword: "type", expected });
    return false;
  };
}

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

const limits = {
  minimum: (value: number, limit: number) => value >= limit,
  maximum: (value: number, limit: number) => value <= limit,
  exclusiveMinimum: (value: number, limit: number) => value > limit,
  exclusiveMaximum: (value: number, limit: number) => value < limit,
};
const limitKeywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;

export function isWithinLimits(schema: JsonObject, value: number): boolean {
  return limitKeywords.every((keyword) => {
    const limit = schema[keyword];
    return typeof limit !== "number" || limits[keyword](value, limit);
  });
}

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

/** Whether a number is a multiple of another, as decimals: 0.3 is a multiple of 0.1. */
function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value) || !Number.isFinite(divisor)) return false;
  const [a, b] = [decimalOf(value), decimalOf(divisor)];
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return scaled(a) % scaled(b) === 0n;
}

/** `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The shortest decimal that parses as the number. */
function decimalOf(value: number): Decimal {
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const [whole = "", fraction = ""] = digits.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** The keywords for strings (validation 2020-12, sections 6.3 and 7). */
export function stringRules({ schema }: RuleSource): readonly Rule<string>[] {
  const rules: Rule<string>[] = [];
  const { pattern: source, format } = schema;
  const lengthRule = limitsRule({ schema }, "minLength", "maxLength", lengthOf);
  if (lengthRule !== undefined)
    rules.push((value, run, ...rest) => run.unfinished || lengthRule(value, run, ...rest));
  if (typeof source === "string") {
    const compilation = compilePattern(source);
    if (compilation.kind === "pattern") {
      rules.push((value, { work, unfinished }, report) => {
        if (unfinished || compilation.pattern.matches(value, work)) return true;
        report?.add(schema, { keyword: "pattern", pattern: source });
        return false;
      });
    }
  }
  const isOfFormat = typeof format === "string" ? formats.get(format) : undefined;
  if (typeof format === "string" && isOfFormat !== undefined) {
    rules.push((value, run, report) => {
      if (run.unfinished || isOfFormat(value)) return true;
      report?.add(schema, { keyword: "format", format });
      return false;
    });
  }
  return rules;
}

/**
 * The rule of two limits for a count: of characters, elements or properties (validation 2020-12, sections 6.3 to 6.5).
 */
export function limitsRule<Value>(
  { schema }: Pick<RuleSource, "schema">,
  least: "minLength" | "minItems" | "minProperties",
  most: "maxLength" | "maxItems" | "maxProperties",
  countOf: (value: Value) => number,
): Rule<Value> | undefined {
  const { [least]: minimum = 0, [most]: maximum = Infinity } = schema;
  if (typeof minimum !== "number" || typeof maximum !== "number") return undefined;
  if (minimum <= 0 && maximum === Infinity) return undefined;
  return (value, run, report) => {
    const actual = countOf(value);
    if (actual < minimum && !run.unfinished) {
      report?.add(schema, { keyword: least, limit: minimum, actual });
      return false;
    }
    if (actual > maximum) {
      report?.add(schema, { keyword: most, limit: maximum, actual });
      return false;
    }
    return true;
  };
}

/** Number of characters as JSON counts them (RFC 8259), not UTF-16 units. */
function lengthOf(text: string): number {
  if (!/[\ud800-\udbff]/.test(text)) return text.length;
  let length = 0;
  for (let at = 0; at < text.length; length++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return length;
}
