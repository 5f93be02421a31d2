import type { Yielding } from "@analyses/json";
import {
  type DataType,
  type EffectMeasure,
  type Method,
  type Translate,
  isRatio,
  valuesOf,
} from "@analyses/evidence";
import type { TableRecord } from "../reading/csv";
import {
  type Answers,
  type ColumnMeaning,
  type Question,
  type Questions,
  columnMeanings,
  decimalSeparators,
  isNumberMeaning,
  titleMeanings,
  unnamedMeanings,
} from "./answers";
import { openArms, openSides } from "./arms";
import { isMissing } from "./cells";
import { folded, meaningsNamed, typesThatFit } from "./columns";
import { type RowReading, numberAt, wordsOfState } from "./rows";
import { type Sheet, isTable } from "./sheetLines";
import { mapYielding, someYielding } from "../yieldingLists";

const ofCounts = ["odds-ratio", "risk-ratio", "risk-difference", "peto-odds-ratio"] as const;
const ofMeans = ["mean-difference", "standardized-mean-difference"] as const;
const ofTimes = ["hazard-ratio", "rate-ratio"] as const;
const others = ["other-ratio", "other-difference"] as const;

export const measures: Readonly<Record<DataType, readonly EffectMeasure[]>> = {
  dichotomous: ofCounts,
  continuous: ofMeans,
  contrast: [...ofCounts, ...ofMeans, ...ofTimes, ...others],
  "observed-expected": [...ofTimes, "peto-odds-ratio", "odds-ratio", "other-ratio"],
};

const errorOfMean = /(?<!\p{L})(?:SEM?|s\.e\.(?:m\.)?|standard errors?)(?!\p{L})/iu;

/** Asks the user which sheet of a workbook to read. */
export function whichSheet(sheets: readonly Sheet[], answers: Answers, translate: Translate): Questions {
  const tables = sheets.filter(isTable);
  const names = tables.map(({ name }) => name);
  const message = translate("Which sheet is to be read?");
  return {
    questions: [{ key: "sheet", message, choices: names, isNeeded: true }],
    headings: names,
    examples: [tables.map(({ headings }) => headings.join(", "))],
    answers,
  };
}

/** Asks the user which of several names is that of the comparator; the others are names of arms or of outcomes. */
export function whichArm(
  { headings, records }: Sheet,
  names: readonly string[],
  answers: Answers,
  translate: Translate,
): Questions {
  const message = translate("Which arm are the others compared with?");
  return {
    questions: [{ key: "comparator", message, choices: names, isNeeded: true }],
    headings,
    examples: records.slice(0, 5).map(({ cells }) => cells),
    answers,
  };
}

/** What the lines of a table leave open. */
interface OpenLines {
  readonly isSeparatorUnclear: boolean;
  readonly titles: readonly string[];
  readonly unnamed: boolean;
  /** Possible names of the analysis, the assumed one first. */
  readonly names: readonly string[];
}

/**
 * Returns the questions that a table leaves open. A document may omit the measure of counts or means, but not the
 * measure of estimates, which defines what the estimates are.
 */
