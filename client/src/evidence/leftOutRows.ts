import type { PlacedObject, PlacedStudy } from "@analyses/protocol/evidencePanel";
import type { KeptEvidence } from "../../webviews/evidence/messages";
import type { TrackedPlaces } from "./trackedPlaces";

/** Left-out rows by offset, as a page stores them. */
type StoredRows = KeptEvidence["without"];

/** The rows that a reader has left out of analyses for the moment. */
export class LeftOutRows {
  /** Studies by row name. A restored row has a placeholder name until {@link update} finds its name. */
  readonly #studies = new Map<string, string>();
  #placeholders = 0;

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
    return this.stored.map(({ start }) => start);
  }

  get stored(): StoredRows {
    return [...this.#studies].flatMap(([name, study]) => {
      const start = this.places.find(name)?.start;
      return start === undefined ? [] : { start, study };
    });
  }

  restore(rows: StoredRows): void {
    this.#studies.clear();
    for (const { start, study } of rows) {
      const name = `${placeholder}${(this.#placeholders += 1)}`;
      this.places.follow(name, start);
      this.#studies.set(name, study);
    }
  }

  /**
   * Updates the rows of an analysis from its current table.
   *
   * @returns the studies of rows that are no longer in the text
   */
  update(
    { start, end }: PlacedObject,
    rows: readonly PlacedStudy[],
    names: ReadonlyMap<string, string>,
  ): readonly string[] {
    const gone: string[] = [];
    for (const [name, study] of this.#studies) {
      const offset = this.places.find(name)?.start;
      const row = rows.find((candidate) => candidate.start === offset);
      const rowName = row && names.get(row.pointer);
      if (rowName === name) this.#studies.set(name, row?.study ?? study);
      else if (name.startsWith(placeholder)) {
        // The row may be in another analysis.
        if (offset === undefined || offset < start || offset >= end) continue;
        this.#studies.delete(name);
        if (rowName !== undefined && row?.study === study) this.#studies.set(rowName, study);
        else gone.push(study);
      } else if (offset === undefined && !this.places.isUnsure(name)) {
        this.#studies.delete(name);
        gone.push(study);
      }
    }
    return gone;
  }
}

/** The prefix of placeholder names, which no row has. */
const placeholder = "remembered ";
