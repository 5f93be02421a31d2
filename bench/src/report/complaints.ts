const mostShown = 5;

/** Gathers wrong answers: they fail the bench. */
export class Complaints {
  private readonly byPlace = new Map<string, string[]>();

  add(place: string, complaint: string): void {
    const known = this.byPlace.get(place);
    if (known === undefined) this.byPlace.set(place, [complaint]);
    else known.push(complaint);
  }

  get isEmpty(): boolean {
    return this.byPlace.size === 0;
  }

  toString(): string {
    return [...this.byPlace]
      .map(([place, complaints]) => {
        const shown = complaints.slice(0, mostShown).map((complaint) => `  - ${complaint}`);
        const rest = complaints.length - shown.length;
        return [`${place}:`, ...shown, ...(rest > 0 ? [`  - and ${rest} more`] : [])].join("\n");
      })
      .join("\n");
  }
}
