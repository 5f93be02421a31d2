import type { DataType } from "@analyses/evidence";
import { armNamed } from "@analyses/evidence";
import type { TableRecord } from "../reading/csv";
import type { Answers } from "./answers";
import type { Sheet } from "./sheets";
import type { Numbers, RowReading } from "./rows";
import { numberAt, textAt } from "./rows";

/*
 * Tables with a row for each arm. Which one the others are compared with is taken from its name where that is the word
 * for it (evidence.md 1), else asked: neither the order nor what people often compare with says it.
 */

/** Two arms of a study, as one row. */
export interface ArmPair {
  readonly record: TableRecord;
  /** Null where the table has both arms in one row. */
  readonly arms: { readonly experimental: string; readonly comparator: string } | null;
  readonly numbers: Numbers;
}

const partRoles = [
  ["arm-events", "events"],
  ["arm-total", "total"],
  ["arm-mean", "mean"],
  ["arm-sd", "sd"],
] as const;

/** Each other arm of a study beside its comparator; that a comparator stands in several rows is said. */
export function armPairs(
  sheet: Sheet,
  reading: RowReading,
  answers: Answers,
  dataType: DataType,
): readonly ArmPair[] {
  const { losses } = reading;
  const { translate } = losses;
  return studiesOf(sheet, reading).flatMap((records) => {
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
  });
}

/** The rows of each study by its arms. One that has an arm twice is two: of two doses, or two times. */
function studiesOf({ records }: Sheet, reading: RowReading): readonly (readonly TableRecord[])[] {
  const studies = new Map<string, { readonly records: TableRecord[]; readonly arms: Set<string> }[]>();
  const all: (readonly TableRecord[])[] = [];
  for (const record of records) {
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
  }
  return all;
}

function armsOf(records: readonly TableRecord[], reading: RowReading): readonly string[] {
  return records.map((record) => textAt(reading, record, "arm"));
}

/** The arm that the others of a study are compared with: as answered, else the only one that is called so. */
function comparatorOf(arms: readonly string[], { comparator = [] }: Answers): string | undefined {
  const answered = comparator.find((arm) => arms.includes(arm));
  const [named, another] = arms.filter((arm) => armNamed(arm) === "comparator");
  return answered ?? (another === undefined ? named : undefined);
}

/** The arms of studies of which nothing says which one the others are compared with, in their order. */
export function openArms(sheet: Sheet, reading: RowReading, answers: Answers): readonly string[] {
  const open = studiesOf(sheet, reading)
    .map((records) => armsOf(records, reading))
    .filter((arms) => arms.length > 1 && comparatorOf(arms, answers) === undefined);
  return [...new Set(open.flat())].filter((arm) => arm !== "");
}
