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
 * @param work yields how much text each piece looked at
 * @param slice so much text is looked at in one go
 * @returns whether it was done to the end: false when it was cancelled
 */
export async function workThrough(
  work: Iterable<number>,
  yielding: Yielding,
  slice = sliceOfText,
): Promise<boolean> {
  let text = 0;
  for (const length of work) {
    text += length;
    if (text < slice) continue;
    text = 0;
    await yielding.pause();
    if (yielding.isCancelled()) return false;
  }
  return true;
}
