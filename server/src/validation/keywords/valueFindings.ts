import { isJsonArray, isJsonObject, memoized, readingsOf, valueOf, withoutQuotes } from "@analyses/json";
import type { JsonObject, JsonValue, ReportedProblemKind } from "@analyses/json";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { SchemaContext } from "../../schema/schemaContext";
import { placeOf } from "../../schemaLookup/schemaLookup";
import type { Subject } from "../messages/subject";
import type { FindingDraft } from "../finding";
import { rangeOf } from "../../document/locate";
import { notAllowedValue, notTheValue, wrongType } from "../messages/valueMessages";
import { fixedProperties, formats, mayFollowPattern } from "@analyses/json-schema";
import type { SchemaBranch, SchemaProblem } from "@analyses/json-schema";
import { nearestTo } from "../nearest";
import { subjectAt, textAt } from "./site";
import type { Site } from "./site";

/** `type`. */
export function typeFindings(site: Site, expected: readonly string[]): FindingDraft[] {
  const value = valueOf(site.document, site.located);
  if (value === undefined) return [];
  const inExpected = inType(value, textAt(site), expected);
  // What would be the next problem is no help.
  const replacement =
    inExpected !== undefined && hasForm(inExpected, site.problem.schema) ? inExpected : undefined;
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
      data: {
        kind: "wrong-type",
        expected,
        ...(replacement === undefined ? {} : { replacement }),
        ...meantBy(value, textAt(site), expected),
        mayBeEntry: expected.includes("array") && mayBeEntry(site.problem.schema, value),
      },
    },
  ];
}

/**
 * What is said of text that stands where only values of other types may, without quotes or in other quotes than JSON's: that
 * it is text, and of a number with a decimal comma that none with decimals may stand there. How it would be written as
 * text, or as such a number, would be the next problem.
 */
export function asWrongType(
  document: AnalysesDocument,
  schemas: SchemaContext,
  finding: FindingDraft,
): FindingDraft {
  const { data, start, end } = finding;
  if (data.kind !== "syntax" || !mayBeOfOtherType.has(data.problem)) return finding;
  const { types, via } = placeOf(document, schemas, start);
  if (
    via?.kind !== "property" ||
    via.property.value.start !== start ||
    via.property.property.keyLength === 0 ||
    types.length === 0 ||
    types.includes("string")
  )
    return finding;
  const written = document.text.slice(start, end);
  const isNumber = data.problem === "decimal-comma";
  if (isNumber && (!types.includes("integer") || types.includes("number"))) return finding;
  if (isNumber && readingsOf(written)[0]?.type === "integer") return finding;
  const { name: property } = via.property.property;
  const text = withoutQuotes(written).trim();
  const { meant, isLikely } = meantBy(text, written, types);
  const replacement = isNumber
    ? undefined
    : (inType(text, written, types) ?? (isLikely ? meant[0] : undefined));
  const subject: Subject = { property, entry: undefined, title: undefined, whole: "analysis" };
  const found = { type: isNumber ? "number" : "string", written };
  return { ...finding, message: wrongType(subject, types, found, replacement) };
}

const mayBeOfOtherType: ReadonlySet<string> = new Set<ReportedProblemKind>([
  "decimal-comma",
  "quotes-not-double",
  "word-not-quoted",
]);

