import type { SchemaDiagnostic } from "./diagnostic";
import { text, skeleton } from "../schemaLookup/template";
import { replaceWhole, replaced, renameOther, leaveOutFix, fix, memberRemoval } from "./fixes/fix";
import type { Fix, Replacement } from "./fixes/fix";
import { twoNumberFixes } from "./fixes/twoNumbers";
import { type Subject, plain, listOf, valueName } from "../findings/subject";
import { translate } from "../localisation/translate";
import { mayFollowPattern, formats, namesInOrder } from "@analyses/json-schema";
import type { ReportedProblemKind, JsonValue, JsonObject, Step } from "@analyses/json";
import { placeOf, misplacedAt, schemaLookup } from "../schemaLookup/schemaLookup";
import type { SchemaContext } from "../schema/schemaContext";
import type { AnalysesDocument } from "../document/analysesDocument";
import { rangeOf } from "../document/locate";
import { type Site, subjectAt, textAt } from "../findings/site";
import {
  elementsOf,
  propertyNamed,
  valueOf,
  withoutQuotes,
  isJsonArray,
  isJsonObject,
  readingsOf,
  gapOfMembers,
  indentationStep,
  pathOf,
  indentationOf,
  marginOfMembers,
  membersInsertion,
} from "@analyses/json";
import type { FindingDraft, Finding } from "../findings/finding";
import { partAt, depthOf } from "@analyses/protocol/documentFormat";
import { suggestedValues } from "../schemaLookup/suggestedValues";

export function typeFindings(site: Site, expected: readonly string[]): FindingDraft[] {
  const value = valueOf(site.document, site.located);
  if (value === undefined) return [];
  const inExpected = inType(value, textAt(site), expected);
  // Suggest no replacement that is itself a problem.
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
        ...intendedBy(value, textAt(site), expected),
        mayBeEntry: expected.includes("array") && mayBeEntry(site.problem.schema, value),
      },
    },
  ];
}

/**
 * Rewords a syntax finding if the property does not allow the value at all: unquoted or wrongly quoted text where the
 * schema allows no text, or a number with a decimal comma where it allows only integers. Fixing only the syntax would
 * lead to the next problem.
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
  const { candidates, isLikely } = intendedBy(text, written, types);
  const replacement = isNumber
    ? undefined
    : (inType(text, written, types) ?? (isLikely ? candidates[0] : undefined));
  const subject: Subject = { property, entry: undefined, title: undefined, whole: "analysis" };
  const found = { type: isNumber ? "number" : "string", written };
  return { ...finding, message: wrongType(subject, types, found, replacement) };
}

const mayBeOfOtherType: ReadonlySet<string> = new Set<ReportedProblemKind>([
  "decimal-comma",
  "quotes-not-double",
  "word-not-quoted",
]);

function isOfType(type: string, expected: readonly string[]): boolean {
  return expected.includes(type) || (type === "integer" && expected.includes("number"));
}

/** The likely meanings of a value in an expected type: `"yes"` as true, `"12†"` as 12, `1.480` as 1480. */
function intendedBy(value: JsonValue, written: string, expected: readonly string[]) {
  if (value === null) return { candidates: [], isLikely: false, lacksValue: true };
  // A number can have the wrong type too: where an integer is expected, its decimal point may separate thousands.
  const text = typeof value === "string" ? value.trim() : typeof value === "number" ? written : "";
  const readings = readingsOf(text);
  const fitting = readings.filter(({ type }) => type !== "string" && isOfType(type, expected));
  return {
    candidates: fitting.map(({ json }) => json),
    isLikely: fitting.length === 1 && fitting[0]?.trust !== "possible",
    lacksValue: readings[0]?.type === "null" && fitting.length === 0,
  };
}

/** Whether the value could be the only entry of a list, according to the list's schema. */
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

/** Whether a JSON string matches the schema's format and pattern; true for other types. */
function hasForm(json: string, schema: JsonObject | boolean): boolean {
  if (!json.startsWith('"') || typeof schema === "boolean") return true;
  const text: unknown = JSON.parse(json);
  if (typeof text !== "string") return true;
  const { format, pattern } = schema;
  if (typeof format === "string" && formats.get(format)?.(text) === false) return false;
  return typeof pattern !== "string" || mayFollowPattern(text, pattern);
}

/** The value as JSON text of an expected type; undefined unless the conversion is lossless and unambiguous. */
function inType(value: JsonValue, written: string, expected: readonly string[]): string | undefined {
  if (typeof value === "string") {
    const text = value.trim();
    return readingsOf(text).find(
      ({ json, type, trust }) =>
        json === text && trust === "certain" && type !== "null" && isOfType(type, expected),
    )?.json;
  }
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return isScalar && expected.includes("string") ? JSON.stringify(written) : undefined;
}

/**
 * @param found - The value's type and its text in the document.
 * @param replacement - The same value as JSON text of the right type, if possible.
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
    // Not "a number", which would also describe an integer.
    if (found.type === "number" && expected.includes("integer")) return plain(found.written);
    return found.type === "string" ? translate("text") : typeName(found.type);
  }
}

/** The names of JSON types in messages. */
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

/** Turns a single value into the only entry of a list, and `null` into an empty list. */
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

