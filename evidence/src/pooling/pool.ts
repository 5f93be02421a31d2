import type { Analysis } from "../analysis";
import {
  chiSquaredUpperTail,
  keptQuantiles,
  normalQuantile,
  normalUpperTail,
  tQuantile,
  tUpperTail,
} from "../distributions";
import { type Cells, corrected } from "../effects";
import {
  dersimonianLaird,
  inverseVariancePool,
  qProfile,
  restrictedMaximumLikelihood,
  spreadOfWeights,
  sum,
  weightedSquares,
  mantelHaenszelPool,
} from "./methods";
import type { Estimates, MantelHaenszelPool } from "./methods";

/** A study that can be pooled; `cells` are the counts of dichotomous data, uncorrected. */
export interface PoolableStudy {
  readonly estimate: number;
  readonly standardError: number;
  readonly cells: Cells | null;
}

export type TestStatistic =
  | { readonly kind: "z"; readonly value: number }
  | {
      readonly kind: "t";
      readonly value: number;
      readonly degreesOfFreedom: number;
    };

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A pooled effect on the analysis scale: logarithms for ratios. */
export interface PooledEffect extends Interval {
  readonly estimate: number;
  readonly standardError: number;
  readonly statistic: TestStatistic;
  /** Two-sided. */
  readonly p: number;
  /** The standard error of Wald's interval, even if another interval is shown. */
  readonly waldError: number;
  /** The prediction interval: with random effects, if the document requests it or from three studies on. */
  readonly prediction: Interval | null;
}

export interface Heterogeneity {
  readonly q: number;
  readonly degreesOfFreedom: number;
  readonly p: number;
  /** A fraction of 1. */
  readonly i2: number;
  /** With random effects; `low` and `high` by the Q-profile method. */
  readonly tau2: (Interval & { readonly value: number }) | null;
}

export interface Pool {
  readonly effect: PooledEffect;
  /** Null with one study. */
  readonly heterogeneity: Heterogeneity | null;
  /** Fractions of 1, in the order of the studies. */
  readonly weights: readonly number[];
}

/** The part of an analysis that determines how to pool. */
export type PoolingChoice = Pick<Analysis, "choice" | "model" | "confidenceLevel" | "predictionInterval">;

/**
 * Pools studies by the method and model of an analysis: `spec/evidence.md` section 2 lists the formulas.
 *
 * @param studies at least one
 * @returns "out-of-range" if a number leaves double precision's range
 */
export function pool(studies: readonly PoolableStudy[], choice: PoolingChoice): Pool | "out-of-range" {
  const inUnit = fromMostPrecise(studies);
  if (!inUnit.estimates.every(Number.isFinite)) return "out-of-range";
  const computed = poolInUnit(studies, inUnit, choice);
  if (computed === null) return "out-of-range";
  const { effect } = computed;
  return Number.isFinite(effect.low) && Number.isFinite(effect.high) ? computed : "out-of-range";
}

/**
 * The effect that a study is expected to have, by random effects: the pooled effect of the others, and an error that
 * includes their heterogeneity. `spread` is the error of the difference between the study's own and the expected
 * effect. Null outside of double precision's range.
 */
export function expectedOf(
  study: PoolableStudy,
  studies: readonly PoolableStudy[],
  { choice, confidenceLevel }: PoolingChoice,
): { readonly estimate: number; readonly error: number; readonly spread: number } | null {
  const model = { kind: "random-effects", estimator: "dersimonian-laird", interval: "wald" } as const;
  const others = studies.filter((other) => other !== study);
  const pooled = pool(others, { choice, confidenceLevel, predictionInterval: false, model });
  if (pooled === "out-of-range") return null;
  const { estimate, standardError } = pooled.effect;
  const error = Math.hypot(standardError, Math.sqrt(pooled.heterogeneity?.tau2?.value ?? 0));
  return { estimate, error, spread: Math.hypot(study.standardError, error) };
}

interface EstimatesInUnit extends Estimates {
  readonly unit: number;
  /** The offset subtracted from each estimate, in the unit. */
  readonly origin: number;
}

