import type { DocumentItem, EvidenceReport, ReportedAnalysis, RoleBinding } from "@analyses/evidence";
import { documentItem } from "@analyses/evidence";
import type { LinePosition, PlacedElement } from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { GroupPlace } from "../document/groups";
import { groupAt, groupListOf, groupsOf } from "../document/groups";
import { analysesOf, analysisLabel } from "../document/labels";
import { elementAt, elementHolding, valueOf } from "@analyses/json";
import type { Yielding } from "../document/yielding";
import { workThrough } from "../document/yielding";
import { translate } from "../localisation/translate";
import { analysisEvidence } from "./analysisEvidence";

/**
 * What draws and writes evidence: in Node a bundle of its own, which most sessions never need. Nothing with a cache of
 * nodes may stand in it: there would be two of that.
 */
export const loadFigures = () => import("./figures");
export type Figures = Awaited<ReturnType<typeof loadFigures>>;

/** An analysis of a document, with the group that it belongs to. */
export interface AnalysisPlace {
  readonly group: GroupPlace;
  readonly analysis: PlacedElement;
}

/** The analysis that a position lies in. It is not opened: that takes longer than an edit may. */
export function analysisAtPosition(
  document: AnalysesDocument,
  position: LinePosition,
): AnalysisPlace | undefined {
  return analysisAtOffset(document, document.text.offsetAt(position));
}

/** The analysis that begins at an offset, or in which something else begins there. */
export function analysisOf(document: AnalysesDocument, start: number): AnalysisPlace | undefined {
  return analysisAtOffset(document, start + 1);
}

function analysisAtOffset(document: AnalysesDocument, offset: number): AnalysisPlace | undefined {
  const groups = groupListOf(document);
  const index = groups && elementHolding(groups, offset)?.index;
  const group = index === undefined ? undefined : groupAt(document, index);
  const analysis = group?.analyses && elementHolding(group.analyses, offset);
  return group && analysis && { group, analysis };
}

/** The analyses that positions lie in, in their order, each once. */
export function analysesAtPositions(
  document: AnalysesDocument,
  positions: readonly LinePosition[],
): readonly PlacedElement[] {
  const found = positions.flatMap((position) => analysisAtPosition(document, position)?.analysis ?? []);
  return found.filter((one, index) => found.findIndex(({ node }) => node === one.node) === index);
}

/** The analysis of some indexes. */
export function analysisAt(
  document: AnalysesDocument,
  groupIndex: number,
  index: number,
): AnalysisPlace | undefined {
  const group = groupAt(document, groupIndex);
  const analysis = group?.analyses && elementAt(group.analyses, index);
  return group && analysis && { group, analysis };
}

/** What to report on: the analysis at a position, or of a number such as `1.2`; all where neither is given. */
export type ReportWanted =
  | { readonly kind: "position"; readonly position: LinePosition }
  | { readonly kind: "number"; readonly number: string }
  | { readonly kind: "all" };

/**
 * The report of `analyses-evidence --format json` on a document as it is now, its address for a path.
 *
 * @returns undefined when it was cancelled
 */
export async function reportEvidence(
  document: AnalysesDocument,
  binding: RoleBinding,
  wanted: ReportWanted,
  { reportItem }: Pick<Figures, "reportItem">,
  yielding: Yielding,
): Promise<EvidenceReport | undefined> {
  const analyses: ReportedAnalysis[] = [];
  // Each is reported at once, so that of a large document no more is held than the report.
  const report = (place: AnalysisPlace): void => {
    analyses.push(reportItem(itemOf(document, place, binding), translate));
  };
  if ((await workThrough(reportWanted(document, wanted, report), yielding)) === "cancelled") return undefined;
  return { version: 1, documents: [{ path: document.uri, analyses }] };
}

function* reportWanted(
  document: AnalysesDocument,
  wanted: ReportWanted,
  report: (place: AnalysisPlace) => void,
): Generator<number, void> {
  if (wanted.kind === "position") {
    const place = analysisAtPosition(document, wanted.position);
    if (place !== undefined) report(place);
    return;
  }
  for (const group of groupsOf(document))
    for (const analysis of analysesOf(group)) {
      const isWanted =
        wanted.kind === "all" ||
        analysisLabel(document, group, analysis, analysis.index).number === wanted.number;
      if (isWanted) report({ group, analysis });
      yield analysis.node.length;
    }
}

/** An analysis with what is computed from it. */
export function itemOf(
  document: AnalysesDocument,
  { group, analysis }: AnalysisPlace,
  binding: RoleBinding,
): DocumentItem {
  const value = valueOf(document, analysis);
  return documentItem(
    { value: { number: group.number, name: group.name }, index: group.index },
    { value, index: analysis.index },
    analysisEvidence(document, analysis, binding, { value }),
  );
}
