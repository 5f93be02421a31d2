const maxShown = 5;

/** Collects wrong responses of a program. */
export class WrongAnswers {
  readonly #byPlace = new Map<string, string[]>();

  add(place: string, complaint: string): void {
    this.#byPlace.set(place, [...(this.#byPlace.get(place) ?? []), complaint]);
  }

  /** Empty if there are none. */
  toString(): string {
    return Array.from(this.#byPlace, ([place, wrongAnswers]) =>
      [place, ...wrongAnswers.slice(0, maxShown), `(${wrongAnswers.length} in all)`].join("\n  - "),
    ).join("\n");
  }
}
