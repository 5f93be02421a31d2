import type { Analysis, Model } from "../analysis";
import {
  chiSquaredUpperTail,
  normalQuantile,
  normalUpperTail,
  tQuantile,
  tUpperTail,
} from "../distributions/distributions";
import { keptQuantiles } from "../distributions/numerics";
import type { Cells } from "../effects";
import { corrected } from "../effects";
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
import type { Estimates, InverseVariancePool, MantelHaenszelPool } from "./methods";

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

/** A pooled effect on the analysis scale: of ratios the logarithm. */
export interface PooledEffect extends Interval {
  readonly estimate: number;
  readonly standardError: number;
  readonly statistic: TestStatistic;
  /** Two-sided. */
  readonly p: number;
  /** For the effect of a further study: with random effects, from three studies on. */
  readonly prediction: Interval | null;
}

export interface Heterogeneity {
  readonly q: number;
  readonly degreesOfFreedom: number;
  readonly p: number;
  /** A fraction of 1. */
  readonly i2: number;
  /** With random effects, with its interval by the Q-profile method. */
  readonly tau2: (Interval & { readonly value: number }) | null;
}

export interface Pool {
  readonly effect: PooledEffect;
  /** Null with one study. */
  readonly heterogeneity: Heterogeneity | null;
  /** Fractions of 1, in the order of the studies. */
  readonly weights: readonly number[];
  /** Whether Hartung, Knapp, Sidik and Jonkman's interval came out narrower than Wald's. */
  readonly isNarrowerThanWald: boolean;
}

/** How to pool: a part of an analysis. */
export type PoolingChoice = Pick<Analysis, "choice" | "model" | "confidenceLevel">;

/**
 * Pools studies by the method and model of an analysis: `spec/evidence.md` section 2 names the formulas.
 *
 * @param studies at least one
 * @returns "out-of-range" where a number leaves double precision's range
 */
export function pool(studies: readonly PoolableStudy[], choice: PoolingChoice): Pool | "out-of-range" {
  // All is computed in a unit of the size of the smallest standard error: squares of it stay in range.
  let smallest = Infinity;
  for (const { standardError } of studies) smallest = Math.min(smallest, standardError);
  const unit = 2 ** Math.min(1000, Math.max(-1000, Math.floor(Math.log2(smallest))));
  const estimates: number[] = [];
  const variances: number[] = [];
  for (const { estimate, standardError } of studies) {
    estimates.push(estimate / unit);
    variances.push(Math.min((standardError / unit) ** 2, 1e280));
  }
  const inUnit = { estimates, variances };
  if (!estimates.every(Number.isFinite)) return "out-of-range";
  const computed = poolInUnit(studies, inUnit, choice, unit);
  if (computed === null) return "out-of-range";
  const { effect } = computed;
  const isInRange = [effect.estimate, effect.standardError, effect.low, effect.high].every(Number.isFinite);
  return isInRange ? computed : "out-of-range";
}

function poolInUnit(
  studies: readonly PoolableStudy[],
  inUnit: Estimates,
  { choice, model, confidenceLevel }: PoolingChoice,
  unit: number,
): Pool | null {
  const [only] = studies;
  if (only !== undefined && studies.length === 1)
    return {
      effect: waldEffect(only.estimate, only.standardError, confidenceLevel),
      heterogeneity: null,
      weights: [1],
      isNarrowerThanWald: false,
    };
  const fixed = inverseVariancePool(inUnit, 0);
  const mantelHaenszel = choice.method === "mantel-haenszel" ? poolCounts(studies, choice.measure) : null;
  const centre = mantelHaenszel === null ? fixed.estimate : mantelHaenszel.estimate / unit;
  const q = weightedSquares(inUnit.estimates, fixed.weights, centre);
  const degreesOfFreedom = studies.length - 1;
  const common = {
    q,
    degreesOfFreedom,
    p: chiSquaredUpperTail(q, degreesOfFreedom),
  };
  if (model.kind === "fixed-effect") {
    const { estimate, standardError, weights } = mantelHaenszel ?? {
      estimate: fixed.estimate * unit,
      standardError: unit / Math.sqrt(fixed.sumOfWeights),
      weights: fixed.weights,
    };
    return {
      effect: waldEffect(estimate, standardError, confidenceLevel),
      heterogeneity: {
        ...common,
        i2: inconsistency(q, degreesOfFreedom),
        tau2: null,
      },
      weights: shares(weights),
      isNarrowerThanWald: false,
    };
  }
  // Beyond this, the between-study variance has no number.
  if (!(q < 1e200)) return null;
  const tau2 =
    model.estimator === "reml" ? restrictedMaximumLikelihood(inUnit) : dersimonianLaird(q, fixed.weights);
  const random = inverseVariancePool(inUnit, tau2);
  const i2 =
    model.estimator === "reml"
      ? tau2 / (tau2 + degreesOfFreedom / spreadOfWeights(fixed.weights))
      : inconsistency(q, degreesOfFreedom);
  const squared = (value: number): number => value * unit * unit;
  const { effect, isNarrowerThanWald } = randomEffect(inUnit, random, { tau2, unit, model, confidenceLevel });
  return {
    effect,
    isNarrowerThanWald,
    heterogeneity: {
      ...common,
      i2,
      tau2: new BetweenStudyVariance(squared(tau2), () => {
        const { low, high } = qProfile(inUnit, confidenceLevel);
        return { low: squared(low), high: squared(high) };
      }),
    },
    weights: shares(random.weights),
  };
}

