import type { Choices } from "../roles/choices";
import type { Arm } from "../roles/names";
import type { NumberRole } from "../roles/roles";
import type { Finding } from "./finding";
import type { ItemRow } from "../roles/readRow";
import { arms, numberIn } from "./finding";

const parts = {
  dichotomous: ["events", "total"],
  continuous: ["mean", "sd", "total"],
} as const;

/**
 * Rows that count participants twice: two rows of one total with all numbers alike (`duplicate-row`), or two rows of one
 * study with one arm alike (`shared-comparator`).
 */
export function sameRows(rows: readonly ItemRow[], choices: Choices): readonly Finding[] {
  const { dataType } = choices.pooling;
  if (choices.totals === "no-totals" || (dataType !== "dichotomous" && dataType !== "continuous")) return [];
  const rolesOf = (arm: Arm): readonly NumberRole[] =>
    parts[dataType].map((part) => `${arm}-${part}` as const);
  const keyOf = (row: ItemRow, arm: Arm): string | undefined => {
    const numbers = rolesOf(arm).map((role) => numberIn(row, role));
    return numbers.includes(undefined) ? undefined : numbers.join(" ");
  };
  const isTelling = (row: ItemRow): boolean => {
    const sumOf = (part: "events" | "total"): number =>
      arms.reduce((sum, arm) => sum + (numberIn(row, `${arm}-${part}`) ?? 0), 0);
    return dataType === "continuous" || (sumOf("events") > 0 && sumOf("total") >= 20);
  };
  const found: Finding[] = [];
  // The same numbers side by side in maps: no row is held against all others.
  const firstWith = new Map<string, ItemRow>();
  const firstOfStudy = new Map<string, ItemRow>();
  for (const row of rows) {
    if (row.excluded) continue;
    const pool = choices.totals === "subtotals-only" ? String(row.subgroup) : "";
    const [first, second] = arms.map((arm) => keyOf(row, arm));
    if (first === undefined || second === undefined) continue;
    if (isTelling(row)) {
      const key = `${pool}|${first}|${second}`;
      const same = firstWith.get(key);
      if (same === undefined) firstWith.set(key, row);
      else
        found.push({
          code: "duplicate-row",
          row: row.index,
          pointer: row.pointer,
          otherRow: same.index,
        });
    }
    const { index, pointer } = row;
    for (const [at, arm] of arms.entries()) {
      const key = `${pool}|${studyOf(row.study)}|${arm}|${[first, second][at] ?? ""}`;
      const other = firstOfStudy.get(key);
      if (other === undefined) firstOfStudy.set(key, row);
      else if (arms.some((one) => keyOf(row, one) !== keyOf(other, one)))
        found.push({
          code: "shared-comparator",
          row: index,
          pointer,
          otherRow: other.index,
          arm,
        });
    }
  }
  return found;
}

/** A study's name without the letter that tells its parts apart: `Okafor 2019a`, `Okafor 2019 (b)`. */
function studyOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/(?<=\d)\s*\(?[a-z]\)?$/, "");
}
