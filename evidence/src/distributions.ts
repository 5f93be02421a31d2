/** The upper tail of the standard normal distribution, P(Z > z), whose square is χ² with one degree of freedom. */
export function normalUpperTail(z: number): number {
  const tail = chiSquaredUpperTail(z * z, 1) / 2;
  return z < 0 ? 1 - tail : tail;
}

/**
 * The z with P(Z > z) = `tail`, to a relative error of 1e-14. Newton's method starts on the side from which it does not
 * overshoot.
 *
 * @param tail between 0 and 1, both excluded
 */
export function normalQuantile(tail: number): number {
  if (tail > 0.5) return -normalQuantile(1 - tail);
  // Near the middle, the area from the middle keeps its digits; elsewhere the logarithm of the tail does.
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
 * The upper tail P(X > x) of the χ² distribution, computed directly if small: to a relative error of 1e-12 down to
 * 1e-300. By the regularised incomplete gamma functions of DLMF 8.2: the series 8.7.1 below the middle, the continued
 * fraction 8.9.2 above it.
 */
export function chiSquaredUpperTail(x: number, degreesOfFreedom: number): number {
  if (x <= 0) return 1;
  if (x === Infinity) return 0;
  const [half, place] = [degreesOfFreedom / 2, x / 2];
  return place < half + 1 ? 1 - lowerTail(half, place) : upperTail(half, place);
}

/**
 * The x with P(X > x) = `tail`, to a relative error of 1e-12.
 *
 * @param tail between 0 and 1, both excluded
 */
export function chiSquaredQuantile(tail: number, degreesOfFreedom: number): number {
  const half = degreesOfFreedom / 2;
  const isUpper = tail < 0.5;
  const wanted = Math.log(isUpper ? tail : 1 - tail);
  // Has the sign of the distance from the quantile; logarithms keep the digits of small tails.
  const distance = (logarithm: number): number => {
    const place = Math.exp(logarithm) / 2;
    const upperIsDirect = place >= half + 1;
    if (isUpper)
      return (
        wanted - (upperIsDirect ? Math.log(upperTail(half, place)) : Math.log1p(-lowerTail(half, place)))
      );
    return (upperIsDirect ? Math.log1p(-upperTail(half, place)) : logLowerTail(half, place)) - wanted;
  };
  // Start: Wilson and Hilferty's approximation (1931), or in the far lower tail the first term of the series.
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

/** ln(y^a e^(−y) / Γ(a + 1)) with a = `half` and y = `place`. */
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
 * The upper tail P(T > t) of Student's t distribution, computed directly if small: to a relative error of 1e-12 down to
 * 1e-300. By the incomplete beta function, I of n/(n + t²) with n/2 and ½ (DLMF 8.17), from its continued fraction
 * 8.17.22.
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
 * The t with P(T > t) = `tail`, to a relative error of 1e-12.
 *
 * @param tail between 0 and 1, both excluded
 */
export function tQuantile(tail: number, degreesOfFreedom: number): number {
  if (tail > 0.5) return -tQuantile(1 - tail, degreesOfFreedom);
  if (tail === 0.5) return 0;
  const wanted = Math.log(tail);
  const middle = 0.5 - tail;
  // Has the sign of the distance from the quantile; logarithms keep the digits of small tails.
  const distance = (logarithm: number): number => {
    const size = Math.exp(logarithm);
    if (tail > 0.2 && !tailIsDirect(size, degreesOfFreedom))
      return fromMiddle(size, degreesOfFreedom) / middle - 1;
    return wanted - logUpperTail(size, degreesOfFreedom);
  };
  // Student's distribution has heavier tails than the normal: the normal quantile is a lower bound.
  const low = Math.log(normalQuantile(tail)) - 1e-9;
  let width = 1e-3;
  while (logUpperTail(Math.exp(low + width), degreesOfFreedom) > wanted) width *= 2;
  // Within the range of double precision: e^709.
  return Math.exp(findRoot(distance, low, Math.min(low + width, 709)));
}

function logUpperTail(size: number, degreesOfFreedom: number): number {
  return tailIsDirect(size, degreesOfFreedom)
    ? logTail(size, degreesOfFreedom)
    : Math.log(0.5 - fromMiddle(size, degreesOfFreedom));
}

/**
 * Whether the continued fraction of the tail, I_x(ν/2, 1/2), converges faster than that of its complement, which is the
 * case for x < (a + 1) / (a + b + 2) (Press et al., Numerical Recipes, 6.4).
 */
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

/** ln of the density, by Loader's method, as in R's `dt`. */
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

/**
 * The natural logarithm of Γ(x) for x > 0, with an error below 1e-14 of the larger of 1 and its size: Stirling's series
 * (DLMF 5.11.1) from 15 on; below it by the recurrence Γ(x + 1) = x Γ(x).
 */
function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  while (shifted < 15) product *= shifted++;
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + halfLogTwoPi + stirlingSeries(shifted) - Math.log(product)
  );
}

