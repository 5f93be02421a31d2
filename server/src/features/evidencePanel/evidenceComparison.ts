// Compares the analyses of a document with those of an earlier text. Skips analyses whose text did not change.

import type {
  AnalysisPair,
  AnalysisVersion,
  ComparedPool,
  ReportedAnalysis,
  RowVersion,
  RoleBinding,
} from "@analyses/evidence";
import {
  comparedAnalysis,
  countText,
  effectText,
  formerName,
  formerSubgroups,
  measureAbbreviation,
  pairAnalyses,
  percentText,
  studiesBetween,
  studyName,
  tellingSubgroups,
  versionOfItem,
} from "@analyses/evidence";
import type {
  ComparedAnalysisView,
  ComparedEvidence,
  ComparedNumbers,
  ComparedStudy,
  EvidenceComparisonParams,
} from "@analyses/protocol/evidenceMessages";
import { type AnalysesDocument, createDocument } from "../../document/analysesDocument";
import { groupListOf, groupsOf } from "../../document/groups";
import { numbersAsRead, translate } from "../../localisation/translate";
import { type LineRange, pathOfPointer, type YieldingHost, runYielding } from "@analyses/json";
import { analysesOf, analysisLabel, groupLabel } from "../../document/labels";
import { locate, rangeOf } from "../../document/locate";
import { type AnalysisPlace, itemOf } from "../../evidence/reportEvidence";
import { firstBreak, firstBreakOf, syntaxFindings } from "../../diagnostics/syntax";
import type { FindingDraft } from "../../findings/finding";

/** A document as the comparison reads it: an analysis is parsed and computed only when the comparison needs it. */
type ComparableDocument = ReturnType<typeof comparable>;

interface TextProblem {
  readonly message: string;
  readonly range: LineRange;
}

interface ComparableAnalysis {
  readonly place: AnalysisPlace;
  readonly label: ReturnType<typeof analysisLabel>;
  readonly group: ReturnType<typeof groupLabel>;
}

function comparable(document: AnalysesDocument, binding: RoleBinding) {
  const { text } = document;
  const problemOf = (found: FindingDraft | undefined): TextProblem | null =>
    found ? { message: found.message, range: text.rangeBetween(found.start, found.end) } : null;
  return {
    analyses: [...groupsOf(document)].flatMap((group) =>
      Array.from(analysesOf(group), (analysis): ComparableAnalysis => ({
        place: { group, analysis },
        label: analysisLabel(document, group, analysis, analysis.index),
        group: groupLabel(group),
      })),
    ),
    textOf: ({ analysis: { start, node } }: AnalysisPlace) => text.slice(start, start + node.length),
    itemOf: (place: AnalysisPlace) => itemOf(document, place, binding),
    /** The first error that breaks the JSON of the document. */
    problem: () => problemOf(firstBreakOf(document)),
    /** The first error that breaks the JSON of an analysis. */
    problemOf: ({ analysis }: AnalysisPlace) => problemOf(firstBreak(syntaxFindings(document, analysis))),
    /** The range at a pointer relative to the analysis. */
    rangeOf({ analysis }: AnalysisPlace, pointer: string): LineRange | null {
      const found = locate(document, analysis, pathOfPointer(pointer));
      if (found === undefined) return null;
      const { start, end } = rangeOf(found);
      return text.rangeBetween(start, end);
    },
  };
}

/** An earlier text that documents are compared with. */
interface Base {
  readonly document: AnalysesDocument;
  readonly binding: RoleBinding;
  readonly read: ComparableDocument;
  /** Cached results, by the syntax node of the current analysis: an edit of the analysis replaces the node. */
  readonly results: WeakMap<object, CachedComparison>;
}

/** The cached result for an analysis. */
interface CachedComparison {
  /** The earlier analysis that the current one was compared with. */
  readonly before: ComparableAnalysis;
  /** The current label when compared: the group's name may change while the node of the analysis stays the same. */
  readonly label: string;
  readonly found: Found;
}

type Found =
  | { readonly kind: "same" }
  | { readonly kind: "other"; readonly compared: Compared }
  /** The text of the analysis is not valid JSON. */
  | { readonly kind: "broken" };

/** A changed analysis, without its place in the text. */
interface Compared extends Omit<ComparedAnalysisView, "key" | "range" | "studies"> {
  readonly studies: readonly (Omit<ComparedStudy, "range"> & { readonly pointer: string | null })[];
}

/** The base texts added last, by the client's identifier for each. */
const bases = new Map<string, Base>();
const maxBases = 4;

