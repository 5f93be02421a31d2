/** The median, or the mean of the two middle values; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  const above = sorted[Math.floor(middle)] ?? NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? NaN) + above) / 2 : above;
}

/**
 * The spread of values: half the interquartile range (nearest rank), as a fraction of the median. Undefined for fewer
 * than four values.
 */
export function spreadOf(values: readonly number[]): number | undefined {
  if (values.length < 4) return undefined;
  const sorted = ascending(values);
  const quartile = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? NaN;
  return (quartile(0.75) - quartile(0.25)) / 2 / median(sorted);
}

/** The 95th percentile (nearest rank); NaN for an empty list. */
export function percentile95(values: readonly number[]): number {
  return ascending(values)[Math.ceil(values.length * 0.95) - 1] ?? NaN;
}

function ascending(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}
