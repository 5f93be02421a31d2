import { continuedFraction, devianceTerm, stirlingError, findRoot } from "./numerics";

/**
 * The upper tail of the standard normal distribution, P(Z > z), relative to 1e-15 down to 1e-307. W. J. Cody, "Rational
 * Chebyshev approximations for the error function", Mathematics of Computation 23 (1969), as R's `pnorm` has it.
 */
export function normalUpperTail(z: number): number {
  const size = Math.abs(z);
  if (size <= 0.67448975) return 0.5 - z * quotient(central, z * z);
  // Past here the tail is smaller than any number in double precision.
  if (size > 40) return z > 0 ? 0 : 1;
  const tail = densityFactor(size) * (size <= 5.656854249492381 ? quotient(middleTerms, size) : outer(size));
  return z > 0 ? tail : 1 - tail;
}

/** exp(−z²/2), with the square in two parts so that no digit is lost. */
function densityFactor(size: number): number {
  const near = Math.trunc(size * 16) / 16;
  return Math.exp((-near * near) / 2) * Math.exp((-(size - near) * (size + near)) / 2);
}

function outer(size: number): number {
  const square = 1 / (size * size);
  return (0.3989422804014327 - square * quotient(outerTerms, square)) / size;
}

const central: Quotient = [
  [0.06568233791820745, 2.2352520354606837, 161.02823106855587, 1067.6894854603709, 18154.98125334356],
  [1, 47.202581904688245, 976.0985517377767, 10260.932208618979, 45507.78933502673],
];

const middleTerms: Quotient = [
  [
    ...[1.0765576773720192e-8, 0.39894151208813466, 8.883149794388377, 93.50665613217785],
    ...[597.2702763948002, 2494.5375852903726, 6848.190450536283, 11602.65143764735, 9842.714838383978],
  ],
  [
    ...[1, 22.266688044328117, 235.387901782625, 1519.3775994075547, 6485.558298266761],
    ...[18615.571640885097, 34900.952721145977, 38912.00328609327, 19685.429676859992],
  ],
];

const outerTerms: Quotient = [
  [
    ...[0.02307344176494017, 0.215898534057957, 0.12740116116024736],
    ...[0.022235277870649807, 0.0014216191932278934, 2.9112874951168793e-5],
  ],
  [
    ...[1, 1.2842600961449111, 0.46823821248086511],
    ...[0.06598813786892856, 0.0037823963320275824, 7.29751555083966205e-5],
  ],
];

/**
 * The z with P(Z > z) = `tail`, relative to 1e-15. M. J. Wichura, "Algorithm AS 241", Applied Statistics 37 (1988).
 *
 * @param tail between 0 and 1, both excluded
 */
export function normalQuantile(tail: number): number {
  const fromMiddle = 0.5 - tail;
  if (Math.abs(fromMiddle) <= 0.425)
    return fromMiddle * quotient(nearMiddle, 0.180625 - fromMiddle * fromMiddle);
  const distance = Math.sqrt(-Math.log(tail < 0.5 ? tail : 1 - tail));
  const size = distance <= 5 ? quotient(inTail, distance - 1.6) : quotient(farInTail, distance - 5);
  return tail < 0.5 ? size : -size;
}

/** Coefficients, that of the highest power first. */
type Polynomial = readonly number[];
type Quotient = readonly [Polynomial, Polynomial];

function quotient([above, below]: Quotient, place: number): number {
  const at = (coefficients: Polynomial): number =>
    coefficients.reduce((sum, coefficient) => sum * place + coefficient, 0);
  return at(above) / at(below);
}

const nearMiddle = [
  [
    ...[2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457],
    ...[13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608],
  ],
  [
    ...[5226.495278852545925, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867],
    ...[5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1],
  ],
] as const;

const inTail = [
  [
    ...[7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258],
    ...[3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734],
  ],
  [
    ...[1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459],
    ...[0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1],
  ],
] as const;

const farInTail = [
  [
    ...[2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386],
    ...[0.026532189526576123093, 0.29656057182850489123, 1.7848265399172913358],
    ...[5.4637849111641143699, 6.6579046435011037772],
  ],
  [
    ...[2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5],
    ...[7.868691311456132591e-4, 0.0148753612908506148525, 0.13692988092273580531],
    ...[0.59983220655588793769, 1],
  ],
] as const;

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
