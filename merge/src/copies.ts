import type { Row, Versions } from "./alignment";
import type { Emission } from "./emission";
import { pick } from "./emission";

/** Members with identical text in both versions: consecutive ones are one slice of text. */
export class Copies {
  #first = -1;
  #last = -1;
  #lead = "";

  constructor(
    readonly versions: Versions,
    readonly emission: Emission,
  ) {}

  take(row: Row): boolean {
    const { ours, theirs } = this.versions;
    if (row.ours === -1 || row.theirs === -1) return false;
    const stretch = ours.stretch(row.ours);
    if (stretch === undefined || stretch !== theirs.stretch(row.theirs)) return false;
    if (this.#first !== -1 && this.#last + 1 === row.ours) {
      this.#last = row.ours;
      return true;
    }
    this.end();
    const { base } = this.versions;
    const was = base === undefined || row.base === -1 ? undefined : base.leadOf(row.base);
    const lead = pick(was, ours.leadOf(row.ours), theirs.leadOf(row.theirs));
    this.#lead = this.emission.pickedLead(lead, row.ours === 0, ours);
    this.#first = this.#last = row.ours;
    return true;
  }

  end(): void {
    if (this.#first === -1) return;
    const { ours } = this.versions;
    const text = ours.side.text.slice(ours.startOf(this.#first), ours.endOf(this.#last));
    const { mid, note } = ours.behind(this.#last);
    this.emission.add({ lead: this.#lead, pieces: [text], mid, note, only: null });
    this.#first = -1;
  }
}
