import { type DataType, type EffectMeasure, isRatio, readChoice } from "@analyses/evidence";
import { type Losses, listCriteria, listUnknownMeasure } from "../model/report";
import type { Analysis, Cell, Choices, Extras, Labels, Place, Stored, StoredName } from "../model/review";
import type { Columns, TableRecord } from "../reading/csv";
import { choiceCell, htmlCell, numberCell, numbersNamed, present } from "../reading/cells";

/** The properties of an analysis other than its name, subgroups and rows. */
type Settings = Pick<
  Analysis,
  "choices" | "labels" | "extras" | "stored" | "subgroupDifferences" | "storedForm"
>;

/** The columns of results that RevMan computed. */
export const resultColumns: readonly (readonly [StoredName, string])[] = [
  ["estimate", "Mean"],
  ["low", "CI start"],
  ["high", "CI end"],
  ["predictionLow", "PI start"],
  ["predictionHigh", "PI end"],
  ["z", "Effect Z"],
  ["t", "Effect T"],
  ["p", "Effect P"],
  ["q", "Heterogeneity Chi²"],
  ["df", "Heterogeneity df"],
  ["qP", "Heterogeneity P"],
  ["i2", "Heterogeneity I²"],
  ["tau2", "Heterogeneity Tau²"],
  ["tau2Low", "Tau² CI start"],
  ["tau2High", "Tau² CI end"],
  ["weight", "Weight"],
];

export const differenceColumns: readonly (readonly [StoredName, string])[] = [
  ["q", "Subgroup Chi²"],
  ["df", "Subgroup df"],
  ["qP", "Subgroup P"],
  ["i2", "Subgroup I²"],
];

/** Reads the results of a pool; empty if the pool has no estimate. */
export function poolOf(table: PackageTable, record: TableRecord): Stored {
  const stored: Stored = numbersNamed(resultColumns, (heading) => numberIn(table, record, heading));
  return stored.estimate === undefined ? {} : stored;
}

export const labelColumns = [
  ["experimental-label", "Experimental group label"],
  ["comparator-label", "Control group label"],
  ["favours-left", "Graph label (left)"],
  ["favours-right", "Graph label (right)"],
  ["unit", "Unit of effect measure"],
] as const;

/** Reads a line of `overall-estimates-and-settings`. */
export function settingsOf(key: string, table: PackageTable, record: TableRecord, losses: Losses): Settings {
  const { place } = record;
  const textOf = (heading: string): string => table.columns.text(record, heading).trim();
  const setting = <Value>(
    heading: string,
    read: (text: string) => Value | undefined,
  ): Cell<Value> | undefined => choiceCell(textOf(heading), read, place);
  const numberOf = (heading: string): Cell<number> | undefined => numberIn(table, record, heading);
  const isTrue = (heading: string): boolean => textOf(heading).toLowerCase() === "true";
  const dataType = setting("Data type", readChoice["data-type"]);
  const isLogged = textOf("Log-scale data") === "" ? undefined : isTrue("Log-scale data");
  const { measure, otherMeasure, isSwapped } = measureOf(textOf("Effect measure"), dataType?.value, isLogged);
  const model = setting("Analysis model", readChoice.model);
  const isRandom = model?.value === "random-effects";
  // The oldest form of the package has no column for the estimator: RevMan had only DerSimonian-Laird.
  const estimator = table.columns.has("Heterogeneity estimator")
    ? setting("Heterogeneity estimator", readChoice["heterogeneity-estimator"])
    : { value: "dersimonian-laird" as const, text: "", place };
  const choices: Choices = present({
    "data-type": dataType,
    "effect-measure":
      measure === undefined ? undefined : { value: measure, text: textOf("Effect measure"), place },
    method: setting("Statistical method", readChoice.method),
    model,
    "heterogeneity-estimator": isRandom ? estimator : undefined,
    "interval-method": isRandom ? setting("CI method", readChoice["interval-method"]) : undefined,
    "confidence-level":
      setting("CI/PI level", readChoice["confidence-level"]) ??
      setting("Estimate CI", readChoice["confidence-level"]),
    "prediction-interval": isRandom
      ? setting("Prediction interval", readChoice["prediction-interval"])
      : undefined,
    totals: {
      value: isTrue("Overall estimates")
        ? "totals-and-subtotals"
        : isTrue("Subgroup estimates")
          ? "subtotals-only"
          : "no-totals",
      text: `${textOf("Overall estimates")} ${textOf("Subgroup estimates")}`,
      place,
    } as const,
    "swap-events":
      dataType?.value !== "dichotomous"
        ? undefined
        : isSwapped
          ? ({ value: true, text: textOf("Effect measure"), place } as const)
          : setting("Swap event and non-event", readChoice["swap-events"]),
    scale:
      dataType?.value === "contrast" && isLogged !== undefined
        ? ({ value: isLogged ? "log" : "natural", text: textOf("Log-scale data"), place } as const)
        : undefined,
  });
  const labels: Labels = Object.fromEntries(
    labelColumns.flatMap(([role, heading]) => {
      const text = textOf(heading);
      return text === "" || text === "[Not identical]"
        ? []
        : [[role, htmlCell(text, place, losses)] as const];
    }),
  );
  const where = { analysis: key, place };
  if (otherMeasure !== undefined) listUnknownMeasure(losses, where, otherMeasure);
  if (/^auto|synthes|study/i.test(textOf("Data source")) || textOf("Filter criteria") !== "")
    listCriteria(losses, where);
  const extras: Extras = present({
    id: textOf("ID") || undefined,
    otherMeasure,
    subgroupTest: isTrue("Test for subgroup differences"),
    tau2Interval: isTrue("Tau² CI"),
    graphScale: numberOf("Graph scale"),
    showRiskOfBias: textOf("Show risk of bias") === "" ? undefined : isTrue("Show risk of bias"),
    sortBy: textOf("Sort studies by") || undefined,
  });
  return {
    choices,
    labels,
    extras,
    stored: isTrue("Overall estimates") ? poolOf(table, record) : {},
    subgroupDifferences: numbersNamed(differenceColumns, numberOf),
    storedForm: "printed",
  };
}

