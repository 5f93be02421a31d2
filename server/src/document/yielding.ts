/** Lets long work yield and be cancelled, every few milliseconds. */
export interface Yielding {
  readonly isCancelled: () => boolean;
  /** Resolves after other events have run. */
  readonly pause: () => Promise<void>;
  /** A clock in milliseconds; without one, only the length of text decides when to yield. */
  readonly now?: () => number;
}

/** The length of text (UTF-16 units) after which to yield. */
const sliceOfText = 500_000;
/** The time in milliseconds after which to yield, since short text can have many findings. */
const maxTurn = 25;

/**
 * Runs work in steps, yielding in between.
 *
 * @param work yields the length of text per step, and returns the result
 * @param slice the length of text after which to yield
 */
export async function workThrough<Result>(
  work: Iterator<number, Result>,
  yielding: Yielding,
  slice = sliceOfText,
): Promise<Result | "cancelled"> {
  const { now = () => 0 } = yielding;
  let [text, since] = [0, now()];
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
    text += piece.value;
    if (text < slice && now() - since < maxTurn) continue;
    await yielding.pause();
    [text, since] = [0, now()];
    if (yielding.isCancelled()) return "cancelled";
  }
}
