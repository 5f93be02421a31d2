/**
 * The place where a continuous function changes its sign, by Brent's method (R. P. Brent, *Algorithms for Minimization
 * without Derivatives*, 1973, chapter 4), as exactly as double precision has it.
 *
 * @param valueAt has opposite signs at `low` and `high`, or is zero at one of them
 */
export function findRoot(valueAt: (place: number) => number, low: number, high: number): number {
  let previous = low;
  let best = high;
  let valueOfPrevious = valueAt(previous);
  let valueOfBest = valueAt(best);
  let other = previous;
  let valueOfOther = valueOfPrevious;
  let step = best - previous;
  let stepBefore = step;
  for (let round = 0; round < 300; round++) {
    if (Math.abs(valueOfOther) < Math.abs(valueOfBest)) {
      [previous, best, other] = [best, other, best];
      [valueOfPrevious, valueOfBest, valueOfOther] = [valueOfBest, valueOfOther, valueOfBest];
    }
    const tolerance = 2 * Number.EPSILON * Math.abs(best);
    const half = (other - best) / 2;
    if (Math.abs(half) <= tolerance || valueOfBest === 0) return best;
    if (Math.abs(stepBefore) >= tolerance && Math.abs(valueOfPrevious) > Math.abs(valueOfBest)) {
      const ratio = valueOfBest / valueOfPrevious;
      let numerator = 2 * half * ratio;
      let denominator = 1 - ratio;
      if (previous !== other) {
        const first = valueOfPrevious / valueOfOther;
        const second = valueOfBest / valueOfOther;
        numerator = ratio * (2 * half * first * (first - second) - (best - previous) * (second - 1));
        denominator = (first - 1) * (second - 1) * (ratio - 1);
      }
      if (numerator > 0) denominator = -denominator;
      numerator = Math.abs(numerator);
      const interpolates =
        2 * numerator <
        Math.min(
          3 * half * denominator - Math.abs(tolerance * denominator),
          Math.abs(stepBefore * denominator),
        );
      stepBefore = interpolates ? step : half;
      step = interpolates ? numerator / denominator : half;
    } else {
      step = half;
      stepBefore = half;
    }
    previous = best;
    valueOfPrevious = valueOfBest;
    best += Math.abs(step) > tolerance ? step : Math.sign(half) * tolerance;
    valueOfBest = valueAt(best);
    if (valueOfBest > 0 === valueOfOther > 0) {
      other = previous;
      valueOfOther = valueOfPrevious;
      step = best - previous;
      stepBefore = step;
    }
  }
  return best;
}
