import type { SchemaRuntime } from "../languageService";
import type { SidecarService } from "../sidecars/sidecarService";

/** What the language server needs of the platform it runs on. */
export interface ConnectionRuntime extends SchemaRuntime {
  /** Of this package, where it is known. */
  readonly release?: { readonly version: string };
  /** Calls back when messages that have already arrived are answered. */
  readonly nextTurn: (callback: () => void) => void;
  /** Milliseconds on a clock that only runs forward. */
  readonly now: () => number;
  /** Calls back after some milliseconds, unless the function it returns is called before. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** What answers about JSON files beside documents; absent where the editor's own JSON features do. */
  readonly loadSidecars?: () => Promise<{ readonly SidecarService: typeof SidecarService }>;
}

/** For long work: lets messages that have already arrived have their turn. */
export function pauseOn({ nextTurn }: ConnectionRuntime): () => Promise<void> {
  return () => new Promise((resolve) => nextTurn(resolve));
}

/** The protocol's library reads a message, takes it apart, hands it on and writes the answer in a turn of its own each. */
const turnsOfMessage = 4;

/**
 * Calls back when messages that have already arrived are answered.
 *
 * @param nextTurn calls back in the next turn of the event loop
 */
export function afterAnswers(nextTurn: (callback: () => void) => void): ConnectionRuntime["nextTurn"] {
  return (callback) => {
    let left = turnsOfMessage;
    const turn = (): void => {
      left -= 1;
      if (left === 0) callback();
      else nextTurn(turn);
    };
    nextTurn(turn);
  };
}

/** What a log says about something that was thrown. */
export function describeProblem(problem: unknown): string {
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
}

/** Calls back after some milliseconds, unless the function it returns is called before. */
export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/** Milliseconds on a clock that only runs forward. */
export function now(): number {
  return performance.now();
}
