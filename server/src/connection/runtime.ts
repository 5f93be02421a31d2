import type { YieldingHost } from "@analyses/json";
import type { SchemaAssociation } from "@analyses/protocol/settings";
import type { SchemaRuntime } from "../schema/schemaContext";
import type { SidecarService } from "../sidecars/sidecarService";

/** A file that is an analyses document. */
export interface DocumentFile {
  readonly uri: string;
  /** Changes whenever the file changes. */
  readonly stamp: string;
}

/**
 * Finds the documents in a folder as `analyses-check` does; `schemas` are those that the editor's settings associate
 * with `$schema` identifiers.
 */
export type FindDocuments = (
  folderUri: string,
  schemas: readonly SchemaAssociation[],
) => Promise<readonly DocumentFile[]>;

export interface ConnectionRuntime extends SchemaRuntime {
  /** The version of this package, where it is known. */
  readonly release?: { readonly version: string };
  /** Calls back once the server has answered all messages received so far. */
  readonly nextTurn: (callback: () => void) => void;
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** Calls back after some milliseconds, unless the returned function is called before. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** Finds documents in folders; absent where the server has no disk, as in a browser. */
  readonly findDocuments?: FindDocuments;
  /** Loads the service for JSON files next to documents; absent where the editor's own JSON features serve them. */
  readonly loadSidecars?: () => Promise<{ readonly SidecarService: typeof SidecarService }>;
}

/** Yield point for long work: resolves once the server has answered all messages received so far. */
export function pauseOn({ nextTurn }: ConnectionRuntime): () => Promise<void> {
  return () => new Promise((resolve) => nextTurn(resolve));
}

/** The host of long work that yields to the client's messages and ends once it is cancelled. */
export function yieldingUntil(runtime: ConnectionRuntime, isCancelled: () => boolean): YieldingHost {
  return { isCancelled, pause: pauseOn(runtime), now: runtime.now };
}

/** The protocol library spends one turn each on reading, parsing, dispatching and answering a message. */
const turnsOfMessage = 4;

/**
 * Calls back once the server has answered all messages received so far.
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

/** The log text for a thrown value. */
export function describeProblem(problem: unknown): string {
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
}

/** Calls back after some milliseconds, unless the returned function is called before. */
export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/** Milliseconds on a monotonic clock. */
export function now(): number {
  return performance.now();
}
