// Stores the rows that a reader has left out of analyses for the moment.
import type { PlacedObject, PlacedStudy } from "@analyses/protocol/evidencePanel";
import type { KeptEvidence } from "../../webviews/evidence/messages";
import type { TrackedPlaces } from "./trackedPlaces";

/** The rows as remembered while their document is closed. */
type RememberedRows = KeptEvidence["without"];

export class LeftOutRows {
  /** Studies by row name; a remembered row has a placeholder name until {@link see} finds its row. */
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

  /** Start offsets of the rows, of all analyses. */
  get starts(): readonly number[] {
    return this.remembered.map(({ start }) => start);
  }

  get remembered(): RememberedRows {
    return [...this.#studies].flatMap(([name, study]) => {
      const start = this.places.find(name)?.start;
      return start === undefined ? [] : { start, study };
    });
  }

  goOnWith(rows: RememberedRows): void {
    this.#studies.clear();
    for (const { start, study } of rows) {
      const name = `${remembered}${(this.#count += 1)}`;
      this.places.follow(name, start);
      this.#studies.set(name, study);
    }
  }

  /**
   * Updates the rows of an analysis from its current table.
   *
   * @returns the studies of rows that are no longer in the text
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
      } else if (at === undefined && !this.places.isUnsure(name)) {
        this.#studies.delete(name);
        gone.push(study);
      }
    }
    return gone;
  }
}

/** Prefix of the placeholder names. */
const remembered = "remembered ";
