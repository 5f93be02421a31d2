// The methods that pool effects: inverse variance, with the estimators of τ² based on it, and
// Mantel-Haenszel.

import { chiSquaredQuantile, findRoot, keptQuantiles } from "../distributions";
import { type Cells, hasOnlyEvents } from "../effects";
import { smallestOf } from "../lists";

/** Studies' estimates and their variances, by the same indexes, in any unit. */
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
 * @param weights receives the weights, to reuse an array: some pools are computed a hundred times
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

/** Q = Σw(y − centre)², multiplied in an order that keeps a far estimate of little weight in range. */
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

/** Σw − Σw²/Σw, as twice the sum over pairs of wᵢwⱼ/Σw: no cancellation if one study outweighs all others. */
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

/** The statistics of studies at a trial τ², with w = 1/(v + τ²). */
interface Trial {
  /** Q = Σw(y − θ̂)². */
  readonly q: number;
  /** Σw²(y − θ̂)²: the rate at which Q falls with τ². */
  readonly fall: number;
  /** Σw − Σw²/Σw. */
  readonly spread: number;
}

/** Plain loops: each pool calls it about thirty times. */
function tryTau2({ estimates, variances }: Estimates, tau2: number): Trial {
  let sumOfWeights = 0;
  let weighted = 0;
  let pairs = 0;
  for (let index = 0; index < variances.length; index++) {
    const weight = 1 / ((variances[index] ?? 0) + tau2);
    pairs += weight * sumOfWeights;
    sumOfWeights += weight;
    weighted += weight * (estimates[index] ?? 0);
  }
  const centre = weighted / sumOfWeights;
  let q = 0;
  let fall = 0;
  for (let index = 0; index < variances.length; index++) {
    const distance = (estimates[index] ?? 0) - centre;
    const part = distance / ((variances[index] ?? 0) + tau2);
    q += part * distance;
    fall += part * part;
  }
  return { q, fall, spread: 2 * (pairs / sumOfWeights) };
}

/**
 * τ² by restricted maximum likelihood (Viechtbauer 2005): the global maximum of the restricted likelihood, to 1e-10
 * relative. Evaluates its slope, Σw²(y − θ̂)² less Σw − Σw²/Σw, from 0 on, at steps so small that no weight changes by
 * more than a quarter and the likelihood has no shape of its own between them, and searches each change from rising to
 * falling. The likelihood only falls once Q is at most the spread of weights relative to the largest: with τ², Q only
 * falls and that spread only rises.
 */
export function restrictedMaximumLikelihood(studies: Estimates): number {
  const slopeAt = (tau2: number): number => {
    const { fall, spread } = tryTau2(studies, tau2);
    return fall - spread;
  };
  const smallest = smallestOf(studies.variances);
  const maxima: number[] = [];
  let [before, place, rises] = [0, 0, true];
  for (;;) {
    const { q, fall, spread } = tryTau2(studies, place);
    const risesHere = fall > spread;
    if (rises && !risesHere) maxima.push(place === 0 ? 0 : findRoot(slopeAt, before, place));
    if (!(q > spread * (smallest + place))) break;
    rises = risesHere;
    before = place;
    place = 1.25 * place + smallest / 4;
  }
  let best = { tau2: 0, likelihood: -Infinity };
  for (const tau2 of maxima) {
    const likelihood = maxima.length === 1 ? 0 : logLikelihood(studies, tau2);
    if (likelihood > best.likelihood) best = { tau2, likelihood };
  }
  return best.tau2;
}

/** Twice the restricted log-likelihood, up to a constant. */
function logLikelihood(studies: Estimates, tau2: number): number {
  const { estimate, weights, sumOfWeights } = inverseVariancePool(studies, tau2);
  const logarithms = sum(weights.map(Math.log));
  return logarithms - Math.log(sumOfWeights) - weightedSquares(studies.estimates, weights, estimate);
}

/**
 * The interval of τ² by the Q-profile method (Viechtbauer 2007): the τ² at which Q, with w = 1/(v + τ²), equals the
 * quantile of χ² at either end; 0 if Q is below the quantile even at 0.
 */
export function qProfile(studies: Estimates, confidenceLevel: number): { low: number; high: number } {
  const tail = (1 - confidenceLevel) / 2;
  const degreesOfFreedom = studies.variances.length - 1;
  const low = whereQIs(criticalChiSquared(tail, degreesOfFreedom), studies, 0);
  return { low, high: whereQIs(criticalChiSquared(1 - tail, degreesOfFreedom), studies, low) };
}

