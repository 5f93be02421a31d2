import type { Translate } from "../roles/problems";
import type { ReportedAnalysis, ReportedRow, ReportedSubgroup } from "./evidenceReport";
import { isExcluded, isSameData, isSameEffect, methodOf } from "./evidenceReport";
import type { AnalysisName } from "./words";
import {
  countsText,
  effectText,
  formerName,
  markdownLine,
  measureAbbreviation,
  percentText,
  reportLine,
  studyName,
} from "./words";

/** What has become of a document's analyses. */
export interface EvidenceComparison {
  readonly version: 1;
  readonly base: string;
  readonly path: string;
  /** Those that are not as they were, in the order of the document, then those that are gone. */
  readonly analyses: readonly ComparedAnalysis[];
  /** How many have the result that they had, whatever they are called now. */
  readonly unchanged: number;
}

export interface ComparedAnalysis {
  readonly change: "added" | "removed" | "changed";
  /** Null of one that is new, or gone. */
  readonly before: ReportedAnalysis | null;
  readonly after: ReportedAnalysis | null;
  /** False where only its name, its number or its group is another one. */
  readonly resultChanges: boolean;
  /** By their names. A study has changed when its numbers or its own effect have, or whether it is excluded. */
  readonly studies: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  /** Whether the interval shows an effect, or its direction, is another one. */
  readonly conclusionChanges: boolean;
}

/** By what an analysis is known again in another version of its document. */
export interface AnalysisIdentity {
  /** With that of its group: `3.1`. */
  readonly number: string;
  readonly name: string;
  readonly group: string;
}

/** An analysis in both versions; null in the one that does not have it. */
export type AnalysisPair<One> =
  | { readonly before: One; readonly after: One }
  | { readonly before: null; readonly after: One }
  | { readonly before: One; readonly after: null };

/**
 * Finds the analyses of one version in the other: those with the same number and name in a group of the same name, then
 * the same name in the same group, then the same number and name, as where a group was renamed, then a name that no
 * other has, then the same number. Several that are alike are taken in their order.
 *
 * @returns the analyses in the order of the document, then those that are gone
 */
export function pairAnalyses<One>(
  base: readonly One[],
  analyses: readonly One[],
  identityOf: (analysis: One) => AnalysisIdentity,
): readonly AnalysisPair<One>[] {
  const left = new Set(base);
  const partners = new Map<One, One>();
  for (const { keyOf, isOnlyOne } of waysToKnow) {
    const open = analyses.filter((after) => !partners.has(after));
    if (open.length === 0 || left.size === 0) break;
    const known = byKey([...left], (one) => keyOf(identityOf(one)));
    const wanted = byKey(open, (one) => keyOf(identityOf(one)));
    for (const [key, all] of wanted) {
      const found = known.get(key) ?? [];
      if (key === "" || (isOnlyOne && (all.length > 1 || found.length > 1))) continue;
      all.forEach((after, index) => {
        const before = found[index];
        if (before === undefined) return;
        left.delete(before);
        partners.set(after, before);
      });
    }
  }
  return [
    ...analyses.map((after): AnalysisPair<One> => {
      const before = partners.get(after);
      return before === undefined ? { before: null, after } : { before, after };
    }),
    ...[...left].map((before): AnalysisPair<One> => ({ before, after: null })),
  ];
}

const waysToKnow: readonly {
  /** Empty where it says nothing. */
  readonly keyOf: (identity: AnalysisIdentity) => string;
  /** Whether it says nothing where several have it. */
  readonly isOnlyOne: boolean;
}[] = [
  { keyOf: ({ group, number, name }) => inGroup(group, number, name), isOnlyOne: false },
  { keyOf: ({ group, name }) => inGroup(group, name), isOnlyOne: false },
  { keyOf: ({ number, name }) => `${number} ${name}`, isOnlyOne: false },
  { keyOf: ({ name }) => name, isOnlyOne: true },
  { keyOf: ({ number }) => number, isOnlyOne: false },
];

/** A group without a name is not known again by it. */
function inGroup(group: string, ...words: readonly string[]): string {
  return group === "" ? "" : JSON.stringify([group, ...words]);
}

