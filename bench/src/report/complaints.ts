const mostShown = 5;

/** Collects wrong responses: this project's fail the bench, the peer's are only printed. */
export class Complaints {
  readonly #own = new Map<string, string[]>();
  readonly #ofPeer = new Map<string, string[]>();

  add(place: string, complaint: string): void {
    addTo(this.#own, place, complaint);
  }

  addOfPeer(place: string, complaint: string): void {
    addTo(this.#ofPeer, place, complaint);
  }

  /** This project's wrong responses; empty if there are none. */
  get own(): string {
    return show(this.#own);
  }

  get aboutPeer(): string {
    return show(this.#ofPeer);
  }
}

function addTo(all: Map<string, string[]>, place: string, complaint: string): void {
  all.set(place, [...(all.get(place) ?? []), complaint]);
}

function show(all: ReadonlyMap<string, readonly string[]>): string {
  return Array.from(all, ([place, complaints]) =>
    [place, ...complaints.slice(0, mostShown), `(${complaints.length} in all)`].join("\n  - "),
  ).join("\n");
}
