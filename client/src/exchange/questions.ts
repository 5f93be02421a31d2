import * as vscode from "vscode";
import type { Answers, ColumnMeaning, Question, Questions, ReadOutcome } from "@analyses/exchange";
import { answersAsJson, columnMeanings, isNumberMeaning, readAnswers } from "@analyses/exchange";
import { parsedJson } from "@analyses/protocol/message";
import { type FormAnswers, type FormChoice, type FormRow, answerTable } from "../tables/tableForm";
import { answerLabel, meaningLabel } from "./answerLabels";

type Memory = Pick<vscode.Memento, "get" | "update">;

/** A table that the form is about. */
interface Table {
  readonly name: string;
  /** @param asksAll whether to ask about values that a document may omit, too */
  readonly read: (answers: Answers, asksAll: boolean) => PromiseLike<ReadOutcome | undefined>;
  readonly memory: Memory;
  /** Choices by role that the item schema has as defaults. */
  readonly defaults: ReadonlyMap<string, unknown>;
}

/** What reading a table with the form's answers shows. */
interface Asked {
  readonly rows: readonly FormRow[];
  readonly answers: Answers;
  /** The last questions. */
  readonly questions: Questions;
  /** Undefined if the user cancels. */
  readonly outcome: ReadOutcome | undefined;
}

/**
 * Asks the user what a table does not state, in one form, to which an answer may add questions. Proposes the last
 * answers for tables with the same headings, then defaults of the item schema.
 *
 * @param first the questions without any answer
 * @returns the table as read with the answers; undefined if the user cancels
 */
export async function askAnswers(first: Questions, table: Table): Promise<ReadOutcome | undefined> {
  let asked: Asked | undefined;
  const answered = await answerTable(vscode.l10n.t("Questions about {0}", table.name), async (given) => {
    asked = await askedWith(given, first, table);
    return asked.outcome && asked.rows;
  });
  if (answered === undefined || asked === undefined) return undefined;
  const { answers, questions, outcome } = asked;
  const columns = new Map([...questions.answers.columns, ...answers.columns]);
  const kept = { ...rememberedAnswers(table.memory, questions.headings), ...answers, columns };
  await table.memory.update(keyOf(questions.headings), answersAsJson(kept));
  return outcome?.kind === "questions" ? table.read(answers, false) : outcome;
}

/** Reads the table with the answers that there are, until these lead to no further questions. */
async function askedWith(given: FormAnswers, first: Questions, table: Table): Promise<Asked> {
  const rows = new Map<string, FormRow>();
  let answers: Answers = { columns: new Map() };
  let questions = first;
  let outcome: ReadOutcome | undefined = { kind: "questions", questions };
  for (let isNew = true; isNew && outcome?.kind === "questions";) {
    isNew = false;
    ({ questions } = outcome);
    const remembered = rememberedAnswers(table.memory, questions.headings);
    for (const question of questions.questions) {
      const key = questionKey(question);
      const chosen = chosenFor(question, given, () => proposal(question, remembered, table.defaults));
      if (rows.has(key) && rows.get(key)?.chosen === chosen) continue;
      rows.set(key, questionRow(question, chosen));
      if (typeof chosen !== "string") continue;
      answers = withAnswer(answers, question.key, chosen);
      isNew = true;
    }
    const columns = chosenColumns(given, questions, remembered);
    isNew ||= columns.size > answers.columns.size;
    if (columns.size > answers.columns.size) answers = { ...answers, columns };
    if (isNew) outcome = await table.read(answers, true);
  }
  const open = outcome?.kind === "questions" ? outcome.questions.questions : [];
  const shown = [...rows.values()].flatMap((row) => {
    const question = open.find((one) => questionKey(one) === row.key);
    if (question?.isNeeded === true) return [{ ...row, chosen: undefined }];
    // Without an answer, another answer has settled it.
    return question === undefined && row.chosen === undefined ? [] : [row];
  });
  return { rows: [...shown, ...columnRows(questions, answers)], answers, questions, outcome };
}

/** Several questions may be on columns, or on comparators: studies may differ in these. */
function questionKey({ key, message, choices }: Question): string {
  return key === "columns" || key === "comparator" ? [key, message, ...choices].join("\t") : key;
}

