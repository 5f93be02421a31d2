/**
 * The natural logarithm of Γ(x) for x > 0, absolute to 1e-14 of the larger of 1 and itself: Stirling's series (DLMF
 * 5.11.1), from 15 on; below it by the recurrence Γ(x + 1) = x Γ(x).
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
 * How much Stirling's formula for ln Γ(x + 1) is too small: ln Γ(x + 1) − (x + ½) ln x + x − ½ ln 2π. C. Loader, *Fast
 * and Accurate Computation of Binomial Probabilities* (2000): with it, densities keep their digits at any size.
 */
export function stirlingError(x: number): number {
  if (x >= 15) return stirlingSeries(x);
  return logGamma(x + 1) - (x + 0.5) * Math.log(x) + x - halfLogTwoPi;
}

/** x ln(x/m) + m − x, which is small where x is near m (Loader's `bd0`). */
export function devianceTerm(x: number, m: number): number {
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

export const halfLogTwoPi = 0.9189385332046727;

function stirlingSeries(x: number): number {
  const square = 1 / (x * x);
  let sum = 0;
  for (const coefficient of stirlingCoefficients) sum = sum * square + coefficient;
  return sum / x;
}

/** B(2n) / (2n (2n − 1)), highest first. */
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
export function continuedFraction(
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
 * The place where a continuous function changes its sign, as exactly as double precision has it, by Chandrupatla's method
 * (Advances in Engineering Software 28, 1997): inverse quadratic interpolation where it is safe, else the middle.
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

const mostTails = 20;
const mostKept = 100;

/** The same quantiles, computed once: analyses of as many studies ask for the same, and so do all pools of one. */
export function keptQuantiles(quantile: Quantile): Quantile {
  const tails = new Map<number, Map<number, number>>();
  return (tail, degreesOfFreedom) => {
    const kept = tails.get(tail) ?? new Map<number, number>();
    if (kept.size === 0 && tails.size < mostTails) tails.set(tail, kept);
    const known = kept.get(degreesOfFreedom);
    if (known !== undefined) return known;
    const value = quantile(tail, degreesOfFreedom);
    if (kept.size < mostKept) kept.set(degreesOfFreedom, value);
    return value;
  };
}
