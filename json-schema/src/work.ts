/** Thrown when a check exceeds its work limit. */
export class WorkExceeded extends Error {
  constructor() {
    super("The check asks for too much work.");
  }
}

/** Steps that suffice for most checks: only a schema whose parts are reachable by many paths needs more. */
const usual = 50_000;

/** The remaining work of a check, in steps of about ten nanoseconds. */
export class Work {
  #left: number;
  readonly #enough: number;

  /** @param more returns additional steps; called once, when the steps are used up */
  constructor(
    steps: number,
    private more: () => number = () => 0,
  ) {
    this.#left = steps;
    this.#enough = steps - usual;
  }

  /** Whether the work spent exceeds the usual amount. */
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
