/** Thrown when a check needs more work than it was given. */
export class WorkExceeded extends Error {
  constructor() {
    super("The check asks for too much work.");
  }
}

/** How much work a check may still do, in steps of some ten nanoseconds. */
export class Work {
  #left: number;

  /** @param more asked once when the steps are used up: further steps */
  constructor(
    steps: number,
    private more: () => number = () => 0,
  ) {
    this.#left = steps;
  }

  /** @throws WorkExceeded */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left >= 0) return;
    this.#left += this.more();
    this.more = () => 0;
    if (this.#left < 0) throw new WorkExceeded();
  }
}
