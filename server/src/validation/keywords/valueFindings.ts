import { valueOf } from "../../document/valueOf";
import type { JsonValue } from "../../document/valueOf";
import type { FindingDraft } from "../finding";
import { rangeOf } from "../locate";
import { wrongType } from "../messages/typeMessages";
import { notAllowedValue, notTheValue } from "../messages/valueMessages";
import { nearestTo } from "../nearest";
import { subjectAt, textAt } from "./site";
import type { Site } from "./site";

/** `type`. */
export function typeFindings(site: Site, expected: readonly string[]): FindingDraft[] {
  const value = valueOf(site.document, site.located);
  if (value === undefined) return [];
  const replacement = inType(value, expected);
  return [
    {
      code: "wrong-type",
      message: wrongType(
        subjectAt(site),
        expected,
        { type: typeOf(value), written: textAt(site) },
        replacement,
      ),
      ...rangeOf(site.located),
      related: [],
      data: { kind: "wrong-type", expected, ...(replacement === undefined ? {} : { replacement }) },
    },
  ];
}

/** `enum`, `const`. */
export function allowedValueFindings(site: Site, allowed: readonly JsonValue[]): FindingDraft[] {
  const value = valueOf(site.document, site.located);
  const written = allowed.map((each) => JSON.stringify(each));
  const near = typeof value === "string" ? nearValues(value, allowed) : [];
  const sorted = [...near, ...written.filter((json) => !near.includes(json))];
  const subject = subjectAt(site);
  const [only] = sorted;
  const message =
    only !== undefined && site.problem.detail.keyword === "const"
      ? notTheValue(subject, only)
      : notAllowedValue(subject, textAt(site), sorted, near.length);
  return [
    {
      code: "not-allowed-value",
      message,
      ...rangeOf(site.located),
      related: [],
      data: { kind: "not-allowed-value", allowed: sorted, nearest: near.length },
    },
  ];
}

function nearValues(value: string, allowed: readonly JsonValue[]): string[] {
  const texts = allowed.filter((each) => typeof each === "string");
  return nearestTo(value, texts).map((near) => JSON.stringify(near));
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/;

/** The value as JSON text of an expected type, where nothing is lost or guessed. */
function inType(value: JsonValue, expected: readonly string[]): string | undefined {
  const isExpected = (type: string) => expected.includes(type);
  if (typeof value === "string") {
    const text = value.trim();
    const isNumber = plainNumber.test(text);
    if (isNumber && (isExpected("number") || (isExpected("integer") && !text.includes(".")))) return text;
    if ((text === "true" || text === "false") && isExpected("boolean")) return text;
    return undefined;
  }
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return isScalar && isExpected("string") ? JSON.stringify(String(value)) : undefined;
}
