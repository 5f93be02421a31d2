/**
 * Long work in steps, as in the package json, which evidence does not import: yields the amount of work of each step.
 */
export type Yielding<Result> = Generator<number, Result, undefined>;

/** Runs work to its end without a pause. */
export function withoutYielding<Result>(work: Yielding<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
