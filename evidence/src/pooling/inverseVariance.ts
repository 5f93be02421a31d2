import { chiSquaredQuantile } from "../distributions/distributions";
import { findRoot, keptQuantiles } from "../distributions/numerics";

/** Studies' estimates and the variances of these, side by side, in whatever unit the pool is computed. */
export interface Estimates {
  readonly estimates: readonly number[];
  readonly variances: readonly number[];
}

export interface InverseVariancePool {
  readonly estimate: number;
  readonly weights: readonly number[];
  readonly sumOfWeights: number;
}

/**
 * The inverse-variance pool Σwy/Σw with w = 1/(v + τ²) (Handbook 10.3, 10.10.4).
 *
 * @param weights where to put them: some pools are made a hundred times
 */
export function inverseVariancePool(
  { estimates, variances }: Estimates,
  tau2: number,
  weights: number[] = [],
): InverseVariancePool {
  let sumOfWeights = 0;
  for (let index = 0; index < variances.length; index++) {
    const weight = 1 / ((variances[index] ?? 0) + tau2);
    weights[index] = weight;
    sumOfWeights += weight;
  }
  let estimate = 0;
  for (let index = 0; index < variances.length; index++)
    estimate += (estimates[index] ?? 0) * ((weights[index] ?? 0) / sumOfWeights);
  return { estimate, weights, sumOfWeights };
}

/** Q = Σw(y − centre)², so multiplied that a far estimate of little weight stays in range. */
export function weightedSquares(
  estimates: readonly number[],
  weights: readonly number[],
  centre: number,
): number {
  let squares = 0;
  for (let index = 0; index < weights.length; index++) {
    const distance = (estimates[index] ?? 0) - centre;
    squares += distance * (weights[index] ?? 0) * distance;
  }
  return squares;
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
 * no weight changes by more than a quarter between them and the likelihood has no shape of its own there; each change from
 * rising to falling is searched.
 */
export function restrictedMaximumLikelihood(studies: Estimates): number {
  const { estimates } = studies;
  const variances = studies.variances.map((variance) => Math.min(variance, 1e280));
  const bounded = { estimates, variances };
  const weights: number[] = [];
  const slopeAt = (tau2: number): number => slopeOfLikelihood(bounded, tau2, weights);
  const range = Math.max(...estimates) - Math.min(...estimates);
  const smallest = Math.min(...variances);
  // From here on Σw²(y − θ̂)² is less than Σw − Σw²/Σw, whatever the weights: none is more than twice another.
  const highest = Math.max(2 * range ** 2, ...variances);
  const maxima: number[] = [];
  let place = 0;
  let slope = slopeAt(0);
  if (slope <= 0) maxima.push(0);
  while (place < highest) {
    const next = 1.25 * place + smallest / 4;
    const slopeThere = slopeAt(next);
    if (slope > 0 && slopeThere <= 0) maxima.push(findRoot(slopeAt, place, next));
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

/**
 * Twice the derivative of the restricted log-likelihood. Plain loops: it is computed a hundred times for each pool.
 *
 * @param weights a place to put them
 */
function slopeOfLikelihood({ estimates, variances }: Estimates, tau2: number, weights: number[]): number {
  let sumOfWeights = 0;
  let weighted = 0;
  let pairs = 0;
  for (let index = 0; index < variances.length; index++) {
    const weight = 1 / ((variances[index] ?? 0) + tau2);
    weights[index] = weight;
    pairs += weight * sumOfWeights;
    sumOfWeights += weight;
    weighted += weight * (estimates[index] ?? 0);
  }
  const centre = weighted / sumOfWeights;
  let squares = 0;
  for (let index = 0; index < weights.length; index++)
    squares += (((estimates[index] ?? 0) - centre) * (weights[index] ?? 0)) ** 2;
  return squares - 2 * (pairs / sumOfWeights);
}

/** Twice the restricted log-likelihood but for a constant. */
function logLikelihood(studies: Estimates, tau2: number): number {
  const { estimate, weights, sumOfWeights } = inverseVariancePool(studies, tau2);
  const logarithms = sum(weights.map(Math.log));
  return logarithms - Math.log(sumOfWeights) - weightedSquares(studies.estimates, weights, estimate);
}

/**
 * The interval of τ² by the Q-profile method (Viechtbauer 2007): the τ² at which Σw(y − θ̂)², with w = 1/(v + τ²), is
 * the quantile of χ² at either end; 0 where it is smaller than that even at 0.
 */
export function qProfile(studies: Estimates, confidenceLevel: number): { low: number; high: number } {
  const { variances } = studies;
  const tail = (1 - confidenceLevel) / 2;
  const degreesOfFreedom = variances.length - 1;
  const weights: number[] = [];
  const at = (tau2: number): number => {
    const { estimate } = inverseVariancePool(studies, tau2, weights);
    return weightedSquares(studies.estimates, weights, estimate);
  };
  const start = Math.min(...variances);
  const atZero = at(0);
  const solve = (quantile: number): number => {
    if (atZero <= quantile) return 0;
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
