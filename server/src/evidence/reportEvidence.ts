import type {
  DocumentItem,
  EvidenceReport,
  ItemEvidence,
  ReportedAnalysis,
  RoleBinding,
} from "@analyses/evidence";
import { documentItem } from "@analyses/evidence";
import {
  type LinePosition,
  type PlacedElement,
  elementAt,
  elementHolding,
  valueOf,
  type YieldingHost,
  runYielding,
} from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import { type GroupPlace, groupAt, groupListOf, groupsOf } from "../document/groups";
import { analysesOf, analysisLabel } from "../document/labels";
import { translate } from "../localisation/translate";
import { analysisEvidence } from "./analysisEvidence";

/**
 * Loads the code that renders evidence. In Node, that code is a separate bundle, which most sessions never need. It
 * must not contain caches by syntax node, because each bundle would have its own copy of a cache.
 */
export const loadFigures = () => import("./figures");
export type Figures = Awaited<ReturnType<typeof loadFigures>>;

/** An analysis of a document, with its group. */
export interface AnalysisPlace {
  readonly group: GroupPlace;
  readonly analysis: PlacedElement;
}

/** The analysis at a position. Does not parse the analysis, which could delay the response to an edit. */
export function analysisAtPosition(
  document: AnalysesDocument,
  position: LinePosition,
): AnalysisPlace | undefined {
  return analysisAtOffset(document, document.text.offsetAt(position));
}

/** The analysis at a position with its results; undefined if the position is in no analysis. */
export function evidenceAtPosition(
  document: AnalysesDocument,
  position: LinePosition,
  binding: RoleBinding,
): (AnalysisPlace & { readonly evidence: ItemEvidence }) | undefined {
  const place = analysisAtPosition(document, position);
  return place && { ...place, evidence: analysisEvidence(document, place.analysis, binding) };
}

/** The analysis that contains a value starting at the offset, or starts there itself. */
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

/** The analyses at positions, without duplicates, in the order of the positions. */
export function analysesAtPositions(
  document: AnalysesDocument,
  positions: readonly LinePosition[],
): readonly PlacedElement[] {
  const found = positions.flatMap((position) => analysisAtPosition(document, position)?.analysis ?? []);
  return found.filter((element, index) => found.findIndex(({ node }) => node === element.node) === index);
}

export function analysisAt(
  document: AnalysesDocument,
  groupIndex: number,
  index: number,
): AnalysisPlace | undefined {
  const group = groupAt(document, groupIndex);
  const analysis = group?.analyses && elementAt(group.analyses, index);
  return group && analysis && { group, analysis };
}

/** Selects the analyses to report: the one at a position, those with a number such as `1.2`, or all. */
export type ReportWanted =
  | { readonly kind: "position"; readonly position: LinePosition }
  | { readonly kind: "number"; readonly number: string }
  | { readonly kind: "all" };

/**
 * Creates the report of `analyses-evidence --format json` for a document, with its URI as the path.
 *
 * @returns undefined after cancellation
 */
export async function reportEvidence(
  document: AnalysesDocument,
  binding: RoleBinding,
  wanted: ReportWanted,
  { reportItem }: Pick<Figures, "reportItem">,
  yielding: YieldingHost,
): Promise<EvidenceReport | undefined> {
  const analyses: ReportedAnalysis[] = [];
  // Converts each analysis before the next is computed, so that memory holds no full results of all analyses.
  const report = (place: AnalysisPlace): void => {
    analyses.push(reportItem(itemOf(document, place, binding), translate));
  };
  if ((await runYielding(reportWanted(document, wanted, report), yielding)) === "cancelled") return undefined;
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

/** An analysis with its computed evidence. */
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
