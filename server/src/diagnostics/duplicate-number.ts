import { fix, replaced } from "./fixes/fix";
import type { CheckedDiagnostic } from "./diagnostic";
import { locate, rangeOf } from "../document/locate";
import { analysisWordsOf, citedNumber } from "../document/labels";
import { misplacedAt } from "../schemaLookup/schemaLookup";
import { translate } from "../localisation/translate";
import { elementsOf, type Yielding } from "@analyses/json";
import type { FindingDraft } from "../findings/finding";
import type { Placed, ArrayNode, ObjectNode, PlacedElement } from "@analyses/json";
import type { SchemaContext } from "../schema/schemaContext";
import type { AnalysesDocument } from "../document/analysesDocument";
import { groupListOf, groupWordsOf, freeNumber, placeInGroup } from "../document/groups";
import type { DocumentCheck, GroupCheck } from "../findings/check";

/** Reports groups with the number of an earlier group, since citations such as “Analysis 2.1” become ambiguous. */
const duplicateGroupNumbersCheck: DocumentCheck = {
  scope: "document",
  codes: ["duplicate-number"],
  *run({ document, schemas, limit }) {
    const groups = groupListOf(document);
    return groups === undefined ? [] : yield* groupsOfOneNumber(document, schemas, groups, limit);
  },
};

/** Returns up to one finding more than `limit`, which shows the caller that the list is incomplete. */
function* groupsOfOneNumber(
  document: AnalysesDocument,
  schemas: SchemaContext,
  groups: Placed<ArrayNode>,
  limit: number,
): Yielding<readonly FindingDraft[]> {
  const first = new Map<number, Placed<ObjectNode>>();
  const later: { readonly number: number; readonly group: Placed<ObjectNode> }[] = [];
  for (const { node, start } of elementsOf(groups)) {
    yield 0;
    if (node.kind !== "object") continue;
    const group = { node, start };
    const { number } = groupWordsOf(document, group);
    if (number === undefined) continue;
    if (first.has(number)) later.push({ number, group });
    else first.set(number, group);
  }
  if (later.length === 0) return [];
  const free = freeNumber([...first.keys()]);
  const found: FindingDraft[] = [];
  for (const { number, group } of later.slice(0, limit + 1)) {
    yield 0;
    const earlier = first.get(number);
    if (earlier === undefined || isOneMisplaced(document, schemas, earlier, group)) continue;
    const { name } = groupWordsOf(document, earlier);
    const message =
      name === undefined
        ? translate("Group {0} stands here first.", number)
        : translate("“{0} {1}” stands here first.", number, name);
    found.push({
      code: "duplicate-number",
      message: translate(
        "Another analysis group has the number {0} too: “Analysis {0}.1” could mean either.",
        number,
      ),
      ...placeInGroup(group, "number"),
      related: [{ message, ...placeInGroup(earlier, "number") }],
      data: { kind: "duplicate-number", free },
    });
  }
  return found;
}

/** Whether one of two objects with the same number does not belong in the list, so that the number is no mistake. */
function isOneMisplaced(
  document: AnalysesDocument,
  schemas: SchemaContext,
  ...two: readonly Placed[]
): boolean {
  return two.some(({ start }) => misplacedAt(document, schemas, start) !== undefined);
}

const duplicateAnalysisNumbersCheck: GroupCheck = {
  scope: "group",
  codes: ["duplicate-number"],
  // The schemas decide which objects are misplaced; the number of a misplaced object is no duplicate.
  dependsOn: ({ compiled }) => [compiled.document, compiled.item],
  prepare: ({ document }, analysis) => void analysisWordsOf(document, analysis, analysis),
  run({ document, schemas }, group) {
    const groupNumber = groupWordsOf(document, group).number;
    const cite = (number: string): string =>
      groupNumber === undefined ? number : citedNumber(String(groupNumber), number);
    const first = new Map<string, PlacedElement>();
    const later: { readonly cited: string; readonly analysis: PlacedElement }[] = [];
    for (const analysis of elementsOf(group.analyses)) {
      const { number } = analysisWordsOf(document, analysis);
      if (number === undefined) continue;
      const cited = cite(number);
      if (first.has(cited)) later.push({ cited, analysis });
      else first.set(cited, analysis);
    }
    if (later.length === 0) return [];
    const taken = [...first.keys()].map((cited) => Number(/(?<!\d)\d+$/.exec(cited)?.[0] ?? 0));
    const free = freeNumber(taken);
    return later.flatMap(({ cited, analysis }): FindingDraft[] => {
      const earlier = first.get(cited);
      const place = locate(document, analysis, ["number"]);
      const earlierPlace = earlier && locate(document, earlier, ["number"]);
      if (place === undefined || earlier === undefined || earlierPlace === undefined) return [];
      if (isOneMisplaced(document, schemas, earlier, analysis)) return [];
      const { number, name } = analysisWordsOf(document, earlier);
      const related =
        name === undefined
          ? translate("Analysis {0} stands here first.", cited)
          : translate("“{0} {1}” stands here first.", cited, name);
      const message = translate(
        "Another analysis of this group has the number {0} too: “Analysis {1}” could mean either.",
        analysisWordsOf(document, analysis).number ?? number ?? "",
        cited,
      );
      return [
        {
          code: "duplicate-number",
          message,
          ...rangeOf(place),
          related: [{ message: related, ...rangeOf(earlierPlace) }],
          // A number in quotes can have any form, so no fix changes it.
          data: place.node.kind === "number" ? { kind: "duplicate-number", free } : { kind: "none" },
        },
      ];
    });
  },
};

export const duplicateNumber: CheckedDiagnostic = {
  kind: "checked",
  severity: "warning",
  checks: [duplicateGroupNumbersCheck, duplicateAnalysisNumbersCheck],
  fixes(finding) {
    if (finding.data.kind !== "duplicate-number") return [];
    const { free } = finding.data;
    return [
      fix(translate("Change the number to {0}", free), [replaced(finding, String(free))], {
        preferred: true,
      }),
    ];
  },
};
