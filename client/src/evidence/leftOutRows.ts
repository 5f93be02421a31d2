// The rows that a reader has left out of analyses for the moment.
import type { PlacedObject, PlacedStudy } from "@analyses/protocol/evidencePanel";
import type { TrackedPlaces } from "./trackedPlaces";

/** A row as it is remembered while its document is not open: where it began, and what it was called. */
export interface RememberedRow {
  readonly start: number;
  readonly study: string;
}

export class LeftOutRows {
  /** What they are called, by their names; those that are remembered have names of their own until their table is seen. */
  readonly #studies = new Map<string, string>();
  #count = 0;

  constructor(private readonly places: TrackedPlaces) {}

  /** Leaves a row out, or puts it back. */
  toggle(name: string, study: string): void {
    if (!this.#studies.delete(name)) this.#studies.set(name, study);
  }

  /** Puts back all rows of an analysis. */
  putBack(analysis: string): void {
    for (const name of this.#studies.keys()) if (name.startsWith(`${analysis}/`)) this.#studies.delete(name);
  }

  has(name: string): boolean {
    return this.#studies.has(name);
  }

  /** Where they begin, of whatever analyses. */
  get starts(): readonly number[] {
    return this.remembered.map(({ start }) => start);
  }

  get remembered(): readonly RememberedRow[] {
    return [...this.#studies].flatMap(([name, study]) => {
      const start = this.places.find(name)?.start;
      return start === undefined ? [] : { start, study };
    });
  }

  goOnWith(rows: readonly RememberedRow[]): void {
    this.#studies.clear();
    for (const { start, study } of rows) {
      const name = `${remembered}${(this.#count += 1)}`;
      this.places.follow(name, start);
      this.#studies.set(name, study);
    }
  }

  /**
   * The table of an analysis is seen.
   *
   * @returns what rows are called that are not in the text any more
   */
  see(
    { start, end }: PlacedObject,
    rows: readonly PlacedStudy[],
    names: ReadonlyMap<string, string>,
  ): readonly string[] {
    const gone: string[] = [];
    for (const [name, study] of this.#studies) {
      const at = this.places.find(name)?.start;
      const row = rows.find((one) => one.start === at);
      const own = row && names.get(row.pointer);
      if (own === name) this.#studies.set(name, row?.study ?? study);
      else if (name.startsWith(remembered)) {
        if (at === undefined || at < start || at >= end) continue;
        this.#studies.delete(name);
        if (own !== undefined && row?.study === study) this.#studies.set(own, study);
        else gone.push(study);
      } else if (at === undefined && !this.places.isLost(name)) {
        this.#studies.delete(name);
        gone.push(study);
      }
    }
    return gone;
  }
}

/** What names begin with of rows whose table is not known yet. */
const remembered = "remembered ";
