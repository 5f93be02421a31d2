/**
 * Fraction of a long run: 1 in `npm run test:long`, 0.1 in `npm test`. The variable ANALYSES_TEST_SIZE overrides it,
 * for example 300 for a night.
 */
export const testSize = Number(process.env.ANALYSES_TEST_SIZE ?? 0.1);

/**
 * @param whole number in `npm run test:long`
 * @returns number in this run, at least one
 */
export const sized = (whole: number): number => Math.ceil(whole * testSize);

/** @returns number of random cases: in `npm test`, which tries the same ones each time, a quarter of {@link sized} */
export const cases = (whole: number): number => Math.ceil(sized(whole) / (testSize < 1 ? 4 : 1));

/** @returns the cases to test in this run, evenly spaced over all of them */
export const sampled = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, index) => index % Math.max(1, Math.round(1 / testSize)) === 0);
