import type { Analysis, AppliesTo } from "../analysis";
import { byKey } from "../lists";
import { chiSquaredUpperTail } from "../distributions";
import { type StudyEffect, withEffects } from "../effects";
import { inverseVariancePool, weightedSquares } from "./methods";
import type { Heterogeneity, Interval, PoolableStudy, PooledEffect } from "./pool";
import { fromMostPrecise, inconsistency, pool, waldInterval } from "./pool";

/** The result of a row: its own effect, and its weight in the displayed pool. */
export interface RowResult {
  readonly id: number;
  readonly study: string;
  readonly subgroup: number | null;
  readonly appliesTo: AppliesTo;
  readonly excluded: boolean;
  /** Null if the data lack the number of participants. */
  readonly participants: number | null;
  readonly effect: StudyEffect;
  /** Null if the study is not estimable. */
  readonly interval: Interval | null;
  /** A fraction of 1; null if the displayed pool does not include the row, or nothing is pooled. */
  readonly weight: number | null;
}

/**
 * Whether a row belongs to a pool, estimable or not.
 *
 * @param subgroup of the subtotal; null for the total
 */
export function countsFor(
  row: Pick<RowResult, "excluded" | "appliesTo" | "subgroup">,
  subgroup: number | null,
): boolean {
  if (row.excluded) return false;
  return subgroup === null
    ? row.appliesTo !== "subgroup-only"
    : row.appliesTo !== "overall-only" && row.subgroup === subgroup;
}

type WeighedRow = { -readonly [Name in keyof RowResult]: RowResult[Name] };

/** The pool of the rows that count for a total or subtotal. */
export interface PooledRows {
  /** The number of estimable studies. */
  readonly studies: number;
  readonly notEstimable: number;
  /** Null if the data lack the number of participants. */
  readonly participants: number | null;
  /** Null if no study is estimable, or if the analysis does not show this total. */
  readonly effect: PooledEffect | null;
  readonly heterogeneity: Heterogeneity | null;
}

export interface SubgroupResult extends PooledRows {
  readonly name: string;
  /** The subgroup's share of the total's weight; null without a total. */
  readonly weight: number | null;
}

/** The test for differences between subgroups (Handbook 10.11.3.1). */
export interface SubgroupDifferences {
  readonly q: number;
  readonly degreesOfFreedom: number;
  readonly p: number;
  /** A fraction of 1. */
  readonly i2: number;
}

export interface AnalysisResult extends PooledRows {
  readonly kind: "computed";
  readonly rows: readonly RowResult[];
  /** Null without subgroups. */
  readonly subgroups: readonly SubgroupResult[] | null;
  /** Null with fewer than two pooled subgroups, without totals, and if an estimate leaves double precision's range. */
  readonly subgroupDifferences: SubgroupDifferences | null;
}

/** Valid numbers without a result: an intermediate value left the range of double precision. */
export interface OutOfRange {
  readonly kind: "out-of-range";
}

/** Computes an analysis with its subgroups. */
export function computeAnalysis(analysis: Analysis): AnalysisResult | OutOfRange {
  const { confidenceLevel, totals } = analysis;
  const rows = withEffects(analysis, (row, participants, effect): WeighedRow => {
    const { id, study, subgroup, appliesTo, excluded } = row;
    const interval =
      effect.kind === "estimable"
        ? waldInterval(effect.estimate, effect.standardError, confidenceLevel)
        : null;
    return { id, study, subgroup, appliesTo, excluded, participants, effect, interval, weight: null };
  });
  const isOfSubgroups = totals === "subtotals-only";
  const countingFor = (subgroup: number | null): readonly WeighedRow[] =>
    rows.filter((row) => countsFor(row, subgroup));
  const total = poolRows(analysis, countingFor(null), totals === "totals-and-subtotals", !isOfSubgroups);
  if (total === "out-of-range") return { kind: total };
  const subgroups: SubgroupResult[] = [];
  for (const [index, name] of (analysis.subgroups ?? []).entries()) {
    const own = countingFor(index);
    const pooled = poolRows(analysis, own, totals !== "no-totals", isOfSubgroups);
    if (pooled === "out-of-range") return { kind: pooled };
    let weight = 0;
    for (const row of own) weight += row.weight ?? 0;
    subgroups.push({ name, ...pooled, weight: total.effect === null ? null : weight });
  }
  return {
    kind: "computed",
    ...total,
    rows,
    subgroups: analysis.subgroups === null ? null : subgroups,
    subgroupDifferences: differencesOf(subgroups.map(({ effect }) => effect)),
  };
}

