/** Whether somebody waits for an answer. A check in the background becomes urgent when somebody asks the same. */
export class Urgency {
  #inBackground: boolean;
  #onRaise: (() => void) | undefined;

  constructor(inBackground: boolean) {
    this.#inBackground = inBackground;
  }

  get inBackground(): boolean {
    return this.#inBackground;
  }

  raise(): void {
    if (!this.#inBackground) return;
    this.#inBackground = false;
    this.#onRaise?.();
  }

  /** @param listener called once it is raised; there is one listener at a time */
  onRaise(listener: () => void): void {
    this.#onRaise = listener;
  }
}

interface Waiting {
  readonly urgency: Urgency;
  readonly start: () => void;
}

/** Lets a limited number of tasks run at once. Of the others, what somebody waits for has its turn first. */
export class Slots {
  readonly #count: number;
  readonly #mostInBackground: number;
  readonly #waiting = new Set<Waiting>();
  #running = 0;
  #runningInBackground = 0;

  /** @param mostInBackground how many of them tasks in the background may take */
  constructor(count: number, mostInBackground = count) {
    this.#count = count;
    this.#mostInBackground = mostInBackground;
  }

  /**
   * Runs the task when a slot is free. Once the signal is aborted, a task that still waits is given its turn
   * at once, without a slot: it looks at the signal and ends.
   */
  async run<T>(signal: AbortSignal, task: () => Promise<T>, urgency = new Urgency(false)): Promise<T> {
    const release = await this.#take(signal, urgency);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** @returns gives the slot back */
  #take(signal: AbortSignal, urgency: Urgency): Promise<() => void> {
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiting.delete(waiting);
        resolve(() => undefined);
      };
      const start = () => {
        signal.removeEventListener("abort", giveUp);
        const { inBackground } = urgency;
        this.#running += 1;
        if (inBackground) this.#runningInBackground += 1;
        resolve(() => {
          this.#running -= 1;
          if (inBackground) this.#runningInBackground -= 1;
          this.#startNext();
        });
      };
      const waiting = { urgency, start };
      if (signal.aborted) {
        giveUp();
        return;
      }
      this.#waiting.add(waiting);
      signal.addEventListener("abort", giveUp, { once: true });
      urgency.onRaise(() => this.#startNext());
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#running === this.#count) return;
    const next = this.#next();
    if (next === undefined) return;
    this.#waiting.delete(next);
    next.start();
  }

  #next(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (!waiting.urgency.inBackground) return waiting;
      first ??= waiting;
    }
    return this.#runningInBackground < this.#mostInBackground ? first : undefined;
  }
}
