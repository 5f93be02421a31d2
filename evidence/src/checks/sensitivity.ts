import { type Analysis, type DichotomousAnalysis, type EffectMeasure, isRatio } from "../analysis";
import { type StudyEffect, keepsEstimate, logRiskRatio, varianceOfDifference } from "../effects";
import { type AnalysisResult, type RowResult, countsFor } from "../pooling/computeAnalysis";
import { mantelHaenszelPool } from "../pooling/methods";
import { type Interval, type PooledEffect, isNarrowerThanWald, pool } from "../pooling/pool";
import type { Finding } from "./finding";

/** A study in the total, with its own effect. */
export type PooledStudy = Extract<StudyEffect, { kind: "estimable" }> &
  Pick<RowResult, "id" | "study" | "participants" | "weight"> & { readonly interval: Interval };

/** The studies in the total. */
export function pooledStudies({ rows }: Pick<AnalysisResult, "rows">): readonly PooledStudy[] {
  return rows.flatMap((row) => {
    const { id, study, participants, weight, interval, effect } = row;
    return effect.kind === "estimable" && interval !== null && countsFor(row, null)
      ? [{ id, study, participants, weight, interval, ...effect }]
      : [];
  });
}

/** The total without one study; null if the others cannot be pooled. */
export function poolWithout(
  analysis: Analysis,
  result: AnalysisResult,
  row: number,
): (Pick<AnalysisResult, "heterogeneity"> & { readonly effect: PooledEffect }) | null {
  const others = pooledStudies(result).filter(({ id }) => id !== row);
  const pooled = others.length === 0 ? null : pool(others, analysis);
  return pooled === "out-of-range" ? null : pooled;
}

/** How another pool differs: in the direction of the effect, or in whether its interval excludes no effect. */
export type ConclusionChange = "sign" | "significance";

export function changeOfConclusion(effect: PooledEffect, other: PooledEffect): ConclusionChange | null {
  if (Math.sign(other.estimate) !== Math.sign(effect.estimate)) return "sign";
  const isSignificant = ({ low, high }: PooledEffect): boolean => low > 0 || high < 0;
  return isSignificant(other) === isSignificant(effect) ? null : "significance";
}

/**
 * The maximum number of studies for a leave-one-out analysis: it takes some 20 ms for 300, and grows quadratically.
 */
export const maxLeftOutEach = 300;

/** Reports a total that depends on one study, or on its interval method; no leave-one-out for very many studies. */
export function fragileResult(analysis: Analysis, result: AnalysisResult): readonly Finding[] {
  const { effect } = result;
  if (effect === null || result.studies < 2) return [];
  const found: Finding[] = [];
  const say = (reason: Reason, row: number | null = null, without: PooledEffect | null = null): void => {
    found.push({ code: "fragile-result", pointer: "", reason, row, without });
  };
  const studies = pooledStudies(result);
  if (result.studies > 2 && result.studies <= maxLeftOutEach)
    for (const { id } of studies) {
      const without = poolWithout(analysis, result, id)?.effect;
      const reason = without === undefined ? null : changeOfConclusion(effect, without);
      if (reason !== null) say(reason, id, without);
    }
  if (isNarrowerThanWald(effect, analysis.confidenceLevel)) say("narrower-than-wald");
  // One of two studies always has half the weight.
  const heaviest = result.studies > 2 ? studies.find(({ weight }) => (weight ?? 0) > 0.5) : undefined;
  if (heaviest !== undefined) say("one-study-outweighs", heaviest.id);
  return found;
}

type Reason = Extract<Finding, { code: "fragile-result" }>["reason"];

/** The studies with zero cells, and the total without the correction if it differs by more than a tenth. */
export function zeroCells(
  analysis: Analysis,
  result: AnalysisResult,
): readonly Extract<Finding, { code: "zero-cells" }>[] {
  if (analysis.dataType !== "dichotomous") return [];
  const studies = pooledStudies(result);
  const corrected = studies.filter((study) => study.corrected);
  const notEstimable = result.rows.flatMap((row) =>
    row.effect.kind === "not-estimable" && row.effect.reason !== "no-data" && countsFor(row, null)
      ? [row.id]
      : [],
  );
  if (corrected.length + notEstimable.length === 0) return [];
  const raw = corrected.length === 0 ? null : withoutCorrection(analysis, studies);
  const total = result.effect?.estimate;
  const differs =
    raw !== null &&
    total !== undefined &&
    (isRatio(analysis.choice.measure)
      ? Math.abs(Math.exp(raw.estimate - total) - 1)
      : Math.abs(raw.estimate / total - 1)) > 0.1;
  const keeps = ({ cells }: PooledStudy): boolean =>
    cells !== null && keepsEstimate(cells, analysis.choice.measure);
  const idsOf = (some: readonly PooledStudy[]): readonly number[] => some.map(({ id }) => id);
  return [
    {
      code: "zero-cells",
      pointer: "",
      corrected: idsOf(corrected.filter((study) => !keeps(study))),
      correctedVariance: idsOf(corrected.filter(keeps)),
      notEstimable,
      withoutCorrection: differs ? raw.estimate : null,
      leftOut: differs ? idsOf(raw.leftOut) : [],
    },
  ];
}

interface RawPool {
  readonly estimate: number;
  /** Studies without an effect or a variance if uncorrected. */
  readonly leftOut: readonly PooledStudy[];
}

/**
 * The total without the correction of zero cells; null if it is not known, or if RevMan does not correct it.
 * Mantel-Haenszel needs no correction as long as there are events; inverse variance may have to omit studies.
 */
function withoutCorrection(analysis: DichotomousAnalysis, studies: readonly PooledStudy[]): RawPool | null {
  const { choice } = analysis;
  const isMantelHaenszel = choice.method === "mantel-haenszel" && analysis.model.kind === "fixed-effect";
  if (isMantelHaenszel && choice.measure === "risk-difference") return null;
  if (isMantelHaenszel) {
    const cells = studies.flatMap((study) => (study.cells === null ? [] : [study.cells]));
    const { estimate } = mantelHaenszelPool(choice.measure, cells);
    return Number.isFinite(estimate) ? { estimate, leftOut: [] } : null;
  }
  const raw = studies.flatMap((study) => uncorrected(study, choice.measure));
  const pooled = raw.length === 0 ? null : pool(raw, analysis);
  if (pooled === null || pooled === "out-of-range") return null;
  const pooledIds = new Set(raw.map(({ id }) => id));
  const leftOut = studies.filter(({ id }) => !pooledIds.has(id));
  return { estimate: pooled.effect.estimate, leftOut };
}

/** A study by its uncorrected cells; empty if these give no effect, or no variance. */
function uncorrected(study: PooledStudy, measure: EffectMeasure): readonly PooledStudy[] {
  if (!study.corrected || study.cells === null) return [study];
  if (measure === "odds-ratio") return [];
  const { estimate, variance } =
    measure === "risk-ratio"
      ? logRiskRatio(study.cells)
      : { estimate: study.estimate, variance: varianceOfDifference(study.cells) };
  if (!(variance > 0 && Number.isFinite(variance))) return [];
  return [{ ...study, estimate, standardError: Math.sqrt(variance) }];
}
