/** A searchable group or person of a registry. */
export interface Candidate {
  readonly kind: "group" | "person";
  readonly id: string;
  readonly name: string;
  readonly link: string;
  /** The group's type, or how the person is known. */
  readonly detail: string;
}

/** Precedes each candidate's text, and follows the last one. */
const separator = "\0";

/** Terminates a candidate's name, and its identifier. */
const fieldEnd = "\n";

/** The searched length of a name, in UTF-16 code units. */
const nameLimit = 300;

/** Match qualities, best first; `identifier` matches all of it, `beginnings` the starts of words in the name. */
const matchKinds = ["identifier", "nameStart", "beginnings", "name", "elsewhere"] as const;
type MatchKind = (typeof matchKinds)[number];

type Found = (index: number, kind: MatchKind, nameLength: number) => void;

/**
 * A searchable list: the folded name, identifier and detail of each candidate in a single text, because one search
 * through a long text is many times faster than a hundred thousand through short ones.
 */
export class SearchList<T extends Candidate> {
  readonly #text: string;
  /** The start of each candidate's text, after its separator; the last entry is the start of a next one. */
  readonly #starts: Uint32Array;

  /** @param at returns the candidate at an index below `length`; called for matches only */
  private constructor(
    readonly length: number,
    textAt: (index: number) => string,
    readonly at: (index: number) => T,
  ) {
    this.#starts = new Uint32Array(length + 1).fill(1, 0, 1);
    // Joins thousands at a time, so that the single texts are never all in memory.
    const thousands: string[] = [];
    for (let index = 0; index < length;) {
      const texts: string[] = [];
      for (const end = Math.min(index + 1000, length); index < end; index += 1) {
        const text = textAt(index);
        texts.push(text);
        this.#starts[index + 1] = this.#startOf(index) + text.length + 1;
      }
      thousands.push(texts.join(separator));
    }
    this.#text = ["", ...thousands, ""].join(separator);
  }

  /**
   * Slow for a long list: call once. Leaves out items without an identifier, which users could neither insert nor open.
   */
  static of<Item, T extends Candidate>(
    all: readonly Item[],
    fieldsOf: (item: Item) => Pick<Candidate, "name" | "id" | "detail">,
    candidateOf: (item: Item) => T,
  ): SearchList<T> {
    const items = all.filter((item) => fieldsOf(item).id !== "");
    const itemAt = (index: number) => {
      const item = items[index];
      if (item === undefined) throw new RangeError(`There is no candidate ${index}.`);
      return item;
    };
    const textAt = (index: number) => {
      const { name, id, detail } = fieldsOf(itemAt(index));
      const text = foldedText(`${name.slice(0, nameLimit)}${fieldEnd}${id}${fieldEnd}${detail}`);
      return text.includes(separator) ? text.replaceAll(separator, " ") : text;
    };
    return new SearchList(items.length, textAt, (index) => candidateOf(itemAt(index)));
  }

  nameAt(index: number): string {
    const start = this.#startOf(index);
    return this.#text.slice(start, this.#nameEndFrom(start));
  }

  /**
   * Searches for candidates with all of the words, from the fastest search, which finds the best matches, to the
   * complete one. Later searches repeat the matches of earlier ones.
   */
  waysToFind(words: readonly string[]): readonly ((found: Found) => void)[] {
    const whole = words.join(" ");
    const [longest = ""] = [...words].sort((a, b) => b.length - a.length);
    return [
      (found) => {
        this.#eachWith(`${fieldEnd}${whole}${fieldEnd}`, (index, nameLength, position) => {
          if (position === this.#startOf(index) + nameLength) found(index, "identifier", nameLength);
        });
        this.#eachWith(separator + whole, (index, nameLength) => found(index, "nameStart", nameLength));
      },
      (found) => {
        for (const beginning of [separator, " "]) {
          this.#eachWith(beginning + longest, (index, nameLength) => {
            const name = ` ${this.nameAt(index)}`;
            if (words.every((word) => name.includes(` ${word}`))) found(index, "beginnings", nameLength);
          });
        }
      },
      (found) => {
        this.#eachWith(longest, (index, nameLength) => {
          const text = this.#text.slice(this.#startOf(index), this.#startOf(index + 1));
          if (!words.every((word) => text.includes(word))) return;
          const name = text.slice(0, nameLength);
          found(index, words.every((word) => name.includes(word)) ? "name" : "elsewhere", nameLength);
        });
      },
    ];
  }

  /** Calls back for each candidate whose name has the letters in this order, with the length from first to last. */
  eachWithLetters(letters: string, found: (index: number, span: number) => void): void {
    // The last position found for each letter: still the next one if it lies ahead.
    const places = new Int32Array(letters.length).fill(-1);
    let index = 0;
    while (index < this.length) {
      const nameEnd = this.#nameEndFrom(this.#startOf(index));
      let from = this.#startOf(index);
      for (let number = 0; number < letters.length && from <= nameEnd; number += 1) {
        let place = places[number] ?? -1;
        if (place < from) place = this.#text.indexOf(letters.charAt(number), from);
        if (place === -1) return;
        places[number] = place;
        from = place + 1;
      }
      const [first = 0] = places;
      if (from <= nameEnd) found(index, from - this.#lastWithLetters(letters, from - 1));
      // No name before the first letter's position can have all letters.
      index = Math.max(index + 1, this.#indexAt(first, index));
    }
  }

  /** The start of the last occurrence of the letters, in this order, that ends at a position. */
  #lastWithLetters(letters: string, end: number): number {
    let place = end + 1;
    for (let number = letters.length - 1; number >= 0; number -= 1)
      place = this.#text.lastIndexOf(letters.charAt(number), place - 1);
    return place;
  }

  /** Calls back once for each candidate that contains a text, with the first position. */
  #eachWith(text: string, found: (index: number, nameLength: number, position: number) => void): void {
    let index = -1;
    let position = this.#text.indexOf(text);
    while (position !== -1 && index + 1 < this.length) {
      // A separator at the text's beginning belongs to the candidate after it.
      index = this.#indexAt(position + 1, index + 1);
      const start = this.#startOf(index);
      found(index, this.#nameEndFrom(start) - start, position);
      position = this.#text.indexOf(text, this.#startOf(index + 1) - 1);
    }
  }

  #startOf(index: number): number {
    return this.#starts[index] ?? this.#text.length;
  }

  #nameEndFrom(start: number): number {
    return this.#text.indexOf(fieldEnd, start);
  }

  /** The candidate at a position, searched from `from` upwards, because it is often close. */
  #indexAt(position: number, from: number): number {
    let low = from;
    let step = 1;
    while (low + step < this.length && this.#startOf(low + step) <= position) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.length);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#startOf(middle) <= position) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** Letters without a decomposition into base letter and mark (Unicode, NFD). */
const wholeLetters: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ŧ: "t",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
};

