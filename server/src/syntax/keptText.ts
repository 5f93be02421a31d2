/** A stretch of the new text that also stands in the old one. */
export interface KeptStretch {
  readonly start: number;
  readonly end: number;
  /** Add it to an offset in the new text for the one in the old text. */
  readonly toOld: number;
}

/** With more changes than this at once, reading anew is quicker than keeping books. */
const mostStretches = 1000;

/** Which parts of an old text still stand in the text after some changes, and where. */
export class KeptText {
  readonly #stretches: readonly KeptStretch[];
  readonly oldLength: number;
  readonly newLength: number;

  private constructor(stretches: readonly KeptStretch[], oldLength: number, newLength: number) {
    this.#stretches = stretches;
    this.oldLength = oldLength;
    this.newLength = newLength;
  }

  static all(length: number): KeptText {
    return new KeptText([{ start: 0, end: length, toOld: 0 }], length, length);
  }

  /** After a further change: the text between two offsets (of the text as it is now) replaced. */
  replaced(from: number, to: number, insertedLength: number): KeptText {
    const delta = insertedLength - (to - from);
    const stretches: KeptStretch[] = [];
    for (const { start, end, toOld } of this.#stretches) {
      if (start < from) stretches.push({ start, end: Math.min(end, from), toOld });
      if (end > to) {
        const rest = Math.max(start, to);
        stretches.push({ start: rest + delta, end: end + delta, toOld: toOld - delta });
      }
    }
    const kept = stretches.length > mostStretches ? [] : stretches;
    return new KeptText(kept, this.oldLength, this.newLength + delta);
  }

  /** The kept stretch that holds the unit at an offset of the new text. */
  stretchAt(offset: number): KeptStretch | undefined {
    let low = 0;
    let high = this.#stretches.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const stretch = this.#stretches[middle];
      if (stretch === undefined) return undefined;
      if (offset < stretch.start) high = middle - 1;
      else if (offset >= stretch.end) low = middle + 1;
      else return stretch;
    }
    return undefined;
  }

  /** Whether a stretch goes to the end of both texts. */
  endsBoth(stretch: KeptStretch): boolean {
    return stretch.end === this.newLength && stretch.end + stretch.toOld === this.oldLength;
  }
}