/**
 * Converts estimates to a unit of the size of the smallest standard error, so that its squares stay in range, and makes
 * them relative to the most precise estimate. The distance of that estimate from the pool then keeps its digits even if
 * it outweighs the others; if all agree, the distances are exactly zero.
 */
export function fromMostPrecise(
  studies: readonly Pick<PoolableStudy, "estimate" | "standardError">[],
): EstimatesInUnit {
  let smallest = Infinity;
  let first = 0;
  for (const { estimate, standardError } of studies)
    if (standardError < smallest) [smallest, first] = [standardError, estimate];
  const unit = 2 ** Math.min(1000, Math.max(-1000, Math.floor(Math.log2(smallest))));
  const origin = first / unit;
  const estimates: number[] = [];
  const variances: number[] = [];
  for (const { estimate, standardError } of studies) {
    estimates.push(estimate / unit - origin);
    variances.push(Math.min((standardError / unit) ** 2, 1e280));
  }
  return { estimates, variances, unit, origin };
}

function poolInUnit(
  studies: readonly PoolableStudy[],
  inUnit: EstimatesInUnit,
  { choice, model, confidenceLevel, predictionInterval }: PoolingChoice,
): Pool | null {
  const { unit, origin } = inUnit;
  const [only] = studies;
  if (only !== undefined && studies.length === 1) {
    const effect = effectOf(only.estimate, only.standardError, confidenceLevel, null);
    const { low, high } = effect;
    if (model.kind === "random-effects" && predictionInterval) effect.prediction = { low, high };
    return { effect, heterogeneity: null, weights: [1] };
  }
  const fixed = inverseVariancePool(inUnit, 0);
  const mantelHaenszel = choice.method === "mantel-haenszel" ? poolCounts(studies, choice.measure) : null;
  const centre = mantelHaenszel === null ? fixed.estimate : mantelHaenszel.estimate / unit - origin;
  const q = weightedSquares(inUnit.estimates, fixed.weights, centre);
  const degreesOfFreedom = studies.length - 1;
  const p = chiSquaredUpperTail(q, degreesOfFreedom);
  if (model.kind === "fixed-effect") {
    const { estimate, standardError, weights } = mantelHaenszel ?? {
      estimate: (origin + fixed.estimate) * unit,
      standardError: unit / Math.sqrt(fixed.sumOfWeights),
      weights: fixed.weights,
    };
    const i2 = inconsistency(q, degreesOfFreedom);
    return {
      effect: effectOf(estimate, standardError, confidenceLevel, null),
      heterogeneity: { q, degreesOfFreedom, p, i2, tau2: null },
      weights: shares(weights),
    };
  }
  // A larger Q would make the between-study variance overflow.
  if (!(q < 1e200)) return null;
  const isReml = model.estimator === "reml";
  const tau2 = isReml ? restrictedMaximumLikelihood(inUnit) : dersimonianLaird(q, fixed.weights);
  const random = inverseVariancePool(inUnit, tau2);
  const i2 = isReml
    ? tau2 / (tau2 + degreesOfFreedom / spreadOfWeights(fixed.weights))
    : inconsistency(q, degreesOfFreedom);
  const squared = (value: number): number => value * unit * unit;
  // Wald's interval, or that of Hartung, Knapp, Sidik and Jonkman (Handbook 10.10.4.4).
  const isWald = model.interval === "wald";
  const waldError = 1 / Math.sqrt(random.sumOfWeights);
  const squares = weightedSquares(inUnit.estimates, random.weights, random.estimate);
  // If the studies agree except for rounding, the factor counts as 0, and the interval has no width.
  const factor = Math.sqrt(squares / degreesOfFreedom);
  const standardError = isWald ? waldError : factor < 1e-12 ? 0 : factor * waldError;
  const estimate = (origin + random.estimate) * unit;
  const ofDistribution = isWald ? null : degreesOfFreedom;
  const effect = effectOf(estimate, standardError * unit, confidenceLevel, ofDistribution);
  effect.waldError = waldError * unit;
  // The prediction interval uses the distribution of the confidence interval, as in RevMan.
  if (predictionInterval || studies.length > 2) {
    const reach =
      criticalValue(confidenceLevel, ofDistribution) * Math.hypot(Math.sqrt(tau2), standardError) * unit;
    effect.prediction = { low: estimate - reach, high: estimate + reach };
  }
  return {
    effect,
    heterogeneity: {
      q,
      degreesOfFreedom,
      p,
      i2,
      tau2: new BetweenStudyVariance(squared(tau2), () => {
        const { low, high } = qProfile(inUnit, confidenceLevel);
        return { low: squared(low), high: squared(high) };
      }),
    },
    weights: shares(random.weights),
  };
}

