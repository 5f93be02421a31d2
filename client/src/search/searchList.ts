/** A searchable group or person of a registry. */
export interface Candidate {
  readonly kind: "group" | "person";
  readonly id: string;
  readonly name: string;
  readonly link: string;
  /** The group's type, or how the person is known. */
  readonly detail: string;
}

/** Separates the name, the identifier and the detail in a candidate's text. */
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
   * Creates a list, which takes long for many items. Leaves out items without an identifier, which users could neither
   * insert nor open.
   */
  static of<Item, T extends Candidate>(
    allItems: readonly Item[],
    fieldsOf: (item: Item) => Pick<Candidate, "name" | "id" | "detail">,
    candidateOf: (item: Item) => T,
  ): SearchList<T> {
    const items = allItems.filter((item) => fieldsOf(item).id !== "");
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

/** The length of the part of a name that contains these letters in this order; undefined if no part does. */
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

/** The characters that users type for typographic characters. */
const keyboardCharacters: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
};

/**
 * Folds text for comparison: removes case and diacritics, and replaces typographic quotation marks and dashes by those
 * of keyboards.
 */
export function foldedText(text: string): string {
  // Most names are ASCII: skips the slow steps for them, as there may be a hundred thousand names.
  if (/^[\n -~]*$/.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[łøđðħıŧþßæœ]/g, (letter) => wholeLetters[letter] ?? letter)
    .replace(/[‘’“”–—]/g, (character) => keyboardCharacters[character] ?? character);
}

/** With this many literal matches, no search by letters follows. */
const enoughMatches = 20;

/**
 * Larger than the number of candidates, so that one number can hold a sort key and a candidate's place, which is its
 * index across all lists.
 */
const placeLimit = 2 ** 32;
/** Larger than every folded name, so that a sort key can hold a rank and a length. */
const lengthLimit = 2 ** 10;

/**
 * Finds candidates by name, identifier or detail, ignoring case and diacritics. Candidates that contain all words of
 * the query come first: as the identifier, then at the start of the name, at the start of its words, elsewhere. If
 * these are few, then come candidates whose name contains the letters of the query with some others between them, or as
 * initials.
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
    if (literal.length >= Math.min(enoughMatches, limit)) return literal.map((place) => this.#at(place));
    const literalPlaces = new Set(literal);
    const others = this.#matchesByLetters(words.join(""), limit).filter((place) => !literalPlaces.has(place));
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
    // Of equally good matches, the shortest name comes first, because the query covers most of it.
    return this.#best(limit, (name, text) =>
      words.every((word) => text.includes(word))
        ? rankOf(words, text, name) * lengthLimit + name.length
        : undefined,
    );
  }

  /** Candidates whose name contains these letters in order, in a part at most twice as long, or as initials. */
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

/** Whether words of a name begin with these letters, in order: for example "cwa" for "Centre of Western Australia". */
function hasInitials(name: string, letters: string): boolean {
  let found = 0;
  for (const [initial] of name.matchAll(/(?<![^ -])[^ -]/g))
    if (initial === letters.charAt(found)) found += 1;
  return found === letters.length;
}
