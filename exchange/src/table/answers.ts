import type { DataType, EffectMeasure, Method, Model, Scale } from "../../../evidence/src/index";
import { numberRoles, readChoice } from "../../../evidence/src/index";
import { objectOf } from "../reading/json";

/** What a column of a table is. Those of arms stand in tables with a row for each arm. */
export const columnMeanings = [
  "study",
  "year",
  "subgroup",
  "footnotes",
  "excluded",
  "included",
  "outcome",
  "comparison",
  ...numberRoles,
  "experimental-non-events",
  "comparator-non-events",
  "arm",
  "arm-events",
  "arm-total",
  "arm-mean",
  "arm-sd",
  "ignored",
] as const;
export type ColumnMeaning = (typeof columnMeanings)[number];

/** What a table leaves open, as its user answers it. */
export interface Answers {
  /** By heading. */
  readonly columns: ReadonlyMap<string, ColumnMeaning>;
  readonly dataType?: DataType;
  readonly effectMeasure?: EffectMeasure;
  readonly method?: Method;
  readonly model?: Model["kind"];
  readonly scale?: Scale;
  /** The arm that the others are compared with. */
  readonly comparator?: string;
  /** What stands before decimals. */
  readonly decimal?: "," | ".";
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
  scale: readChoice.scale,
  comparator: (value) => (typeof value === "string" ? value : undefined),
  decimal: (value) => (value === "," || value === "." ? value : undefined),
};

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