/**
 * τ². Computes its interval on first access: it is costly, and the pools of a leave-one-out analysis do not need it.
 */
class BetweenStudyVariance {
  readonly #profile: () => Interval;
  #interval: Interval | undefined;

  constructor(
    readonly value: number,
    profile: () => Interval,
  ) {
    this.#profile = profile;
  }

  get low(): number {
    return (this.#interval ??= this.#profile()).low;
  }

  get high(): number {
    return (this.#interval ??= this.#profile()).high;
  }
}

function poolCounts(
  studies: readonly PoolableStudy[],
  measure: "odds-ratio" | "risk-ratio" | "risk-difference",
): MantelHaenszelPool {
  const counts: Cells[] = [];
  for (const { cells } of studies) if (cells !== null) counts.push(cells);
  return mantelHaenszelPool(measure, counts, corrected);
}

const criticalT = keptQuantiles(tQuantile);
const criticalZ = keptQuantiles(normalQuantile);

/** The critical value of Student's t distribution; without degrees of freedom, of the normal distribution. */
function criticalValue(confidenceLevel: number, degreesOfFreedom: number | null): number {
  const tail = (1 - confidenceLevel) / 2;
  return degreesOfFreedom === null ? criticalZ(tail, 0) : criticalT(tail, degreesOfFreedom);
}

type NewEffect = { -readonly [Name in keyof PooledEffect]: PooledEffect[Name] };

function effectOf(
  estimate: number,
  standardError: number,
  confidenceLevel: number,
  degreesOfFreedom: number | null,
): NewEffect {
  const value = ratio(estimate, standardError);
  const size = Math.abs(value);
  const reach = criticalValue(confidenceLevel, degreesOfFreedom) * standardError;
  return {
    estimate,
    standardError,
    low: estimate - reach,
    high: estimate + reach,
    statistic: degreesOfFreedom === null ? { kind: "z", value } : { kind: "t", value, degreesOfFreedom },
    waldError: standardError,
    p: 2 * (degreesOfFreedom === null ? normalUpperTail(size) : tUpperTail(size, degreesOfFreedom)),
    prediction: null,
  };
}

/** Whether the interval of Hartung, Knapp, Sidik and Jonkman is narrower than Wald's. */
export function isNarrowerThanWald(
  { low, high, statistic, waldError }: PooledEffect,
  level: number,
): boolean {
  const wald = waldInterval(0, waldError, level);
  return statistic.kind === "t" && high - low < wald.high - wald.low;
}

/** estimate ± z · standard error. */
export function waldInterval(estimate: number, standardError: number, confidenceLevel: number): Interval {
  const reach = criticalValue(confidenceLevel, null) * standardError;
  return { low: estimate - reach, high: estimate + reach };
}

/** An estimate in units of its standard error; an estimate of 0 is 0, even if studies that agree leave no error. */
function ratio(estimate: number, standardError: number): number {
  return estimate === 0 ? 0 : estimate / standardError;
}

/** I² = max(0, (Q − df)/Q) (Handbook 10.10.2). */
export function inconsistency(q: number, degreesOfFreedom: number): number {
  if (q <= degreesOfFreedom) return 0;
  return Number.isFinite(q) ? (q - degreesOfFreedom) / q : 1;
}

function shares(weights: readonly number[]): readonly number[] {
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}
