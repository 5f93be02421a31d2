import { continuedFraction, devianceTerm, stirlingError } from "./specialFunctions";
import { findRoot } from "./findRoot";
import { normalQuantile } from "./normal";

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
  return Math.exp(findRoot(distance, low, low + width));
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
  return factor - exponent - 0.5 * logOfSum - 0.9189385332046727;
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