export const wrongTypeDiagnostic: SchemaDiagnostic = {
  kind: "schema",
  severity: "error",
  fixes(finding, document, schemas) {
    const { data, start, end } = finding;
    if (data.kind === "misplaced") return misplacedFixes(document, schemas, start);
    if (data.kind !== "wrong-type") return [];
    const { expected, replacement } = data;
    const { isWithinLimits } = placeOf(document, schemas, start);
    return [
      ...(replacement === undefined
        ? []
        : [replaceWhole(finding, replacement, { certain: true, preferred: true })]),
      ...twoNumberFixes(document, schemas, finding),
      ...data.candidates
        .filter((json) => json !== replacement && isWithinLimits(json))
        .map((json, index) => replaceWhole(finding, json, { preferred: index === 0 && data.isLikely })),
      ...(data.mayBeEntry || document.text.slice(start, end) === "null"
        ? listFixes(document, finding, expected)
        : []),
      ...(data.lacksValue && !expected.includes("array") ? leaveOutFix(document, start) : []),
    ];
  },
  mayHaveCertainFix: ({ data }) => data.kind === "wrong-type" && data.replacement !== undefined,
};

/**
 * The fix for a misplaced object. An analysis in the list of groups gets a new group around it. A group that is the
 * last of another group's analyses moves after that group. A list with entries of another list gets the name of that
 * list. The object itself changes only its indentation.
 */
function misplacedFixes(document: AnalysesDocument, schemas: SchemaContext, start: number): readonly Fix[] {
  const { is, wanted, steps } = misplacedAt(document, schemas, start) ?? {};
  if (is?.part === "analysis" && wanted?.part === "group")
    return wrappedInGroup(document, schemas, steps ?? []);
  if (is?.part === "group" && wanted?.part === "analysis") return movedAfterGroup(document, steps ?? []);
  return is?.list === undefined ? [] : renamedList(document, schemas, is.list, steps ?? []);
}

/** Renames a list to `name` if all its entries belong in a list of that name, which the object around it lacks. */
function renamedList(
  document: AnalysesDocument,
  schemas: SchemaContext,
  name: string,
  steps: readonly Step[],
): readonly Fix[] {
  const [parent, list] = steps.slice(-3);
  if (parent?.node.kind !== "object" || list?.node.kind !== "array" || list.via.kind !== "property")
    return [];
  const { start, property } = list.via.property;
  const entries = [...elementsOf({ node: list.node, start: list.start })];
  const known = namesInOrder(schemaLookup(schemas).schemasAt(document, steps.slice(0, -2)));
  const isIntended =
    known.includes(name) &&
    propertyNamed({ node: parent.node, start: parent.start }, name) === undefined &&
    entries.every((entry) => misplacedAt(document, schemas, entry.start)?.is.list === name);
  if (!isIntended) return [];
  const key = { start, end: start + property.keyLength };
  return [fix(renameOther(property.name, name), [replaced(key, JSON.stringify(name))], {})];
}

function wrappedInGroup(
  document: AnalysesDocument,
  schemas: SchemaContext,
  steps: readonly Step[],
): readonly Fix[] {
  const [list, object] = steps.slice(-2);
  if (list?.node.kind !== "array" || object === undefined) return [];
  const { text: whole } = document;
  const end = object.start + object.node.length;
  const written = whole.slice(object.start, end);
  const gap = gapOfMembers(whole, { node: list.node, start: list.start });
  const isOneLine = !gap.includes("\n") && !written.includes("\n");
  const indent = indentationStep(whole);
  const path = pathOf(steps);
  const lookup = schemaLookup(schemas);
  const group = skeleton(
    lookup.schemasOfChild(lookup.schemasAt(document, steps.slice(0, -1)), path),
    path,
    {
      lookup,
      indent,
      suggest: suggestedValues(document, schemas),
      given: (place, margin) =>
        partAt(place) === "analyses"
          ? [
              text(`[\n${margin}${indent}`),
              text(written.replace(/\n(?=[^\r\n])/g, `\n${indent}${indent}`)),
              text(`\n${margin}]`),
            ]
          : undefined,
    },
    indentationOf(whole, whole.positionAt(object.start).line),
  );
  // The text of a one-line analysis has no line breaks, so this replaces only the line breaks of the skeleton.
  const template = !isOneLine
    ? group
    : group.map((part) => (part.kind === "text" ? text(part.text.replace(/\n\s*/g, gap)) : part));
  return [
    fix(translate("Put it into a new group"), [{ start: object.start, end, template }], { preferred: true }),
  ];
}

function movedAfterGroup(document: AnalysesDocument, steps: readonly Step[]): readonly Fix[] {
  const [list, group, analyses, object] = steps.slice(depthOf.groups);
  if (list?.node.kind !== "array" || group?.via.kind !== "element" || object?.via.kind !== "element")
    return [];
  // Elements after the misplaced group could belong to either group.
  if (analyses?.node.kind !== "array" || object.via.index !== analyses.node.elements.length - 1) return [];
  const { text: whole } = document;
  const groups = { node: list.node, start: list.start };
  const from = indentationOf(whole, whole.positionAt(object.start).line);
  const written = whole
    .slice(object.start, object.start + object.node.length)
    .replaceAll(`\n${from}`, `\n${marginOfMembers(whole, groups)}`);
  const inserted = membersInsertion(whole, groups, group.via.index, [written]);
  const replacements = [
    ...memberRemoval(document, object.start),
    { start: inserted.start, end: inserted.end, template: [text(inserted.text)] },
  ];
  return [fix(translate("Move it behind this group"), replacements, { preferred: true })];
}