/** Reads a measure by RevMan's words. Other words are the author's: the measure is then unnamed, on the given scale. */
function measureOf(
  text: string,
  dataType: DataType | undefined,
  isLogged: boolean | undefined,
): {
  readonly measure: EffectMeasure | undefined;
  readonly otherMeasure: string | undefined;
  readonly isSwapped: boolean;
} {
  const isSwapped = text.endsWith(" (Non-event)");
  const known = readChoice["effect-measure"](isSwapped ? text.slice(0, -" (Non-event)".length) : text);
  // Only ratios have logarithms: a difference on the log scale is the author's own measure.
  const fits = known !== undefined && (dataType !== "contrast" || isRatio(known) || isLogged !== true);
  if (fits) return { measure: known, otherMeasure: undefined, isSwapped };
  // Without a scale, the measure may be a ratio or a difference.
  const other = isLogged === undefined ? undefined : isLogged ? "other-ratio" : "other-difference";
  return { measure: other, otherMeasure: text === "" ? undefined : text, isSwapped: false };
}

/** Infers the choices of an analysis without settings from its rows: only the type of data. */
export function inferredChoices(
  where: { readonly analysis: string; readonly place: Place },
  rows: PackageTable,
  own: readonly TableRecord[],
  losses: Losses,
): Settings {
  const has = (heading: string): boolean =>
    own.some((record) => (numberIn(rows, record, heading)?.value ?? 0) !== 0);
  const dataType: DataType = has("GIV Mean")
    ? "contrast"
    : has("O-E")
      ? "observed-expected"
      : has("Experimental SD") || has("Control SD")
        ? "continuous"
        : "dichotomous";
  losses
    .item("assumed", "setting-not-kept", where)
    .translate("There are no settings for it: measure, method and model are not known.");
  return {
    choices: { "data-type": { value: dataType, text: "", place: where.place } },
    labels: {},
    extras: {},
    stored: {},
    subgroupDifferences: {},
    storedForm: "printed",
  };
}

/** A table of a data package. */
export interface PackageTable {
  readonly columns: Columns;
  readonly records: readonly TableRecord[];
}

/** Reads a cell's number; undefined for blanks and `#N/A`. */
function numberIn(table: PackageTable, record: TableRecord, heading: string): Cell<number> | undefined {
  return numberCell(table.columns.text(record, heading), record.place);
}

/** The number of a group, an analysis or a subgroup; 0 if the text is not a number. */
export function countOf(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : 0;
}

/** Returns a row's subgroup, identified by its number or, in the oldest form without numbers, by its name. */
export function findLabel(
  { columns }: PackageTable,
  record: TableRecord,
): { readonly id: string; readonly name: string; readonly number: string } | undefined {
  const name = columns.text(record, "Subgroup");
  const number = columns.text(record, "Subgroup number");
  if (name === "" && number === "") return undefined;
  return { id: number === "" ? `name ${name}` : `number ${number}`, name, number };
}
