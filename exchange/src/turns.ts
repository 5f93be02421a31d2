/** Work that can be interrupted: it yields where it may be paused or given up. */
export type Turns<Result> = Generator<undefined, Result>;

/** What work in turns needs of the place where it runs. */
export interface TurnOptions {
  /** Lets other work of the thread go first. */
  readonly pause: () => Promise<void>;
  readonly isCancelled: () => boolean;
}

/** How long a turn may take before it is paused, in milliseconds. */
const longestTurn = 25;

/** @returns "cancelled" when it was given up, else what the work gives */
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

/** The same without a pause. */
export function atOnce<Result>(work: Turns<Result>): Result {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}
