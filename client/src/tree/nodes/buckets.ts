import { shortened } from "../../platform/displayText";

/** The maximum number of rows in a level of the tree. */
export const rowLimit = 500;

/** A part of a long list, labelled with the letter or the range of its names. */
export interface Bucket<T> {
  readonly label: string;
  readonly items: readonly T[];
}

export interface Named {
  readonly name: string;
}

/** Sorts by name as users expect: ignores case and diacritics, compares numbers by value. */
export function sortedByName<T extends Named>(items: readonly T[]): readonly T[] {
  const compare = comparison();
  return [...items].sort((a, b) => compare(nameToCompare(a.name), nameToCompare(b.name)));
}

/** The part of a name to compare: a registry may send names of megabytes. */
function nameToCompare(name: string): string {
  return name.length > comparedLength ? name.slice(0, comparedLength) : name;
}

const comparedLength = 300;

/**
 * Splits a list by the first letter of the names: letters in order, then digits ("0–9"), then the rest ("#").
 * Keeps the order of items within a bucket; the tree sorts a bucket when the user opens it.
 */
export function bucketsByLetter<T extends Named>(items: readonly T[]): readonly Bucket<T>[] {
  const byLetter = new Map<string, T[]>();
  for (const item of items) {
    const letter = letterOf(item.name);
    const bucket = byLetter.get(letter);
    if (bucket === undefined) byLetter.set(letter, [item]);
    else bucket.push(item);
  }
  const compare = comparison();
  return [...byLetter]
    .map(([label, bucket]) => ({ label, items: bucket }))
    .sort((a, b) => rank(a.label) - rank(b.label) || compare(a.label, b.label));
}

/**
 * Splits a sorted list into at most `room` ranges, of at most {@link rowLimit} items each if possible. Labels each
 * range with the beginnings of its first and last names.
 */
export function bucketsByRange<T extends Named>(sorted: readonly T[], room: number): readonly Bucket<T>[] {
  let size = rowLimit;
  while (sorted.length / size > room) size *= rowLimit;
  const buckets: Bucket<T>[] = [];
  for (let start = 0; start < sorted.length; start += size) {
    const items = sorted.slice(start, start + size);
    buckets.push({ label: `${beginning(items.at(0))} … ${beginning(items.at(-1))}`, items });
  }
  return buckets;
}

function comparison(): (a: string, b: string) => number {
  return new Intl.Collator(undefined, { sensitivity: "base", numeric: true }).compare;
}

function letterOf(name: string): string {
  // A fast path for most names: a list may have a hundred thousand.
  const code = name.charCodeAt(0);
  if (code >= 0x41 && code <= 0x5a) return name.charAt(0);
  const first = /[\p{L}\p{N}]/u.exec(name.length > 40 ? name.slice(0, 40) : name)?.[0];
  if (first === undefined) return "#";
  if (/\p{N}/u.test(first)) return "0–9";
  const [base = first] = first.normalize("NFD");
  return base.toUpperCase();
}

function rank(label: string): number {
  if (label === "#") return 2;
  return label === "0–9" ? 1 : 0;
}

function beginning(item: Named | undefined): string {
  return shortened(item?.name.trim() ?? "", 24);
}
