import type { AnalysesDocument } from "../../document/analysesDocument";
import { text } from "../../schemaLookup/template";
import { methodProperty } from "../../schemaLookup/riskOfBias";
import type { SchemaContext } from "../../schema/schemaContext";
import type { Finding, FindingData, MisnamedKey, NumberRepair } from "../../validation/finding";
import { areAlikeWordByWord } from "../../validation/nearest";
import { addPropertiesTo, misplacedFixes } from "./addProperties";
import type { Fix, Replacement } from "./fix";
import { fix, isElement, memberRemoval, objectAt, propertyAt } from "./fix";
import * as messages from "./fix";
import { leaveOutFix, leaveOutOptionalFix, mayBeMendedUnseen, syntaxFixes } from "./syntaxFixes";
import { documentJson, identifierProperty, isOnlyReference, leadsTo } from "@analyses/protocol/references";
import { membersRemoval, pathAt, propertyNamed, stringPattern, valueOf } from "@analyses/json";
import type { JsonValue, ObjectNode, Placed } from "@analyses/json";
import { readIdentifier } from "../../references/writtenReferences";

/** Keywords whose findings are about an element that must not be there. */
const extraElement: ReadonlySet<string> = new Set([
  "prefixItems",
  "items",
  "unevaluatedItems",
  "uniqueItems",
]);

/** The ways to make a finding go away, the best first. */
export function fixesFor(
  document: AnalysesDocument,
  schemas: SchemaContext,
  finding: Finding,
): readonly Fix[] {
  const { code, data, severity } = finding;
  switch (data.kind) {
    case "none":
    case "more":
      return [];
    case "schema":
      if (data.meant !== undefined)
        return data.meant.map((json) => replaceWhole(finding, json, { preferred: data.meant?.length === 1 }));
      return extraElement.has(data.keyword) && isElement(document, finding.start, finding.end)
        ? [fix(messages.removeEntry(), memberRemoval(document, finding.start), {})]
        : [];
    case "other-method":
      return data.method === undefined ? [] : changedMethod(document, data.method);
    case "syntax":
      return syntaxFixes(document, schemas, finding, data);
    case "duplicate-property":
      return duplicateFixes(document, finding, data.name);
    case "missing-property": {
      if (standsBehind(document, data.object, data.name)) return [];
      const replacements = addPropertiesTo(document, schemas, data.object, [data.name]);
      const { name, unknown } = data;
      if (unknown === undefined) return [fix(messages.addProperty(name), replacements, { preferred: true })];
      return [
        fix(messages.renameOther(unknown.name, name), [written(unknown, JSON.stringify(name))], {
          preferred: unknown.isAlike,
        }),
        fix(messages.addProperty(name), replacements, {}),
      ];
    }
    case "missing-alternative": {
      const { unknown } = data;
      return [
        ...(unknown === undefined ? [] : renamesOf(unknown)),
        ...data.names.map((name) =>
          fix(messages.addProperty(name), addPropertiesTo(document, schemas, data.object, [name]), {}),
        ),
      ];
    }
    case "unknown-property":
      return [
        ...data.nearest.map((name, index) =>
          fix(messages.renameProperty(name), [written(finding, JSON.stringify(name))], {
            preferred: index === 0 && data.isAlike,
          }),
        ),
        ...removalFix(document, finding.start, messages.removeProperty(data.name)),
      ];
    case "wrong-type":
      return [
        ...(data.replacement === undefined
          ? []
          : [replaceWhole(finding, data.replacement, { certain: true, preferred: true })]),
        ...data.meant
          .filter((json) => json !== data.replacement)
          .map((json, index) => replaceWhole(finding, json, { preferred: index === 0 && data.isLikely })),
        ...(data.mayBeEntry || document.text.slice(finding.start, finding.end) === "null"
          ? listFixes(document, finding, data.expected)
          : []),
        ...(data.lacksValue && !data.expected.includes("array") ? leaveOutFix(document, finding.start) : []),
      ];
    case "misplaced":
      return misplacedFixes(document, schemas, finding.start);
    case "not-allowed-value":
      return fewOf(data.allowed, data.nearest).map((value, index) =>
        replaceWhole(finding, value, {
          preferred:
            index === 0 &&
            data.nearest > 0 &&
            areAlikeWordByWord(inQuotes(document.text.slice(finding.start, finding.end)), inQuotes(value)),
        }),
      );
    case "unfinished-value":
      return [
        ...data.allowed.map((value) => fix(messages.fillIn(value), [written(finding, value)], {})),
        ...leaveOutOptionalFix(document, schemas, finding.start),
      ];
    case "unknown-schema-version":
      return data.meant.map((id, index) =>
        replaceWhole(finding, JSON.stringify(id), { preferred: index === 0 }),
      );
    case "duplicate-number":
      return [
        fix(messages.renumberTo(data.free), [written(finding, String(data.free))], { preferred: true }),
      ];
    case "number-precision":
      return [fix(messages.writeAsRead(data.readAs), [written(finding, data.readAs)], {})];
    case "reference-outdated":
      return outdatedFixes(document, data);
    case "reference-unknown":
      return unknownReferenceFixes(document, data);
    case "reference-link-mismatch":
      return linkMismatchFixes(document, data);
    case "evidence": {
      const { repairs, isOfResults: certain = false } = data;
      if (repairs.length === 0) return [];
      if (certain)
        return [fix(messages.writeResults(), repairs.map(writtenAt), { certain, preferred: true })];
      const preferred = severity === "warning" || severity === "error";
      return [fix(messages.numbersTitle(code, repairs), repairs.map(writtenAt), { preferred })];
    }
  }
}

