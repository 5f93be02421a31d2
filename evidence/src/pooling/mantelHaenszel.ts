import type { Cells } from "../effects";
import { sum } from "./inverseVariance";

/** A pool of counts; of ratios the logarithm. */
export interface MantelHaenszelPool {
  readonly estimate: number;
  readonly standardError: number;
  readonly weights: readonly number[];
}

/**
 * The Mantel-Haenszel pool. Deeks and Higgins, *Statistical algorithms in Review Manager*, "Mantel-Haenszel methods".
 * Products are taken apart so that no size of study leaves double precision's range.
 */
export function mantelHaenszelPool(
  measure: "odds-ratio" | "risk-ratio" | "risk-difference",
  studies: readonly Cells[],
): MantelHaenszelPool {
  switch (measure) {
    case "odds-ratio":
      return oddsRatio(studies);
    case "risk-ratio":
      return riskRatio(studies);
    case "risk-difference":
      return riskDifference(studies);
  }
}

/** With the variance of Robins, Breslow and Greenland (1986). */
function oddsRatio(studies: readonly Cells[]): MantelHaenszelPool {
  const terms = studies.map(({ a, b, c, d }) => {
    const all = a + b + c + d;
    return { r: a * (d / all), s: b * (c / all), p: (a + d) / all, q: (b + c) / all };
  });
  const r = sum(terms.map((term) => term.r));
  const s = sum(terms.map((term) => term.s));
  const variance =
    sum(terms.map((term) => term.p * (term.r / r))) / r +
    sum(terms.map((term) => term.p * (term.s / s) + term.q * (term.r / r) * (r / s))) / r +
    sum(terms.map((term) => term.q * (term.s / s))) / s;
  return {
    estimate: Math.log(r / s),
    standardError: Math.sqrt(variance / 2),
    weights: terms.map((term) => term.s),
  };
}

/** With the variance of Greenland and Robins (1985). */
function riskRatio(studies: readonly Cells[]): MantelHaenszelPool {
  const terms = studies.map(({ a, b, c, d }) => {
    const [n1, n2] = [a + b, c + d];
    const all = n1 + n2;
    // (n1 n2 (a + c) − a c N) / N², without the difference.
    return {
      r: a * (n2 / all),
      s: c * (n1 / all),
      p: (n1 / all) * (n2 / all) * (a + c) - (a / all) * c,
    };
  });
  const r = sum(terms.map((term) => term.r));
  const s = sum(terms.map((term) => term.s));
  return {
    estimate: Math.log(r / s),
    standardError: Math.sqrt(sum(terms.map((term) => term.p / r)) / s),
    weights: terms.map((term) => term.s),
  };
}

/** With the variance of Greenland and Robins (1985). */
function riskDifference(studies: readonly Cells[]): MantelHaenszelPool {
  const terms = studies.map(({ a, b, c, d }) => {
    const [n1, n2] = [a + b, c + d];
    const all = n1 + n2;
    const weight = n1 * (n2 / all);
    const [share1, share2] = [n1 / all, n2 / all];
    return {
      weight,
      difference: a / n1 - c / n2,
      // The variance of the study's difference, times the square of its weight.
      variance: share2 * share2 * a * (b / n1) + share1 * share1 * c * (d / n2),
    };
  });
  const weights = terms.map(({ weight }) => weight);
  const total = sum(weights);
  return {
    estimate: sum(terms.map(({ weight, difference }) => difference * (weight / total))),
    standardError: Math.sqrt(sum(terms.map(({ variance }) => variance / total)) / total),
    weights,
  };
}
