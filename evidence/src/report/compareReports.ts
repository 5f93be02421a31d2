import { byKey } from "../lists";
import type { Translate } from "../roles/problems";
import type { AnalysisVersion, RowVersion, ReportedSubgroup } from "./evidenceReport";
import { isSameData, isSameEffect } from "./evidenceReport";

/** The differences between two versions of a document's analyses. */
export interface EvidenceComparison {
  readonly version: 1;
  readonly base: string;
  readonly path: string;
  /** Changed and added analyses in the order of the document, then removed ones. */
  readonly analyses: readonly ComparedAnalysis[];
  /** The number of analyses with the same result, including renamed ones. */
  readonly unchanged: number;
}

export interface ComparedAnalysis {
  readonly change: "added" | "removed" | "changed";
  /** Null if the analysis was added. */
  readonly before: AnalysisVersion | null;
  readonly after: AnalysisVersion | null;
  /** False if only its name, number or group changed, or the name of a subgroup. */
  readonly resultChanges: boolean;
  /** The names of studies. A study counts as changed if its numbers, its own effect or its exclusion changed. */
  readonly studies: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  /** Whether the interval shows an effect in one version only, or in the other direction. */
  readonly conclusionChanges: boolean;
}

/** Identifies an analysis across versions of its document. */
export interface AnalysisIdentity {
  /** The number of the analysis after that of its group: `3.1`. */
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
 * Pairs the analyses of two versions: first by the same number and name in a group of the same name, then by the same
 * name in the same group, then by the same number and name (as in a renamed group), then by a name that is unique in
 * both versions, then by the same number. Several with the same key are paired in their order.
 *
 * @returns the analyses in the order of the document, then the removed ones
 */
export function pairAnalyses<One>(
  base: readonly One[],
  analyses: readonly One[],
  identityOf: (analysis: One) => AnalysisIdentity,
): readonly AnalysisPair<One>[] {
  const left = new Set(base);
  const partners = new Map<One, One>();
  for (const { keyOf, isOnlyOne } of keysByTrust) {
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

const keysByTrust: readonly {
  /** Returns an empty text if the identity lacks the key. */
  readonly keyOf: (identity: AnalysisIdentity) => string;
  /** Whether the key counts only if it is unique in both versions. */
  readonly isOnlyOne: boolean;
}[] = [
  { keyOf: ({ group, number, name }) => inGroup(group, number, name), isOnlyOne: false },
  { keyOf: ({ group, name }) => inGroup(group, name), isOnlyOne: false },
  { keyOf: ({ number, name }) => `${number} ${name}`, isOnlyOne: false },
  { keyOf: ({ name }) => name, isOnlyOne: true },
  { keyOf: ({ number }) => number, isOnlyOne: false },
];

/** The key of an analysis within its group; empty for a group without a name. */
function inGroup(group: string, ...words: readonly string[]): string {
  return group === "" ? "" : JSON.stringify([group, ...words]);
}

/**
 * Compares the analyses of two documents.
 *
 * @param matches selects the analyses to compare: in their present version, or in the former if they were removed
 */
export function compareReports(
  base: { readonly path: string; readonly analyses: readonly AnalysisVersion[] },
  { path, analyses }: { readonly path: string; readonly analyses: readonly AnalysisVersion[] },
  matches: (analysis: AnalysisVersion) => boolean = () => true,
): EvidenceComparison {
  const pairs = pairAnalyses(base.analyses, analyses, (analysis) => ({
    number: numberOf(analysis),
    name: analysis.name,
    group: analysis.group.name,
  }));
  const intended = pairs.filter(({ before, after }) => matches(after ?? before));
  const compared = intended.map(comparedAnalysis).filter((analysis) => analysis !== undefined);
  const unchanged = intended.length - compared.filter(({ resultChanges }) => resultChanges).length;
  return { version: 1, base: base.path, path, analyses: compared, unchanged };
}

/** A comparison in the format of `analyses-evidence --compare --format json`. */
export function comparisonReport(comparison: EvidenceComparison): object {
  const analyses = comparison.analyses.map((analysis) => ({
    ...analysis,
    before: analysis.before?.report ?? null,
    after: analysis.after?.report ?? null,
  }));
  return { ...comparison, analyses };
}

/** The number of an analysis after that of its group: `3.1`. */
export function numberOf({ group, number }: AnalysisVersion): string {
  return `${group.number}.${number}`;
}

/** Undefined if nothing has changed. */
export function comparedAnalysis({
  before,
  after,
}: AnalysisPair<AnalysisVersion>): ComparedAnalysis | undefined {
  return before === null || after === null ? alone(before, after) : changed(before, after);
}

function alone(before: AnalysisVersion | null, after: AnalysisVersion | null): ComparedAnalysis {
  const names = (analysis: AnalysisVersion | null): readonly string[] =>
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

function changed(before: AnalysisVersion, after: AnalysisVersion): ComparedAnalysis | undefined {
  const { added, removed, changed: others } = studiesBetween(before, after);
  const studies = {
    added: added.map(({ study }) => study),
    removed: removed.map(({ study }) => study),
    changed: others.map((other) => other.after.study),
  };
  const subgroups = changedSubgroups(before, after);
  const resultChanges =
    Object.values(studies).some((names) => names.length > 0) ||
    subgroups.length > 0 ||
    methodKey(before) !== methodKey(after) ||
    !isSameEffect(before.result, after.result);
  const isCalledSame =
    numberOf(before) === numberOf(after) &&
    before.name === after.name &&
    renamedSubgroups(before, after).size === 0;
  if (!resultChanges && isCalledSame && before.group.name === after.group.name) return undefined;
  // Without a total the subgroups carry the conclusion.
  const isWithoutTotal = before.result === null && after.result === null;
  const conclusionChanges = (isWithoutTotal ? subgroups : [{ before, after }]).some((pools) => {
    const [was, is] = [conclusionOf(pools.before), conclusionOf(pools.after)];
    return was !== undefined && is !== undefined && was !== is;
  });
  return { change: "changed", before, after, resultChanges, studies, conclusionChanges };
}

/** A key of an analysis's choices, its problem and its numbers of studies. */
function methodKey(analysis: AnalysisVersion): string {
  const { dataType, effectMeasure, method, model, heterogeneityEstimator, intervalMethod } = analysis;
  const { confidenceLevel, problem, studies, notEstimable } = analysis;
  return JSON.stringify([
    ...[dataType, effectMeasure, method, model, heterogeneityEstimator, intervalMethod, confidenceLevel],
    ...[problem, studies, notEstimable],
  ]);
}

/**
 * Maps former names of subgroups to present ones, if the subgroups share most studies, with the same numbers, and each
 * name is in one version only. A subgroup of the same studies with other numbers is another one, as of a later time.
 */
function renamedSubgroups(before: AnalysisVersion, after: AnalysisVersion): ReadonlyMap<string, string> {
  const [known, now] = [studiesBySubgroup(before), studiesBySubgroup(after)];
  const renamed = new Map<string, string>();
  for (const [name, studies] of now) {
    if (known.has(name)) continue;
    const former = [...known].find(([was, old]) => {
      const same = [...old].filter((study) => studies.has(study)).length;
      return !now.has(was) && !renamed.has(was) && 2 * same > Math.max(old.size, studies.size);
    });
    if (former !== undefined) renamed.set(former[0], name);
  }
  return renamed;
}

function studiesBySubgroup({ rows }: AnalysisVersion): ReadonlyMap<string, ReadonlySet<string>> {
  const bySubgroup = new Map<string, Set<string>>();
  for (const row of rows ?? []) {
    if (row.subgroup === null) continue;
    const studies = bySubgroup.get(row.subgroup) ?? new Set<string>();
    bySubgroup.set(row.subgroup, studies.add(JSON.stringify([row.study, row.data])));
  }
  return bySubgroup;
}

/** A sentence with the former name of each renamed subgroup. */
export function formerSubgroups(
  before: AnalysisVersion,
  after: AnalysisVersion,
  translate: Translate,
): readonly string[] {
  return Array.from(renamedSubgroups(before, after), ([was, is]) =>
    translate("The subgroup “{0}” was called “{1}”.", is, was),
  );
}

/** Subgroups whose result changed; those without a pooled result are omitted. */
function changedSubgroups(before: AnalysisVersion, after: AnalysisVersion): readonly SubgroupPair[] {
  const renamed = renamedSubgroups(before, after);
  const [known, now] = [
    byKey(pooledSubgroups(before), ({ name }) => renamed.get(name) ?? name),
    byKey(pooledSubgroups(after), ({ name }) => name),
  ];
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

function pooledSubgroups({ subgroups }: AnalysisVersion): readonly ReportedSubgroup[] {
  return subgroups?.filter(({ result }) => result !== null) ?? [];
}

/**
 * The subgroups whose results show the change of an analysis without a total: those with another result, and all of an
 * added or removed analysis.
 */
export function tellingSubgroups({
  before,
  after,
}: Pick<ComparedAnalysis, "before" | "after">): readonly SubgroupPair[] {
  const isWithoutTotal = [before, after].some((side) => side !== null && side.result === null);
  if (!isWithoutTotal) return [];
  if (before !== null && after !== null) return changedSubgroups(before, after);
  return [
    ...(before === null ? [] : pooledSubgroups(before)).map((subgroup) => ({
      name: subgroup.name,
      before: subgroup,
      after: null,
    })),
    ...(after === null ? [] : pooledSubgroups(after)).map((subgroup) => ({
      name: subgroup.name,
      before: null,
      after: subgroup,
    })),
  ];
}

/** A subgroup in both versions, by its present name; null in the version that lacks it. */
export interface SubgroupPair {
  readonly name: string;
  readonly before: ReportedSubgroup | null;
  readonly after: ReportedSubgroup | null;
}

/** The changes of an analysis's studies: none if a version cannot be computed, as while it is edited. */
export function studiesBetween(
  before: AnalysisVersion,
  after: AnalysisVersion,
): ReturnType<typeof comparedStudies> {
  return before.rows === null || after.rows === null
    ? { added: [], removed: [], changed: [] }
    : comparedStudies(before.rows, after.rows, renamedSubgroups(before, after));
}

/**
 * Pairs studies by their names; a pair counts as changed if its numbers, its own effect or its exclusion differ.
 *
 * @param renamed present names of subgroups by former ones
 */
function comparedStudies(
  before: readonly RowVersion[],
  after: readonly RowVersion[],
  renamed: ReadonlyMap<string, string>,
): {
  readonly added: readonly RowVersion[];
  readonly removed: readonly RowVersion[];
  readonly changed: readonly { readonly before: RowVersion; readonly after: RowVersion }[];
} {
  const nameOf = (subgroup: string | null, study: string): string => JSON.stringify([subgroup, study]);
  const known = byKey(before, ({ subgroup, study }) =>
    nameOf(subgroup === null ? null : (renamed.get(subgroup) ?? subgroup), study),
  );
  const now = byKey(after, ({ subgroup, study }) => nameOf(subgroup, study));
  const added: RowVersion[] = [];
  const removed: RowVersion[] = [];
  const changed: { readonly before: RowVersion; readonly after: RowVersion }[] = [];
  for (const name of new Set([...now.keys(), ...known.keys()])) {
    // A study may occur in a subgroup twice: pair unchanged rows first, then the others in their order.
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
    for (const row of was.slice(others.length)) removed.push(row);
  }
  return { added, removed, changed };
}

function isSameStudy(one: RowVersion, other: RowVersion): boolean {
  return one.excluded === other.excluded && isSameData(one, other);
}

/**
 * The direction of the effect that an interval shows, `either` if it includes no effect; undefined without an interval.
 */
function conclusionOf(
  pool: Pick<AnalysisVersion, "result"> | null,
): "lower" | "higher" | "either" | undefined {
  const result = pool?.result ?? null;
  if (result === null) return undefined;
  if (result.high < 0) return "lower";
  return result.low > 0 ? "higher" : "either";
}
