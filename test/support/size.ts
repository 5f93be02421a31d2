/**
 * What part of a long run is done: all by `npm run test:long`, a tenth by `npm test`. The variable ANALYSES_TEST_SIZE has
 * another, such as 300 for a night.
 */
export const testSize = Number(process.env.ANALYSES_TEST_SIZE ?? 0.1);

/**
 * @param whole how many there are in `npm run test:long`
 * @returns how many there are in this run, at least one
 */
export const sized = (whole: number): number => Math.ceil(whole * testSize);

/** @returns those cases that are tried in this run, evenly from all of them */
export const sampled = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, index) => index % Math.max(1, Math.round(1 / testSize)) === 0);