/** Compares a document's analyses with those of a base text; undefined if cancelled. */
export async function compareEvidence(
  document: AnalysesDocument,
  { id, text }: EvidenceComparisonParams["base"],
  binding: RoleBinding,
  yielding: YieldingHost,
): Promise<ComparedEvidence | undefined> {
  const base = baseOf(id, text, binding);
  if ("kind" in base) return base;
  const now = comparable(document, binding);
  const pairs = pairAnalyses(base.read.analyses, now.analyses, ({ label, group }) => ({
    number: label.number,
    name: label.name,
    group: group.name,
  }));
  const analyses: ComparedAnalysisView[] = [];
  const broken: ReturnType<ComparableDocument["problemOf"]>[] = [];
  function* work({ read, results }: Base): Generator<number, void> {
    for (const pair of pairs) {
      const { before, after } = pair;
      const found = findChange(pair, read, now, results);
      if (found.kind === "broken" && after !== null) broken.push(now.problemOf(after.place));
      if (found.kind === "other") analyses.push(placed(found.compared, pair, now));
      yield (after ?? before).place.analysis.node.length;
    }
  }
  if ((await runYielding(work(base), yielding)) === "cancelled") return undefined;
  const [problem] = broken;
  if (problem) return { kind: "broken", ...problem };
  const count = (change: ComparedAnalysisView["change"]): number =>
    analyses.filter((analysis) => analysis.change === change).length;
  const summary = translate(
    "Analyses: {0} changed, {1} new, {2} gone, {3} as before",
    count("changed"),
    count("added"),
    count("removed"),
    pairs.length - analyses.length,
  );
  return { kind: "compared", version: document.version, summary, analyses };
}

/** The base text with an identifier. The client sends it only on request (`base-wanted`), because it may be long. */
function baseOf(
  id: string,
  text: string | null,
  binding: RoleBinding,
): Base | Extract<ComparedEvidence, { kind: "base-wanted" | "no-document" | "base-broken" }> {
  const known = bases.get(id);
  if (known?.binding === binding) return known;
  if (known === undefined && text === null) return { kind: "base-wanted" };
  const document = known?.document ?? createDocument("", "analyses", 0, text ?? "");
  const read = comparable(document, binding);
  const problem = read.problem();
  if (problem !== null)
    return { kind: "base-broken", message: problem.message, line: problem.range.start.line };
  if (groupListOf(document) === undefined) return { kind: "no-document" };
  const base = { document, binding, read, results: new WeakMap<object, CachedComparison>() };
  bases.delete(id);
  bases.set(id, base);
  for (const oldest of bases.keys()) if (bases.size > maxBases) bases.delete(oldest);
  return base;
}

/** Compares one analysis; cached while its earlier and its current text stay the same. */
function findChange(
  pair: AnalysisPair<ComparableAnalysis>,
  base: ComparableDocument,
  now: ComparableDocument,
  results: Base["results"],
): Found {
  const { before, after } = pair;
  if (before === null || after === null) return compareNow();
  const { node } = after.place.analysis;
  const label = labelOf(after);
  const cached = results.get(node);
  if (cached?.before === before && cached.label === label) return cached.found;
  const isSame =
    label === labelOf(before) &&
    node.length === before.place.analysis.node.length &&
    base.textOf(before.place) === now.textOf(after.place);
  const found: Found = isSame ? { kind: "same" } : compareNow();
  results.set(node, { before, label, found });
  return found;

  function compareNow(): Found {
    if (after !== null && now.problemOf(after.place) !== null) return { kind: "broken" };
    const compared = compare(pair, base, now);
    return compared === undefined ? { kind: "same" } : { kind: "other", compared };
  }
}

function labelOf({ label, group }: ComparableAnalysis): string {
  return JSON.stringify([label, group]);
}

/** The change of an analysis's results; undefined if all results are the same. */
function compare(
  pair: AnalysisPair<ComparableAnalysis>,
  base: ComparableDocument,
  now: ComparableDocument,
): Compared | undefined {
  const sides = sidesOf(pair, base, now);
  const { before, after } = sides;
  const compared = comparedAnalysis(sides);
  if (compared === undefined) return undefined;
  const names = namesOf(pair);
  const formerly = [
    ...(names.formerly === null ? [] : [names.formerly]),
    ...(before === null || after === null ? [] : formerSubgroups(before, after, translate)),
  ];
  const side = (analysis: AnalysisVersion | null): Compared["before"] =>
    analysis && {
      ...numbersOf(analysis, analysis.effectMeasure),
      problem: analysis.problem,
      method: analysis.methodSentence,
    };
  return {
    ...names,
    formerly: formerly.length === 0 ? null : formerly.join(" "),
    change: compared.change,
    before: side(before),
    after: side(after),
    subgroups: tellingSubgroups(sides).map(({ name, before: was, after: is }) => ({
      name,
      before: was && numbersOf(was, before?.effectMeasure ?? null),
      after: is && numbersOf(is, after?.effectMeasure ?? null),
    })),
    conclusionChanges: compared.conclusionChanges,
    studies: before === null || after === null ? [] : studiesOf(before, after),
  };
}

