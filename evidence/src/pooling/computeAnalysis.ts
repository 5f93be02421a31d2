import type { Analysis } from "../analysis";
import { chiSquaredUpperTail } from "../distributions/distributions";
import type { RowEffect } from "../effects";
import { effectsOf } from "../effects";
import { inverseVariancePool, sum, weightedSquares } from "./inverseVariance";
import type { Heterogeneity, Interval, PoolableStudy, PooledEffect } from "./pool";
import { inconsistency, pool, waldInterval } from "./pool";

/** A row with its interval and its weight in the pool that is shown. */
export interface RowResult extends RowEffect {
  /** Null where the study is not estimable. */
  readonly interval: Interval | null;
  /** A fraction of 1; null where nothing is pooled, or not this row. */
  readonly weight: number | null;
}

/** Of some rows: how many could be pooled, and what came out. */
export interface PooledRows {
  /** How many studies are estimable and not excluded. */
  readonly studies: number;
  readonly notEstimable: number;
  /** Of all rows that are not excluded; null where the data do not say it. */
  readonly participants: number | null;
  /** Null where no study is estimable, or where this total is not wanted. */
  readonly effect: PooledEffect | null;
  readonly heterogeneity: Heterogeneity | null;
  readonly isNarrowerThanWald: boolean;
}

export interface SubgroupResult extends PooledRows {
  readonly name: string;
  /** Its share of the total; null without a total. */
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
  /** Null with fewer than two pooled subgroups, and with no totals. */
  readonly subgroupDifferences: SubgroupDifferences | null;
}

/** Why numbers that could be read gave no result: one left the range of double precision on the way. */
export interface OutOfRange {
  readonly kind: "out-of-range";
}

/** Computes an analysis with its subgroups. */
export function computeAnalysis(analysis: Analysis): AnalysisResult | OutOfRange {
  const rows = effectsOf(analysis);
  const total = poolRows(analysis, rows, analysis.totals === "totals-and-subtotals");
  const groups = analysis.subgroups?.map((name, index) => ({
    name,
    ...poolRows(
      analysis,
      rows.filter(({ subgroup }) => subgroup === index),
      analysis.totals !== "no-totals",
    ),
  }));
  if (total.isOutOfRange || groups?.some(({ isOutOfRange }) => isOutOfRange)) return { kind: "out-of-range" };
  const weightOf = new Map<number, number>();
  for (const { weights } of analysis.totals === "subtotals-only" ? (groups ?? []) : [total])
    for (const [id, weight] of weights) weightOf.set(id, weight);
  return {
    kind: "computed",
    ...total.pooled,
    rows: rows.map(({ id, study, subgroup, excluded, participants, effect, cells }) => ({
      id,
      study,
      subgroup,
      excluded,
      participants,
      effect,
      cells,
      interval:
        effect.kind === "estimable"
          ? waldInterval(effect.estimate, effect.standardError, analysis.confidenceLevel)
          : null,
      weight: weightOf.get(id) ?? null,
    })),
    subgroups:
      groups?.map(({ name, pooled }, index) => ({
        name,
        ...pooled,
        weight:
          total.pooled.effect === null
            ? null
            : sum(rows.filter(({ subgroup }) => subgroup === index).map(({ id }) => weightOf.get(id) ?? 0)),
      })) ?? null,
    subgroupDifferences: differencesOf(groups?.map(({ pooled }) => pooled.effect) ?? []),
  };
}

interface RowsPooled {
  readonly pooled: PooledRows;
  readonly weights: ReadonlyMap<number, number>;
  readonly isOutOfRange: boolean;
}

function poolRows(analysis: Analysis, rows: readonly RowEffect[], isWanted: boolean): RowsPooled {
  const counted = rows.filter(({ excluded }) => !excluded);
  const studies: (PoolableStudy & { id: number })[] = [];
  for (const { id, effect, cells } of counted)
    if (effect.kind === "estimable")
      studies.push({
        id,
        estimate: effect.estimate,
        standardError: effect.standardError,
        cells,
      });
  const result = isWanted && studies.length > 0 ? pool(studies, analysis) : null;
  const pooled = result === "out-of-range" ? null : result;
  return {
    pooled: {
      studies: studies.length,
      notEstimable: counted.length - studies.length,
      participants: participantsOf(counted),
      effect: pooled?.effect ?? null,
      heterogeneity: pooled?.heterogeneity ?? null,
      isNarrowerThanWald: pooled?.isNarrowerThanWald ?? false,
    },
    weights: new Map(
      pooled === null ? [] : studies.map(({ id }, index) => [id, pooled.weights[index] ?? 0] as const),
    ),
    isOutOfRange: result === "out-of-range",
  };
}

function participantsOf(rows: readonly RowEffect[]): number | null {
  let total = 0;
  for (const { participants } of rows) {
    if (participants === null) return null;
    total += participants;
  }
  return total;
}

/** Q = Σw(θ_g − θ̄)² over the pooled subgroups, with w = 1/se² (RevMan). */
function differencesOf(effects: readonly (PooledEffect | null)[]): SubgroupDifferences | null {
  const groups = effects.flatMap((effect) => (effect === null || effect.standardError === 0 ? [] : [effect]));
  if (groups.length < 2) return null;
  const unit = Math.min(...groups.map(({ standardError }) => standardError));
  const inUnit = groups.map(({ estimate, standardError }) => ({
    estimate: estimate / unit,
    variance: (standardError / unit) ** 2,
  }));
  const { estimate, weights } = inverseVariancePool(inUnit, 0);
  const q = weightedSquares(inUnit, weights, estimate);
  const degreesOfFreedom = groups.length - 1;
  return {
    q,
    degreesOfFreedom,
    p: chiSquaredUpperTail(q, degreesOfFreedom),
    i2: inconsistency(q, degreesOfFreedom),
  };
}
