import type { AnalysesDocument } from "../../document/analysesDocument";
import {
  conflictsIn,
  elementAt,
  isScrap,
  nextSignificant,
  open,
  pathAt,
  pathOf,
  previousSignificant,
  propertiesOf,
  readingsOf,
  withoutQuotes,
} from "../../../../json/src";
import type { Conflict, JsonPath, Placed, PlacedProperty, Reading } from "../../../../json/src";
import { text } from "../../schemaLookup/template";
import type { SchemaContext } from "../../schema/schemaContext";
import type { ApplyingSchema } from "../../../../json-schema/src";
import { placeOf, schemaLookup } from "../../schemaLookup/schemaLookup";
import type { SchemaLookup } from "../../schemaLookup/schemaLookup";
import { knowledgeOf, knownProperties } from "../../schemaLookup/valueKnowledge";
import type { Finding, FindingData } from "../../validation/finding";
import type { Fix, Replacement } from "./fix";
import { fix, memberRemoval, objectAt, propertyAt } from "./fix";
import { mayHold } from "../../validation/nearest";
import * as messages from "./fix";

type SyntaxData = Extract<FindingData, { readonly kind: "syntax" }>;

/** The ways to mend text that is not JSON, the best first. */
export function syntaxFixes(
  document: AnalysesDocument,
  schemas: SchemaContext,
  finding: Finding,
  { problem, repair }: SyntaxData,
): readonly Fix[] {
  if (isScrap(problem)) return scrapFixes(document, schemas, finding);
  if (problem === "line-break-in-text") return lineBreakFixes(document, finding);
  if (problem === "key-expected" || problem === "member-not-opened")
    return nameFixes(document, schemas, finding, problem);
  if (repair === undefined) return [];
  const unquoted = problem === "quotes-not-double" ? unquotedFixes(document, schemas, finding) : [];
  if (unquoted.some(({ certain }) => certain)) return unquoted;
  const { start, end, newText, certain } = repair;
  const objects = problem === "no-braces" ? objectsInList(document, schemas, finding) : undefined;
  if (objects !== undefined) return [objects];
  // A word after a value is the name of the next property only where there can be such a one.
  const isAfterValue = problem === "key-not-quoted" && newText.startsWith(",");
  if (isAfterValue && !isNameThere(document, schemas, finding)) return [];
  const title = messages.repairTitle(problem, newText);
  const opener = problem === "closer-extra" ? lostOpener(document, schemas, finding) : undefined;
  // Where a comma is one too many, a value may be missing as well.
  const preferred =
    certain || (problem !== "comma-extra" && opener === undefined && !isLeftOut(document, finding, problem));
  const next = problem === "string-not-closed" ? nextSignificant(document.text, end)?.character : undefined;
  const template = [text(next === '"' ? `${newText},` : newText)];
  if (unquoted.some((one) => one.preferred)) return [...unquoted, fix(title, [{ start, end, template }], {})];
  if (problem === "leftover" && mayBeInches(document, finding))
    return [
      fix(title, [{ start, end, template }], {}),
      fix(messages.repairTitle("quote-in-text", ""), [{ start, end, template: [text('\\"')] }], {}),
    ];
  const own = fix(title, [{ start, end, template }], { certain, preferred });
  return [...(opener === undefined ? [] : [opener]), own, ...unquoted];
}

/** Whether one of the ways may be certain, whatever schemas say about the place. */
export function mayBeMendedUnseen(
  { text: whole }: AnalysesDocument,
  { start, end }: Finding,
  { problem, repair }: SyntaxData,
): boolean {
  if (!isScrap(problem)) return problem === "quotes-not-double" || repair?.certain === true;
  const written = whole.slice(start, end);
  const readings = [...readingsOf(written), ...readingsInside(withoutQuotes(written))];
  return readings.some(({ trust }) => trust === "certain");
}

/** Whether a comment holds members of the document that somebody has taken out for a while. */
function isLeftOut(
  document: AnalysesDocument,
  { start, end }: Finding,
  problem: SyntaxData["problem"],
): boolean {
  return problem === "comment" && /"\s*:/.test(document.text.slice(start, Math.min(end, start + 1000)));
}