/** Whether one of a finding's fixes may be certain: for most a glance tells, and the fixes may take long. */
export function mayHaveCertainFix(document: AnalysesDocument, finding: Finding): boolean {
  const { data } = finding;
  if (data.kind === "evidence") return data.isOfResults === true;
  if (data.kind === "syntax") return mayBeMendedUnseen(document, finding, data);
  return data.kind === "wrong-type" ? data.replacement !== undefined : data.kind === "duplicate-property";
}

/** Chooses the method whose domains were filled in. */
function changedMethod(document: AnalysesDocument, method: string): readonly Fix[] {
  const property = methodProperty(document);
  if (property === undefined) return [];
  const { start, node } = property.value;
  const json = JSON.stringify(method);
  const title = messages.changeOther(property.property.name, method);
  return [fix(title, [written({ start, end: start + node.length }, json)], {})];
}

function renamesOf(unknown: MisnamedKey): readonly Fix[] {
  return unknown.meant.map((name, index) =>
    fix(messages.renameOther(unknown.name, name), [written(unknown, JSON.stringify(name))], {
      preferred: unknown.isAlike && index === 0,
    }),
  );
}

const nextKey = new RegExp(String.raw`^\s*,?\s*${stringPattern}(?=\s*:)`);

/** Whether a property stands right behind an object that lacks it: a brace between them is one too many. */
function standsBehind(document: AnalysesDocument, object: number, name: string): boolean {
  const { steps } = pathAt(document, object + 1);
  const found = steps.findLast(({ start }) => start === object);
  if (found === undefined) return false;
  const end = found.start + found.node.length;
  const [key = ""] = nextKey.exec(document.text.slice(end, end + farthestKey)) ?? [];
  return key.endsWith(JSON.stringify(name));
}

/** Farther behind an object no property is looked for. */
const farthestKey = 400;

function inQuotes(written: string): string {
  return written.replace(/^"|"$/g, "");
}

/** A list of fixes that can be looked through: of a longer one the nearest, or the first few. */
const longestList = 20;
const few = 5;

function fewOf(allowed: readonly string[], nearest: number): readonly string[] {
  return allowed.length <= longestList ? allowed : allowed.slice(0, nearest > 0 ? nearest : few);
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
  return [fix(messages.putIntoList(), brackets, {})];
}

function duplicateFixes(document: AnalysesDocument, finding: Finding, name: string): readonly Fix[] {
  const later = propertyAt(document, finding.start);
  const firstStart = finding.related[0]?.start;
  const first = firstStart === undefined ? undefined : propertyAt(document, firstStart);
  if (later === undefined) return [];
  const valueText = ({ start, node }: typeof later.value): string =>
    document.text.slice(start, start + node.length);
  const isSame = first !== undefined && valueText(first.value) === valueText(later.value);
  const removeLater = fix(messages.removeThisProperty(name), memberRemoval(document, later.start), {
    certain: isSame,
    preferred: isSame,
  });
  if (first === undefined) return [removeLater];
  return [removeLater, fix(messages.removeFirstProperty(name), memberRemoval(document, first.start), {})];
}

