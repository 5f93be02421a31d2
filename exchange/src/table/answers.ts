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

/** The scale of estimates that are ratios, but whose standard errors are those of the logarithms. */
const errorOfLogarithms = "natural-log-error";

export const titleMeanings = ["subgroup", "ignored"] as const;
export const unnamedMeanings = ["above", "own"] as const;
export const decimalSeparators = [".", ","] as const;

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
  /** The names of comparators; if several are arms of a study, the first one applies. */
  readonly comparator?: readonly string[];
  /** The decimal separator. */
  readonly decimal?: (typeof decimalSeparators)[number];
  /** The words in a column of exclusion that exclude a study. */
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

/**
 * Reads answers from JSON: meanings of columns by heading, and `dataType`, `effectMeasure` …; null is no answer. If a
 * heading is also the name of an answer, all meanings of columns are in an object `columns`.
 */
export function readAnswers(value: unknown): ReadAnswers {
  const object = objectOf(value);
  if (object === undefined) return { kind: "wrong", name: "", allowed: [] };
  const columns = new Map<string, ColumnMeaning>();
  const choices: Record<string, unknown> = {};
  const named = objectOf(object[columnsByName]);
  const given = Object.entries(object).filter(([name]) => named === undefined || name !== columnsByName);
  for (const [name, one, reader] of [
    ...given.map(([name, one]) => [name, one, readerOf(name)] as const),
    ...Object.entries(named ?? {}).map(([name, one]) => [name, one, undefined] as const),
  ]) {
    const answer = reader?.read(one);
    if (answer !== undefined) choices[name] = answer;
    if (answer !== undefined || (reader !== undefined && one === null)) continue;
    const meaning = columnMeanings.find((known) => known === one);
    if (reader !== undefined || meaning === undefined)
      return { kind: "wrong", name, allowed: reader?.allowed ?? columnMeanings };
    columns.set(name, meaning);
  }
  return { kind: "read", answers: { ...choices, columns } };
}

/** The name of the object with the meanings of columns, if a heading is also the name of an answer. */
const columnsByName = "columns";

interface AnswerReader<Value> {
  /** The allowed answers; empty if every text is allowed. */
  readonly allowed: readonly string[];
  readonly read: (value: unknown) => Value | undefined;
}

const choice = <Role extends keyof typeof readChoice>(
  role: Role,
): { readonly allowed: readonly string[]; readonly read: (typeof readChoice)[Role] } => ({
  allowed: valuesOf(role),
  read: readChoice[role],
});

const oneOf = <Word extends string>(allowed: readonly Word[]): AnswerReader<Word> => ({
  allowed,
  read: (value) => allowed.find((word) => word === value),
});

const text: AnswerReader<string> = {
  allowed: [],
  read: (value) => (typeof value === "string" ? value : undefined),
};

/** One text or a list of texts. */
const texts: AnswerReader<readonly string[]> = {
  allowed: [],
  read(value) {
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    const found = all.filter((one) => typeof one === "string");
    return found.length === all.length ? found : undefined;
  },
};

const readers: {
  readonly [Name in Exclude<keyof Answers, "columns">]-?: AnswerReader<Answers[Name]>;
} = {
  dataType: choice("data-type"),
  effectMeasure: choice("effect-measure"),
  method: choice("method"),
  model: choice("model"),
  heterogeneityEstimator: choice("heterogeneity-estimator"),
  scale: {
    allowed: [...valuesOf("scale"), errorOfLogarithms],
    read: (value) => (value === errorOfLogarithms ? value : readChoice.scale(value)),
  },
  comparator: texts,
  decimal: oneOf(decimalSeparators),
  leftOut: texts,
  titleLines: oneOf(titleMeanings),
  unnamedLines: oneOf(unnamedMeanings),
  sheet: text,
  analysisName: text,
};

function readerOf(name: string): AnswerReader<unknown> | undefined {
  return Object.entries(readers).find(([known]) => known === name)?.[1];
}

/** Serializes answers to the JSON that {@link readAnswers} reads. */
export function answersAsJson({ columns, ...choices }: Answers): string {
  const isClash = (heading: string): boolean => heading === columnsByName || readerOf(heading) !== undefined;
  const meanings = Object.fromEntries(columns);
  const hasClash = Array.from(columns.keys()).some(isClash);
  const answers = hasClash ? { ...choices, [columnsByName]: meanings } : { ...meanings, ...choices };
  return `${JSON.stringify(answers, undefined, 2)}\n`;
}