function isNameThere(document: AnalysesDocument, schemas: SchemaContext, { start, end }: Finding): boolean {
  const { steps } = pathAt(document, start);
  const known = knownProperties(schemaLookup(schemas).schemasAt(document, steps));
  const written = document.text.slice(start, end);
  return known.length === 0 || known.some(({ name }) => name === written);
}

/** Whether a quote that seems to be one too many stands behind a digit, as in `"5""`. */
function mayBeInches({ text: written }: AnalysesDocument, { start, end }: Finding): boolean {
  return /^\d"$/.test(written.slice(start - 1, end));
}

/** A `]` that closes nothing is the end of a list where the value before it should be one. */
function lostOpener(document: AnalysesDocument, schemas: SchemaContext, { start }: Finding): Fix | undefined {
  const last = previousSignificant(document.text, start);
  if (last === undefined || document.text.slice(start, start + 1) !== "]") return undefined;
  const value = pathAt(document, last.at).steps.findLast(
    (step) => step.start + step.node.length === last.at + 1,
  );
  if (value?.via.kind !== "property" || value.node.kind === "array") return undefined;
  if (!placeOf(document, schemas, value.start + 1).types.includes("array")) return undefined;
  const edit = { start: value.start, end: value.start, template: [text("[")] };
  return fix(messages.repairTitle("bracket-not-opened", "["), [edit], { preferred: true });
}

/** Where a list is wanted, its brackets are right: braces for each object in it, which the name of the first tells apart. */
function objectsInList(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { start }: Finding,
): Fix | undefined {
  const list = objectAt(document, start);
  if (list === undefined) return undefined;
  const end = list.start + list.node.length;
  if (document.text.slice(start, start + 1) !== "[" || document.text.slice(end - 1, end) !== "]")
    return undefined;
  const { types } = placeOf(document, schemas, start + 1);
  if (!types.includes("array") || types.includes("object")) return undefined;
  const properties = [...propertiesOf(list)];
  const braces = properties.flatMap(({ property, start: at }, index) => {
    if (index > 0 && property.name !== properties[0]?.property.name) return [];
    const before = properties[index - 1]?.value;
    const open = { start: at, end: at, template: [text("{ ")] };
    return before === undefined ? [open] : [closing(before), open];
  });
  const last = properties.at(-1)?.value;
  if (last === undefined) return undefined;
  return fix(messages.repairTitle("no-braces", "{}"), [...braces, closing(last)], { preferred: true });
}

function closing({ node, start }: Placed): Replacement {
  const at = start + node.length;
  return { start: at, end: at, template: [text(" }")] };
}

/** No more names are offered. */
const mostNames = 5;

/** The names that may be missing before a value, as far as it may stand under them; with the bracket that is missing too. */
function nameFixes(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { start }: Finding,
  problem: "key-expected" | "member-not-opened",
): readonly Fix[] {
  const written = document.text;
  const { steps } = pathAt(document, start);
  const isNameless = (member: PlacedProperty): boolean =>
    member.start === start && member.property.keyLength === 0;
  const around = steps.findIndex((step) => membersOf(step).some(isNameless));
  const members = steps[around] === undefined ? [] : membersOf(steps[around]);
  const nameless = members.find(isNameless);
  if (nameless === undefined) return [];
  const lookup = schemaLookup(schemas);
  const own = steps.slice(0, around + 1);
  const parents = lookup.schemasAt(document, own);
  const fitting = knownProperties(parents, new Set(members.map(({ property }) => property.name))).filter(
    ({ name }) =>
      members.every(({ property }) => property.name !== name) &&
      mayBeAt(document, lookup, parents, [...pathOf(own), name], nameless.value),
  );
  const needed = fitting.filter(({ required }) => required);
  const isOnly = needed.length === 1 || fitting.length === 1;
  const bracket = problem === "key-expected" ? "" : written.slice(start, start + 1) === "{" ? "[" : "{";
  const isBeforeColon = written.slice(start, start + 1) === ":";
  return fitting.slice(0, mostNames).map(({ name }, index) => {
    const title = `${JSON.stringify(name)}: ${bracket}`;
    const newText = isBeforeColon ? JSON.stringify(name) : title;
    const edit = bracket === "" ? { start, newText } : onLineBefore(document, members, start, newText);
    return fix(
      messages.repairTitle(problem, title),
      [{ start: edit.start, end: edit.start, template: [text(edit.newText)] }],
      { preferred: index === 0 && isOnly },
    );
  });
}

