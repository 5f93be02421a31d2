import { misplacedFixes } from "./fixes/misplaced";
import type { SchemaDiagnostic } from "./diagnostic";
import { text } from "../schemaLookup/template";
import { replaceWhole, leaveOutFix, fix } from "./fixes/fix";
import type { Fix, Replacement } from "./fixes/fix";
import { plain } from "../findings/valueMessages";
import { translate } from "../localisation/translate";
import { listOf, valueName } from "../findings/subject";
import { mayFollowPattern } from "@analyses/json-schema";
import { formats } from "@analyses/json-schema";
import type { ReportedProblemKind, JsonValue, JsonObject } from "@analyses/json";
import type { Subject } from "../findings/subject";
import { placeOf } from "../schemaLookup/schemaLookup";
import type { SchemaContext } from "../schema/schemaContext";
import type { AnalysesDocument } from "../document/analysesDocument";
import { rangeOf } from "../document/locate";
import { subjectAt } from "../findings/site";
import { textAt } from "../findings/site";
import { valueOf, withoutQuotes, isJsonArray, isJsonObject, readingsOf } from "@analyses/json";
import type { FindingDraft, Finding } from "../findings/finding";
import type { Site } from "../findings/site";

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

/**
 * @param found - The type of the value, and the value as it is written.
 * @param replacement - The same value as JSON text of the right type, where there is one.
 */
function wrongType(
  subject: Subject,
  expected: readonly string[],
  found: { readonly type: string; readonly written: string },
  replacement: string | undefined,
): string {
  const types = expected.filter((type) => !(type === "integer" && expected.includes("number")));
  const wanted = listOf(types.map(typeName), "or");
  const given = givenName();
  return replacement === undefined
    ? translate("{0} must be {1}, not {2}.", valueName(subject), wanted, given)
    : translate("{0} must be {1}, not {2}: write {3}.", valueName(subject), wanted, given, replacement);

  function givenName(): string {
    // A whole number is a number too: what is wrong with this one is its value.
    if (found.type === "number" && expected.includes("integer")) return plain(found.written);
    return found.type === "string" ? translate("text") : typeName(found.type);
  }
}

/** JSON's types in an author's words. */
export function typeName(type: string): string {
  switch (type) {
    case "array":
      return translate("a list");
    case "boolean":
      return translate("true or false");
    case "integer":
      return translate("a whole number");
    case "number":
      return translate("a number");
    case "object":
      return translate("an object");
    case "string":
      return translate("text in double quotes");
    default:
      return type;
  }
}

/** Where a list is needed, a value that stands alone can be its only entry, and `null` no entry at all. */
function listFixes(
  document: AnalysesDocument,
  finding: Finding,
  expected: readonly string[],
): readonly Fix[] {
  if (!expected.includes("array")) return [];
  const { start, end } = finding;
  if (document.text.slice(start, end) === "null") return [replaceWhole(finding, "[]", {})];
  const brackets: readonly Replacement[] = [
    { start, end: start, template: [text("[")] },
    { start: end, end, template: [text("]")] },
  ];
  return [fix(translate("Put it into a list"), brackets, {})];
}

/** A value of another type is needed. */
export const wrongTypeDiagnostic: SchemaDiagnostic = {
  kind: "schema",
  severity: "error",
  fixes(finding, document, schemas) {
    const { data, start, end } = finding;
    if (data.kind === "misplaced") return misplacedFixes(document, schemas, start);
    if (data.kind !== "wrong-type") return [];
    const { expected, replacement } = data;
    return [
      ...(replacement === undefined
        ? []
        : [replaceWhole(finding, replacement, { certain: true, preferred: true })]),
      ...data.meant
        .filter((json) => json !== replacement)
        .map((json, index) => replaceWhole(finding, json, { preferred: index === 0 && data.isLikely })),
      ...(data.mayBeEntry || document.text.slice(start, end) === "null"
        ? listFixes(document, finding, expected)
        : []),
      ...(data.lacksValue && !expected.includes("array") ? leaveOutFix(document, start) : []),
    ];
  },
  mayHaveCertainFix: ({ data }) => data.kind === "wrong-type" && data.replacement !== undefined,
};
