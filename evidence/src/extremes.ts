// The largest and the smallest of any number of values: Math.max accepts only some hundred thousand arguments.

/** @param least the result if no number is larger */
export function largestOf(numbers: Iterable<number>, least = -Infinity): number {
  let largest = least;
  for (const number of numbers) largest = Math.max(largest, number);
  return largest;
}

/** Infinity for no numbers. */
export function smallestOf(numbers: Iterable<number>): number {
  let smallest = Infinity;
  for (const number of numbers) smallest = Math.min(smallest, number);
  return smallest;
}