/** Typographic characters, and their keyboard equivalents. */
const typed: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
};

/** Folds text for comparison: removes case, diacritics and typographic quotation marks and dashes. */
export function foldedText(text: string): string {
  // Fast path for most names: there may be a hundred thousand.
  if (/^[\n -~]*$/.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[łøđðħıŧþßæœ]/g, (letter) => wholeLetters[letter] ?? letter)
    .replace(/[‘’“”–—]/g, (sign) => typed[sign] ?? sign);
}

/** The number of literal matches that makes a search by letters unnecessary. */
const enough = 20;

/** Exceeds every place in the lists, so that one number can encode match quality and place. */
const placeLimit = 2 ** 32;
const lengthLimit = 2 ** 10;

/**
 * Finds candidates by name, identifier or detail, ignoring case and diacritics. Ranks first those that contain each
 * word of the query: as identifier, at the beginning of the name, of its words, elsewhere; then those whose name
 * contains its letters with some others between them, or has them as initials.
 */
export class SearchIndex<T extends Candidate> {
  readonly #lists: readonly SearchList<T>[];

  constructor(lists: readonly SearchList<T>[]) {
    this.#lists = lists;
  }

  /** Returns at most `limit` candidates, best first; none for an empty query. */
  find(query: string, limit: number): readonly T[] {
    const words = foldedText(query)
      .split(/\s+/)
      .filter((word) => word !== "");
    if (words.length === 0) return [];
    const literal = this.#literalMatches(words, limit);
    if (literal.length >= Math.min(enough, limit)) return literal.map((place) => this.#at(place));
    const isLiteral = new Set(literal);
    const others = this.#matchesByLetters(words.join(""), limit).filter((place) => !isLiteral.has(place));
    return [...literal, ...others].slice(0, limit).map((place) => this.#at(place));
  }

  /** The first candidates of the lists. */
  first(limit: number): readonly T[] {
    const count = Math.min(
      limit,
      this.#lists.reduce((sum, { length }) => sum + length, 0),
    );
    return Array.from({ length: count }, (_, place) => this.#at(place));
  }

  #at(place: number): T {
    const [list, index] = this.#locate(place);
    return list.at(index);
  }

  #locate(place: number): readonly [SearchList<T>, number] {
    let index = place;
    for (const list of this.#lists) {
      if (index < list.length) return [list, index];
      index -= list.length;
    }
    throw new RangeError(`There is no candidate ${place}.`);
  }

  #literalMatches(words: readonly string[], limit: number): readonly number[] {
    const found = new Set<number>();
    const keys: number[] = [];
    const ways = this.#lists.map((list) => list.waysToFind(words));
    for (let way = 0; ways.some((each) => way < each.length) && found.size < limit; way += 1) {
      let before = 0;
      for (const [number, list] of this.#lists.entries()) {
        ways[number]?.[way]?.((index, kind, nameLength) => {
          const place = before + index;
          if (found.has(place)) return;
          found.add(place);
          // Of equal matches, the shortest name ranks first, because the query covers most of it.
          keys.push((matchKinds.indexOf(kind) * lengthLimit + nameLength) * placeLimit + place);
        });
        before += list.length;
      }
    }
    return smallest(keys, limit);
  }

  /** Names with these letters in this order, with at most as many others between them, or with them as initials. */
  #matchesByLetters(letters: string, limit: number): readonly number[] {
    const keys: number[] = [];
    let before = 0;
    for (const list of this.#lists) {
      const first = before;
      list.eachWithLetters(letters, (index, span) => {
        if (span <= 2 * letters.length || hasInitials(list.nameAt(index), letters))
          keys.push(span * placeLimit + first + index);
      });
      before += list.length;
    }
    return smallest(keys, limit);
  }
}

/** Whether words of a name begin with these letters, in order; "cwa" for "Centre of Western Australia". */
function hasInitials(name: string, letters: string): boolean {
  let found = 0;
  for (const [initial] of name.matchAll(/(?<![^ -])[^ -]/g))
    if (initial === letters.charAt(found)) found += 1;
  return found === letters.length;
}

/** The places encoded in the smallest keys, in ascending order of the keys. */
function smallest(keys: readonly number[], limit: number): readonly number[] {
  return [...Float64Array.from(keys).sort().subarray(0, limit)].map((key) => key % placeLimit);
}
