import type {
  DataType,
  EffectMeasure,
  HeterogeneityEstimator,
  Method,
  Model,
  Scale,
} from "@analyses/evidence";
import { numberRoles, readChoice, valuesOf } from "@analyses/evidence";
import { objectOf } from "../reading/json";

/** Meanings of number columns; those that begin with `arm-` occur only in tables with a row for each arm. */
const numberMeanings = [...numberRoles, "arm-events", "arm-total", "arm-mean", "arm-sd"] as const;

/** The meanings of table columns. */
export const columnMeanings = [
  "study",
  "year",
  "subgroup",
  "footnotes",
  "excluded",
  "included",
  "outcome",
  "comparison",
  "effect-measure",
  "unit",
  ...numberMeanings,
  "arm",
  "first-arm",
  "second-arm",
  "ignored",
] as const;
export type ColumnMeaning = (typeof columnMeanings)[number];

export function isNumberMeaning(meaning: ColumnMeaning): meaning is (typeof numberMeanings)[number] {
  return numberMeanings.some((one) => one === meaning);
}

/** Whether a column counts people or events. */
export function isCount(meaning: ColumnMeaning): boolean {
  return /-(?:events|total)$/.test(meaning);
}

/** The scale of ratios with the standard errors of the logarithms. */
const errorOfLogarithms = "natural-log-error";

export const titleMeanings = ["subgroup", "ignored"] as const;
export const unnamedMeanings = ["above", "own"] as const;
export const decimalSigns = [".", ","] as const;

/** The user's answers to the questions that a table leaves open. */
export interface Answers {
  /** The meanings of columns, by heading. */
  readonly columns: ReadonlyMap<string, ColumnMeaning>;
  /** The sheet of a workbook. */
  readonly sheet?: string;
  readonly analysisName?: string;
  readonly dataType?: DataType;
  readonly effectMeasure?: EffectMeasure;
  readonly method?: Method;
  readonly model?: Model["kind"];
  /** The estimator of Tau², for random effects. */
  readonly heterogeneityEstimator?: HeterogeneityEstimator;
  readonly scale?: Scale | typeof errorOfLogarithms;
  /** The comparators; if a study has several, the first one applies. */
  readonly comparator?: readonly string[];
  /** The decimal separator. */
  readonly decimal?: (typeof decimalSigns)[number];
  /** The words that exclude a study. */
  readonly leftOut?: readonly string[];
  /** What lines with a single text between the studies mean. */
  readonly titleLines?: (typeof titleMeanings)[number];
  /** Whether lines without a study's name belong to the study above. */
  readonly unnamedLines?: (typeof unnamedMeanings)[number];
}

export const noAnswers: Answers = { columns: new Map() };

type QuestionKey = keyof Answers;

/** A question that a table leaves open. */
export interface Question {
  readonly key: QuestionKey;
  readonly message: string;
  /** The possible answers; for a question about columns, the possible meanings. */
  readonly choices: readonly string[];
  /** Whether the reader needs the answer to read the table. */
  readonly isNeeded: boolean;
  /** The answer that the reader assumes, and reports, if the user gives no answer. */
  readonly proposed?: string;
}

export interface Questions {
  readonly questions: readonly Question[];
  readonly headings: readonly string[];
  /** The cells of the first rows. */
  readonly examples: readonly (readonly string[])[];
  /** The known answers, and each column's meaning by its heading. */
  readonly answers: Answers;
}

type ReadAnswers =
  | { readonly kind: "read"; readonly answers: Answers }
  /** An answer with a value that is not allowed; `name` is empty if the value is no object of answers. */
  | { readonly kind: "wrong"; readonly name: string; readonly allowed: readonly string[] };

/** Reads answers from JSON: meanings of columns by heading, and `dataType`, `effectMeasure` …; null is no answer. */
export function readAnswers(value: unknown): ReadAnswers {
  const object = objectOf(value);
  if (object === undefined) return { kind: "wrong", name: "", allowed: [] };
  const columns = new Map<string, ColumnMeaning>();
  const choices: { -readonly [Name in keyof Answers]?: Answers[Name] } = {};
  for (const [name, one] of Object.entries(object)) {
    const isChoice = name in choiceReaders;
    if (isChoice && (one === null || takeChoice(choices, name, one))) continue;
    const meaning = columnMeanings.find((known) => known === one);
    if (isChoice || meaning === undefined) return { kind: "wrong", name, allowed: allowedFor(name) };
    columns.set(name, meaning);
  }
  return { kind: "read", answers: { ...choices, columns } };
}

/** Returns the allowed answers; empty if every text is allowed. */
function allowedFor(name: string): readonly string[] {
  switch (name) {
    case "dataType":
      return valuesOf("data-type");
    case "effectMeasure":
      return valuesOf("effect-measure");
    case "heterogeneityEstimator":
      return valuesOf("heterogeneity-estimator");
    case "method":
    case "model":
      return valuesOf(name);
    case "scale":
      return [...valuesOf(name), errorOfLogarithms];
    case "titleLines":
      return titleMeanings;
    case "unnamedLines":
      return unnamedMeanings;
    case "decimal":
      return decimalSigns;
    case "analysisName":
    case "comparator":
    case "leftOut":
    case "sheet":
      return [];
    default:
      return columnMeanings;
  }
}

const choiceReaders: {
  readonly [Name in Exclude<keyof Answers, "columns">]-?: (value: unknown) => Answers[Name];
} = {
  dataType: readChoice["data-type"],
  effectMeasure: readChoice["effect-measure"],
  method: readChoice.method,
  model: readChoice.model,
  heterogeneityEstimator: readChoice["heterogeneity-estimator"],
  scale: (value) => (value === errorOfLogarithms ? value : readChoice.scale(value)),
  comparator: textsIn,
  decimal: (value) => decimalSigns.find((sign) => sign === value),
  leftOut: textsIn,
  titleLines: (value) => titleMeanings.find((meaning) => meaning === value),
  unnamedLines: (value) => unnamedMeanings.find((meaning) => meaning === value),
  sheet: textIn,
  analysisName: textIn,
};

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Reads one text or a list of texts. */
function textsIn(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = all.filter((one) => typeof one === "string");
  return texts.length === all.length ? texts : undefined;
}

function takeChoice(into: Partial<Record<string, unknown>>, name: string, value: unknown): boolean {
  const read = Object.entries(choiceReaders).find(([known]) => known === name)?.[1](value);
  if (read === undefined) return false;
  into[name] = read;
  return true;
}

/** Serializes answers to the JSON that {@link readAnswers} reads. */
export function answersAsJson({ columns, ...choices }: Answers): string {
  return `${JSON.stringify({ ...Object.fromEntries(columns), ...choices }, undefined, 2)}\n`;
}