function byKey<One>(all: readonly One[], keyOf: (one: One) => string): ReadonlyMap<string, readonly One[]> {
  const known = new Map<string, One[]>();
  for (const one of all) {
    const key = keyOf(one);
    const same = known.get(key);
    if (same === undefined) known.set(key, [one]);
    else same.push(one);
  }
  return known;
}

/**
 * Compares the analyses of two documents.
 *
 * @param isMeant of which to say what has become of them: as they are now, or were where they are gone
 */
export function compareReports(
  base: { readonly path: string; readonly analyses: readonly ReportedAnalysis[] },
  { path, analyses }: { readonly path: string; readonly analyses: readonly ReportedAnalysis[] },
  isMeant: (analysis: ReportedAnalysis) => boolean = () => true,
): EvidenceComparison {
  const pairs = pairAnalyses(base.analyses, analyses, (one) => ({
    number: numberOf(one),
    name: one.name,
    group: one.group.name,
  }));
  const meant = pairs.filter(({ before, after }) => isMeant(after ?? before));
  const compared = meant.map(comparedAnalysis).filter((one) => one !== undefined);
  const unchanged = meant.length - compared.filter(({ resultChanges }) => resultChanges).length;
  return { version: 1, base: base.path, path, analyses: compared, unchanged };
}

function numberOf({ group, number }: ReportedAnalysis): string {
  return `${group.number}.${number}`;
}

/** Undefined where nothing has changed. */
export function comparedAnalysis({
  before,
  after,
}: AnalysisPair<ReportedAnalysis>): ComparedAnalysis | undefined {
  return before === null || after === null ? alone(before, after) : changed(before, after);
}

function alone(before: ReportedAnalysis | null, after: ReportedAnalysis | null): ComparedAnalysis {
  const names = (analysis: ReportedAnalysis | null): readonly string[] =>
    (analysis?.rows ?? []).map(({ study }) => study);
  return {
    change: after === null ? "removed" : "added",
    before,
    after,
    resultChanges: true,
    studies: { added: names(after), removed: names(before), changed: [] },
    conclusionChanges: false,
  };
}

function changed(before: ReportedAnalysis, after: ReportedAnalysis): ComparedAnalysis | undefined {
  const { added, removed, changed: others } = studiesBetween(before, after);
  const studies = {
    added: added.map(({ study }) => study),
    removed: removed.map(({ study }) => study),
    changed: others.map((one) => one.after.study),
  };
  const subgroups = changedSubgroups(before, after);
  const resultChanges =
    Object.values(studies).some((names) => names.length > 0) ||
    subgroups.length > 0 ||
    wayOf(before) !== wayOf(after) ||
    !isSameEffect(before.result, after.result);
  const isCalledSame = numberOf(before) === numberOf(after) && before.name === after.name;
  if (!resultChanges && isCalledSame && before.group.name === after.group.name) return undefined;
  // Without a total, what the analysis shows is what its subgroups show.
  const isWithoutTotal = before.result === null && after.result === null;
  const conclusionChanges = (isWithoutTotal ? subgroups : [{ before, after }]).some((pools) => {
    const [was, is] = [conclusionOf(pools.before), conclusionOf(pools.after)];
    return was !== undefined && is !== undefined && was !== is;
  });
  return { change: "changed", before, after, resultChanges, studies, conclusionChanges };
}

/** How an analysis is computed, and of how many studies. */
function wayOf(analysis: ReportedAnalysis): string {
  const { dataType, effectMeasure, method, model, heterogeneityEstimator, intervalMethod } = analysis;
  const { confidenceLevel, problem, studies, notEstimable } = analysis;
  return JSON.stringify([
    ...[dataType, effectMeasure, method, model, heterogeneityEstimator, intervalMethod, confidenceLevel],
    ...[problem, studies, notEstimable],
  ]);
}

/** Subgroups with another result than those of the same name; what no study is pooled in says nothing. */
function changedSubgroups(before: ReportedAnalysis, after: ReportedAnalysis): readonly SubgroupPair[] {
  const byName = ({ subgroups }: ReportedAnalysis): ReadonlyMap<string, readonly ReportedSubgroup[]> =>
    byKey(subgroups?.filter(({ result }) => result !== null) ?? [], ({ name }) => name);
  const [known, now] = [byName(before), byName(after)];
  return [...new Set([...now.keys(), ...known.keys()])].flatMap((name) => {
    const [was, is] = [known.get(name) ?? [], now.get(name) ?? []];
    const pairs = Array.from({ length: Math.max(was.length, is.length) }, (_, index) => ({
      name,
      before: was[index] ?? null,
      after: is[index] ?? null,
    }));
    return pairs.filter((pair) => !isSameEffect(pair.before?.result ?? null, pair.after?.result ?? null));
  });
}

