import { armNamed, numberRoles, ofOtherArm } from "@analyses/evidence";
import type { TableRecord } from "../reading/csv";
import type { Answers } from "./answers";
import type { Numbers, RowReading } from "./rows";
import { Refused } from "../reading/limits";
import { textAt } from "./rows";
import type { Sheet } from "./sheets";

/*
 * Tables with both arms in a row that call them by numbers, `events1`, and say beside it which arms these are. Where a
 * name says otherwise than the number, or one arm stands on both sides, which one is the comparator is asked.
 */

type Sides = readonly [first: string, second: string];

function sidesOf(reading: RowReading, record: TableRecord): Sides {
  return [textAt(reading, record, "first-arm"), textAt(reading, record, "second-arm")];
}

/** The arms among which somebody has to say which one is the comparator; none where their numbers say it. */
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
 * Numbers of a row whose first arm is the comparator, by the answer, as those of the other arm.
 *
 * @throws Refused where they are of both arms together, such as an estimate
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
