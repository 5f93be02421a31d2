// Tables with a row for each arm. The comparator is the only arm with a name such as `Placebo` (evidence.md 1), else
// the reader asks the user: neither the order of the arms nor common practice determines the comparator.

import type { Yielding } from "@analyses/json";
import { type DataType, armNamed, numberRoles, ofOtherArm } from "@analyses/evidence";
import type { TableRecord } from "../reading/csv";
import { mapYielding } from "../yieldingLists";
import { Refused } from "../reading/limits";
import type { Answers } from "./answers";
import { withoutColumnNumber } from "./columns";
import type { Sheet } from "./sheetLines";
import { type Numbers, type RowReading, numberAt, textAt } from "./rows";

/** Two arms of a study, combined into one row. */
export interface ArmPair {
  readonly record: TableRecord;
  /** Null if the table has both arms in one row. */
  readonly arms: { readonly experimental: string; readonly comparator: string } | null;
  readonly numbers: Numbers;
}

const parts = ["events", "total", "mean", "sd"] as const;

/** Pairs a study's comparator with each of its other arms; reports a comparator that is in several pairs. */
export function* armPairs(
  sheet: Sheet,
  reading: RowReading,
  answers: Answers,
  dataType: DataType,
): Yielding<readonly ArmPair[]> {
  const studies = yield* studiesOf(sheet, reading);
  const pairs = yield* mapYielding(studies, (records) => pairsOfStudy(records, reading, answers, dataType));
  return pairs.flat();
}

function pairsOfStudy(
  records: readonly TableRecord[],
  reading: RowReading,
  answers: Answers,
  dataType: DataType,
): readonly ArmPair[] {
  const { losses } = reading;
  const [first] = records;
  const study = first === undefined ? "" : textAt(reading, first, "study");
  const comparator = comparatorOf(armsOf(records, reading), answers) ?? "";
  const compared = records.find((record) => textAt(reading, record, "arm") === comparator);
  const others = records.filter((record) => record !== compared);
  if (compared === undefined || others.length === 0) {
    losses
      .item("lost", "row-incomplete", { place: first?.place ?? null })
      .translate("“{0}” has no arm to compare with: it was left out.", study);
    return [];
  }
  if (others.length > 1)
    losses
      .item("note", "number-asked", { place: compared.place })
      .translate("“{0}”: the arm “{1}” stands in {2} analyses.", study, comparator, others.length);
  return others.map((record): ArmPair => {
    const numbers: Numbers = {};
    for (const [arm, from] of [
      ["experimental", record],
      ["comparator", compared],
    ] as const)
      for (const part of parts) {
        if ((dataType === "dichotomous") !== (part === "events") && part !== "total") continue;
        const { number, total } = numberAt(reading, from, `arm-${part}`);
        if (number !== undefined) numbers[`${arm}-${part}`] = number;
        if (total !== undefined) numbers[`${arm}-total`] ??= total;
      }
    const experimental = textAt(reading, record, "arm");
    return { record, arms: { experimental, comparator }, numbers };
  });
}

/** Groups rows by study. A study that has an arm twice counts as two studies: of two doses, or at two times. */
function* studiesOf({ records }: Sheet, reading: RowReading): Yielding<readonly (readonly TableRecord[])[]> {
  const studies = new Map<string, { readonly records: TableRecord[]; readonly arms: Set<string> }[]>();
  const all: (readonly TableRecord[])[] = [];
  yield* mapYielding(records, (record) => {
    const identity = (["study", "outcome", "comparison", "subgroup"] as const).map((one) =>
      textAt(reading, record, one),
    );
    const key = identity.join("\u0000");
    const arm = textAt(reading, record, "arm");
    const own = studies.get(key) ?? [];
    studies.set(key, own);
    const open = own.at(-1);
    if (open !== undefined && !open.arms.has(arm)) {
      open.records.push(record);
      open.arms.add(arm);
    } else {
      const begun = { records: [record], arms: new Set([arm]) };
      own.push(begun);
      all.push(begun.records);
    }
  });
  return all;
}

function armsOf(records: readonly TableRecord[], reading: RowReading): readonly string[] {
  return records.map((record) => textAt(reading, record, "arm"));
}

/** Returns a study's comparator: the arm that the user has chosen, else the only arm with a comparator's name. */
function comparatorOf(arms: readonly string[], { comparator = [] }: Answers): string | undefined {
  const answered = comparator.find((arm) => arms.includes(arm));
  const [named, another] = arms.filter((arm) => armNamed(arm) === "comparator");
  return answered ?? (another === undefined ? named : undefined);
}

/** Returns the arms of studies without a known comparator, in order. */
export function* openArms(sheet: Sheet, reading: RowReading, answers: Answers): Yielding<readonly string[]> {
  const studies = yield* studiesOf(sheet, reading);
  const all = yield* mapYielding(studies, (records) => armsOf(records, reading));
  const open = all.filter((arms) => arms.length > 1 && comparatorOf(arms, answers) === undefined);
  return [...new Set(open.flat())].filter((arm) => arm !== "");
}

// Tables with both arms in a row, numbered as in `events1`, and with columns that name the arms. If a name
// contradicts the number, or an arm occurs on both sides, the reader asks the user which arm is the
// comparator.

type Sides = readonly [first: string, second: string];

function sidesOf(reading: RowReading, record: TableRecord): Sides {
  return [textAt(reading, record, "first-arm"), textAt(reading, record, "second-arm")];
}

/**
 * Returns the arms among which the user must choose the comparator; empty if the second arm of each row certainly is.
 */
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
  const inHeadings = (arm: "experimental" | "comparator"): string => {
    const headings = reading.headings.filter((_, index) => reading.meanings[index]?.startsWith(`${arm}-`));
    const common = onlyOf(
      headings.map((heading) =>
        withoutColumnNumber(heading).replace(partWords, " ").replace(/\s+/g, " ").trim(),
      ),
    );
    return headings.length > 1 && common.length > 2 ? common : "";
  };
  const [first, second] = [inHeadings("experimental"), inHeadings("comparator")];
  // Words in the headings of both arms, such as an outcome, name neither arm.
  const named = (side: 0 | 1, words: string): string =>
    onlyOf(sides.map((both) => both[side] ?? "")) || (first === second ? "" : words);
  return { experimental: named(0, first), comparator: named(1, second) };
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
  const { translate } = reading.losses;
  const { file, line } = record.place;
  const sides = sidesOf(reading, record);
  const answered = comparator.find((arm) => sides.includes(arm));
  if (answered === undefined || answered === sides[1]) return numbers;
  const exchanged: Numbers = {};
  for (const role of numberRoles) {
    const cell = numbers[role];
    if (cell === undefined) continue;
    const other = ofOtherArm.get(role);
    if (other === undefined)
      throw new Refused(
        translate("{0}, line {1}: an estimate compares the arms the other way round.", file, line),
      );
    exchanged[other] = cell;
  }
  return exchanged;
}
