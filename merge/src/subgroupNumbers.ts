import { largestOf } from "@analyses/evidence";
import type { JsonObject } from "@analyses/json";
import { isJsonObject, open, propertyNamed, valueOf } from "@analyses/json";
import type { Versions } from "./alignment";
import { alignElements } from "./alignment";
import type { SubgroupOf } from "./identity";
import { stepTo } from "./identity";
import type { SideName } from "./pieces";
import type { Members, Side } from "./side";
import { readSide } from "./side";

/**
 * The numbers of an analysis's subgroups, to which its rows refer (`applicability.subgroup-number` in RevMan's form):
 * versions may use one number for different subgroups.
 */
export interface SubgroupNumbers {
  /** Converts a version's subgroup number to that of the result. */
  readonly numberOf: (side: SideName, written: string) => string;
  /** Subgroups with a new number that they have in no version. */
  readonly renumbered: readonly { readonly label: string; readonly number: string }[];
}

/** @returns undefined if each number identifies the same subgroup in all versions */
export function subgroupNumbers(versions: Versions): SubgroupNumbers | undefined {
  const aligned = alignElements("subgroups", versions, undefined);
  if (aligned === undefined) return undefined;
  const { base, ours, theirs } = versions;
  const known: Record<SideName, Map<string, string>> = {
    base: new Map(),
    ours: new Map(),
    theirs: new Map(),
  };
  const taken = new Set<string>();
  const renumbered: { readonly label: string; readonly number: string }[] = [];
  const waiting: (() => void)[] = [];
  for (const row of aligned.rows) {
    const numbers = {
      base: numberAt(base, row.base),
      ours: numberAt(ours, row.ours),
      theirs: numberAt(theirs, row.theirs),
    };
    const wanted =
      numbers.theirs !== undefined && (numbers.ours === undefined || numbers.ours === numbers.base)
        ? numbers.theirs
        : numbers.ours;
    if (wanted === undefined) continue;
    const give = (number: string): void => {
      taken.add(number);
      for (const side of ["base", "ours", "theirs"] as const) {
        const written = numbers[side];
        if (written !== undefined) known[side].set(written, number);
      }
    };
    // A version that uses the number twice itself refers by it to both.
    const isOwnDouble = (["ours", "theirs"] as const).some(
      (side) => numbers[side] === wanted && known[side].has(wanted),
    );
    if (!taken.has(wanted) || isOwnDouble) give(wanted);
    else
      waiting.push(() => {
        const next = String(largestOf(Array.from(taken, Number).filter(Number.isFinite), 0) + 1);
        give(next);
        const [members, index] = row.ours === -1 ? [theirs, row.theirs] : [ours, row.ours];
        const { name } = stepTo(members, index, "subgroups", aligned.kind);
        renumbered.push({ label: name, number: next });
      });
  }
  for (const giveNext of waiting) giveNext();
  const isAsWritten = Object.values(known).every((numbers) =>
    [...numbers].every(([written, number]) => written === number),
  );
  if (isAsWritten) return undefined;
  return { numberOf: (side, written) => known[side].get(written) ?? written, renumbered };
}

function numberAt(members: Members | undefined, index: number): string | undefined {
  if (members === undefined || index === -1) return undefined;
  const value = valueOf(members.side.document, members.valueAt(index), members.textOf(index));
  const number = isJsonObject(value) ? value.number : undefined;
  return typeof number === "number" ? String(number) : undefined;
}

/** Paths to the subgroup number in an element of a list. */
const pathsOfNumbers: Readonly<Record<string, readonly string[]>> = {
  subgroups: ["number"],
  "data-rows": ["applicability", "subgroup-number"],
};

/** Identifies a row's subgroup by its number in the result. */
export function subgroupIn(numbers: SubgroupNumbers, sideOf: (side: Side) => SideName): SubgroupOf {
  return ({ side }: Members, row: JsonObject) => {
    const { applicability } = row;
    const written = isJsonObject(applicability) ? applicability["subgroup-number"] : undefined;
    return typeof written === "number" ? numbers.numberOf(sideOf(side), String(written)) : "";
  };
}

/** Replaces the subgroup number in the text of a list's element by that of the result. */
export function withNumber(text: string, list: string, numberOf: (written: string) => string): string {
  const path = pathsOfNumbers[list];
  const side = path && readSide(text);
  if (path === undefined || side === undefined) return text;
  let place = side.document.root;
  for (const name of path) {
    const { node, start } = open(side.document, place);
    const found = node.kind === "object" ? propertyNamed({ node, start }, name) : undefined;
    if (found === undefined) return text;
    place = found.value;
  }
  const end = place.start + place.node.length;
  return text.slice(0, place.start) + numberOf(text.slice(place.start, end)) + text.slice(end);
}
