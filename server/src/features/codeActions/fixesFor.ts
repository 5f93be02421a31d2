import type { AnalysesDocument } from "../../document/analysesDocument";
import { text } from "../../editing/template";
import type { SchemaContext } from "../../schema/schemaContext";
import type { Finding } from "../../validation/finding";
import { addPropertiesTo } from "./addProperties";
import type { Fix, Replacement } from "./fix";
import { isElement, memberRemoval, propertyAt, propertyRemoval } from "./members";
import * as messages from "./messages";
import { linkMismatchFixes, outdatedFixes } from "./referenceFixes";

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
  const { data } = finding;
  switch (data.kind) {
    case "none":
      return [];
    case "schema":
      return extraElement.has(data.keyword) && isElement(document, finding.start, finding.end)
        ? [fix(messages.removeEntry(), [memberRemoval(document, finding.start, finding.end)], {})]
        : [];
    case "syntax": {
      if (data.repair === undefined) return [];
      const { start, end, newText, certain } = data.repair;
      const title = messages.repairTitle(data.problem, newText);
      return [fix(title, [{ start, end, template: [text(newText)] }], { certain, preferred: true })];
    }
    case "duplicate-property":
      return duplicateFixes(document, finding, data.name);
    case "missing-property": {
      const replacements = addPropertiesTo(document, schemas, data.object, [data.name]);
      return [fix(messages.addProperty(data.name), replacements, { preferred: true })];
    }
    case "missing-alternative":
      return data.names.map((name) =>
        fix(messages.addProperty(name), addPropertiesTo(document, schemas, data.object, [name]), {}),
      );
    case "unknown-property":
      return [
        ...data.nearest.map((name, index) =>
          fix(messages.renameProperty(name), [written(finding, JSON.stringify(name))], {
            preferred: index === 0,
          }),
        ),
        ...removalFix(document, finding.start, messages.removeProperty(data.name)),
      ];
    case "wrong-type":
      return [
        ...(data.replacement === undefined
          ? []
          : [replaceWhole(finding, data.replacement, { certain: true, preferred: true })]),
        ...(data.expected.includes("array") ? listFixes(document, finding) : []),
      ];
    case "not-allowed-value":
      return data.allowed.map((value, index) =>
        replaceWhole(finding, value, { preferred: index === 0 && data.nearest > 0 }),
      );
    case "unknown-schema-version":
      return data.known.map((id, index) =>
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
    case "reference-link-mismatch":
      return linkMismatchFixes(document, data);
  }
}

/** Where a list is needed, a value that stands alone can be its only entry, and `null` no entry at all. */
function listFixes(document: AnalysesDocument, finding: Finding): readonly Fix[] {
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
  const removeLater = fix(messages.removeThisProperty(name), [propertyRemoval(document, later)], {
    certain: isSame,
    preferred: isSame,
  });
  if (first === undefined) return [removeLater];
  return [removeLater, fix(messages.removeFirstProperty(name), [propertyRemoval(document, first)], {})];
}

function removalFix(document: AnalysesDocument, keyStart: number, title: string): readonly Fix[] {
  const property = propertyAt(document, keyStart);
  return property === undefined ? [] : [fix(title, [propertyRemoval(document, property)], {})];
}

function replaceWhole(finding: Finding, json: string, how: Partial<Pick<Fix, "certain" | "preferred">>): Fix {
  return fix(messages.replaceBy(json), [written(finding, json)], how);
}

function written({ start, end }: Finding, newText: string): Replacement {
  return { start, end, template: [text(newText)] };
}

function fix(
  title: string,
  replacements: readonly Replacement[],
  { certain = false, preferred = false }: Partial<Pick<Fix, "certain" | "preferred">>,
): Fix {
  return { title, replacements, certain, preferred };
}
