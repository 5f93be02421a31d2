import type { Cells } from "../effects";

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
  let [sumR, sumS, sumPR, mixed, sumQS] = [0, 0, 0, 0, 0];
  const weights: number[] = [];
  for (const { a, b, c, d } of studies) {
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

/** With the variance of Greenland and Robins (1985). */
function riskRatio(studies: readonly Cells[]): MantelHaenszelPool {
  let [sumR, sumS, sumP] = [0, 0, 0];
  const weights: number[] = [];
  for (const { a, b, c, d } of studies) {
    const n1 = a + b;
    const n2 = c + d;
    const all = n1 + n2;
    const s = c * (n1 / all);
    sumR += a * (n2 / all);
    sumS += s;
    // (n1 n2 (a + c) − a c N) / N², without the difference.
    sumP += (n1 / all) * (n2 / all) * (a + c) - (a / all) * c;
    weights.push(s);
  }
  return { estimate: Math.log(sumR / sumS), standardError: Math.sqrt(sumP / sumR / sumS), weights };
}

/** With the variance of Greenland and Robins (1985). */
function riskDifference(studies: readonly Cells[]): MantelHaenszelPool {
  let [total, differences, variances] = [0, 0, 0];
  const weights: number[] = [];
  for (const { a, b, c, d } of studies) {
    const n1 = a + b;
    const n2 = c + d;
    const [share1, share2] = [n1 / (n1 + n2), n2 / (n1 + n2)];
    const weight = n1 * share2;
    total += weight;
    differences += (a / n1 - c / n2) * weight;
    // The variance of the study's difference, times the square of its weight.
    variances += share2 * share2 * a * (b / n1) + share1 * share1 * c * (d / n2);
    weights.push(weight);
  }
  return { estimate: differences / total, standardError: Math.sqrt(variances / total / total), weights };
}