type Pooled = Pick<ReportedAnalysis, "result" | "heterogeneity" | "studies" | "participants">;

interface SubgroupPair {
  readonly name: string;
  readonly before: ReportedSubgroup | null;
  readonly after: ReportedSubgroup | null;
}

/** What has become of an analysis's studies: nothing is known of one that cannot be computed, as while it is written. */
export function studiesBetween(
  { rows: before }: ReportedAnalysis,
  { rows: after }: ReportedAnalysis,
): ReturnType<typeof comparedStudies> {
  return before === null || after === null
    ? { added: [], removed: [], changed: [] }
    : comparedStudies(before, after);
}

/** The studies of an analysis, known by their names; one has changed when its numbers or its own effect have. */
function comparedStudies(
  before: readonly ReportedRow[],
  after: readonly ReportedRow[],
): {
  readonly added: readonly ReportedRow[];
  readonly removed: readonly ReportedRow[];
  readonly changed: readonly { readonly before: ReportedRow; readonly after: ReportedRow }[];
} {
  const nameOf = ({ subgroup, study }: ReportedRow): string => JSON.stringify([subgroup, study]);
  const known = byKey(before, nameOf);
  const now = byKey(after, nameOf);
  const added: ReportedRow[] = [];
  const removed: ReportedRow[] = [];
  const changed: { readonly before: ReportedRow; readonly after: ReportedRow }[] = [];
  for (const name of new Set([...now.keys(), ...known.keys()])) {
    // The same study may stand in a subgroup twice: what is as it was comes first, then one after the other.
    const was = [...(known.get(name) ?? [])];
    const others = (now.get(name) ?? []).filter((row) => {
      const same = was.findIndex((one) => isSameStudy(one, row));
      if (same !== -1) was.splice(same, 1);
      return same === -1;
    });
    others.forEach((row, index) => {
      const one = was[index];
      if (one === undefined) added.push(row);
      else changed.push({ before: one, after: row });
    });
    removed.push(...was.slice(others.length));
  }
  return { added, removed, changed };
}

function isSameStudy(one: ReportedRow, other: ReportedRow): boolean {
  return isExcluded(one) === isExcluded(other) && isSameData(one, other);
}

/** The direction of the effect that an interval shows; undefined where there is none to show it. */
function conclusionOf(pool: Pick<Pooled, "result"> | null): "lower" | "higher" | "either" | undefined {
  const { low = null, high = null } = pool?.result ?? {};
  if (low === null || high === null) return undefined;
  if (high < 0) return "lower";
  return low > 0 ? "higher" : "either";
}

/** A comparison for people. */
export function comparisonText(
  { base, path, analyses, unchanged }: EvidenceComparison,
  translate: Translate,
): string {
  const blocks = analyses.map((one) => {
    const [before = "", ...moreBefore] = resultLines(one, "before", translate);
    const [after = "", ...moreAfter] = resultLines(one, "after", translate);
    const lines = [
      ...titleLines(one, translate),
      translate("before: {0}", before),
      ...moreBefore.map(indented),
      translate("after: {0}", after),
      ...moreAfter.map(indented),
      ...studyLines(one, translate),
      ...(one.conclusionChanges ? [translate("The conclusion changes.")] : []),
    ];
    return lines.map((line, index) => `${reportLine(index === 0 ? line : indented(line))}\n`).join("");
  });
  return [`${reportLine(`${base} → ${path}`)}\n`, ...blocks, `${unchangedLine(unchanged, translate)}\n`].join(
    "\n",
  );
}

function indented(line: string): string {
  return `  ${line}`;
}

