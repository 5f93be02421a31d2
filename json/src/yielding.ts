/** Long work in steps: yields the amount of work of each step, so that the caller may run other work in between. */
export type Yielding<Result> = Generator<number, Result, undefined>;

/** How a host interrupts long work. */
export interface YieldingHost {
  /** Resolves after other events of the thread have run. */
  readonly pause: () => Promise<void>;
  readonly isCancelled: () => boolean;
  /** A clock in milliseconds; without one, only the amount of work decides when to pause. */
  readonly now?: () => number;
}

/** The amount of work after which to pause by default: for text, its length in UTF-16 units. */
const usualSlice = 500_000;
/** The time in milliseconds after which to pause, since a small amount of work can take long. */
const maxTimeWithoutPause = 25;

/**
 * Runs work in steps, with pauses.
 *
 * @param slice the amount of work after which to pause
 */
export async function runYielding<Result>(
  work: Iterator<number, Result>,
  { pause, isCancelled, now = () => 0 }: YieldingHost,
  slice = usualSlice,
): Promise<Result | "cancelled"> {
  let [amount, since] = [0, now()];
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    amount += step.value;
    if (amount < slice && now() - since < maxTimeWithoutPause) continue;
    await pause();
    [amount, since] = [0, now()];
    if (isCancelled()) return "cancelled";
  }
}

/** Runs work to its end without a pause. */
export function withoutYielding<Result>(work: Iterator<number, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
