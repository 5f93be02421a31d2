import type { SchemaRuntime } from "../languageService";

/** What the language server needs of the platform it runs on. */
export interface ConnectionRuntime extends SchemaRuntime {
  /** Calls back when messages that have already arrived had their turn. */
  readonly nextTurn: (callback: () => void) => void;
  /** Milliseconds on a clock that only runs forward. */
  readonly now: () => number;
  /** Calls back after some milliseconds, unless the function it returns is called before. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** For long work: lets messages that have already arrived have their turn. */
export function pauseOn({ nextTurn }: ConnectionRuntime): () => Promise<void> {
  return () => new Promise((resolve) => nextTurn(resolve));
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
