import { chiSquaredQuantile } from "../distributions/distributions";
import { findRoot, keptQuantiles } from "../distributions/numerics";

/** A study's estimate and the variance of it, in whatever unit the pool is computed. */
export interface Estimate {
  readonly estimate: number;
  readonly variance: number;
}

/** The inverse-variance pool Σwy/Σw with w = 1/(v + τ²) (Handbook 10.3, 10.10.4). */
interface InverseVariancePool {
  readonly estimate: number;
  readonly weights: readonly number[];
  readonly sumOfWeights: number;
}

export function inverseVariancePool(studies: readonly Estimate[], tau2: number): InverseVariancePool {
  const weights: number[] = [];
  let sumOfWeights = 0;
  for (const { variance } of studies) {
    const weight = 1 / (variance + tau2);
    weights.push(weight);
    sumOfWeights += weight;
  }
  let pooled = 0;
  for (const { estimate, variance } of studies) pooled += estimate * (1 / (variance + tau2) / sumOfWeights);
  return { estimate: pooled, weights, sumOfWeights };
}

/** Q = Σw(y − centre)², with the root of w in the square: a far estimate of little weight stays in range. */
export function weightedSquares(
  studies: readonly Estimate[],
  weights: readonly number[],
  centre: number,
): number {
  return sum(
    studies.map(({ estimate }, index) => (Math.sqrt(weights[index] ?? 0) * (estimate - centre)) ** 2),
  );
}

/** Σw − Σw²/Σw, as twice the sum over pairs of wᵢwⱼ/Σw: nothing is lost where one study outweighs all others. */
export function spreadOfWeights(weights: readonly number[]): number {
  let before = 0;
  let pairs = 0;
  for (const weight of weights) {
    pairs += weight * before;
    before += weight;
  }
  return 2 * (pairs / before);
}

export function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/**
 * The between-study variance τ² by DerSimonian and Laird (1986): max(0, (Q − df)/(Σw − Σw²/Σw)).
 *
 * @param q may be centred on another estimate than the inverse-variance one (Mantel-Haenszel)
 */
export function dersimonianLaird(q: number, weights: readonly number[]): number {
  const spread = spreadOfWeights(weights);
  return spread > 0 ? Math.max(0, (q - (weights.length - 1)) / spread) : 0;
}

/**
 * τ² by restricted maximum likelihood (Viechtbauer 2005): where the restricted likelihood is greatest of all its maxima,
 * to 1e-10 relative. Its slope is looked at from 0 on to where all further slopes fall, at places so near each other that
 * the likelihood between them has no shape of its own, and each change from rising to falling is searched.
 */
export function restrictedMaximumLikelihood(studies: readonly Estimate[]): number {
  const bounded = studies.map(({ estimate, variance }) => ({
    estimate,
    variance: Math.min(variance, 1e280),
  }));
  const variances = bounded.map(({ variance }) => variance);
  const highest = 10 * (squaredRange(bounded) + Math.max(...variances));
  const maxima: number[] = [];
  let place = 0;
  let slope = slopeOfLikelihood(bounded, 0);
  if (slope <= 0) maxima.push(0);
  for (let next = Math.min(...variances) / 1000; place < highest; next *= 1.25) {
    const slopeThere = slopeOfLikelihood(bounded, next);
    if (slope > 0 && slopeThere <= 0)
      maxima.push(findRoot((tau2) => slopeOfLikelihood(bounded, tau2), place, next));
    place = next;
    slope = slopeThere;
  }
  let best = { tau2: 0, likelihood: -Infinity };
  for (const tau2 of maxima) {
    const likelihood = maxima.length === 1 ? 0 : logLikelihood(bounded, tau2);
    if (likelihood > best.likelihood) best = { tau2, likelihood };
  }
  return best.tau2;
}

function squaredRange(studies: readonly Estimate[]): number {
  const estimates = studies.map(({ estimate }) => estimate);
  return (Math.max(...estimates) - Math.min(...estimates)) ** 2;
}

/** Twice the derivative of the restricted log-likelihood. Plain loops: it is computed a hundred times for each pool. */
function slopeOfLikelihood(studies: readonly Estimate[], tau2: number): number {
  let sumOfWeights = 0;
  let weighted = 0;
  let pairs = 0;
  for (const { estimate, variance } of studies) {
    const weight = 1 / (variance + tau2);
    pairs += weight * sumOfWeights;
    sumOfWeights += weight;
    weighted += weight * estimate;
  }
  const centre = weighted / sumOfWeights;
  let squares = 0;
  for (const { estimate, variance } of studies) squares += ((estimate - centre) / (variance + tau2)) ** 2;
  return squares - 2 * (pairs / sumOfWeights);
}

/** Twice the restricted log-likelihood, but for a constant. */
function logLikelihood(studies: readonly Estimate[], tau2: number): number {
  const { estimate, weights, sumOfWeights } = inverseVariancePool(studies, tau2);
  const logarithms = sum(weights.map(Math.log));
  return logarithms - Math.log(sumOfWeights) - weightedSquares(studies, weights, estimate);
}

/**
 * The interval of τ² by the Q-profile method (Viechtbauer 2007): the τ² at which Σw(y − θ̂)², with w = 1/(v + τ²), is
 * the quantile of χ² at either end; 0 where it is smaller than that even at 0.
 */
export function qProfile(
  studies: readonly Estimate[],
  confidenceLevel: number,
): { low: number; high: number } {
  const tail = (1 - confidenceLevel) / 2;
  const degreesOfFreedom = studies.length - 1;
  // Plain loops: it is computed some twenty times for each pool.
  const at = (tau2: number): number => {
    let sumOfWeights = 0;
    for (const { variance } of studies) sumOfWeights += 1 / (variance + tau2);
    let centre = 0;
    for (const { estimate, variance } of studies) centre += estimate * (1 / (variance + tau2) / sumOfWeights);
    let squares = 0;
    for (const { estimate, variance } of studies)
      squares += (Math.sqrt(1 / (variance + tau2)) * (estimate - centre)) ** 2;
    return squares;
  };
  const start = Math.min(...studies.map(({ variance }) => variance));
  const solve = (quantile: number): number => {
    if (at(0) <= quantile) return 0;
    let high = start;
    while (at(high) > quantile) high *= 4;
    return findRoot((tau2) => at(tau2) - quantile, 0, high);
  };
  return {
    low: solve(criticalChiSquared(tail, degreesOfFreedom)),
    high: solve(criticalChiSquared(1 - tail, degreesOfFreedom)),
  };
}

const criticalChiSquared = keptQuantiles(chiSquaredQuantile);