function removalFix(document: AnalysesDocument, keyStart: number, title: string): readonly Fix[] {
  const property = propertyAt(document, keyStart);
  return property === undefined ? [] : [fix(title, memberRemoval(document, property.start), {})];
}

function replaceWhole(finding: Finding, json: string, how: Partial<Pick<Fix, "certain" | "preferred">>): Fix {
  return fix(messages.replaceBy(json), [written(finding, json)], how);
}

function writtenAt(repair: NumberRepair): Replacement {
  return written(repair, repair.newText);
}

function written({ start, end }: Pick<Finding, "start" | "end">, newText: string): Replacement {
  return { start, end, template: [text(newText)] };
}

type DataOf<Kind extends FindingData["kind"]> = Extract<FindingData, { readonly kind: Kind }>;

/**
 * Writes the name that the registry has, and its link where that leads to the same record. Never
 * certain: what a registry says goes into a document only when the author has seen it.
 */
function outdatedFixes(
  document: AnalysesDocument,
  { object, name, link }: DataOf<"reference-outdated">,
): readonly Fix[] {
  const reference = objectAt(document, object);
  if (reference === undefined) return [];
  const written = readIdentifier(readerOf(document, reference));
  const replacements = [
    ...valueReplacement(reference, "name", name),
    ...(written !== undefined && leadsTo(link, written) ? valueReplacement(reference, "link", link) : []),
  ];
  return [preferred(messages.takeFromRegistry(name), replacements)];
}

/** Writes the link that belongs to the identifier, or the identifier that the link names. */
function linkMismatchFixes(
  document: AnalysesDocument,
  { object, link, linkedId }: DataOf<"reference-link-mismatch">,
): readonly Fix[] {
  const reference = objectAt(document, object);
  const written = reference && readIdentifier(readerOf(document, reference));
  if (reference === undefined || written === undefined) return [];
  const { kind, id } = written;
  const fixes: Fix[] = [];
  if (link !== undefined)
    fixes.push(preferred(messages.writeLinkOf(id), valueReplacement(reference, "link", link)));
  if (linkedId !== undefined)
    fixes.push({
      title: messages.takeLinkedId(linkedId),
      replacements: valueReplacement(reference, identifierProperty[kind], linkedId),
      certain: false,
      preferred: link === undefined,
    });
  return fixes;
}

function preferred(title: string, replacements: readonly Replacement[]): Fix {
  const inOrder = [...replacements].sort((one, other) => one.start - other.start);
  return { title, replacements: inOrder, certain: false, preferred: true };
}

function readerOf(
  document: AnalysesDocument,
  object: Placed<ObjectNode>,
): (name: string) => JsonValue | undefined {
  return (name) => {
    const property = propertyNamed(object, name);
    return property && valueOf(document, property.value);
  };
}

function valueReplacement(object: Placed<ObjectNode>, name: string, value: string): readonly Replacement[] {
  const property = propertyNamed(object, name);
  if (property === undefined) return [];
  const { start, node } = property.value;
  return [{ start, end: start + node.length, template: [text(documentJson(value))] }];
}

/** Takes the reference away: with the property that holds it, or out of an object that is more than the reference. */
function unknownReferenceFixes(
  document: AnalysesDocument,
  { object }: DataOf<"reference-unknown">,
): readonly Fix[] {
  const step = pathAt(document, object + 1).steps.findLast(({ start }) => start === object);
  if (step?.node.kind !== "object" || step.via.kind === "root") return [];
  const { node, via } = step;
  const names = node.properties.map(({ name }) => name);
  if (isOnlyReference(names)) {
    const start = via.kind === "property" ? via.property.start : object;
    return [fix(messages.removeReference(), memberRemoval(document, start), {})];
  }
  const parts = names.flatMap((name, index) => (name !== "name" && isOnlyReference([name]) ? [index] : []));
  const removals = membersRemoval(document.text, { node, start: object }, parts);
  return [
    fix(
      messages.removeReference(),
      removals.map((removal) => ({ ...removal, template: [] })),
      {},
    ),
  ];
}