/**
 * The error of Stirling's formula for ln Γ(x + 1): ln Γ(x + 1) − (x + ½) ln x + x − ½ ln 2π. C. Loader, *Fast and
 * Accurate Computation of Binomial Probabilities* (2000): with it, densities keep their digits at any size.
 */
function stirlingError(x: number): number {
  if (x >= 15) return stirlingSeries(x);
  return logGamma(x + 1) - (x + 0.5) * Math.log(x) + x - halfLogTwoPi;
}

/** x ln(x/m) + m − x, which is small where x is near m (Loader's `bd0`). */
function devianceTerm(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) - difference;
  const ratio = difference / (x + m);
  const square = ratio * ratio;
  let sum = difference * ratio;
  let term = 2 * x * ratio;
  for (let power = 3; power < 1000; power += 2) {
    term *= square;
    const next = sum + term / power;
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

const halfLogTwoPi = 0.9189385332046727;

function stirlingSeries(x: number): number {
  const square = 1 / (x * x);
  let sum = 0;
  for (const coefficient of stirlingCoefficients) sum = sum * square + coefficient;
  return sum / x;
}

/** The coefficients of Stirling's series of ln Γ: B₂ₙ / (2n (2n − 1)), B the Bernoulli numbers, n from 8 to 1. */
const stirlingCoefficients = [
  -3617 / 122400,
  1 / 156,
  -691 / 360360,
  1 / 1188,
  -1 / 1680,
  1 / 1260,
  -1 / 360,
  1 / 12,
] as const;

/**
 * The value of first/(1 + second/(1 + third/(1 + …))), by the modified Lentz method (Numerical Recipes, section 5.2).
 *
 * @param numeratorAt the partial numerators, from 1 on
 * @param denominatorAt the partial denominators, from 0 on
 */
function continuedFraction(
  numeratorAt: (index: number) => number,
  denominatorAt: (index: number) => number,
): number {
  const away = (value: number): number => (value === 0 ? tiny : value);
  let value = away(denominatorAt(0));
  let above = value;
  let below = 0;
  for (let index = 1; index < 100_000; index++) {
    const [numerator, denominator] = [numeratorAt(index), denominatorAt(index)];
    below = 1 / away(denominator + numerator * below);
    above = away(denominator + numerator / above);
    const factor = above * below;
    value *= factor;
    if (Math.abs(factor - 1) < Number.EPSILON) break;
  }
  return value;
}

const tiny = 1e-300;

/**
 * Where a continuous function changes its sign, to double precision, by Chandrupatla's method (Advances in Engineering
 * Software 28, 1997): inverse quadratic interpolation if safe, else bisection.
 *
 * @param valueAt has opposite signs at `low` and `high`, or is zero at one of them
 */
export function findRoot(valueAt: (place: number) => number, low: number, high: number): number {
  let [a, b, c] = [high, low, high];
  let [atA, atB] = [valueAt(a), valueAt(b)];
  let atC = atA;
  let share = 0.5;
  for (let round = 0; ; round++) {
    const best = Math.abs(atA) < Math.abs(atB) ? a : b;
    const nearest = (2 * Number.EPSILON * Math.abs(best)) / Math.abs(b - a);
    if (!(nearest < 0.5) || atA === 0 || atB === 0 || round > 300) return best;
    const place = a + Math.min(1 - nearest, Math.max(nearest, share)) * (b - a);
    const value = valueAt(place);
    if (value > 0 === atA > 0) [c, atC] = [a, atA];
    else [c, b, atC, atB] = [b, a, atB, atA];
    [a, atA] = [place, value];
    const xi = (a - b) / (c - b);
    const phi = (atA - atB) / (atC - atB);
    const isSafe = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
    share = isSafe
      ? (atA / (atB - atA)) * (atC / (atB - atC)) +
        ((((c - a) / (b - a)) * atA) / (atC - atA)) * (atB / (atC - atB))
      : 0.5;
  }
}

type Quantile = (tail: number, degreesOfFreedom: number) => number;

const maxKept = 20;

/** Keeps the last quantiles: all pools of an analysis, and analyses of equally many studies, request the same ones. */
export function keptQuantiles(quantile: Quantile): Quantile {
  const kept: (readonly [...of: Parameters<Quantile>, value: number])[] = [];
  return (tail, degreesOfFreedom) => {
    const known = kept.find((one) => one[0] === tail && one[1] === degreesOfFreedom);
    if (known !== undefined) return known[2];
    const value = quantile(tail, degreesOfFreedom);
    kept.unshift([tail, degreesOfFreedom, value]);
    kept.length = Math.min(kept.length, maxKept);
    return value;
  };
}