export function* openQuestions(
  sheet: Sheet,
  reading: RowReading,
  answers: Answers,
  { isSeparatorUnclear, titles, unnamed, names }: OpenLines,
): Yielding<{ readonly dataType: DataType | null; readonly questions: Questions }> {
  const { meanings, headings, losses } = reading;
  const { translate } = losses;
  const fits = typesThatFit(meanings);
  const dataType = answers.dataType ?? (fits.length === 1 ? (fits[0] ?? null) : null);
  const questions: Question[] = [];
  const ask = (key: Question["key"], choices: readonly string[], message: string): void => {
    questions.push({ key, message, choices, isNeeded: true });
  };
  const columns = new Map(
    headings.flatMap((heading, index) => {
      const meaning = meanings[index] ?? "ignored";
      return heading === "" ? [] : [[heading, meaning] as const];
    }),
  );
  const cells = unclearCells(headings, answers);
  if (cells !== undefined) {
    for (const [heading, meaning] of cells) columns.set(heading, meaning);
    ask(
      "columns",
      columnMeanings,
      translate("The second number of each arm, n12 and n22: participants, or those without the event?"),
    );
  } else if (dataType === null && fits.length === 0) {
    const message = translate("Which columns have the numbers of the studies?");
    const error = headings.find((heading) => errorOfMean.test(heading));
    const hint =
      error !== undefined && headings.some((heading) => /\bmean\b/i.test(heading))
        ? ` ${translate("“{0}” has standard errors; means need standard deviations (times √N).", error)}`
        : "";
    ask("columns", columnMeanings, message + hint);
  }
  const shared = cells === undefined ? yield* sharedMeaning(sheet, reading, answers) : undefined;
  if (shared !== undefined)
    ask(
      "columns",
      columnMeanings,
      translate("“{0}” and “{1}” may both be meant, and differ: which one is it?", ...shared),
    );
  if (!meanings.includes("study") && cells === undefined) {
    ask("columns", columnMeanings, translate("Which column names the studies?"));
    const [first = ""] = headings;
    if (meanings[0] === "ignored" && first !== "") columns.set(first, "study");
  }
  if (titles.length > 0) {
    const all = titles.slice(0, 5).join(", ");
    ask(
      "titleLines",
      titleMeanings,
      translate("Lines between the studies have one text ({0}): what is it?", all),
    );
  }
  if (unnamed)
    ask(
      "unnamedLines",
      unnamedMeanings,
      translate("Lines with numbers name no study: do they belong to the study above?"),
    );
  if (dataType === null && fits.length > 1)
    ask("dataType", fits, translate("Which numbers are to be pooled?"));
  if (isSeparatorUnclear)
    ask(
      "decimal",
      decimalSeparators,
      translate("Is the comma of numbers such as 1,234 between thousands, or before decimals?"),
    );
  const arms = meanings.includes("arm")
    ? yield* openArms(sheet, reading, answers)
    : yield* openSides(sheet, reading, answers);
  if (arms.length > 0) {
    const [first = "", second = "", ...more] = arms;
    const message =
      more.length === 0
        ? translate("Which arm is the comparator: {0} or {1}?", first, second)
        : translate("Which arm are the others compared with?");
    ask("comparator", arms, message);
  }
  const words = answers.leftOut === undefined ? yield* statesOf(sheet, reading) : [];
  if (words.length > 0)
    ask("leftOut", [...words, ""], translate("Which word says that a study is left out?"));
  const [proposed, ...otherNames] = names;
  if (proposed !== undefined && otherNames.length > 0) {
    const message = translate("What is the analysis called?");
    questions.push({ key: "analysisName", message, choices: names, isNeeded: false, proposed });
  }
  const type = dataType ?? fits[0];
  if (type !== undefined)
    for (const question of openSettings(type, answers, translate)) questions.push(question);
  if (type === "contrast" && answers.scale === undefined && (yield* isScaleOpen(sheet, reading, answers))) {
    const message = translate("Are the estimates logarithms of ratios, or the ratios themselves?");
    const isOfErrors = !meanings.includes("interval-low") || !meanings.includes("interval-high");
    const choices = ["log", "natural", ...(isOfErrors ? ["natural-log-error"] : [])];
    ask("scale", choices, message);
  }
  const examples = sheet.records.slice(0, 5).map((record) => record.cells);
  return { dataType, questions: { questions, headings, examples, answers: { ...answers, columns } } };
}

/**
 * Returns the questions about settings. A document may omit all settings but the measure of estimates. An answer that
 * this type of data does not allow is no answer: the same answers may serve several tables.
 */
