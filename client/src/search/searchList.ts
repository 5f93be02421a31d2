/** Something known of a registry that can be found by typing. */
export interface Candidate {
  readonly kind: "group" | "person";
  readonly id: string;
  readonly name: string;
  readonly link: string;
  /** The group's type, or why the person is known. */
  readonly detail: string;
}

/** Stands before each candidate's text, and after the last one's. */
const separator = "\0";

/** Ends a candidate's name, and its identifier. */
const fieldEnd = "\n";

/** How much of a name is searched, in UTF-16 code units. */
const nameLimit = 300;

/** How good a match is, the best first; `identifier` is the whole of it, `beginnings` of the name's words. */
const matchKinds = ["identifier", "nameStart", "beginnings", "name", "elsewhere"] as const;
type MatchKind = (typeof matchKinds)[number];

type Found = (index: number, kind: MatchKind, nameLength: number) => void;

/**
 * A list that can be searched: the folded name, identifier and detail of each candidate, all in one text, for
 * one search through a long text is many times quicker than a hundred thousand through short ones.
 */
export class SearchList<T extends Candidate> {
  readonly #text: string;
  /** Where each candidate's text begins, without its separator; at the end, where the next one's would. */
  readonly #starts: Uint32Array;

  /** @param at gives the candidate with a number below `length`, when it is found */
  private constructor(
    readonly length: number,
    textAt: (index: number) => string,
    readonly at: (index: number) => T,
  ) {
    this.#starts = new Uint32Array(length + 1).fill(1, 0, 1);
    // Joined by the thousand, so that they are never all there one by one.
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
   * Takes its time for a long list: to be made once. What has no identifier is left out, for it can neither be
   * inserted nor opened.
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
   * The ways to find what holds all of the words, from the quickest, which finds the best matches, to the
   * one that finds all. A later way also finds what an earlier one did.
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

  /** Calls back for each candidate whose name holds the letters in this order, with how far they lie apart. */
  eachWithLetters(letters: string, found: (index: number, span: number) => void): void {
    // For each letter the place found last: while it lies ahead, it is still the next one.
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
      // Where the first letter comes only later, no name before it can hold all.
      index = Math.max(index + 1, this.#indexAt(first, index));
    }
  }

  /** Where the last text begins that has the letters in this order and ends at a place. */
  #lastWithLetters(letters: string, end: number): number {
    let place = end + 1;
    for (let number = letters.length - 1; number >= 0; number -= 1)
      place = this.#text.lastIndexOf(letters.charAt(number), place - 1);
    return place;
  }

  /** Calls back once for each candidate that holds a text, with the place where it is found first. */
  #eachWith(text: string, found: (index: number, nameLength: number, position: number) => void): void {
    let index = -1;
    let position = this.#text.indexOf(text);
    while (position !== -1 && index + 1 < this.length) {
      // The separator that a text may begin with belongs to the candidate after it.
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

  /** The candidate whose text holds a position; it is not before `from`, and often not far from it. */
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

/** Letters that do not come apart into a base letter and a mark (Unicode, NFD). */
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

/** What typesetters write, and what is on keyboards. */
const typed: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
};

/** Text as searches compare it: without case, diacritics and typesetters' quotation marks and dashes. */
export function foldedText(text: string): string {
  // Most names need no more, and there may be a hundred thousand of them.
  if (/^[\n -~]*$/.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[łøđðħıŧþßæœ]/g, (letter) => wholeLetters[letter] ?? letter)
    .replace(/[‘’“”–—]/g, (sign) => typed[sign] ?? sign);
}

/** With so many literal matches no others are looked for. */
const enough = 20;

/** Above every place in the lists, so that one number can hold how good a match is and where it stands. */
const placeLimit = 2 ** 32;
const lengthLimit = 2 ** 10;

/**
 * Finds candidates by name, identifier or detail, case and diacritics aside. First come those that hold each
 * word of the query: by identifier, by the beginning of the name, of words in it, elsewhere; then those
 * whose name has its letters with some others between them, or whose initials they are.
 */
export class SearchIndex<T extends Candidate> {
  readonly #lists: readonly SearchList<T>[];

  constructor(lists: readonly SearchList<T>[]) {
    this.#lists = lists;
  }

  /** At most `limit` candidates, the best first; none for an empty query. */
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
          // Of equally good matches the one with the shortest name is best: most of it was typed.
          keys.push((matchKinds.indexOf(kind) * lengthLimit + nameLength) * placeLimit + place);
        });
        before += list.length;
      }
    }
    return smallest(keys, limit);
  }

  /** Names that have these letters in this order, with no more others between them, or as their initials. */
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

/** Whether words of a name begin with these letters, in their order; "cwa" for "Centre of Western Australia". */
function hasInitials(name: string, letters: string): boolean {
  let found = 0;
  for (const [initial] of name.matchAll(/(?<![^ -])[^ -]/g))
    if (initial === letters.charAt(found)) found += 1;
  return found === letters.length;
}

/** The places in the smallest of these keys, in their order. */
function smallest(keys: readonly number[], limit: number): readonly number[] {
  return [...Float64Array.from(keys).sort().subarray(0, limit)].map((key) => key % placeLimit);
}