function membersOf({ node, start }: Placed): readonly PlacedProperty[] {
  return node.kind === "object" ? [...propertiesOf({ node, start })] : [];
}

/** A line for a key and its bracket, as deep as the keys around it, before what stands deeper on a line of its own. */
function onLineBefore(
  { text: written }: AnalysesDocument,
  members: readonly PlacedProperty[],
  start: number,
  newText: string,
): { readonly start: number; readonly newText: string } {
  const columnOf = (offset: number) => written.positionAt(offset).character;
  const other = members.find((member) => member.start !== start);
  const deeper = Math.max(0, columnOf(start) - (other === undefined ? 0 : columnOf(other.start)));
  const indent = written.slice(start - columnOf(start), start);
  return { start: start - deeper, newText: `${newText}\n${indent.slice(0, indent.length - deeper)}` };
}

/** Whether schemas may be meant for a value: by its type, by the values that they list, and by the names in it. */
function mayBeAt(
  document: AnalysesDocument,
  lookup: SchemaLookup,
  parents: readonly ApplyingSchema[],
  way: JsonPath,
  value: Placed,
): boolean {
  const { node, start } = open(document, value);
  const schemas = lookup.schemasOfChild(parents, way);
  const { types, values, closed } = knowledgeOf(schemas);
  if (node.kind === "error" || node.kind === "missing") return true;
  if (types.length > 0 && !mayHold({ type: types }, node.kind)) return false;
  if (node.kind !== "object" && node.kind !== "array") {
    const written = document.text.slice(start, start + node.length);
    return !closed || values.some((one) => JSON.stringify(one.value) === written);
  }
  if (closed) return false;
  if (node.kind === "array") {
    const first = elementAt({ node, start }, 0);
    return first === undefined || mayBeAt(document, lookup, schemas, [...way, 0], first);
  }
  const known = new Set(knownProperties(schemas).map(({ name }) => name));
  return (
    known.size === 0 || node.properties.every(({ name, keyLength }) => keyLength === 0 || known.has(name))
  );
}

/** What may be meant by a scrap, as far as a value of that type may stand there. */
function scrapFixes(document: AnalysesDocument, schemas: SchemaContext, finding: Finding): readonly Fix[] {
  const { start, end } = finding;
  const written = document.text.slice(start, end);
  const { types, via } = placeOf(document, schemas, start);
  const asWritten = readingsOf(written).filter((reading) => fits(reading, types));
  const fitting =
    asWritten.length > 0
      ? asWritten
      : readingsInside(withoutQuotes(written)).filter((reading) => fits(reading, types));
  const offered = types.length > 0 ? fitting : withoutLessLikely(fitting);
  const lacksValue = offered.length === 0 && readingsOf(written)[0]?.type === "null";
  return [
    ...(lacksValue ? leaveOutFix(document, start) : []),
    ...offered.map(({ json, type, trust }, index) => {
      const isOnly = offered.length === 1 || offered[1]?.type === "string";
      const title =
        type === "string" ? messages.repairTitle("word-not-quoted", json) : messages.replaceBy(json);
      return fix(title, [{ start, end, template: [text(json)] }], {
        certain: index === 0 && trust === "certain",
        preferred: index === 0 && trust !== "possible" && isOnly,
      });
    }),
    ...(via?.kind === "element" && /^-?\d+(?: -?\d+)+$/.test(written)
      ? [
          fix(
            messages.replaceBy(written.replaceAll(" ", ", ")),
            [{ start, end, template: [text(written.replaceAll(" ", ", "))] }],
            {},
          ),
        ]
      : []),
  ];
}

