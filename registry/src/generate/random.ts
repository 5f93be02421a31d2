/** Pseudo-random numbers, the same for the same seed: mulberry32. */
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

  /** @param percent the probability of true */
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

/**
 * An identifier of one of the forms that occur: `11143`, `A2D50EBA82E26AA200B088F836A8AA03`,
 * `08573771072139469457090803092242`.
 *
 * @param number used if the identifier looks like a number; unique in its collection
 */
export function identifier(random: Random, number: number): string {
  const form = random.below(10);
  if (form < 6) return String(number);
  if (form < 9) return longIdentifier(random);
  return ["0", random.digits(7), random.digits(8), random.digits(8), random.digits(8)].join("");
}

/** 32 hexadecimal digits. */
export function longIdentifier(random: Random): string {
  return [random.hex(), random.hex(), random.hex(), random.hex()].join("");
}

/** Letters that have no decomposition into a base letter and a mark. */
const letters: Readonly<Record<string, string>> = { ß: "ss", ø: "o", ł: "l", ı: "i", đ: "d" };

/** Converts a text to lower-case ASCII letters, digits and hyphens; "" if none remain. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{Mark}'’]/gu, "")
    .replace(/[ßøłıđ]/g, (letter) => letters[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