/** The user's answer, if the question still has it as a choice, else a proposed one. */
function chosenFor(
  question: Question,
  given: FormAnswers,
  proposed: () => string | undefined,
): FormRow["chosen"] {
  const answer = given.get(questionKey(question));
  const isChoice =
    answer === null || question.key === "columns" || question.choices.some((one) => one === answer);
  return answer !== undefined && isChoice ? answer : proposed();
}

function columnKey(heading: string): string {
  return `column ${heading}`;
}

/** The meanings that the user has chosen, now or for a table with the same headings, or confirmed. */
function chosenColumns(
  given: FormAnswers,
  { questions, headings, answers }: Questions,
  remembered: Answers | undefined,
): ReadonlyMap<string, ColumnMeaning> {
  const isConfirmed = questions.some((one) => one.key === "columns" && given.has(questionKey(one)));
  const chosen = new Map<string, ColumnMeaning>();
  for (const heading of headings) {
    const named = answers.columns.get(heading);
    if (named === undefined) continue;
    const value = given.get(columnKey(heading));
    const meaning =
      value === null
        ? "ignored"
        : (columnMeanings.find((one) => one === value) ?? remembered?.columns.get(heading));
    if (meaning !== undefined || isConfirmed) chosen.set(heading, meaning ?? named);
  }
  return chosen;
}

function proposal(
  { key, choices, proposed }: Question,
  remembered: Answers | undefined,
  defaults: Table["defaults"],
): string | undefined {
  if (key === "columns") return undefined;
  const role = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const kept: readonly unknown[] = [remembered?.[key] ?? proposed ?? defaults.get(role)].flat();
  return choices.find((one) => kept.includes(one));
}

function questionRow(question: Question, chosen: FormRow["chosen"]): FormRow {
  const { key, message, choices, isNeeded, proposed } = question;
  const isOfColumns = key === "columns";
  const all = isOfColumns
    ? [{ value: "confirmed", label: vscode.l10n.t("The columns below are right") }]
    : choices.map((value): FormChoice => ({ value, label: answerLabel(key, value) }));
  const later: FormChoice = {
    value: null,
    label: vscode.l10n.t("Decide later: the document shows what is missing"),
  };
  return {
    key: questionKey(question),
    kind: "question",
    label: message,
    detail: isOfColumns ? vscode.l10n.t("Choose below what each column is.") : "",
    choices: isNeeded || proposed !== undefined ? all : [...all, later],
    chosen,
    isOnce: () => false,
  };
}

/** A row for each column with a heading, with its first cells. */
function columnRows(
  { headings, examples, answers: { columns } }: Questions,
  given: Answers,
): readonly FormRow[] {
  return headings.flatMap((heading, index): readonly FormRow[] => {
    const meaning = given.columns.get(heading) ?? columns.get(heading);
    if (meaning === undefined) return [];
    return [
      {
        key: columnKey(heading),
        kind: "column",
        label: heading,
        detail: examples.map((row) => row[index] ?? "").join(" · "),
        choices: columnMeanings.map((one) => ({
          value: one === "ignored" ? null : one,
          label: meaningLabel(one),
        })),
        chosen: meaning === "ignored" ? null : meaning,
        isOnce: (value) =>
          columnMeanings.some((one) => one === value && (one === "study" || isNumberMeaning(one))),
      },
    ];
  });
}

function withAnswer(answers: Answers, key: Question["key"], value: string): Answers {
  const read = key === "columns" ? undefined : readAnswers({ [key]: value });
  if (read?.kind !== "read") return answers;
  // Keeps the answers to all questions for comparators.
  const comparator = [...(answers.comparator ?? []), ...(read.answers.comparator ?? [])];
  const { columns } = answers;
  return { ...answers, ...read.answers, ...(comparator.length > 0 ? { comparator } : {}), columns };
}

/** The last answers for tables with the same headings. */
function rememberedAnswers(memory: Memory, headings: readonly string[]): Answers | undefined {
  const kept = memory.get<string>(keyOf(headings));
  const read = kept === undefined ? undefined : readAnswers(parsedJson(kept));
  return read?.kind === "read" ? read.answers : undefined;
}

function keyOf(headings: readonly string[]): string {
  return `exchange.answers ${headings.join("\t")}`;
}
