/** Lets long work yield and be cancelled: asked between slices of some milliseconds. */
export interface Yielding {
  readonly isCancelled: () => boolean;
  /** Resolves after other events have had their turn. */
  readonly pause: () => Promise<void>;
}

/** After this much text that was looked at, others have their turn. */
const sliceOfText = 500_000;

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
  let text = 0;
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
    text += piece.value;
    if (text < slice) continue;
    text = 0;
    await yielding.pause();
    if (yielding.isCancelled()) return "cancelled";
  }
}
