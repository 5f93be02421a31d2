const mostShown = 5;

/** Collects wrong responses of a program. */
export class Complaints {
  readonly #byPlace = new Map<string, string[]>();

  add(place: string, complaint: string): void {
    this.#byPlace.set(place, [...(this.#byPlace.get(place) ?? []), complaint]);
  }

  /** Empty if there are none. */
  toString(): string {
    return Array.from(this.#byPlace, ([place, complaints]) =>
      [place, ...complaints.slice(0, mostShown), `(${complaints.length} in all)`].join("\n  - "),
    ).join("\n");
  }
}