/**
 * Counts and pools the rows of a total or subtotal.
 *
 * @param rows the rows that count for it
 * @param isWanted whether to pool them
 * @param weighs whether to set the rows' weights from this pool
 */
function poolRows(
  analysis: Analysis,
  rows: readonly WeighedRow[],
  isWanted: boolean,
  weighs: boolean,
): PooledRows | "out-of-range" {
  const studies: PoolableStudy[] = [];
  for (const { effect } of rows) if (effect.kind === "estimable") studies.push(effect);
  const pooled = isWanted && studies.length > 0 ? pool(studies, analysis) : null;
  if (pooled === "out-of-range") return pooled;
  if (pooled !== null && weighs) {
    let place = 0;
    for (const row of rows) if (row.effect.kind === "estimable") row.weight = pooled.weights[place++] ?? 0;
  }
  return {
    studies: studies.length,
    notEstimable: rows.length - studies.length,
    participants: participantsOf(rows),
    effect: pooled?.effect ?? null,
    heterogeneity: pooled?.heterogeneity ?? null,
  };
}

function participantsOf(rows: readonly RowResult[]): number | null {
  let total = 0;
  for (const { participants } of rows) {
    if (participants === null) return null;
    total += participants;
  }
  return total;
}

/**
 * The number of estimable studies, counting a study with several rows once, as in RevMan, and the participants. Without
 * a total the number of participants is known only if each study has one row: several rows may be of the same people,
 * as at two points in time, or of different people, as men and women.
 *
 * @param named the rows by their ids, with their own names: a row without a name is a study of its own, and rows of one
 * name with different years are different studies
 */
export function eachStudyOnce(
  { rows, participants, effect: total }: AnalysisResult,
  named: readonly { readonly name: string | null; readonly year: string | null }[],
): Pick<PooledRows, "studies" | "participants"> {
  const counted = rows.filter((row) => countsFor(row, null));
  const countOf = (some: readonly RowResult[]): number => {
    const byName = byKey(some, ({ id }) => named[id]?.name?.normalize() ?? id);
    const years = (rows: readonly RowResult[]) => rows.flatMap(({ id }) => named[id]?.year ?? []);
    return [...byName.values()].reduce((sum, rows) => sum + Math.max(1, new Set(years(rows)).size), 0);
  };
  return {
    studies: countOf(counted.filter(({ effect }) => effect.kind === "estimable")),
    participants: total !== null || countOf(counted) === counted.length ? participants : null,
  };
}

/** Q = Σw(θ_g − θ̄)² over the pooled subgroups, with w = 1/se² (RevMan). */
function differencesOf(effects: readonly (PooledEffect | null)[]): SubgroupDifferences | null {
  if (effects.length < 2) return null;
  const groups = effects.flatMap((effect) => (effect === null || effect.standardError === 0 ? [] : [effect]));
  if (groups.length < 2) return null;
  const inUnit = fromMostPrecise(groups);
  if (!inUnit.estimates.every(Number.isFinite)) return null;
  const { estimate, weights } = inverseVariancePool(inUnit, 0);
  const q = weightedSquares(inUnit.estimates, weights, estimate);
  const degreesOfFreedom = groups.length - 1;
  return {
    q,
    degreesOfFreedom,
    p: chiSquaredUpperTail(q, degreesOfFreedom),
    i2: inconsistency(q, degreesOfFreedom),
  };
}
