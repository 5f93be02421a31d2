// The largest and the smallest of as many numbers as a document has: a call of Math.max takes some hundred thousand.

/** @param least where there are none, or none is larger */
export function largestOf(numbers: Iterable<number>, least = -Infinity): number {
  let largest = least;
  for (const number of numbers) largest = Math.max(largest, number);
  return largest;
}

/** Infinite where there are none. */
export function smallestOf(numbers: Iterable<number>): number {
  let smallest = Infinity;
  for (const number of numbers) smallest = Math.min(smallest, number);
  return smallest;
}
