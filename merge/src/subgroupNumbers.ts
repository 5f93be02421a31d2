import { largestOf } from "@analyses/evidence";
import { type JsonObject, isJsonObject, open, propertyNamed, valueOf } from "@analyses/json";
import { type Versions, alignElements } from "./alignment";
import { stepTo } from "./identity";
import type { SubgroupOf } from "./pairing";
import type { SideName } from "./pieces";
import { type Members, type Side, membersOf, readSide } from "./side";

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

/**
 * @param analysis versions of an analysis
 * @returns undefined if the analysis has no list of subgroups, or no number of a subgroup has to change
 */
export function subgroupNumbers(analysis: Versions): SubgroupNumbers | undefined {
  const [base, ours, theirs] = [analysis.base, analysis.ours, analysis.theirs].map(subgroupsOf);
  if (ours === undefined || theirs === undefined) return undefined;
  const aligned = alignElements("subgroups", { base, ours, theirs }, undefined);
  if (aligned === undefined) return undefined;
  /** Maps each version's subgroup numbers to the numbers in the result. */
  const resultNumbers: Record<SideName, Map<string, string>> = {
    base: new Map(),
    ours: new Map(),
    theirs: new Map(),
  };
  const usedNumbers = new Set<string>();
  const renumbered: { readonly label: string; readonly number: string }[] = [];
  const newAssignments: (() => void)[] = [];
  for (const row of aligned.rows) {
    const numbers = {
      base: numberAt(base, row.base),
      ours: numberAt(ours, row.ours),
      theirs: numberAt(theirs, row.theirs),
    };
    // If `theirs` has added or changed the number and `ours` has not, take the number from `theirs`.
    const wanted =
      numbers.theirs !== undefined && (numbers.ours === undefined || numbers.ours === numbers.base)
        ? numbers.theirs
        : numbers.ours;
    if (wanted === undefined) continue;
    const assign = (number: string): void => {
      usedNumbers.add(number);
      for (const side of ["base", "ours", "theirs"] as const) {
        const written = numbers[side];
        if (written !== undefined) resultNumbers[side].set(written, number);
      }
    };
    // If a version has the same number for two of its subgroups, both keep it: its rows refer to both.
    const isOwnDouble = (["ours", "theirs"] as const).some(
      (side) => numbers[side] === wanted && resultNumbers[side].has(wanted),
    );
    if (!usedNumbers.has(wanted) || isOwnDouble) assign(wanted);
    else
      newAssignments.push(() => {
        const next = String(largestOf(Array.from(usedNumbers, Number).filter(Number.isFinite), 0) + 1);
        assign(next);
        const [members, index] = row.ours === -1 ? [theirs, row.theirs] : [ours, row.ours];
        const { name } = stepTo(members, index, "subgroups", aligned.kind);
        renumbered.push({ label: name, number: next });
      });
  }
  // Assign new numbers last, when all numbers in use are known.
  for (const assignNext of newAssignments) assignNext();
  const isAsWritten = Object.values(resultNumbers).every((numbers) =>
    [...numbers].every(([written, number]) => written === number),
  );
  if (isAsWritten) return undefined;
  const numberOf: SubgroupNumbers["numberOf"] = (side, written) => {
    // Numbers compare as doubles: `2.0` is 2.
    const read = String(Number(written));
    const number = resultNumbers[side].get(read) ?? read;
    return number === read ? written : number;
  };
  return { numberOf, renumbered };
}

function subgroupsOf(analysis: Members | undefined): Members | undefined {
  for (let at = 0; at < (analysis?.count ?? 0); at++)
    if (analysis?.nameOf(at) === "subgroups") {
      const list = membersOf(analysis.side, analysis.valueAt(at));
      return list?.kind === "array" ? list : undefined;
    }
  return undefined;
}

function numberAt(members: Members | undefined, index: number): string | undefined {
  if (members === undefined || index === -1) return undefined;
  const value = valueOf(members.side.document, members.valueAt(index), members.textOf(index));
  const number = isJsonObject(value) ? value.number : undefined;
  return typeof number === "number" ? String(number) : undefined;
}

/** Paths to the subgroup number in an element of a list. */
const pathsOfNumbers: ReadonlyMap<string, readonly string[]> = new Map([
  ["subgroups", ["number"]],
  ["data-rows", ["applicability", "subgroup-number"]],
]);

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
  const path = pathsOfNumbers.get(list);
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
