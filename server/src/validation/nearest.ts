/**
 * The candidates that somebody who wrote `given` may have meant, the likeliest first: equal but for
 * case and punctuation, else a few letters away (optimal string alignment distance).
 */
export function nearestTo(given: string, candidates: readonly string[]): string[] {
  const plainGiven = plain(given);
  const limit = Math.max(1, Math.floor(given.length / 3));
  return candidates
    .map((candidate) => ({ candidate, distance: distance(plainGiven, plain(candidate), limit) }))
    .filter((entry) => entry.distance <= limit)
    .sort((one, other) => one.distance - other.distance)
    .map(({ candidate }) => candidate);
}

/** Longer names are never near: comparing them would cost too much. */
const longestCompared = 100;

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}

function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit || one.length > longestCompared) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[other.length] ?? 0;
}
