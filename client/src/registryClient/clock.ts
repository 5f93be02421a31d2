/** Time, passed in. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the time, or as soon as the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      if (signal.aborted) end();
      else signal.addEventListener("abort", end);
    }),
};

/** Ends a subscription or frees what is held. The same shape as VS Code's `Disposable`. */
export interface Disposable {
  dispose(): void;
}

/** Subscribes a listener. The same shape as VS Code's `Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The sending side of an event. */
export class Emitter<T> {
  readonly #listeners = new Set<{ readonly call: (value: T) => void }>();

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener.call(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
