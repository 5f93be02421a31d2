// Tables with a row for each arm. The comparator is the only arm with a name such as `Placebo` (evidence.md 1), else
// the reader asks the user: neither the order of the arms nor common practice determines the comparator.

import type { Yielding } from "@analyses/json";
import { type DataType, armNamed } from "@analyses/evidence";
import type { TableRecord } from "../reading/csv";
import type { Answers } from "./answers";
import type { Sheet } from "./sheets";
import { type Numbers, type RowReading, numberAt, textAt } from "./rows";
import { mapYielding } from "../yieldingLists";

/** Two arms of a study, combined into one row. */
export interface ArmPair {
  readonly record: TableRecord;
  /** Null if the table has both arms in one row. */
  readonly arms: { readonly experimental: string; readonly comparator: string } | null;
  readonly numbers: Numbers;
}

const partRoles = [
  ["arm-events", "events"],
  ["arm-total", "total"],
  ["arm-mean", "mean"],
  ["arm-sd", "sd"],
] as const;

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
  const { translate } = losses;
  const [first] = records;
  const study = first === undefined ? "" : textAt(reading, first, "study");
  const comparator = comparatorOf(armsOf(records, reading), answers) ?? "";
  const compared = records.find((record) => textAt(reading, record, "arm") === comparator);
  const others = records.filter((record) => record !== compared);
  if (compared === undefined || others.length === 0) {
    const message = translate("“{0}” has no arm to compare with: it was left out.", study);
    losses.add("lost", "row-incomplete", { place: first?.place ?? null }, message);
    return [];
  }
  if (others.length > 1) {
    const message = translate(
      "“{0}”: the arm “{1}” stands in {2} analyses.",
      study,
      comparator,
      others.length,
    );
    losses.add("note", "number-asked", { place: compared.place }, message);
  }
  return others.map((record): ArmPair => {
    const numbers: Numbers = {};
    for (const [arm, from] of [
      ["experimental", record],
      ["comparator", compared],
    ] as const)
      for (const [meaning, part] of partRoles) {
        if ((dataType === "dichotomous") !== (part === "events") && part !== "total") continue;
        const { number, total } = numberAt(reading, from, meaning);
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
    const of = (["study", "outcome", "comparison", "subgroup"] as const).map((one) =>
      textAt(reading, record, one),
    );
    const key = of.join("\u0000");
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
