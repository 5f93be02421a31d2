// Finds the elements of a list in another version of it.

import { byKey } from "@analyses/evidence";
import type { JsonObject, JsonValue } from "@analyses/json";
import { type ListKind, Candidate, numberedLists, plain } from "./identity";
import { type Members, membersOf } from "./side";
import { knownName } from "./values";

/** Returns the key, in the result, of the subgroup that a row names; empty if it names none. */
export type SubgroupOf = (members: Members, row: JsonObject) => string;

/**
 * How many elements of the earlier and of the later version to skip where their texts differ, in the order of trial:
 * one of each (a changed element), one removed, one added, then two of each and so on.
 */
const skips: readonly (readonly [number, number])[] = Array.from({ length: 16 }, (_, at) => at + 1).flatMap(
  (more) => [[more, more] as const, [more, 0] as const, [0, more] as const],
);

/** How two lists are related: by history, as additions of two branches, or as extractions of the same reports. */
type Relation = "version" | "both-new" | "extraction";

export class Pairing {
  /** For each element of the later version, its index in the earlier one, or -1. */
  readonly partners: Int32Array;
  #before: readonly Candidate[] = [];
  #after: readonly Candidate[] = [];

  /**
   * @param isTextEnough whether elements with the same text are the same
   * @param isOpen which elements to pair
   */
  constructor(
    before: Members,
    after: Members,
    isTextEnough: boolean,
    isOpen: { readonly before: (index: number) => boolean; readonly after: (index: number) => boolean } = {
      before: () => true,
      after: () => true,
    },
  ) {
    this.partners = new Int32Array(after.count).fill(-1);
    const remaining = { before: new Set<number>(), after: new Set<number>() };
    let [was, is] = isTextEnough ? this.#pairInOrder(before, after, remaining) : [0, 0];
    for (; was < before.count; was++) remaining.before.add(was);
    for (; is < after.count; is++) remaining.after.add(is);
    const candidates = (members: Members, indexes: Iterable<number>): readonly Candidate[] =>
      Array.from(indexes, (index) => new Candidate(members, index));
    this.#before = candidates(before, Array.from(remaining.before).filter(isOpen.before));
    this.#after = candidates(after, Array.from(remaining.after).filter(isOpen.after));
    if (isTextEnough) this.#pair(({ text }) => text, {});
  }

