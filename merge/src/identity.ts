import { isListOfArms } from "@analyses/evidence";
import type { JsonObject, JsonValue } from "@analyses/json";
import { isContainer, isJsonObject, open, propertiesOf, valueOf } from "@analyses/json";
import type { ElementKind, Step } from "./pieces";
import type { Members } from "./side";
import { membersOf } from "./side";
import { knownName } from "./values";

/*
 * Identifies the elements of a list in another version of it. Pairs several identical elements in order.
 */

/** The identity of an element: a number and a name, the name in a property, or its index. */
export type ListKind =
  | { readonly kind: "numbered" }
  | { readonly kind: "named"; readonly property: string }
  | { readonly kind: "by-place" };

/** Returns the key, in the result, of the subgroup that a row names; empty if it names none. */
export type SubgroupOf = (members: Members, row: JsonObject) => string;

/** In characters; analyses and groups may be longer. */
const longElement = 5000;

/** An unpaired element of a version. */
class Candidate {
  #value: JsonObject | null | undefined;

  constructor(
    readonly members: Members,
    readonly index: number,
  ) {}

  get text(): string {
    return this.members.textOf(this.index);
  }

  /** Null if it is not an object. For a long one, only its own texts and numbers. */
  get value(): JsonObject | null {
    if (this.#value === undefined) this.#value = this.#read();
    return this.#value;
  }

  get isLong(): boolean {
    return this.members.valueAt(this.index).node.length > longElement;
  }

  #read(): JsonObject | null {
    const { document } = this.members.side;
    const placed = this.members.valueAt(this.index);
    if (!this.isLong) {
      const read = valueOf(document, placed, this.text);
      return isJsonObject(read) ? read : null;
    }
    const { node, start } = open(document, placed);
    if (node.kind !== "object") return null;
    const said: Record<string, JsonValue> = {};
    for (const { property, value } of propertiesOf({ node, start }))
      if (!isContainer(value.node)) said[property.name] = valueOf(document, value) ?? null;
    return said;
  }

  saying(property: string): string | undefined {
    return textOf(this.value?.[property]);
  }
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? knownName(value) : undefined;
}

/** Numbers of removed and added elements to try at one position: first one of both, as for a changed element. */
const skips: readonly (readonly [number, number])[] = Array.from({ length: 16 }, (_, at) => at + 1).flatMap(
  (more) => [[more, more] as const, [more, 0] as const, [0, more] as const],
);

