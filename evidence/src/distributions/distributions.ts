import { continuedFraction, devianceTerm, findRoot, halfLogTwoPi, stirlingError } from "./numerics";

/** The upper tail of the standard normal distribution, P(Z > z), whose square is χ² with one degree of freedom. */
export function normalUpperTail(z: number): number {
  const tail = chiSquaredUpperTail(z * z, 1) / 2;
  return z < 0 ? 1 - tail : tail;
}

/**
 * The z with P(Z > z) = `tail`, relative to 1e-14: by Newton's method, from a place on the side from which it never comes
 * too far.
 *
 * @param tail between 0 and 1, both excluded
 */
export function normalQuantile(tail: number): number {
  if (tail > 0.5) return -normalQuantile(1 - tail);
  // Near the middle it is the area from there that keeps its digits, else the logarithm of the tail.
  const middle = 0.5 - tail;
  const isNear = middle < 0.3;
  let z = isNear ? middle * Math.sqrt(2 * Math.PI) : Math.sqrt(-2 * Math.log(2 * tail));
  for (let round = 0; round < 30; round++) {
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const upper = normalUpperTail(z);
    const step = isNear
      ? (middle - lowerTail(0.5, (z * z) / 2) / 2) / density
      : Math.log(upper / tail) * (upper / density);
    z += step;
    if (Math.abs(step) <= 1e-9 * z) break;
  }
  return z;
}

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
      : Math.log(2) + (wanted - logFactor(half, 1) - 1) / half;
  let width = 0.05;
  while (distance(start - width) > 0) width *= 2;
  const low = start - width;
  width = 0.05;
  while (distance(start + width) < 0) width *= 2;
  return Math.exp(findRoot(distance, low, start + width));
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

/**
 * The upper tail P(T > t) of Student's t distribution, computed directly where it is small: relative to 1e-12 down to
 * 1e-300. By the incomplete beta function, I of n/(n + t²) with n/2 and ½ (DLMF 8.17), from its continued fraction 8.17.22.
 */
export function tUpperTail(t: number, degreesOfFreedom: number): number {
  const size = Math.abs(t);
  if (size === 0) return 0.5;
  if (size === Infinity) return t > 0 ? 0 : 1;
  const tail = tailIsDirect(size, degreesOfFreedom)
    ? Math.exp(logTail(size, degreesOfFreedom))
    : 0.5 - fromMiddle(size, degreesOfFreedom);
  return t > 0 ? tail : 1 - tail;
}

/**
 * The t with P(T > t) = `tail`, relative to 1e-12.
 *
 * @param tail between 0 and 1, both excluded
 */
export function tQuantile(tail: number, degreesOfFreedom: number): number {
  if (tail > 0.5) return -tQuantile(1 - tail, degreesOfFreedom);
  if (tail === 0.5) return 0;
  const wanted = Math.log(tail);
  const middle = 0.5 - tail;
  // Its sign is that of the place's distance from the quantile; logarithms keep the digits of small tails.
  const distance = (logarithm: number): number => {
    const size = Math.exp(logarithm);
    if (tail > 0.2 && !tailIsDirect(size, degreesOfFreedom))
      return fromMiddle(size, degreesOfFreedom) / middle - 1;
    return wanted - logUpperTail(size, degreesOfFreedom);
  };
  // The distribution has heavier tails than the normal.
  const low = Math.log(normalQuantile(tail)) - 1e-9;
  let width = 1e-3;
  while (logUpperTail(Math.exp(low + width), degreesOfFreedom) > wanted) width *= 2;
  // No further than numbers reach.
  return Math.exp(findRoot(distance, low, Math.min(low + width, 709)));
}

function logUpperTail(size: number, degreesOfFreedom: number): number {
  return tailIsDirect(size, degreesOfFreedom)
    ? logTail(size, degreesOfFreedom)
    : Math.log(0.5 - fromMiddle(size, degreesOfFreedom));
}

/** Whether the continued fraction of the tail converges faster than that of the area from the middle. */
function tailIsDirect(size: number, degreesOfFreedom: number): boolean {
  const ratio = size / Math.sqrt(degreesOfFreedom);
  const share = 1 / (1 + ratio * ratio);
  return share < (degreesOfFreedom / 2 + 1) / (degreesOfFreedom / 2 + 2.5);
}

function logTail(size: number, degreesOfFreedom: number): number {
  const ratio = size / Math.sqrt(degreesOfFreedom);
  const fraction = betaFraction(1 / (1 + ratio * ratio), degreesOfFreedom / 2, 0.5);
  return logDensity(size, degreesOfFreedom) + Math.log(size / degreesOfFreedom) - Math.log(fraction);
}

/** P(0 < T < t). */
function fromMiddle(size: number, degreesOfFreedom: number): number {
  const ratio = size / Math.sqrt(degreesOfFreedom);
  const square = ratio * ratio;
  const fraction = betaFraction(square / (1 + square), 0.5, degreesOfFreedom / 2);
  return (Math.exp(logDensity(size, degreesOfFreedom)) * size) / fraction;
}

/** ln of the density, by Loader's method, as R's `dt` has it. */
function logDensity(t: number, n: number): number {
  const factor = -devianceTerm(n / 2, (n + 1) / 2) + stirlingError((n + 1) / 2) - stirlingError(n / 2);
  const ratio = t / Math.sqrt(n);
  const logOfSum = ratio > 1e8 ? 2 * Math.log(ratio) : Math.log1p(ratio * ratio);
  const exponent = (n / 2) * logOfSum;
  return factor - exponent - 0.5 * logOfSum - halfLogTwoPi;
}

/** The denominator of DLMF 8.17.22. */
function betaFraction(x: number, a: number, b: number): number {
  return continuedFraction(
    (index) => {
      const m = Math.floor(index / 2);
      const shift = a + 2 * m;
      return index % 2 === 1
        ? (-(a + m) * (a + b + m) * x) / (shift * (shift + 1))
        : (m * (b - m) * x) / ((shift - 1) * shift);
    },
    () => 1,
  );
}
