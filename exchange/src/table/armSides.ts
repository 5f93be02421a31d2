import { armNamed, numberRoles, ofOtherArm } from "@analyses/evidence";
import type { TableRecord } from "../reading/csv";
import type { Answers } from "./answers";
import type { Numbers, RowReading } from "./rows";
import { Refused } from "../reading/limits";
import { textAt } from "./rows";
import type { Sheet } from "./sheets";

/*
 * Tables with both arms in a row, numbered as in `events1`, and with columns that name the arms. If a name contradicts
 * the number, or an arm occurs on both sides, the reader asks the user which one is the comparator.
 */

type Sides = readonly [first: string, second: string];

function sidesOf(reading: RowReading, record: TableRecord): Sides {
  return [textAt(reading, record, "first-arm"), textAt(reading, record, "second-arm")];
}

/** Returns the arms among which the user must choose the comparator; empty if their numbers determine it. */
export function openSides(
  { records }: Sheet,
  reading: RowReading,
  { comparator }: Answers,
): readonly string[] {
  if (comparator !== undefined) return [];
  const all = records.map((record) => sidesOf(reading, record));
  const seconds = new Set(all.map(([, second]) => second));
  const isOpen = all.some(
    ([first, second]) =>
      armNamed(first) === "comparator" ||
      armNamed(second) === "experimental" ||
      (first !== "" && seconds.has(first)),
  );
  return isOpen ? [...new Set(all.flat())].filter((arm) => arm !== "") : [];
}

/**
 * Swaps the numbers of the arms if, by the answer, the first arm is the comparator.
 *
 * @throws Refused for a number of both arms together, such as an estimate
 */
export function turned(
  numbers: Numbers,
  record: TableRecord,
  reading: RowReading,
  { comparator = [] }: Answers,
): Numbers {
  const sides = sidesOf(reading, record);
  const answered = comparator.find((arm) => sides.includes(arm));
  if (answered === undefined || answered === sides[1]) return numbers;
  const exchanged: Numbers = {};
  for (const role of numberRoles) {
    const cell = numbers[role];
    if (cell === undefined) continue;
    const other = ofOtherArm.get(role);
    if (other === undefined) throw new Refused(notTurned(record, reading));
    exchanged[other] = cell;
  }
  return exchanged;
}

function notTurned({ place }: TableRecord, { losses: { translate } }: RowReading): string {
  const { file, line } = place;
  return translate("{0}, line {1}: an estimate compares the arms the other way round.", file, line);
}
