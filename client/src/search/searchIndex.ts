import * as fuzzysort from "fuzzysort";

/** Something known of a registry that can be found by typing. */
export interface Candidate {
  readonly kind: "group" | "person";
  readonly id: string;
  readonly name: string;
  readonly link: string;
  /** The group's type, or why the person is known. */
  readonly detail: string;
}

/** Finds candidates by name, identifier or detail; best matches first, case and diacritics aside. */
export class SearchIndex<T extends Candidate> {
  private readonly snapshot: fuzzysort.SnapshotKeys<T>;

  constructor(private readonly candidates: readonly T[]) {
    this.snapshot = fuzzysort.snapshot(candidates, {
      keys: [({ name }) => name, ({ id }) => id, ({ detail }) => detail],
    });
  }

  /** At most `limit` candidates; for an empty query the first ones. */
  find(query: string, limit: number): readonly T[] {
    const wanted = query.trim();
    if (wanted === "") return this.candidates.slice(0, limit);
    return fuzzysort.go(wanted, this.snapshot, { limit, threshold: 0.3 }).map(({ obj }) => obj);
  }

  /** Whether a candidate has exactly this identifier. */
  hasIdentifier(id: string): boolean {
    return this.candidates.some((candidate) => candidate.id === id);
  }
}