/** The same as Markdown, for a pull request. */
export function comparisonMarkdown(
  { analyses, unchanged }: EvidenceComparison,
  translate: Translate,
): string {
  if (analyses.length === 0) return `${unchangedLine(unchanged, translate)}\n`;
  const lines = analyses.map((one) => {
    const conclusion = one.conclusionChanges ? [`**${translate("The conclusion changes.")}**`] : [];
    return [
      titleLines(one, translate).map(markdownLine),
      resultLines(one, "before", translate).map(markdownLine),
      resultLines(one, "after", translate).map(markdownLine),
      [...conclusion, ...studyLines(one, translate).map(markdownLine)],
    ].map((cell) => cell.join("<br>"));
  });
  const heading = [translate("Analysis"), translate("Before"), translate("After"), translate("Studies")];
  const table = [heading, heading.map(() => "---"), ...lines]
    .map((line) => `| ${line.join(" | ")} |\n`)
    .join("");
  return `${table}\n${unchangedLine(unchanged, translate)}\n`;
}

/** What an analysis is called, and, where it was called otherwise, in which group, and what it was. */
function titleLines({ before, after }: ComparedAnalysis, translate: Translate): readonly string[] {
  const nameOf = (analysis: ReportedAnalysis): AnalysisName => ({
    title: `${numberOf(analysis)} ${analysis.name}`,
    group: `${analysis.group.number} ${analysis.group.name}`.trimEnd(),
  });
  const shown = after ?? before;
  if (shown === null) return [];
  const { title, group } = nameOf(shown);
  const former = before && after && formerName(nameOf(before), nameOf(after), translate);
  return former === null ? [title] : [`${title} · ${group}`, former];
}

/** What an analysis came to, and what explains that it is something else now. */
function resultLines(
  compared: ComparedAnalysis,
  side: "before" | "after",
  translate: Translate,
): readonly string[] {
  const { before, after } = compared;
  const analysis = compared[side];
  if (analysis === null) return [translate("not there")];
  const { problem, result, effectMeasure } = analysis;
  if (problem !== null) return [problem];
  if (before === null || after === null) return [poolText(analysis, effectMeasure, translate)];
  const subgroups = result === null ? changedSubgroups(before, after) : [];
  const method = methodOf(analysis, translate);
  const isOtherMethod = methodOf(before, translate) !== methodOf(after, translate);
  return [
    poolText(analysis, effectMeasure, translate),
    ...subgroups.flatMap((pair) => {
      const pool = pair[side];
      return pool === null ? [] : [`${pair.name}: ${poolText(pool, effectMeasure, translate)}`];
    }),
    ...(isOtherMethod && method !== "" ? [method] : []),
  ];
}

function poolText(
  { result, heterogeneity, studies, participants }: Pooled,
  measure: ReportedAnalysis["effectMeasure"],
  translate: Translate,
): string {
  const all = countsText(studies ?? 0, participants, translate);
  const { estimate = null, low = null, high = null } = result ?? {};
  if (measure === null || estimate === null || low === null || high === null) return all;
  const effect = `${measureAbbreviation(measure, translate)} ${effectText(estimate, { low, high }, measure)}`;
  const i2 = heterogeneity?.i2 ?? null;
  return [effect, ...(i2 === null ? [] : [`I² = ${percentText(i2)}%`]), all].join("; ");
}

function studyLines({ before, after }: ComparedAnalysis, translate: Translate): readonly string[] {
  if (before === null || after === null) return [];
  const { added, removed, changed: others } = studiesBetween(before, after);
  const names = (rows: readonly ReportedRow[]): string => rows.map(studyName).join(", ");
  const otherData = others.flatMap((one) => (isSameData(one.before, one.after) ? [] : [one.after]));
  const turned = others.flatMap((one) =>
    isExcluded(one.before) === isExcluded(one.after) ? [] : [one.after],
  );
  const excluded = turned.filter(isExcluded);
  const included = turned.filter((row) => !isExcluded(row));
  return [
    ...(added.length > 0 ? [translate("added: {0}", names(added))] : []),
    ...(removed.length > 0 ? [translate("removed: {0}", names(removed))] : []),
    ...(otherData.length > 0 ? [translate("changed: {0}", names(otherData))] : []),
    ...(excluded.length > 0 ? [translate("now excluded: {0}", names(excluded))] : []),
    ...(included.length > 0 ? [translate("no longer excluded: {0}", names(included))] : []),
  ];
}

function unchangedLine(count: number, translate: Translate): string {
  return count === 1
    ? translate("1 analysis has the result that it had.")
    : translate("{0} analyses have the results that they had.", count);
}
