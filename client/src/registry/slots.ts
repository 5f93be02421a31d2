/** Lets a limited number of tasks run at once; the others wait their turn, first come, first served. */
export class Slots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Runs the task when a slot is free. Once the signal is aborted, a task that still waits is given its turn
   * at once, without a slot: it looks at the signal and ends.
   */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const held = await this.#take(signal);
    try {
      return await task();
    } finally {
      if (held) this.#giveBack();
    }
  }

  #take(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const turn = () => {
        signal.removeEventListener("abort", giveUp);
        resolve(true);
      };
      const giveUp = () => {
        this.#waiting.delete(turn);
        resolve(false);
      };
      this.#waiting.add(turn);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