function openSettings(type: DataType, answers: Answers, translate: Translate): readonly Question[] {
  const { effectMeasure: measure, method, model, heterogeneityEstimator: estimator } = answers;
  const isOfEstimates = type === "contrast";
  const ofMeasure = isOfEstimates
    ? translate("What measure are the estimates?")
    : translate("Which effect measure is wanted?");
  const settings = [
    ["effectMeasure", measure, measures[type], ofMeasure],
    ["method", method, methodsFor(type, measure), translate("Which method combines the studies?")],
    [
      "model",
      model,
      valuesOf("model"),
      translate("Do the studies estimate one effect (fixed), or effects that differ (random)?"),
    ],
    [
      "heterogeneityEstimator",
      model === "fixed-effect" ? "" : estimator,
      valuesOf("heterogeneity-estimator"),
      translate("With random effects: how is the variance between studies estimated?"),
    ],
  ] as const;
  return settings.flatMap(([key, answer, choices, message]) => {
    const isAnswered = answer === "" || choices.some((choice) => choice === answer);
    if (isAnswered || choices.length === 1) return [];
    return [{ key, message, choices, isNeeded: key === "effectMeasure" && isOfEstimates }];
  });
}

/** The methods for a type of data: only counts, and observed minus expected events, have several. */
export function methodsFor(dataType: DataType, measure: EffectMeasure | undefined): readonly Method[] {
  const ofPeto = ["peto", "inverse-variance"] as const;
  switch (dataType) {
    case "dichotomous":
      if (measure === "peto-odds-ratio") return ofPeto;
      return ["mantel-haenszel", "inverse-variance", ...(measure === undefined ? (["peto"] as const) : [])];
    case "continuous":
    case "contrast":
      return ["inverse-variance"];
    case "observed-expected":
      return [...ofPeto, "observed-expected"];
  }
}

/** Whether the scale of ratios is unknown: only an estimate or an interval limit below zero shows logarithms. */
function* isScaleOpen(
  { records }: Sheet,
  reading: RowReading,
  { effectMeasure }: Answers,
): Yielding<boolean> {
  if (effectMeasure !== undefined && !isRatio(effectMeasure)) return false;
  const isLogarithm = (record: TableRecord): boolean =>
    (["estimate", "interval-low"] as const).some(
      (role) => (numberAt(reading, record, role).number?.value ?? 0) < 0,
    );
  return !(yield* someYielding(records, isLogarithm));
}

/**
 * Finds two headings of the same number between which the user has not chosen, if a row has different values under
 * them.
 */
function* sharedMeaning(
  { records }: Sheet,
  { headings, meanings }: RowReading,
  { columns }: Answers,
): Yielding<readonly [string, string] | undefined> {
  for (const [index, heading] of headings.entries()) {
    if (heading === "" || columns.has(heading) || meanings[index] !== "ignored") continue;
    const named = meaningsNamed(heading);
    const at = meanings.findIndex((meaning) => isNumberMeaning(meaning) && named.includes(meaning));
    if (at === -1) continue;
    const differs = yield* someYielding(records, ({ cells }) => {
      const [one = "", other = ""] = [cells[index], cells[at]];
      return !isMissing(one) && one.trim() !== other.trim();
    });
    if (differs) return [headings[at] ?? "", heading];
  }
  return undefined;
}

const maxWords = 20;

/** Returns the words in columns of exclusion that mean neither yes nor no. */
function* statesOf({ records }: Sheet, reading: RowReading): Yielding<readonly string[]> {
  const words = yield* mapYielding(records, (record) => wordsOfState(reading, record));
  return [...new Set(words.flat())].slice(0, maxWords);
}

/** Finds the columns `n11` … of Stata: the second column of each arm may count participants or non-events. */
function unclearCells(
  headings: readonly string[],
  { columns }: Answers,
): ReadonlyMap<string, ColumnMeaning> | undefined {
  const names = ["n11", "n12", "n21", "n22"].map((word) =>
    headings.find((heading) => folded(heading) === word),
  );
  const [events1, others1, events2, others2] = names;
  if (events1 === undefined || others1 === undefined || events2 === undefined || others2 === undefined)
    return undefined;
  if (columns.has(others1) && columns.has(others2)) return undefined;
  return new Map([
    [events1, "experimental-events"],
    [others1, "experimental-non-events"],
    [events2, "comparator-events"],
    [others2, "comparator-non-events"],
  ]);
}