/** By Newton's method on 1/Q, which rises with τ² ever more slowly: from below it does not overshoot. */
function whereQIs(quantile: number, studies: Estimates, from: number): number {
  let tau2 = from;
  for (;;) {
    const { q, fall } = tryTau2(studies, tau2);
    const next = tau2 + (q / fall) * (q / quantile - 1);
    if (!(next > tau2)) return tau2;
    tau2 = next;
  }
}

const criticalChiSquared = keptQuantiles(chiSquaredQuantile);

/** A pool of counts; logarithms for ratios. */
export interface MantelHaenszelPool {
  readonly estimate: number;
  readonly standardError: number;
  readonly weights: readonly number[];
}

/**
 * The Mantel-Haenszel pool. Deeks and Higgins, *Statistical algorithms in Review Manager*, "Mantel-Haenszel methods".
 * Products are factored so that no size of study leaves double precision's range.
 *
 * @param correct corrects the cells of a study with a zero cell: for ratios in all sums, for risk differences only in
 *   the variance, as RevMan does
 */
export function mantelHaenszelPool(
  measure: "odds-ratio" | "risk-ratio" | "risk-difference",
  studies: readonly Cells[],
  correct: (cells: Cells) => Cells = (cells) => cells,
): MantelHaenszelPool {
  const pools = {
    "odds-ratio": oddsRatio,
    "risk-ratio": riskRatio,
    "risk-difference": riskDifference,
  };
  return pools[measure](studies, correct);
}

/** With the variance of Robins, Breslow and Greenland (1986). */
function oddsRatio(studies: readonly Cells[], correct: (cells: Cells) => Cells): MantelHaenszelPool {
  let [sumR, sumS, sumPR, mixed, sumQS] = [0, 0, 0, 0, 0];
  const weights: number[] = [];
  for (const cells of studies) {
    const { a, b, c, d } = correct(cells);
    const all = a + b + c + d;
    const r = a * (d / all);
    const s = b * (c / all);
    const p = (a + d) / all;
    const q = (b + c) / all;
    sumR += r;
    sumS += s;
    sumPR += p * r;
    mixed += p * s + q * r;
    sumQS += q * s;
    weights.push(s);
  }
  const variance = sumPR / sumR / sumR + mixed / sumS / sumR + sumQS / sumS / sumS;
  return { estimate: Math.log(sumR / sumS), standardError: Math.sqrt(variance / 2), weights };
}

/**
 * Σw·RR/Σw with the studies' displayed ratios, which are 1 if all participants had the event. With the variance of
 * Greenland and Robins (1985).
 */
function riskRatio(studies: readonly Cells[], correct: (cells: Cells) => Cells): MantelHaenszelPool {
  let [weighted, sumR, sumS, sumP] = [0, 0, 0, 0];
  const weights: number[] = [];
  for (const cells of studies) {
    const { a, b, c, d } = correct(cells);
    const n1 = a + b;
    const n2 = c + d;
    const all = n1 + n2;
    const s = c * (n1 / all);
    const r = a * (n2 / all);
    weighted += hasOnlyEvents(cells) ? s : r;
    sumR += r;
    sumS += s;
    // (n1 n2 (a + c) − a c N) / N², without cancellation.
    sumP += (n1 / all) * (n2 / all) * (a + c) - (a / all) * c;
    weights.push(s);
  }
  return { estimate: Math.log(weighted / sumS), standardError: Math.sqrt(sumP / sumR / sumS), weights };
}

/** With the variance of Greenland and Robins (1985). */
function riskDifference(studies: readonly Cells[], correct: (cells: Cells) => Cells): MantelHaenszelPool {
  let [total, differences, variances] = [0, 0, 0];
  const weights: number[] = [];
  for (const cells of studies) {
    const [n1, n2] = [cells.a + cells.b, cells.c + cells.d];
    const weight = n1 * (n2 / (n1 + n2));
    total += weight;
    differences += (cells.a / n1 - cells.c / n2) * weight;
    variances += weightedVariance(correct(cells));
    weights.push(weight);
  }
  return { estimate: differences / total, standardError: Math.sqrt(variances / total / total), weights };
}

/** The variance of a study's difference, times the square of its weight. */
function weightedVariance({ a, b, c, d }: Cells): number {
  const [n1, n2] = [a + b, c + d];
  const [share1, share2] = [n1 / (n1 + n2), n2 / (n1 + n2)];
  return share2 * share2 * a * (b / n1) + share1 * share1 * c * (d / n2);
}
