import type { Choices } from "../roles/choices";
import type { Arm, NumberRole } from "../roles/roles";
import { armRoles, arms } from "../roles/roles";
import type { Finding } from "./finding";
import type { ItemRow } from "../roles/readRow";
import { numberIn } from "./finding";

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
  const rolesOf: Readonly<Record<Arm, readonly NumberRole[]>> = {
    experimental: parts[dataType].map((part) => armRoles.experimental[part]),
    comparator: parts[dataType].map((part) => armRoles.comparator[part]),
  };
  const keyOf = (row: ItemRow, arm: Arm): string | undefined => {
    const numbers = rolesOf[arm].map((role) => numberIn(row, role));
    return numbers.includes(undefined) ? undefined : numbers.join(" ");
  };
  const isTelling = (row: ItemRow): boolean => {
    const sumOf = (part: "events" | "total"): number =>
      arms.reduce((sum, arm) => sum + (numberIn(row, armRoles[arm][part]) ?? 0), 0);
    return dataType === "continuous" || (sumOf("events") > 0 && sumOf("total") >= 20);
  };
  /** Men and women may be as many, and none of them have an event. */
  const tellsMore = (row: ItemRow, other: ItemRow, arm: Arm): boolean =>
    dataType === "continuous" ||
    row.subgroup === other.subgroup ||
    (numberIn(row, armRoles[arm].events) ?? 0) > 0;
  const found: Finding[] = [];
  // Most rows are like no other by their first number or their study: of those no more is asked.
  const likeFirst = repeated(rows, (row) => numberIn(row, armRoles.experimental.total));
  const likeStudy = repeated(rows, studyOf);
  // The same numbers side by side in maps: no row is held against all others.
  const firstWith = new Map<string, ItemRow>();
  const firstOfStudy = new Map<string, ItemRow>();
  for (const row of rows) {
    const study = studyOf(row);
    const total = numberIn(row, armRoles.experimental.total);
    const isLikeFirst = total !== undefined && likeFirst.has(total);
    const isLikeStudy = study !== undefined && likeStudy.has(study);
    if (row.excluded || !(isLikeFirst || isLikeStudy)) continue;
    const pool = choices.totals === "subtotals-only" ? String(row.subgroup) : "";
    const [first, second] = arms.map((arm) => keyOf(row, arm));
    if (first === undefined || second === undefined) continue;
    if (isLikeFirst && isTelling(row)) {
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
    if (isLikeStudy)
      for (const [at, arm] of arms.entries()) {
        const key = `${pool}|${study}|${arm}|${[first, second][at] ?? ""}`;
        const other = firstOfStudy.get(key);
        if (other === undefined) firstOfStudy.set(key, row);
        else if (tellsMore(row, other, arm) && arms.some((one) => keyOf(row, one) !== keyOf(other, one)))
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

/** What more than one row has. */
function repeated<Key>(rows: readonly ItemRow[], keyOf: (row: ItemRow) => Key | undefined): ReadonlySet<Key> {
  const once = new Set<Key>();
  const more = new Set<Key>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined) continue;
    if (once.has(key)) more.add(key);
    else once.add(key);
  }
  return more;
}

/** A study's name, if it has one, without the letter that tells its parts apart: `Okafor 2019a`, `Okafor 2019 (b)`. */
function studyOf({ name }: ItemRow): string | undefined {
  if (name === null) return undefined;
  const plain = name.trim().toLowerCase();
  // Mostly a year ends it.
  return /\d$/.test(plain) ? plain : plain.replace(/(?<=\d)\s*\(?[a-z]\)?$/, "");
}
