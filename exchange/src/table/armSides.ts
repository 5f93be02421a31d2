// Tables with both arms in a row, numbered as in `events1`, and with columns that name the arms. If a name
// contradicts the number, or an arm occurs on both sides, the reader asks the user which arm is the
// comparator.

import type { Yielding } from "@analyses/json";
import { armNamed, numberRoles, ofOtherArm } from "@analyses/evidence";
import type { TableRecord } from "../reading/csv";
import type { Answers } from "./answers";
import type { ArmPair } from "./arms";
import { type Numbers, type RowReading, textAt } from "./rows";
import { Refused } from "../reading/limits";
import type { Sheet } from "./sheets";
import { mapYielding } from "../yieldingLists";

type Sides = readonly [first: string, second: string];

function sidesOf(reading: RowReading, record: TableRecord): Sides {
  return [textAt(reading, record, "first-arm"), textAt(reading, record, "second-arm")];
}

/** Returns the arms among which the user must choose the comparator; empty if the second arm is always that. */
export function* openSides(
  { records }: Sheet,
  reading: RowReading,
  { comparator }: Answers,
): Yielding<readonly string[]> {
  if (comparator !== undefined) return [];
  const all = yield* mapYielding(records, (record) => sidesOf(reading, record));
  const seconds = new Set(all.map(([, second]) => second));
  const isOpen = all.some(
    ([first, second]) =>
      armNamed(first) === "comparator" ||
      armNamed(second) === "experimental" ||
      (first !== "" && seconds.has(first)),
  );
  return isOpen ? [...new Set(all.flat())].filter((arm) => arm !== "") : [];
}

const partWords =
  /(?<!\p{L})(?:events?|cases|responders|n|no|nos|number|total|sample size|participants|patients|mean|sd|standard deviation|size|of|in|the|arm|group)(?!\p{L})|[\d%()[\]/:,;._-]+/giu;

/**
 * Returns the names of the arms of a table with both arms in a row: the name in the arm's column if all rows have the
 * same, else the words that the headings of the arm's numbers share (`Drug events`, `Drug total`), else an empty name.
 */
export function armsNamed(
  pairs: readonly ArmPair[],
  reading: RowReading,
  { comparator = [] }: Answers,
): NonNullable<ArmPair["arms"]> {
  const onlyOf = (texts: readonly string[]): string => {
    const [only = "", ...others] = new Set(texts);
    return others.length === 0 ? only : "";
  };
  const sides = pairs.map(({ record }) => {
    const [first, second] = sidesOf(reading, record);
    return comparator.includes(first) ? [second, first] : [first, second];
  });
  const named = (side: 0 | 1, arm: "experimental" | "comparator"): string => {
    const byColumn = onlyOf(sides.map((both) => both[side] ?? ""));
    if (byColumn !== "") return byColumn;
    const headings = reading.headings.filter((_, index) => reading.meanings[index]?.startsWith(`${arm}-`));
    const common = onlyOf(
      headings.map((heading) => heading.replace(partWords, " ").replace(/\s+/g, " ").trim()),
    );
    return headings.length > 1 && common.length > 2 ? common : "";
  };
  return { experimental: named(0, "experimental"), comparator: named(1, "comparator") };
}

/**
 * Swaps the numbers of the arms if the user has answered that the first arm is the comparator.
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
    if (other === undefined) throw new Refused(directionSentence(record, reading));
    exchanged[other] = cell;
  }
  return exchanged;
}

function directionSentence({ place }: TableRecord, { losses: { translate } }: RowReading): string {
  const { file, line } = place;
  return translate("{0}, line {1}: an estimate compares the arms the other way round.", file, line);
}
