import type { Yielding } from "@analyses/json";

/** Number of items to go through before yielding. */
const itemsInStep = 2_000;

/** Whether any item passes a test; stops at the first such item. */
export function* someYielding<Item>(
  items: readonly Item[],
  test: (item: Item, index: number) => boolean,
): Yielding<boolean> {
  for (const [index, item] of items.entries()) {
    if (test(item, index)) return true;
    if (index % itemsInStep === itemsInStep - 1) yield 0;
  }
  return false;
}

export function* mapYielding<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Yielding<readonly Made[]> {
  const all: Made[] = [];
  yield* someYielding(items, (item, index) => {
    all.push(make(item, index));
    return false;
  });
  return all;
}
