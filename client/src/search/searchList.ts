/** A searchable group or person of a registry. */
export interface Candidate {
  readonly kind: "group" | "person";
  readonly id: string;
  readonly name: string;
  readonly link: string;
  /** The group's type, or how the person is known. */
  readonly detail: string;
}

/** Terminates a candidate's name, and its identifier. */
const fieldEnd = "\n";

/** The searched length of a name, in UTF-16 code units. */
const nameLimit = 300;

/** A searchable list: the folded name, identifier and detail of each candidate in one text. */
export class SearchList<T extends Candidate> {
  /** @param at returns the candidate at an index of `texts`; called for matches only */
  private constructor(
    readonly texts: readonly string[],
    readonly at: (index: number) => T,
  ) {}

  /**
   * Slow for a long list: call once. Leaves out items without an identifier, which users could neither insert nor open.
   */
  static of<Item, T extends Candidate>(
    all: readonly Item[],
    fieldsOf: (item: Item) => Pick<Candidate, "name" | "id" | "detail">,
    candidateOf: (item: Item) => T,
  ): SearchList<T> {
    const items = all.filter((item) => fieldsOf(item).id !== "");
    const texts = items.map((item) => {
      const { name, id, detail } = fieldsOf(item);
      return foldedText(`${name.slice(0, nameLimit)}${fieldEnd}${id}${fieldEnd}${detail}`);
    });
    return new SearchList(texts, (index) => {
      const item = items[index];
      if (item === undefined) throw new RangeError(`There is no candidate ${index}.`);
      return candidateOf(item);
    });
  }

  get length(): number {
    return this.texts.length;
  }
}

/** How well words match a candidate whose text has all of them; 0 is best. */
function rankOf(words: readonly string[], text: string, name: string): number {
  const whole = words.join(" ");
  if (text.startsWith(`${whole}${fieldEnd}`, name.length + 1)) return 0;
  if (name.startsWith(whole)) return 1;
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 2;
  return words.every((word) => name.includes(word)) ? 3 : 4;
}

/** The length of a name's part that has these letters in this order; undefined if there is none. */
function spanOf(letters: string, name: string): number | undefined {
  let end = -1;
  for (let number = 0; number < letters.length; number += 1) {
    end = name.indexOf(letters.charAt(number), end + 1);
    if (end === -1) return undefined;
  }
  let start = end + 1;
  for (let number = letters.length - 1; number >= 0; number -= 1)
    start = name.lastIndexOf(letters.charAt(number), start - 1);
  return end + 1 - start;
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
  constructor(private readonly lists: readonly SearchList<T>[]) {}

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

  first(limit: number): readonly T[] {
    const count = Math.min(
      limit,
      this.lists.reduce((sum, { length }) => sum + length, 0),
    );
    return Array.from({ length: count }, (_, place) => this.#at(place));
  }

  #at(place: number): T {
    const [list, index] = this.#locate(place);
    return list.at(index);
  }

  #locate(place: number): readonly [SearchList<T>, number] {
    let index = place;
    for (const list of this.lists) {
      if (index < list.length) return [list, index];
      index -= list.length;
    }
    throw new RangeError(`There is no candidate ${place}.`);
  }

  #literalMatches(words: readonly string[], limit: number): readonly number[] {
    // Of equal matches, the shortest name ranks first, because the query covers most of it.
    return this.#best(limit, (name, text) =>
      words.every((word) => text.includes(word))
        ? rankOf(words, text, name) * lengthLimit + name.length
        : undefined,
    );
  }

  /** Names with these letters in this order, with at most as many others between them, or with them as initials. */
  #matchesByLetters(letters: string, limit: number): readonly number[] {
    return this.#best(limit, (name) => {
      const span = spanOf(letters, name);
      return span !== undefined && (span <= 2 * letters.length || hasInitials(name, letters))
        ? span
        : undefined;
    });
  }

  /** @param keyOf returns a candidate's sort key, or undefined if it does not match */
  #best(limit: number, keyOf: (name: string, text: string) => number | undefined): readonly number[] {
    const keys: number[] = [];
    let place = 0;
    for (const { texts } of this.lists)
      for (const text of texts) {
        const key = keyOf(text.slice(0, text.indexOf(fieldEnd)), text);
        if (key !== undefined) keys.push(key * placeLimit + place);
        place += 1;
      }
    const smallest = Float64Array.from(keys).sort().subarray(0, limit);
    return Array.from(smallest, (key) => key % placeLimit);
  }
}

/** Whether words of a name begin with these letters, in order; "cwa" for "Centre of Western Australia". */
function hasInitials(name: string, letters: string): boolean {
  let found = 0;
  for (const [initial] of name.matchAll(/(?<![^ -])[^ -]/g))
    if (initial === letters.charAt(found)) found += 1;
  return found === letters.length;
}
