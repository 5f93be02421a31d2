/** How many elements two lists have in common at their starts, and then at their ends; no element counts twice. */
export function sharedEnds<Element>(
  one: readonly Element[],
  other: readonly Element[],
): { readonly start: number; readonly end: number } {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return { start, end };
}
