/**
 * The upper tail of the standard normal distribution, P(Z > z), relative to 1e-15 down to 1e-307. W. J. Cody, "Rational
 * Chebyshev approximations for the error function", Mathematics of Computation 23 (1969), as R's `pnorm` has it.
 */
export function normalUpperTail(z: number): number {
  const size = Math.abs(z);
  if (size <= 0.67448975) {
    const square = z * z;
    let numerator = central.last * square;
    let denominator = square;
    for (const [above, below] of central.terms) {
      numerator = (numerator + above) * square;
      denominator = (denominator + below) * square;
    }
    return 0.5 - (z * (numerator + central.constants[0])) / (denominator + central.constants[1]);
  }
  // Past here the tail is smaller than any number in double precision.
  if (size > 40) return z > 0 ? 0 : 1;
  const tail = densityFactor(size) * (size <= 5.656854249492381 ? middle(size) : outer(size));
  return z > 0 ? tail : 1 - tail;
}

/** exp(−z²/2), with the square in two parts so that no digit is lost. */
function densityFactor(size: number): number {
  const near = Math.trunc(size * 16) / 16;
  return Math.exp((-near * near) / 2) * Math.exp((-(size - near) * (size + near)) / 2);
}

function middle(size: number): number {
  let numerator = middleTerms.last * size;
  let denominator = size;
  for (const [above, below] of middleTerms.terms) {
    numerator = (numerator + above) * size;
    denominator = (denominator + below) * size;
  }
  return (numerator + middleTerms.constants[0]) / (denominator + middleTerms.constants[1]);
}

function outer(size: number): number {
  const square = 1 / (size * size);
  let numerator = outerTerms.last * square;
  let denominator = square;
  for (const [above, below] of outerTerms.terms) {
    numerator = (numerator + above) * square;
    denominator = (denominator + below) * square;
  }
  const correction =
    (square * (numerator + outerTerms.constants[0])) / (denominator + outerTerms.constants[1]);
  return (0.3989422804014327 - correction) / size;
}

/** A quotient of polynomials: of the numerator's and the denominator's coefficients, highest powers first. */
interface Quotient {
  readonly last: number;
  readonly terms: readonly (readonly [number, number])[];
  readonly constants: readonly [number, number];
}

const central: Quotient = {
  last: 0.06568233791820745,
  terms: [
    [2.2352520354606837, 47.202581904688245],
    [161.02823106855587, 976.0985517377767],
    [1067.6894854603709, 10260.932208618979],
  ],
  constants: [18154.98125334356, 45507.78933502673],
};

const middleTerms: Quotient = {
  last: 1.0765576773720192e-8,
  terms: [
    [0.39894151208813466, 22.266688044328117],
    [8.883149794388377, 235.387901782625],
    [93.50665613217785, 1519.3775994075547],
    [597.2702763948002, 6485.558298266761],
    [2494.5375852903726, 18615.571640885097],
    [6848.190450536283, 34900.952721145977],
    [11602.65143764735, 38912.00328609327],
  ],
  constants: [9842.714838383978, 19685.429676859992],
};

const outerTerms: Quotient = {
  last: 0.02307344176494017,
  terms: [
    [0.215898534057957, 1.2842600961449111],
    [0.12740116116024736, 0.46823821248086511],
    [0.022235277870649807, 0.06598813786892856],
    [0.0014216191932278934, 0.0037823963320275824],
  ],
  constants: [2.9112874951168793e-5, 7.29751555083966205e-5],
};

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

type Polynomial = readonly number[];

function quotient([above, below]: readonly [Polynomial, Polynomial], place: number): number {
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
