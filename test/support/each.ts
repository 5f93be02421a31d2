import assert from "node:assert/strict";

/** Asserts what `pick` reads of each element. */
export function each<T>(
  list: readonly T[] | null | undefined,
  pick: (item: T, index: number) => unknown,
  expected: unknown,
) {
  assert.deepEqual(list?.map(pick), expected);
}
