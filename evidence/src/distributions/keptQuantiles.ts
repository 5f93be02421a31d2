type Quantile = (tail: number, degreesOfFreedom: number) => number;

const mostKept = 500;

/** The same quantiles, computed once: analyses of as many studies ask for the same, and so do all pools of one. */
export function keptQuantiles(quantile: Quantile): Quantile {
  const kept = new Map<string, number>();
  return (tail, degreesOfFreedom) => {
    const key = `${tail} ${degreesOfFreedom}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= mostKept) kept.clear();
    const value = quantile(tail, degreesOfFreedom);
    kept.set(key, value);
    return value;
  };
}
