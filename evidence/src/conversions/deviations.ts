// Standard deviations and errors from other reported numbers (Handbook 6.3 and 6.5.2; Wan 2014; Luo 2018).
// Arguments are finite; the result is null if no report could contain them.

import { normalQuantile, tQuantile } from "../distributions";

/** An interval with its confidence level, 0.95 for 95 %. */
export interface ReportedInterval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

/** The participants of both arms. */
export type BothTotals = readonly [number, number];

/** SD = SE·√n (Handbook 6.5.2.2). */
export function deviationFromError(standardError: number, total: number): number | null {
  return positive(standardError * Math.sqrt(total));
}

/** From this many participants on, intervals of means use the normal distribution (Handbook 6.5.2.2). */
const largeGroup = 60;

/** The SD from the confidence interval of one group's mean: by t for groups of fewer than 60, as in the Handbook. */
export function deviationFromInterval({ low, high, level }: ReportedInterval, total: number): number | null {
  if (total < 2) return null;
  const quantile =
    total < largeGroup ? tQuantile((1 - level) / 2, total - 1) : normalQuantile((1 - level) / 2);
  return positive((Math.sqrt(total) * (high - low)) / (2 * quantile));
}

/** The common SD of both groups, from the standard error of the difference of their means (Handbook 6.5.2.3). */
export function deviationFromDifferenceError(standardError: number, totals: BothTotals): number | null {
  return positive(standardError / Math.sqrt(1 / totals[0] + 1 / totals[1]));
}

/** The common SD from a difference of means and its t value. */
export function deviationFromT(difference: number, t: number, totals: BothTotals): number | null {
  return deviationFromDifferenceError(Math.abs(difference / t), totals);
}

/** The common SD from a difference of means and the two-sided P value of its t test. */
export function deviationFromP(difference: number, p: number, totals: BothTotals): number | null {
  return deviationFromT(difference, tQuantile(p / 2, totals[0] + totals[1] - 2), totals);
}

/** The common SD from the confidence interval of a difference of means: by t. */
export function deviationFromDifferenceInterval(
  { low, high, level }: ReportedInterval,
  totals: BothTotals,
): number | null {
  const t = tQuantile((1 - level) / 2, totals[0] + totals[1] - 2);
  return deviationFromDifferenceError((high - low) / (2 * t), totals);
}

/** The reported numbers of a group: smallest and largest value, quartiles, median; absent if not reported. */
export interface Summary {
  readonly range?: readonly [number, number];
  readonly quartiles?: readonly [number, number];
  readonly median?: number;
  readonly total: number;
}

/** The SD by Wan 2014: from quartiles (its scenario C3), the range (C1), or both (C2). Null with neither. */
export function deviationFromSummary({ range, quartiles, total }: Summary): number | null {
  const upper = (share: number): number => normalQuantile(1 - share);
  const ofRange = range && (range[1] - range[0]) / (2 * upper((total - 0.375) / (total + 0.25)));
  const ofQuartiles =
    quartiles && (quartiles[1] - quartiles[0]) / (2 * upper((0.75 * total - 0.125) / (total + 0.25)));
  if (ofRange !== undefined && ofQuartiles !== undefined) return positive((ofRange + ofQuartiles) / 2);
  return positive(ofRange ?? ofQuartiles ?? NaN);
}

/**
 * The mean by Luo 2018: from the median with quartiles, the range, or both. Null without the median, or with it alone.
 */
export function meanFromSummary({ range, quartiles, median, total }: Summary): number | null {
  if (median === undefined) return null;
  const middle = ([low, high]: readonly [number, number]): number => (low + high) / 2;
  if (range !== undefined && quartiles !== undefined) {
    const ofRange = 2.2 / (2.2 + total ** 0.75);
    const ofQuartiles = 0.7 - 0.72 / total ** 0.55;
    const rest = 1 - ofRange - ofQuartiles;
    return finite(ofRange * middle(range) + ofQuartiles * middle(quartiles) + rest * median);
  }
  if (quartiles !== undefined)
    return finite((0.7 + 0.39 / total) * middle(quartiles) + (0.3 - 0.39 / total) * median);
  if (range === undefined) return null;
  const weight = 4 / (4 + total ** 0.75);
  return finite(weight * middle(range) + (1 - weight) * median);
}

/** The standard error of an estimate from its interval (Handbook 6.3.1); for ratios both are logarithms. */
export function errorFromInterval({ low, high, level }: ReportedInterval): number | null {
  return positive((high - low) / (2 * normalQuantile((1 - level) / 2)));
}

/** The standard error of an estimate from its two-sided P value (Handbook 6.3.2). */
export function errorFromP(estimate: number, p: number): number | null {
  return positive(Math.abs(estimate) / normalQuantile(p / 2));
}

function positive(value: number): number | null {
  return value > 0 ? finite(value) : null;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
