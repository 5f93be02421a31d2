const mostShown = 5;

/** Gathers wrong answers: they fail the bench, but for those of the peer. */
export class Complaints {
  /** What it is beside answers wrongly too, such as with one problem where there are two: good to know. */
  private readonly ofPeer: ByPlace = new Map();
  private readonly byPlace: ByPlace = new Map();

  add(place: string, complaint: string): void {
    addTo(this.byPlace, place, complaint);
  }

  addOfPeer(place: string, complaint: string): void {
    addTo(this.ofPeer, place, complaint);
  }

  get isEmpty(): boolean {
    return this.byPlace.size === 0;
  }

  toString(): string {
    return show(this.byPlace);
  }

  /** What the peer answered wrongly; empty where it did not. */
  get aboutPeer(): string {
    return show(this.ofPeer);
  }
}

type ByPlace = Map<string, string[]>;

function addTo(all: ByPlace, place: string, complaint: string): void {
  const known = all.get(place);
  if (known === undefined) all.set(place, [complaint]);
  else known.push(complaint);
}

function show(all: ByPlace): string {
  return [...all]
    .map(([place, complaints]) => {
      const shown = complaints.slice(0, mostShown).map((complaint) => `  - ${complaint}`);
      const rest = complaints.length - shown.length;
      return [`${place}:`, ...shown, ...(rest > 0 ? [`  - and ${rest} more`] : [])].join("\n");
    })
    .join("\n");
}
