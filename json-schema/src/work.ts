/** Thrown when a check needs more work than it was given. */
export class WorkExceeded extends Error {
  constructor() {
    super("The check asks for too much work.");
  }
}

/** More steps than a schema takes that does not lead to its parts in many ways. */
const usual = 50_000;

/** How much work a check may still do, in steps of some ten nanoseconds. */
export class Work {
  #left: number;
  readonly #enough: number;

  /** @param more asked once when the steps are used up: further steps */
  constructor(
    steps: number,
    private more: () => number = () => 0,
  ) {
    this.#left = steps;
    this.#enough = steps - usual;
  }

  /** Whether it is more than what schemas usually ask for. */
  get isMuch(): boolean {
    return this.#left < this.#enough;
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
