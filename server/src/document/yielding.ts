/** Lets long work yield and be cancelled: asked between slices of some milliseconds. */
export interface Yielding {
  readonly isCancelled: () => boolean;
  /** Resolves after other events have had their turn. */
  readonly pause: () => Promise<void>;
  /** Milliseconds of a clock; without one, turns are measured by text alone. */
  readonly now?: () => number;
}

/** After this much text that was looked at, others have their turn. */
const sliceOfText = 500_000;
/** And after this long, for there may be much to do about little text. In milliseconds. */
const longestTurn = 25;

/**
 * Does work piece by piece.
 *
 * @param work yields how much text each piece looked at, and returns what comes of it
 * @param slice so much text is looked at in one go
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
    if (text < slice && now() - since < longestTurn) continue;
    await yielding.pause();
    [text, since] = [0, now()];
    if (yielding.isCancelled()) return "cancelled";
  }
}
