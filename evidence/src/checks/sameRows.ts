import type { Analysis, Row } from "../analysis";
import { countsFor } from "../pooling/computeAnalysis";
import type { ItemRow } from "../roles/readRow";
import { type Arm, type NumberRole, armRoles, arms } from "../roles/roles";
import { type Finding, saysDivided } from "./finding";

/** How the rows of an item are pooled. */
export interface Pooling extends Pick<Analysis, "dataType" | "totals"> {
  readonly rows: readonly Pick<Row<unknown>, "id" | "subgroup" | "appliesTo" | "excluded">[];
}

const parts = {
  dichotomous: ["events", "total"],
  continuous: ["mean", "sd", "total"],
} as const;

/**
 * Reports rows that stand in one pool, or would with totals, and have the same numbers (`duplicate-row`), and rows of one
 * study whose common arm a pool counts twice (`shared-comparator`).
 */
export function sameRows(
  rows: readonly ItemRow[],
  { dataType, totals, rows: pooled }: Pooling,
): readonly Finding[] {
  if (dataType !== "dichotomous" && dataType !== "continuous") return [];
  const rolesOf: Readonly<Record<Arm, readonly NumberRole[]>> = {
    experimental: parts[dataType].map((part) => armRoles.experimental[part]),
    comparator: parts[dataType].map((part) => armRoles.comparator[part]),
  };
  const places = new Map(pooled.map((row) => [row.id, row]));
  const found: Finding[] = [];
  const earlier = { numbers: new Map<string, ItemRow[]>(), study: new Map<string, ItemRow[]>() };
  for (const row of rows) {
    const numbers = arms.flatMap((arm) => rolesOf[arm].map((role) => row.number(role)));
    if (numbers.includes(undefined)) continue;
    const { index, pointer } = row;
    const same = among(earlier.numbers, numbers.join(" "), row).find((one) => shareAPool(one, row));
    const ofStudy = row.name === null ? [] : among(earlier.study, baseName(row.name), row);
    if (same !== undefined) {
      if (isTelling(row) && !saysDivided(row))
        found.push({ code: "duplicate-row", row: index, pointer, otherRow: same.index });
      continue;
    }
    // Without totals no comparator is counted twice.
    for (const one of totals === "no-totals" ? [] : ofStudy) {
      const arm = shareAPool(one, row) ? sharedArm(one, row) : undefined;
      if (arm === undefined) continue;
      found.push({ code: "shared-comparator", row: index, pointer, otherRow: one.index, arm });
      break;
    }
  }
  return found;

  function shareAPool(one: ItemRow, other: ItemRow): boolean {
    const [first, second] = [places.get(one.index), places.get(other.index)];
    if (first === undefined || second === undefined) return false;
    const areBothIn = (subgroup: number | null): boolean =>
      countsFor(first, subgroup) && countsFor(second, subgroup);
    return (
      (totals === "totals-and-subtotals" && areBothIn(null)) ||
      (first.subgroup !== null ? areBothIn(first.subgroup) : second.subgroup === null && areBothIn(null))
    );
  }

  /** Whether equal rows are evidence of a duplicate: few events, or events in all participants, may agree by chance. */
  function isTelling(row: ItemRow): boolean {
    if (dataType === "continuous")
      return arms.some((arm) => row.number(armRoles[arm].mean) !== 0 || row.number(armRoles[arm].sd) !== 0);
    const events = arms.map((arm) => row.number(armRoles[arm].events) ?? 0);
    return events.some((event) => event >= 6) && arms.some((arm, at) => events[at] !== totalOf(row, arm));
  }

  /**
   * The arm that two rows share. Does not report an arm that is less than 70 % of both opposite arms: the authors
   * divided it between the rows, as they should.
   */
  function sharedArm(one: ItemRow, other: ItemRow): Arm | undefined {
    if (saysDivided(one) || saysDivided(other)) return undefined;
    const isSame = (role: NumberRole): boolean => one.number(role) === other.number(role);
    const isInOneSubgroup = one.subgroup === other.subgroup;
    for (const arm of arms) {
      if (!rolesOf[arm].every(isSame)) continue;
      const opposite = arm === "experimental" ? "comparator" : "experimental";
      const others = Math.min(totalOf(one, opposite), totalOf(other, opposite));
      // Two subgroups, such as men and women, may have equally few events by chance.
      const isByChance =
        dataType === "dichotomous" && !isInOneSubgroup && (one.number(armRoles[arm].events) ?? 0) < 3;
      return totalOf(one, arm) >= 10 && totalOf(one, arm) >= 0.7 * others && !isByChance ? arm : undefined;
    }
    return undefined;
  }
}

function totalOf(row: ItemRow, arm: Arm): number {
  return row.number(armRoles[arm].total) ?? 0;
}

/** The previous rows with the same key, at most 50; adds the row to them. */
function among(known: Map<string, ItemRow[]>, key: string, row: ItemRow): readonly ItemRow[] {
  const alike = known.get(key) ?? [];
  known.set(key, alike);
  const before = [...alike];
  if (alike.length < 50) alike.push(row);
  return before;
}

/** A study's name without the letter of its part: `Okafor 2019a`, `Okafor 2019 (b)`. */
function baseName(name: string): string {
  const folded = name.normalize().trim().toLowerCase();
  // Most names end in a year, without a letter to remove.
  return /\d$/.test(folded) ? folded : folded.replace(/(?<=\d)\s*\(?[a-z]\)?$/, "");
}