/** τ². Its interval takes longer than all else, and pools without one study each do not need it. */
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

/** Zero cells are corrected for ratios, raw counts pooled for differences (RevMan). */
function poolCounts(
  studies: readonly PoolableStudy[],
  measure: "odds-ratio" | "risk-ratio" | "risk-difference",
): MantelHaenszelPool {
  const counts: Cells[] = [];
  for (const { cells } of studies)
    if (cells !== null) counts.push(measure === "risk-difference" ? cells : corrected(cells));
  return mantelHaenszelPool(measure, counts);
}

interface RandomEffects {
  readonly tau2: number;
  readonly unit: number;
  readonly model: Extract<Model, { kind: "random-effects" }>;
  readonly confidenceLevel: number;
}

/** The effect with Wald's interval, or with that of Hartung, Knapp, Sidik and Jonkman (Handbook 10.10.4.4). */
function randomEffect(
  { estimates }: Estimates,
  random: InverseVariancePool,
  { tau2, unit, model, confidenceLevel }: RandomEffects,
): Pick<Pool, "effect" | "isNarrowerThanWald"> {
  const degreesOfFreedom = estimates.length - 1;
  const estimate = random.estimate * unit;
  const waldError = 1 / Math.sqrt(random.sumOfWeights);
  const wald = waldEffect(estimate, waldError * unit, confidenceLevel);
  const critical = criticalT((1 - confidenceLevel) / 2, degreesOfFreedom);
  const predictionFor = (standardError: number): Interval | null => {
    if (estimates.length < 3) return null;
    const reach = critical * Math.hypot(Math.sqrt(tau2), standardError) * unit;
    return { low: estimate - reach, high: estimate + reach };
  };
  if (model.interval === "wald") {
    wald.prediction = predictionFor(waldError);
    return { effect: wald, isNarrowerThanWald: false };
  }
  const spread = weightedSquares(estimates, random.weights, random.estimate);
  const standardError = Math.sqrt(spread / degreesOfFreedom / random.sumOfWeights);
  const value = ratio(estimate, standardError * unit);
  const reach = critical * standardError * unit;
  const effect: PooledEffect = {
    estimate,
    standardError: standardError * unit,
    low: estimate - reach,
    high: estimate + reach,
    statistic: { kind: "t", value, degreesOfFreedom },
    p: 2 * tUpperTail(Math.abs(value), degreesOfFreedom),
    prediction: predictionFor(standardError),
  };
  return {
    effect,
    isNarrowerThanWald: effect.high - effect.low < wald.high - wald.low,
  };
}

const criticalT = keptQuantiles(tQuantile);

type NewEffect = { -readonly [Name in keyof PooledEffect]: PooledEffect[Name] };

function waldEffect(estimate: number, standardError: number, confidenceLevel: number): NewEffect {
  const value = ratio(estimate, standardError);
  const { low, high } = waldInterval(estimate, standardError, confidenceLevel);
  return {
    estimate,
    standardError,
    low,
    high,
    statistic: { kind: "z", value },
    p: 2 * normalUpperTail(Math.abs(value)),
    prediction: null,
  };
}

/** estimate ± z · standard error. */
export function waldInterval(estimate: number, standardError: number, confidenceLevel: number): Interval {
  const reach = criticalZ(confidenceLevel) * standardError;
  return { low: estimate - reach, high: estimate + reach };
}

let lastZ = { confidenceLevel: 0.95, value: normalQuantile(0.025) };

/** All studies of an analysis have the same. */
function criticalZ(confidenceLevel: number): number {
  if (lastZ.confidenceLevel !== confidenceLevel)
    lastZ = {
      confidenceLevel,
      value: normalQuantile((1 - confidenceLevel) / 2),
    };
  return lastZ.value;
}

/** An estimate in units of its standard error, which is zero where all studies agree. */
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
