import { continuedFraction, devianceTerm, stirlingError } from "./specialFunctions";
import { findRoot } from "./findRoot";
import { normalQuantile } from "./normal";

/**
 * The upper tail P(X > x) of the χ² distribution, computed directly where it is small: relative to 1e-12 down to 1e-300.
 * The regularised incomplete gamma functions of DLMF 8.2: the series 8.7.1 below the middle, the continued fraction
 * 8.9.2 above it.
 */
export function chiSquaredUpperTail(x: number, degreesOfFreedom: number): number {
  if (x <= 0) return 1;
  if (x === Infinity) return 0;
  const [half, place] = [degreesOfFreedom / 2, x / 2];
  return place < half + 1 ? 1 - lowerTail(half, place) : upperTail(half, place);
}

/**
 * The x with P(X > x) = `tail`, relative to 1e-12.
 *
 * @param tail between 0 and 1, both excluded
 */
export function chiSquaredQuantile(tail: number, degreesOfFreedom: number): number {
  const half = degreesOfFreedom / 2;
  const isUpper = tail < 0.5;
  const wanted = Math.log(isUpper ? tail : 1 - tail);
  // Its sign is that of the place's distance from the quantile; logarithms keep the digits of small tails.
  const distance = (logarithm: number): number => {
    const place = Math.exp(logarithm) / 2;
    const upperIsDirect = place >= half + 1;
    if (isUpper)
      return (
        wanted - (upperIsDirect ? Math.log(upperTail(half, place)) : Math.log1p(-lowerTail(half, place)))
      );
    return (upperIsDirect ? Math.log1p(-upperTail(half, place)) : logLowerTail(half, place)) - wanted;
  };
  // Wilson and Hilferty's approximation (1931) is the start, or the first term of the series in the far lower tail.
  const third = 2 / (9 * degreesOfFreedom);
  const guess = degreesOfFreedom * (1 - third + normalQuantile(tail) * Math.sqrt(third)) ** 3;
  const start =
    guess > 0.01 * degreesOfFreedom
      ? Math.log(guess)
      : Math.log(2) + (wanted + Math.log(half) + logFactorAtOne(half)) / half;
  let width = 0.05;
  while (distance(start - width) > 0) width *= 2;
  const low = start - width;
  width = 0.05;
  while (distance(start + width) < 0) width *= 2;
  return Math.exp(findRoot(distance, low, start + width));
}

/** ln Γ(a), by what is computed without loss. */
function logFactorAtOne(half: number): number {
  return -Math.log(half) - logFactor(half, 1) - 1;
}

/** ln(y^a e^(−y) / Γ(a + 1)). */
function logFactor(half: number, place: number): number {
  return -stirlingError(half) - devianceTerm(half, place) - 0.5 * Math.log(2 * Math.PI * half);
}

function logLowerTail(half: number, place: number): number {
  let term = 1;
  let sum = 1;
  for (let divisor = half + 1; term > sum * Number.EPSILON; divisor++) {
    term *= place / divisor;
    sum += term;
  }
  return logFactor(half, place) + Math.log(sum);
}

function lowerTail(half: number, place: number): number {
  return Math.exp(logLowerTail(half, place));
}

function upperTail(half: number, place: number): number {
  const fraction = continuedFraction(
    (index) => index * (half - index),
    (index) => place + 2 * index + 1 - half,
  );
  return (half * Math.exp(logFactor(half, place))) / fraction;
}
