/** Numbers that look random and are the same for the same seed: mulberry32. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** @returns a whole number from 0 up to, but not with, 2³² */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** @returns a whole number from 0 up to, but not with, `limit` */
  below(limit: number): number {
    return Math.floor((this.#next() / 2 ** 32) * limit);
  }

  /** @param percent how often, of a hundred times, this is true */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const picked = list[this.below(list.length)];
    if (picked === undefined) throw new RangeError("There is nothing to pick from.");
    return picked;
  }

  /** @param count at most 9 */
  digits(count: number): string {
    return String(this.below(10 ** count)).padStart(count, "0");
  }

  /** Eight hexadecimal digits. */
  hex(): string {
    return this.#next().toString(16).toUpperCase().padStart(8, "0");
  }
}
