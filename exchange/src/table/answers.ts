import type { DataType, EffectMeasure, Method, Model, Scale } from "@analyses/evidence";
import { numberRoles, readChoice } from "@analyses/evidence";
import { objectOf } from "../reading/json";

/** Columns whose cells are numbers. Those of arms stand in tables with a row for each arm. */
const numberMeanings = [...numberRoles, "arm-events", "arm-total", "arm-mean", "arm-sd"] as const;

/** What a column of a table is. */
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

/** Of ratios that are not logarithms their standard errors may be those of the logarithms. */
const errorOfLogarithms = "natural-log-error";

/** What a table leaves open, as its user answers it. */
export interface Answers {
  /** By heading. */
  readonly columns: ReadonlyMap<string, ColumnMeaning>;
  /** Of a workbook. */
  readonly sheet?: string;
  readonly dataType?: DataType;
  readonly effectMeasure?: EffectMeasure;
  readonly method?: Method;
  readonly model?: Model["kind"];
  readonly scale?: Scale | typeof errorOfLogarithms;
  /** The arms that others are compared with; of several in one study the first. */
  readonly comparator?: readonly string[];
  /** What stands before decimals. */
  readonly decimal?: "," | ".";
  /** The words by which a study is left out. */
  readonly leftOut?: readonly string[];
}

export const noAnswers: Answers = { columns: new Map() };

export type QuestionKey = Exclude<keyof Answers, "method" | "model">;

/** Something that a table leaves open. */
export interface Question {
  readonly key: QuestionKey;
  readonly message: string;
  /** The answers there are; of columns the meanings. */
  readonly choices: readonly string[];
  /** Whether nothing can be read before it is answered. */
  readonly isNeeded: boolean;
}

export interface Questions {
  readonly questions: readonly Question[];
  readonly headings: readonly string[];
  /** The first rows. */
  readonly examples: readonly (readonly string[])[];
  /** An answer to change: what is known, and one of the choices of what is asked. */
  readonly answers: Answers;
}

/** Answers as JSON: a map from headings to roles, and `dataType`, `effectMeasure` … beside them. */
export function readAnswers(
  value: unknown,
): { readonly kind: "read"; readonly answers: Answers } | { readonly kind: "wrong"; readonly name: string } {
  const object = objectOf(value);
  if (object === undefined) return { kind: "wrong", name: "" };
  const columns = new Map<string, ColumnMeaning>();
  const choices: { -readonly [Name in keyof Answers]?: Answers[Name] } = {};
  for (const [name, one] of Object.entries(object)) {
    const isChoice = name in choiceReaders;
    if (isChoice && takeChoice(choices, name, one)) continue;
    const meaning = columnMeanings.find((known) => known === one);
    if (isChoice || meaning === undefined) return { kind: "wrong", name };
    columns.set(name, meaning);
  }
  return { kind: "read", answers: { ...choices, columns } };
}

const choiceReaders: {
  readonly [Name in Exclude<keyof Answers, "columns">]-?: (value: unknown) => Answers[Name];
} = {
  dataType: readChoice["data-type"],
  effectMeasure: readChoice["effect-measure"],
  method: readChoice.method,
  model: readChoice.model,
  scale: (value) => (value === errorOfLogarithms ? value : readChoice.scale(value)),
  comparator: textsIn,
  decimal: (value) => (value === "," || value === "." ? value : undefined),
  leftOut: textsIn,
  sheet: (value) => (typeof value === "string" ? value : undefined),
};

/** One text, or a list of them. */
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

/** Answers as the JSON that {@link readAnswers} reads. */
export function answersAsJson({ columns, ...choices }: Answers): string {
  return `${JSON.stringify({ ...Object.fromEntries(columns), ...choices }, undefined, 2)}\n`;
}
