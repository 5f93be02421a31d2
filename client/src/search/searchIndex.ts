import * as fuzzysort from "fuzzysort";
import { foldedText } from "./foldedText";
import type { Candidate, SearchList } from "./searchList";
import { matchKinds } from "./searchList";

/** How many names at most the fuzzy matcher compares: it takes some microseconds for each. */
const fuzzyLimit = 300;

/** With so many literal matches nobody looks for others. */
const enough = 20;

/** Above every place in the lists, so that one number can hold how good a match is and where it stands. */
const placeLimit = 2 ** 32;
const lengthLimit = 2 ** 10;

/**
 * Finds candidates by name, identifier or detail, case and diacritics aside. First come those that hold each
 * word of the query: by identifier, by the beginning of the name, of words in it, elsewhere; then those
 * whose name the fuzzy matcher takes for meant.
 */
export class SearchIndex<T extends Candidate> {
  constructor(private readonly lists: readonly SearchList<T>[]) {}

  /** At most `limit` candidates, the best first; none for an empty query. */
  find(query: string, limit: number): readonly T[] {
    const words = foldedText(query)
      .split(/\s+/)
      .filter((word) => word !== "");
    if (words.length === 0) return [];
    const literal = this.literalMatches(words, limit);
    if (literal.length >= Math.min(enough, limit)) return literal.map((place) => this.at(place));
    const isLiteral = new Set(literal);
    const fuzzy = this.fuzzyMatches(words, limit).filter((place) => !isLiteral.has(place));
    return [...literal, ...fuzzy].slice(0, limit).map((place) => this.at(place));
  }

  /** The first candidates of the lists. */
  first(limit: number): readonly T[] {
    const count = Math.min(
      limit,
      this.lists.reduce((sum, { length }) => sum + length, 0),
    );
    return Array.from({ length: count }, (_, place) => this.at(place));
  }

  private at(place: number): T {
    const [list, index] = this.locate(place);
    return list.at(index);
  }

  private locate(place: number): readonly [SearchList<T>, number] {
    let index = place;
    for (const list of this.lists) {
      if (index < list.length) return [list, index];
      index -= list.length;
    }
    throw new RangeError(`There is no candidate ${place}.`);
  }

  private literalMatches(words: readonly string[], limit: number): readonly number[] {
    const found = new Set<number>();
    const keys: number[] = [];
    const ways = this.lists.map((list) => list.waysToFind(words));
    for (let way = 0; ways.some((each) => way < each.length) && found.size < limit; way += 1) {
      let before = 0;
      for (const [number, list] of this.lists.entries()) {
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

  /** Names that hold the query's letters in this order, with others between them. */
  private fuzzyMatches(words: readonly string[], limit: number): readonly number[] {
    const keys: number[] = [];
    let before = 0;
    for (const list of this.lists) {
      const first = before;
      list.eachWithLetters(words.join(""), (index, span) => keys.push(span * placeLimit + first + index));
      before += list.length;
    }
    const nearest = smallest(keys, fuzzyLimit).map((place) => {
      const [list, index] = this.locate(place);
      return { place, name: list.nameAt(index) };
    });
    const options = { keys: [({ name }: { name: string }) => name], limit, threshold: 0.3 };
    const found = fuzzysort.go(words.join(" "), nearest, options);
    fuzzysort.cleanup();
    return found.map(({ obj }) => obj.place);
  }
}

/** The places in the smallest of these keys, in their order. */
function smallest(keys: readonly number[], limit: number): readonly number[] {
  return [...Float64Array.from(keys).sort().subarray(0, limit)].map((key) => key % placeLimit);
}