/** What stands in single quotes where no text may stand, as `'12'`: double ones would be the next problem. */
function unquotedFixes(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { start, end }: Finding,
): readonly Fix[] {
  if (propertyAt(document, start) !== undefined) return [];
  const { types } = placeOf(document, schemas, start);
  if (types.length === 0 || types.includes("string")) return [];
  const fitting = readingsInside(document.text.slice(start + 1, end - 1).trim()).filter((reading) =>
    fits(reading, types),
  );
  return fitting.map(({ json, trust }) =>
    fix(messages.replaceBy(json), [{ start, end, template: [text(json)] }], {
      certain: trust === "certain",
      preferred: fitting.length === 1 && trust !== "possible",
    }),
  );
}

/** What is meant by what stands between quotes that are none of JSON's, where no text may stand. */
function readingsInside(inner: string): readonly Reading[] {
  // Digits as JSON has them, true and false are read as they stand.
  const isPlain = /^(?:-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?|true|false)$/.test(inner);
  if (!isPlain) return readingsOf(inner);
  const value: unknown = JSON.parse(inner);
  const type = typeof value === "boolean" ? "boolean" : Number.isInteger(value) ? "integer" : "number";
  return [{ json: inner, type, trust: "certain" }];
}

/** What says that there is no value need not be there. */
export function leaveOutFix(document: AnalysesDocument, valueStart: number): readonly Fix[] {
  const via = pathAt(document, valueStart).steps.at(-1)?.via;
  if (via?.kind !== "property") return [];
  return [
    fix(messages.leaveOut(via.property.property.name), memberRemoval(document, via.property.start), {}),
  ];
}

/** What is still to be filled in, and need not be there, can go too. */
export function leaveOutOptionalFix(
  document: AnalysesDocument,
  schemas: SchemaContext,
  valueStart: number,
): readonly Fix[] {
  const { steps } = pathAt(document, valueStart);
  const via = steps.at(-1)?.via;
  if (via?.kind !== "property") return [];
  const known = knownProperties(schemaLookup(schemas).schemasAt(document, steps.slice(0, -1)));
  const isOptional = known.some(({ name, required }) => name === via.property.property.name && !required);
  return isOptional ? leaveOutFix(document, valueStart) : [];
}

/** Where any type may stand: what looks like a number or a constant is meant to be one. */
function withoutLessLikely(readings: readonly Reading[]): readonly Reading[] {
  const others = readings.filter(({ type }) => type !== "string");
  return others.length > 0 ? others : readings;
}

function fits({ type }: Pick<Reading, "type">, types: readonly string[]): boolean {
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Joins the lines of a text, or keeps its line breaks as JSON writes them. */
function lineBreakFixes({ text: written }: AnalysesDocument, { start, end }: Finding): readonly Fix[] {
  const lines = written.slice(start, end);
  const breaks = /(?<![ \t])[ \t]*(?:\r\n|[\r\n])[ \t\r\n]*/g;
  const replacedBy = (separator: string) => {
    const joined = lines.replace(breaks, (some) => separator.repeat(some.split(/\r\n|[\r\n]/).length - 1));
    return [{ start, end, template: [text(joined)] }];
  };
  return [
    fix(messages.joinLines(), replacedBy(" "), {}),
    fix(messages.escapeLineBreak(), replacedBy("\\n"), {}),
  ];
}

const known = new WeakMap<AnalysesDocument, readonly Conflict[]>();

/**
 * The fixes that change nothing of a merge conflict: which side is right, only a person knows.
 *
 * @param findings all findings of the document
 */
export function outsideConflicts(
  document: AnalysesDocument,
  findings: readonly Finding[],
  fixes: readonly Fix[],
): readonly Fix[] {
  const conflicts = conflictsOf(document, findings);
  if (conflicts.length === 0) return fixes;
  return fixes.filter(({ replacements }) =>
    replacements.every(({ start, end }) =>
      conflicts.every((conflict) => end < conflict.start || conflict.end < start),
    ),
  );
}

function conflictsOf(document: AnalysesDocument, findings: readonly Finding[]): readonly Conflict[] {
  const made = known.get(document);
  if (made !== undefined) return made;
  const hasConflict = findings.some(
    ({ data }) => data.kind === "syntax" && data.problem === "merge-conflict",
  );
  const conflicts = hasConflict ? conflictsIn(document.text.toString()) : [];
  known.set(document, conflicts);
  return conflicts;
}
