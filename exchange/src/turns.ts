/** Interruptible work: yields at points where the caller may pause or cancel it. */
export type Turns<Result> = Generator<undefined, Result>;

/** The host's functions for interruptible work. */
export interface TurnOptions {
  /** Yields to other work of the thread. */
  readonly pause: () => Promise<void>;
  readonly isCancelled: () => boolean;
}

/** Maximum time between pauses, in milliseconds. */
const maxTurn = 25;

/** @returns "cancelled", or the result of the work */
export async function inTurns<Result>(
  work: Turns<Result>,
  { pause, isCancelled }: TurnOptions,
): Promise<Result | "cancelled"> {
  let began = Date.now();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    if (isCancelled()) return "cancelled";
    if (Date.now() - began < maxTurn) continue;
    await pause();
    if (isCancelled()) return "cancelled";
    began = Date.now();
  }
}

/** Number of items to go through before yielding. */
const itemsInTurn = 2_000;

/** Whether an item passes a test; tests none after it. */
export function* someInTurns<Item>(
  items: readonly Item[],
  test: (item: Item, index: number) => boolean,
): Turns<boolean> {
  for (const [index, item] of items.entries()) {
    if (test(item, index)) return true;
    if (index % itemsInTurn === itemsInTurn - 1) yield;
  }
  return false;
}

export function* mapInTurns<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Turns<readonly Made[]> {
  const all: Made[] = [];
  yield* someInTurns(items, (item, index) => {
    all.push(make(item, index));
    return false;
  });
  return all;
}

/** Runs work to its end without a pause. */
export function atOnce<Result>(work: Turns<Result>): Result {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}
