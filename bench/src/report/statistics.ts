/** The middle one, or the mean of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  const above = sorted[Math.floor(middle)] ?? NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? NaN) + above) / 2 : above;
}

/**
 * How far apart the values are: half the distance between their quartiles (nearest rank), as a part of their median.
 * Undefined of fewer than four.
 */
export function spreadOf(values: readonly number[]): number | undefined {
  if (values.length < 4) return undefined;
  const sorted = ascending(values);
  const quartile = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? NaN;
  return (quartile(0.75) - quartile(0.25)) / 2 / median(sorted);
}

/** The smallest value that 95 of a hundred do not exceed (nearest rank); NaN of none. */
export function percentile95(values: readonly number[]): number {
  return ascending(values)[Math.ceil(values.length * 0.95) - 1] ?? NaN;
}

function ascending(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}