  /**
   * Pairs elements with the same text while their order is the same, apart from a few added or removed ones: most of a
   * long list.
   *
   * @returns the indexes that it reached in both versions
   */
  #pairInOrder(
    before: Members,
    after: Members,
    remaining: { readonly before: Set<number>; readonly after: Set<number> },
  ): [number, number] {
    const isSame = (was: number, is: number): boolean =>
      was < before.count && is < after.count && before.textOf(was) === after.textOf(is);
    let was = 0;
    let is = 0;
    while (was < before.count && is < after.count) {
      if (isSame(was, is)) {
        this.partners[is] = was;
        was += 1;
        is += 1;
        continue;
      }
      const skip = skips.find(([gone, added]) => isSame(was + gone, is + added));
      if (skip === undefined) break;
      for (let at = 0; at < skip[0]; at++) remaining.before.add(was + at);
      for (let at = 0; at < skip[1]; at++) remaining.after.add(is + at);
      was += skip[0];
      is += skip[1];
    }
    return [was, is];
  }

  /** The elements that have no partner yet. */
  get open(): readonly Candidate[] {
    return [...this.#before, ...this.#after];
  }

  /** Pairs the remaining elements by what identifies them: by the surest keys first. */
  pairBy(kind: ListKind, subgroupOf: SubgroupOf, relation: Relation): void {
    if (kind.kind === "by-place") {
      this.partners.forEach((_, index) => (this.partners[index] = index));
    } else if (kind.kind === "numbered") {
      this.#pair((candidate) => candidate.saying("id"), { isOnlyOne: true });
      this.#pair((candidate) => keyOf(candidate.saying("number"), candidate.saying("name")), {});
      this.#pair((candidate) => candidate.saying("name"), { isOnlyOne: true });
      // A new analysis may have the number of a removed one.
      if (relation === "both-new") return;
      const areSame = (was: Candidate, is: Candidate): boolean => areAlike(was, is, kind.list);
      this.#pair((candidate) => candidate.saying("number"), { isOnlyOne: true, areSame });
      // One remaining element on each side may be the same under another number and name.
      this.#pair(() => "", { isOnlyOne: true, areSame });
    } else {
      const { property } = kind;
      const subgroup = ({ members, value }: Candidate): string => subgroupOf(members, value ?? {});
      this.#pair((candidate) => keyOf(candidate.saying(property), subgroup(candidate)), {});
      // Additions of two branches are the same only with the same name in the same subgroup.
      if (relation === "both-new") return;
      this.#pair((candidate) => candidate.saying(property), { isOnlyOne: true });
      this.#pair((candidate) => dataOf(candidate, property), { isOnlyOne: true });
      // Extractors name the same report by one author or by several: the name is one of their disagreements.
      if (relation === "extraction")
        this.#pair((candidate) => keyOf(authorAndYear(candidate.value?.[property]), subgroup(candidate)), {
          isOnlyOne: true,
        });
    }
  }

  /**
   * Pairs elements that have the same key.
   *
   * @param how `isOnlyOne`: whether to ignore a key that several elements have
   */
  #pair(
    keyOfOne: (candidate: Candidate) => string | undefined,
    how: {
      readonly isOnlyOne?: boolean;
      readonly areSame?: (was: Candidate, is: Candidate) => boolean;
    },
  ): void {
    if (this.#before.length === 0 || this.#after.length === 0) return;
    const known = byKey(this.#before, keyOfOne);
    const wanted = byKey(this.#after, keyOfOne);
    const paired = new Set<Candidate>();
    for (const [key, all] of wanted) {
      const found = known.get(key) ?? [];
      if (how.isOnlyOne === true && (all.length > 1 || found.length > 1)) continue;
      for (const [was, is] of pairBySimilarity(found, all)) {
        if (how.areSame?.(was, is) === false) continue;
        this.partners[is.index] = was.index;
        paired.add(was).add(is);
      }
    }
    this.#before = this.#before.filter((candidate) => !paired.has(candidate));
    this.#after = this.#after.filter((candidate) => !paired.has(candidate));
  }
}

function keyOf(...words: readonly (string | undefined)[]): string | undefined {
  return words.includes(undefined) ? undefined : JSON.stringify(words);
}

/**
 * Maximum number of pairs that {@link pairBySimilarity} compares; if there are more, it pairs the elements in order.
 */
const maxCompared = 10_000;

/**
 * Pairs elements with the same key, such as rows of one study: first those with the most lines in common, and equally
 * similar ones in order.
 */
function pairBySimilarity(
  before: readonly Candidate[],
  after: readonly Candidate[],
): readonly (readonly [Candidate, Candidate])[] {
  const count = before.length * after.length;
  if (count <= 1 || count > maxCompared)
    return after
      .slice(0, before.length)
      .flatMap((is, at) => before.slice(at, at + 1).map((was) => [was, is]));
  const linesOf = ({ value }: Candidate): readonly string[] =>
    JSON.stringify(value, undefined, 1).split(/,?\n/);
  const known = before.map((was) => ({ was, lines: new Set(linesOf(was)) }));
  const all = after.flatMap((is) => {
    const own = linesOf(is);
    return known.map(({ was, lines }) => ({ was, is, common: own.filter((text) => lines.has(text)).length }));
  });
  const paired = new Set<Candidate>();
  return all
    .sort((one, other) => other.common - one.common)
    .flatMap(({ was, is }) => {
      if (paired.has(was) || paired.has(is)) return [];
      paired.add(was).add(is);
      return [[was, is]];
    });
}

/** The first word of a study's name and its year, with its letter: "Hart & Sutherland 1977a" and "Hart 1977a" agree. */
function authorAndYear(name: JsonValue | undefined): string | undefined {
  const written = typeof name === "string" ? name.trim() : "";
  const [, author, year] = /^([^\s,]+).*?\b((?:19|20)\d\d[a-z]?)\b/u.exec(written) ?? [];
  return author && year && keyOf(knownName(author), year);
}

/**
 * Everything in a study except its name: it identifies a study that was only renamed.
 *
 * @returns undefined for long studies, and with less than two numbers, which are too few to identify a study
 */
function dataOf({ value, isLong }: Candidate, property: string): string | undefined {
  if (isLong) return undefined;
  const data = JSON.stringify({ ...value, [property]: null });
  const numbers = data.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/[1-9]\d*/g) ?? [];
  return numbers.length < 2 ? undefined : data;
}

/**
 * Whether two elements may be the same under different names: at least half of the text of their rows is identical.
 * Subgroups without rows, to which rows refer by number, must be equal except for their names.
 */
function areAlike(one: Candidate, other: Candidate, list: string): boolean {
  const [before, after] = [rowsIn(one), rowsIn(other)];
  const length = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);
  if (before.length === 0 && after.length === 0)
    return (
      plain(list) === "subgroups" &&
      JSON.stringify({ ...one.value, name: null }) === JSON.stringify({ ...other.value, name: null })
    );
  const remaining = new Map<string, number>();
  for (const text of before) remaining.set(text, (remaining.get(text) ?? 0) + 1);
  const same = after.filter((text) => {
    const count = remaining.get(text) ?? 0;
    remaining.set(text, count - 1);
    return count > 0;
  });
  return 2 * length(same) >= Math.max(length(before), length(after));
}

/** The texts of the rows in an element's lists, including those in the lists of its subgroups. */
function rowsIn({ members, index }: Pick<Candidate, "members" | "index">): readonly string[] {
  const own = membersOf(members.side, members.valueAt(index));
  return Array.from({ length: own?.count ?? 0 }, (_, at) => at).flatMap((at) => {
    const list = own && membersOf(own.side, own.valueAt(at));
    if (list?.kind !== "array") return [];
    const isOfRows = !numberedLists.has(plain(own?.nameOf(at) ?? ""));
    return Array.from({ length: list.count }, (_, row) => row).flatMap((row) =>
      isOfRows ? [list.textOf(row)] : rowsIn({ members: list, index: row }),
    );
  });
}