/** `enum`, `const`. */
export function allowedValueFindings(site: Site, allowed: readonly JsonValue[]): FindingDraft[] {
  const value = valueOf(site.document, site.located);
  const { written, texts } = listOf(allowed);
  const alike = typeof value === "string" ? nearestTo(value, texts).map((one) => JSON.stringify(one)) : [];
  const near = alike.length > 0 ? alike : numbersMeant(value).filter((json) => written.includes(json));
  const sorted = near.length === 0 ? written : [...near, ...written.filter((json) => !near.includes(json))];
  const subject = subjectAt(site);
  const [only] = sorted;
  const message =
    only !== undefined && site.problem.detail.keyword === "const"
      ? notTheValue(subject, only, site.reason)
      : notAllowedValue(subject, textAt(site), sorted, near.length, site.reason);
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

/** Several schemas may list the values for one place: reported is the shortest list, of equal ones the last. */
export function withoutLongerLists(findings: readonly FindingDraft[]): FindingDraft[] {
  const shortest = new Map<string, { readonly finding: FindingDraft; readonly length: number }>();
  const placeOf = ({ start, end }: FindingDraft) => `${start} ${end}`;
  for (const finding of findings) {
    const { data } = finding;
    if (data.kind !== "not-allowed-value" && data.kind !== "unfinished-value") continue;
    const length = data.allowed.length === 0 ? Infinity : data.allowed.length;
    const known = shortest.get(placeOf(finding));
    if (known === undefined || length <= known.length) shortest.set(placeOf(finding), { finding, length });
  }
  return findings.filter(
    (finding) =>
      (finding.data.kind !== "not-allowed-value" && finding.data.kind !== "unfinished-value") ||
      shortest.get(placeOf(finding))?.finding === finding,
  );
}

/** Allowed values as JSON and, of those that are text, the text; a schema may list thousands. */
interface ValueList {
  readonly written: readonly string[];
  readonly texts: readonly string[];
}

const listOf = memoized((allowed: readonly JsonValue[]): ValueList => ({
  written: allowed.map((each) => JSON.stringify(each)),
  texts: allowed.filter((each) => typeof each === "string"),
}));

/** What a value of the wrong type may mean in an expected one: `"yes"` is true, `"12†"` is 12, `1.480` is 1480. */
function meantBy(value: JsonValue, written: string, expected: readonly string[]) {
  if (value === null) return { meant: [], isLikely: false, lacksValue: true };
  // Points between thousands, where a whole number is needed.
  const isGrouped = expected.includes("integer") && /^-?[1-9]\d{0,2}\.\d{3}$/.test(written);
  if (isGrouped) return { meant: [written.replace(".", "")], isLikely: false, lacksValue: false };
  const readings = typeof value === "string" ? readingsOf(value.trim()) : [];
  const fitting = readings.filter(
    ({ type }) => expected.includes(type) || (type === "integer" && expected.includes("number")),
  );
  return {
    meant: fitting.map(({ json }) => json),
    isLikely: fitting.length === 1 && fitting[0]?.trust !== "possible",
    lacksValue: readings[0]?.type === "null" && fitting.length === 0,
  };
}

/** A number as a percentage or as a part of one, or as it stands in a text: for `0.95` or `"95%"` it is 95. */
function numbersMeant(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "number")
    return [value * 100, value / 100].map((number) => JSON.stringify(Number(number.toPrecision(12))));
  if (typeof value !== "string") return [];
  return readingsOf(value.trim()).flatMap(({ json, type }) => (type === "string" ? [] : [json]));
}

/** Whether a value that stands alone may be the only entry of a list, as far as the list's schema says it. */
function mayBeEntry(schema: JsonObject | boolean, value: JsonValue): boolean {
  if (typeof schema === "boolean") return true;
  const { items, prefixItems, minItems } = schema;
  const entry = isJsonArray(prefixItems) ? prefixItems[0] : items;
  if (typeof minItems === "number" && minItems > 1) return false;
  if (!isJsonObject(entry) || entry.type === undefined) return true;
  const types = Array.isArray(entry.type) ? entry.type : [entry.type];
  return types.includes(typeOf(value)) || (typeof value === "number" && types.includes("integer"));
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/;

/** Whether a text has the form that its schema asks for; JSON of other types has. */
function hasForm(json: string, schema: JsonObject | boolean): boolean {
  if (!json.startsWith('"') || typeof schema === "boolean") return true;
  const text: unknown = JSON.parse(json);
  if (typeof text !== "string") return true;
  const { format, pattern } = schema;
  if (typeof format === "string" && formats.get(format)?.(text) === false) return false;
  return typeof pattern !== "string" || mayFollowPattern(text, pattern);
}

/** The value as JSON text of an expected type, where nothing is lost or guessed. */
function inType(value: JsonValue, written: string, expected: readonly string[]): string | undefined {
  const isExpected = (type: string) => expected.includes(type);
  if (typeof value === "string") {
    const text = value.trim();
    const isNumber = plainNumber.test(text);
    if (isNumber && (isExpected("number") || (isExpected("integer") && !text.includes(".")))) return text;
    if ((text === "true" || text === "false") && isExpected("boolean")) return text;
    return undefined;
  }
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return isScalar && isExpected("string") ? JSON.stringify(written) : undefined;
}

/** Of a property for which each form has one value, any of these may be meant, not only that of the likeliest form. */
export function withAllForms(
  problem: SchemaProblem,
  branches: readonly SchemaBranch[],
  depth: number,
): SchemaProblem {
  const { detail, instancePath } = problem;
  if (detail.keyword !== "const" || instancePath.length !== depth + 1) return problem;
  const fixed = branches.map(({ schemas }) =>
    fixedProperties(schemas).find(({ name }) => name === instancePath.at(-1)),
  );
  if (fixed.includes(undefined)) return problem;
  const values = fixed.flatMap((one) => (one === undefined ? [] : [one.value]));
  const allowed = [
    ...new Map([detail.allowed, ...values].map((value) => [JSON.stringify(value), value])).values(),
  ];
  return allowed.length === 1 ? problem : { ...problem, detail: { keyword: "enum", allowed } };
}
