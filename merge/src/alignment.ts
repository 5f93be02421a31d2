import { isJsonObject } from "@analyses/json";
import { type ListKind, listKindOf } from "./identity";
import { type SubgroupOf, Pairing } from "./pairing";
import type { Members } from "./side";

/** A member of the result: its index in each version, or -1 where the version does not have it. */
export interface Row {
  readonly base: number;
  readonly ours: number;
  readonly theirs: number;
}

/** The versions of an object or a list that are merged. */
export interface Versions {
  /** Undefined if there is no base. */
  readonly base: Members | undefined;
  readonly ours: Members;
  readonly theirs: Members;
}

/** The index of the same member in another version, -1 for none. */
type PartnerOf = (index: number) => number;

/** Aligns the properties of versions of an object by name, in the order of the result. */
export function alignProperties({ base, ours, theirs }: Versions): readonly Row[] {
  const inBase = indexesIn(base);
  const inOurs = indexesIn(ours);
  return rowsInOrder(ours.count, theirs.count, {
    oursInBase: (at) => inBase(ours.nameOf(at)),
    theirsInBase: (at) => inBase(theirs.nameOf(at)),
    theirsInOurs: (at) => inOurs(theirs.nameOf(at)),
  });
}

function indexesIn(members: Members | undefined): (name: string) => number {
  const known = new Map<string, number>();
  for (let at = 0; at < (members?.count ?? 0); at++) known.set(members?.nameOf(at) ?? "", at);
  return (name) => known.get(name) ?? -1;
}

/** The elements of the versions of a list, in the order of the result, and what identifies them. */
interface AlignedElements {
  readonly rows: readonly Row[];
  readonly kind: ListKind;
}

/**
 * Aligns the elements of versions of a list.
 *
 * @param name name of the list's property
 * @param subgroupOf resolves rows' subgroup numbers, if versions use the same number for different subgroups
 * @param relation whether the versions without a base are extractions of the same reports
 * @returns undefined if nothing identifies the elements
 */
export function alignElements(
  name: string,
  { base, ours, theirs }: Versions,
  subgroupOf: SubgroupOf | undefined,
  relation: "version" | "extraction" = "version",
): AlignedElements | undefined {
  // If a number means different subgroups, rows with equal texts may belong to different ones.
  const isTextEnough = subgroupOf === undefined;
  const inSubgroup = subgroupOf ?? subgroupAsWritten;
  const pairings =
    base === undefined
      ? [new Pairing(ours, theirs, isTextEnough)]
      : [new Pairing(base, ours, isTextEnough), new Pairing(base, theirs, isTextEnough)];
  const versions = base === undefined ? [ours, theirs] : [base, ours, theirs];
  const kind = listKindOf(
    name,
    pairings.flatMap(({ open }) => open),
    versions,
  );
  if (kind === undefined) return undefined;
  for (const pairing of pairings) pairing.pairBy(kind, inSubgroup, relation);
  const none: PartnerOf = () => -1;
  const [first = none, second = none] = pairings.map(({ partners }) => partnerIn(partners));
  let partners = { oursInBase: none, theirsInBase: none, theirsInOurs: first };
  if (base !== undefined) {
    // Both versions may have added the same element, which the base does not have.
    const bothNew = new Pairing(ours, theirs, false, {
      before: (at) => first(at) === -1,
      after: (at) => second(at) === -1,
    });
    bothNew.pairBy(kind, inSubgroup, "both-new");
    partners = { oursInBase: first, theirsInBase: second, theirsInOurs: partnerIn(bothNew.partners) };
  }
  return { kind, rows: rowsInOrder(ours.count, theirs.count, partners) };
}

function partnerIn(partners: Int32Array): PartnerOf {
  return (at) => partners[at] ?? -1;
}

/** Identifies a row's subgroup by all properties that may name or number it. */
const subgroupAsWritten: SubgroupOf = (_, row) => {
  const { applicability } = row;
  const inner = isJsonObject(applicability) ? applicability["subgroup-number"] : undefined;
  return JSON.stringify([inner, row.subgroup, row["subgroup-number"], row["subgroup-name"]]);
};

interface Partners {
  readonly oursInBase: PartnerOf;
  readonly theirsInBase: PartnerOf;
  /** For members that are not in the base. */
  readonly theirsInOurs: PartnerOf;
}

function rowsInOrder(
  oursCount: number,
  theirsCount: number,
  { oursInBase, theirsInBase, theirsInOurs }: Partners,
): readonly Row[] {
  const ofOurs: { base: number; ours: number; theirs: number }[] = [];
  const ofBase: (typeof ofOurs)[number][] = [];
  for (let at = 0; at < oursCount; at++) {
    const row = { base: oursInBase(at), ours: at, theirs: -1 };
    ofOurs.push(row);
    if (row.base !== -1) ofBase[row.base] = row;
  }
  const ofTheirs: Row[] = [];
  for (let at = 0; at < theirsCount; at++) {
    const base = theirsInBase(at);
    const known = base === -1 ? ofOurs[theirsInOurs(at)] : ofBase[base];
    if (known === undefined) ofTheirs.push({ base, ours: -1, theirs: at });
    else {
      known.theirs = at;
      ofTheirs.push(known);
    }
  }
  // If only `theirs` has moved members, the result takes its order.
  return isInOrderOfBase(ofOurs) && !isInOrderOfBase(ofTheirs)
    ? mergeRows(ofTheirs, ofOurs, "theirs")
    : mergeRows(ofOurs, ofTheirs, "ours");
}

function isInOrderOfBase(rows: readonly Row[]): boolean {
  let last = -1;
  return rows.every(({ base }) => {
    if (base === -1) return true;
    const isLater = base > last;
    last = base;
    return isLater;
  });
}

/**
 * Merges the rows of two versions. Keeps the order of `spine`. Each row that only `others` has comes after the row that
 * precedes it in `others`; if both versions have new rows after the same row, those of `spine` come first.
 */
function mergeRows(
  spine: readonly Row[],
  others: readonly Row[],
  spineIs: "ours" | "theirs",
): readonly Row[] {
  /** The rows that only `others` has, by the row before them; undefined stands for the beginning. */
  const following = new Map<Row | undefined, Row[]>();
  let before: Row | undefined;
  for (const row of others) {
    if (row[spineIs] !== -1) before = row;
    else {
      const known = following.get(before);
      if (known === undefined) following.set(before, [row]);
      else known.push(row);
    }
  }
  if (following.size === 0) return spine;
  const rows: Row[] = [];
  let waiting = following.get(undefined) ?? [];
  const otherIs = spineIs === "ours" ? "theirs" : "ours";
  for (const row of spine) {
    const isNew = row.base === -1 && row[otherIs] === -1;
    if (!isNew) {
      for (const other of waiting) rows.push(other);
      waiting = following.get(row) ?? [];
    }
    rows.push(row);
  }
  for (const other of waiting) rows.push(other);
  return rows;
}
