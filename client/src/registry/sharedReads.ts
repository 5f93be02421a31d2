import { onAbort } from "./onAbort";
import type { Failed } from "./outcome";
import { failed } from "./outcome";

interface SharedRead<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Lets callers with the same question share one answer. What they share ends when the last of them is gone. */
export class SharedReads<T> {
  readonly #reads = new Map<string, SharedRead<T>>();

  /**
   * @param key equal for equal questions
   * @param signal of this caller, not aborted yet: aborting it ends this caller's wait only
   * @param start asks the question, when nobody has yet
   */
  async join(
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | Failed> {
    const read = this.#reads.get(key) ?? this.#begin(key, start);
    read.waiting += 1;
    try {
      return await unlessAborted(read.result, signal);
    } finally {
      read.waiting -= 1;
      if (read.waiting === 0) this.#end(key, read);
    }
  }

  /** Ends everything under way. */
  abortAll(): void {
    for (const [key, read] of this.#reads) this.#end(key, read);
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<T>): SharedRead<T> {
    const controller = new AbortController();
    const read = { result: start(controller.signal), controller, waiting: 0 };
    this.#reads.set(key, read);
    return read;
  }

  #end(key: string, read: SharedRead<T>): void {
    if (this.#reads.get(key) === read) this.#reads.delete(key);
    read.controller.abort();
  }
}

function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T | Failed> {
  return new Promise((resolve, reject) => {
    const listening = onAbort(signal, () => resolve(failed({ kind: "cancelled" })));
    result.then(resolve, reject).finally(() => listening.dispose());
  });
}