/** Pairs the elements of two versions of a list. */
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
    const left = { before: new Set<number>(), after: new Set<number>() };
    let [was, is] = isTextEnough ? this.#pairInOrder(before, after, left) : [0, 0];
    for (; was < before.count; was++) left.before.add(was);
    for (; is < after.count; is++) left.after.add(is);
    const candidates = (members: Members, indexes: Iterable<number>): readonly Candidate[] =>
      Array.from(indexes, (index) => new Candidate(members, index));
    this.#before = candidates(before, Array.from(left.before).filter(isOpen.before));
    this.#after = candidates(after, Array.from(left.after).filter(isOpen.after));
    if (isTextEnough) this.#pair(({ text }) => text, {});
  }

  /**
   * Pairs elements with the same text while their order is the same, apart from a few added or removed ones: most of
   * a long list.
   *
   * @returns the indexes that it reached in both
   */
  #pairInOrder(
    before: Members,
    after: Members,
    left: { readonly before: Set<number>; readonly after: Set<number> },
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
      for (let at = 0; at < skip[0]; at++) left.before.add(was + at);
      for (let at = 0; at < skip[1]; at++) left.after.add(is + at);
      was += skip[0];
      is += skip[1];
    }
    return [was, is];
  }

  get open(): readonly Candidate[] {
    return [...this.#before, ...this.#after];
  }

  /** Pairs the remaining elements. */
  pairBy(kind: ListKind, subgroupOf: SubgroupOf, areBothNew: boolean): void {
    if (kind.kind === "by-place") {
      this.partners.forEach((_, index) => (this.partners[index] = index));
    } else if (kind.kind === "numbered") {
      this.#pair((one) => one.saying("id"), { isOnlyOne: true });
      this.#pair((one) => keyOf(one.saying("number"), one.saying("name")), {});
      this.#pair((one) => one.saying("name"), { isOnlyOne: true });
      // A new analysis may have the number of a removed one.
      if (areBothNew) return;
      this.#pair((one) => one.saying("number"), { isOnlyOne: true, areAlike });
      // The only remaining element on both sides.
      this.#pair(() => "", { isOnlyOne: true, areAlike });
    } else {
      const { property } = kind;
      const subgroup = ({ members, value }: Candidate): string => subgroupOf(members, value ?? {});
      this.#pair((one) => keyOf(one.saying(property), subgroup(one)), {});
      if (areBothNew) return;
      this.#pair((one) => one.saying(property), { isOnlyOne: true });
      // Only the name differs.
      this.#pair(
        ({ value, isLong }) => (isLong ? undefined : JSON.stringify({ ...value, [property]: null })),
        { isOnlyOne: true },
      );
    }
  }

  /** @param how `isOnlyOne`: whether to ignore a key that several elements have */
  #pair(
    keyOfOne: (one: Candidate) => string | undefined,
    how: {
      readonly isOnlyOne?: boolean;
      readonly areAlike?: (was: Candidate, is: Candidate) => boolean;
    },
  ): void {
    if (this.#before.length === 0 || this.#after.length === 0) return;
    const known = byKey(this.#before, keyOfOne);
    const wanted = byKey(this.#after, keyOfOne);
    const paired = new Set<Candidate>();
    for (const [key, all] of wanted) {
      const found = known.get(key) ?? [];
      if (how.isOnlyOne === true && (all.length > 1 || found.length > 1)) continue;
      all.forEach((is, at) => {
        const was = found[at];
        if (was === undefined || how.areAlike?.(was, is) === false) return;
        this.partners[is.index] = was.index;
        paired.add(was).add(is);
      });
    }
    this.#before = this.#before.filter((one) => !paired.has(one));
    this.#after = this.#after.filter((one) => !paired.has(one));
  }
}

function keyOf(...words: readonly (string | undefined)[]): string | undefined {
  return words.includes(undefined) ? undefined : JSON.stringify(words);
}

function byKey(
  all: readonly Candidate[],
  keyOfOne: (one: Candidate) => string | undefined,
): ReadonlyMap<string, readonly Candidate[]> {
  const known = new Map<string, Candidate[]>();
  for (const one of all) {
    const key = keyOfOne(one);
    if (key === undefined) continue;
    const same = known.get(key);
    if (same === undefined) known.set(key, [one]);
    else same.push(one);
  }
  return known;
}

/**
 * Whether two elements are the same one under different names: at least half of the text of their rows is identical, or,
 * without rows, everything except their names.
 */
function areAlike(one: Candidate, other: Candidate): boolean {
  const [before, after] = [rowsIn(one), rowsIn(other)];
  const length = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);
  if (before.length === 0 && after.length === 0)
    return JSON.stringify({ ...one.value, name: null }) === JSON.stringify({ ...other.value, name: null });
  const left = new Map<string, number>();
  for (const text of before) left.set(text, (left.get(text) ?? 0) + 1);
  const same = after.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
  return 2 * length(same) >= Math.max(length(before), length(after));
}

/** The texts of the elements of an element's lists; of subgroups, of their own lists. */
function rowsIn({ members, index }: Pick<Candidate, "members" | "index">): readonly string[] {
  const own = membersOf(members.side, members.valueAt(index));
  return Array.from({ length: own?.count ?? 0 }, (_, at) => at).flatMap((at) => {
    const list = own && membersOf(own.side, own.valueAt(at));
    if (list?.kind !== "array") return [];
    return Array.from({ length: list.count }, (_, row) => row).flatMap((row) => {
      const inner = numberedLists.has(plain(own?.nameOf(at) ?? ""))
        ? rowsIn({ members: list, index: row })
        : [];
      return inner.length > 0 ? inner : [list.textOf(row)];
    });
  });
}

const numberedLists = new Set(["analysisgroups", "analyses", "subgroups"]);

/** Names of identifying properties, best first, without punctuation, in lower case. */
const studyProperties = [
  "studyname",
  "study",
  "studylabel",
  "slab",
  "studlab",
  "studyid",
  "trial",
  "trialname",
];
const namingProperties = [
  ...studyProperties,
  ...["domain", "id", "arm", "role", "group", "name", "title", "label", "author", "key", "number"],
];

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/**
 * Determines what identifies the elements of a list.
 *
 * @param name name of the list's property
 * @param open the elements that differ between two versions
 * @param versions versions of the list
 * @returns undefined if nothing identifies them: such a list is one value
 */
export function listKindOf(
  name: string,
  open: readonly Candidate[],
  versions: readonly Members[],
): ListKind | undefined {
  const firsts = versions.flatMap((members) => (members.count > 0 ? [new Candidate(members, 0)] : []));
  const looked = open.length > 0 ? open : firsts;
  if (looked.some(({ value }) => value === null)) return undefined;
  if (numberedLists.has(plain(name))) return { kind: "numbered" };
  const names = Object.keys(looked[0]?.value ?? {});
  for (const wanted of namingProperties) {
    const property = names.find((one) => plain(one) === wanted);
    if (property !== undefined && looked.every((one) => one.saying(property) !== undefined))
      return { kind: "named", property };
  }
  const isSameLength = versions.every(({ count }) => count === versions[0]?.count);
  return isListOfArms(name) && isSameLength ? { kind: "by-place" } : undefined;
}

const kindsOfLists: Readonly<Record<string, ElementKind>> = {
  analysisgroups: "group",
  analyses: "analysis",
  subgroups: "subgroup",
  studies: "study",
  datarows: "study",
  trials: "study",
  rows: "study",
};

/** Returns the step to an element, with its display name. */
export function stepTo(members: Members, index: number, list: string, kind: ListKind): Step {
  const one = new Candidate(members, index);
  const written = (name: string): string => {
    const said = one.value?.[name];
    return typeof said === "string" || typeof said === "number" ? String(said) : "";
  };
  const isStudy = kind.kind === "named" && studyProperties.includes(plain(kind.property));
  const what = kindsOfLists[plain(list)] ?? (isStudy ? "study" : "other");
  if (kind.kind === "by-place") return { kind: "element", list, what, number: String(index + 1), name: "" };
  if (kind.kind === "named") return { kind: "element", list, what, number: "", name: written(kind.property) };
  return { kind: "element", list, what, number: written("number"), name: written("name") };
}
