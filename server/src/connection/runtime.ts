import type { LanguageRuntime } from "../languageService";

/** What the language server needs of the platform it runs on. */
export interface ConnectionRuntime extends LanguageRuntime {
  /** Calls back when messages that have already arrived had their turn. */
  readonly nextTurn: (callback: () => void) => void;
  /** Calls back after some milliseconds, unless the function it returns is called before. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** For long work: lets messages that have already arrived have their turn. */
export function pauseOn({ nextTurn }: ConnectionRuntime): () => Promise<void> {
  return () => new Promise((resolve) => nextTurn(resolve));
}
