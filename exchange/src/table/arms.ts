import type { DataType } from "../../../evidence/src/index";
import type { TableRecord } from "../reading/csv";
import type { Answers } from "./answers";
import type { Sheet } from "./sheets";
import { folded } from "./columns";
import type { Numbers, RowReading } from "./rows";
import { numberAt, textAt } from "./rows";

/** Two arms of a study, as one row. */
interface ArmPair {
  readonly record: TableRecord;
  /** Null where the table has both arms in one row. */
  readonly arms: { readonly experimental: string; readonly comparator: string } | null;
  readonly numbers: Numbers;
}

/** The arms of a table with a row for each, in their order. */
export function armsOf({ records }: Sheet, reading: RowReading): readonly string[] {
  return [...new Set(records.map((record) => textAt(reading, record, "arm")))].filter((arm) => arm !== "");
}

const comparators = new Set(
  "placebo control comparator usualcare standardcare standardofcare notreatment nointervention waitinglist waitlist sham".split(
    " ",
  ),
);

/** The arm that is called as comparators are, where there is one. */
function comparatorNamed(arms: readonly string[]): string | undefined {
  const [found, another] = arms.filter((arm) => comparators.has(folded(arm)));
  return another === undefined ? found : undefined;
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
    const comparator = comparatorOf(records, reading, answers) ?? "";
    const compared = records.find((record) => textAt(reading, record, "arm") === comparator);
    if (compared === undefined) {
      const message = translate("“{0}” has no arm to compare with: it was left out.", study);
      losses.add("lost", "row-incomplete", { place: first?.place ?? null }, message);
      return [];
    }
    const others = records.filter((record) => record !== compared);
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

/** The arm that the others of a study are compared with: as answered, else the only one that is called so. */
function comparatorOf(
  records: readonly TableRecord[],
  reading: RowReading,
  { comparator }: Answers,
): string | undefined {
  const arms = records.map((record) => textAt(reading, record, "arm"));
  return comparator !== undefined && arms.includes(comparator) ? comparator : comparatorNamed(arms);
}

/** Whether nothing says of some study which of its arms the others are compared with. */
export function isComparatorOpen(sheet: Sheet, reading: RowReading, answers: Answers): boolean {
  return (
    answers.comparator === undefined &&
    studiesOf(sheet, reading).some((records) => comparatorOf(records, reading, answers) === undefined)
  );
}
