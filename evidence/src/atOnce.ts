/** Runs work to its end without yielding, and returns its result. */
export function atOnce<Result>(work: Iterator<number, Result>): Result {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}
