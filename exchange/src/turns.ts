/** Interruptible work: yields at points where the caller may pause or cancel it. */
export type Turns<Result> = Generator<undefined, Result>;

/** The host's functions for interruptible work. */
export interface TurnOptions {
  /** Yields to other work of the thread. */
  readonly pause: () => Promise<void>;
  readonly isCancelled: () => boolean;
}

/** Maximum time between pauses, in milliseconds. */
const longestTurn = 25;

/** @returns "cancelled", or the result of the work */
export async function inTurns<Result>(
  work: Turns<Result>,
  { pause, isCancelled }: TurnOptions,
): Promise<Result | "cancelled"> {
  let began = Date.now();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    if (isCancelled()) return "cancelled";
    if (Date.now() - began < longestTurn) continue;
    await pause();
    if (isCancelled()) return "cancelled";
    began = Date.now();
  }
}

/** Runs work to its end without a pause. */
export function atOnce<Result>(work: Turns<Result>): Result {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}