function sidesOf(
  { before, after }: AnalysisPair<ComparableAnalysis>,
  base: ComparableDocument,
  now: ComparableDocument,
): AnalysisPair<AnalysisVersion> {
  const side = (document: ComparableDocument, { place }: ComparableAnalysis): AnalysisVersion =>
    versionOfItem(document.itemOf(place), translate);
  if (before === null) return { before, after: side(now, after) };
  return { before: side(base, before), after: after && side(now, after) };
}

function namesOf({
  before,
  after,
}: AnalysisPair<ComparableAnalysis>): Pick<Compared, "title" | "group" | "formerly"> {
  const textOf = ({ number, name }: ComparableAnalysis["label"]): string => `${number} ${name}`;
  const nameOf = ({ label, group }: ComparableAnalysis) => ({ title: textOf(label), group: textOf(group) });
  const names = nameOf(after ?? before);
  if (before === null || after === null) return { ...names, formerly: null };
  return { ...names, formerly: formerName(nameOf(before), names, translate) };
}

function numbersOf(
  side: Pick<ReportedAnalysis, "result" | "heterogeneity" | "studies" | "participants">,
  measure: ReportedAnalysis["effectMeasure"],
): ComparedNumbers {
  const { result, heterogeneity, studies, participants } = side;
  const pool: ComparedPool | null =
    measure === null || result === null
      ? null
      : { measure, estimate: result.estimate, low: result.low, high: result.high };
  const effect = (of: ComparedPool): string =>
    `${measureAbbreviation(of.measure, translate)} ${effectText(of.estimate, of, of.measure)}`;
  return {
    effect: pool === null ? "" : numbersAsRead(effect(pool)),
    i2: heterogeneity === null ? "" : `${numbersAsRead(percentText(heterogeneity.i2))} %`,
    studies: studies === null ? "" : String(studies),
    participants: participants === null ? "" : numbersAsRead(countText(participants)),
    pool,
  };
}

function studiesOf(before: AnalysisVersion, after: AnalysisVersion): Compared["studies"] {
  const { added, removed, changed } = studiesBetween(before, after);
  const effectOf = (row: RowVersion, { effectMeasure: measure }: ReportedAnalysis): string => {
    const { estimate, low, high } = row;
    if (row.excluded) return translate("Excluded");
    return estimate === null || low === null || high === null || measure === null
      ? translate("Not estimable")
      : numbersAsRead(effectText(estimate, { low, high }, measure));
  };
  const study = (row: RowVersion, change: ComparedStudy["change"], effect: string) => ({
    change,
    name: studyName(row),
    effect,
    pointer: change === "removed" ? null : row.pointer.slice(after.pointer.length),
  });
  return [
    ...changed.map(({ before: old, after: row }) => {
      const [was, is] = [effectOf(old, before), effectOf(row, after)];
      // Rounding may hide a small change: show the data instead.
      const shown = was === is ? `${old.data} → ${row.data}` : `${was} → ${is}`;
      return study(row, "changed", shown);
    }),
    ...added.map((row) => study(row, "added", effectOf(row, after))),
    ...removed.map((row) => study(row, "removed", effectOf(row, before))),
  ];
}

/** Adds the current ranges to a cached comparison, because edits elsewhere move the analysis. */
function placed(
  { studies, ...view }: Compared,
  { before, after }: AnalysisPair<ComparableAnalysis>,
  now: ComparableDocument,
): ComparedAnalysisView {
  const { group, analysis } = (after ?? before).place;
  const rangeOf = (pointer: string | null): ComparedStudy["range"] =>
    after === null || pointer === null ? null : now.rangeOf(after.place, pointer);
  return {
    ...view,
    key: `${after === null ? "before" : "after"} ${group.index} ${analysis.index}`,
    studies: studies.map(({ pointer, ...study }) => ({ ...study, range: rangeOf(pointer) })),
    range: rangeOf(""),
  };
}
