import * as vscode from "vscode";
import type { Answers, ColumnMeaning, Question, Questions, ReadOutcome } from "@analyses/exchange";
import { measureName, readChoice, standardName, valueText } from "@analyses/evidence";
import { answersAsJson, columnMeanings, isNumberMeaning, numberName, readAnswers } from "@analyses/exchange";
import { parsedJson } from "@analyses/protocol/message";
import {
  type FormAnswers,
  type FormChoice,
  type FormRow,
  answerTable,
  decimalChoices,
} from "../platform/tableForm";
import { translate } from "./reading";

type Memory = Pick<vscode.Memento, "get" | "update">;

/** The table that the form is about. */
interface Table {
  readonly name: string;
  /** Reads the table. @param asksAll whether to ask also about values that a document may omit */
  readonly read: (answers: Answers, asksAll: boolean) => PromiseLike<ReadOutcome | undefined>;
  readonly memory: Memory;
  /** The item schema's default values, by role. */
  readonly defaults: ReadonlyMap<string, unknown>;
}

/** The form after the answers so far. */
interface FormState {
  readonly rows: readonly FormRow[];
  readonly answers: Answers;
  /** The questions of the last reading that had any. */
  readonly questions: Questions;
  /** Undefined if the user cancels. */
  readonly outcome: ReadOutcome | undefined;
}

/**
 * Asks the user what a table does not state, in one form; an answer may add further questions to it. Proposes the last
 * answers about tables with the same headings, then the defaults of the item schema.
 *
 * @param first the questions without any answer
 * @returns the table as read with the answers; undefined if the user cancels
 */
export async function askAnswers(first: Questions, table: Table): Promise<ReadOutcome | undefined> {
  let form: FormState | undefined;
  const answered = await answerTable(vscode.l10n.t("Questions about {0}", table.name), async (given) => {
    form = await readForm(given, first, table);
    return form.outcome && form.rows;
  });
  if (answered === undefined || form === undefined) return undefined;
  const { answers, questions, outcome } = form;
  const columns = new Map([...questions.answers.columns, ...answers.columns]);
  const remembered = { ...rememberedAnswers(table.memory, questions.headings), ...answers, columns };
  await table.memory.update(keyOf(questions.headings), answersAsJson(remembered));
  return outcome?.kind === "questions" ? table.read(answers, false) : outcome;
}

/** Reads the table again with all answers, given or proposed, until no further answer is known. */
async function readForm(given: FormAnswers, first: Questions, table: Table): Promise<FormState> {
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
    const question = open.find((candidate) => questionKey(candidate) === row.key);
    if (question?.isNeeded === true) return [{ ...row, chosen: undefined }];
    // A question that is no longer open, although it has no answer, was settled by another answer: drops it.
    return question === undefined && row.chosen === undefined ? [] : [row];
  });
  return { rows: [...shown, ...columnRows(questions, answers)], answers, questions, outcome };
}

/** Identifies a question. There may be several with the key `columns` or `comparator`, since studies may differ. */
function questionKey({ key, message, choices }: Question): string {
  return key === "columns" || key === "comparator" ? [key, message, ...choices].join("\t") : key;
}

/** The user's answer, if the question still offers it; else a proposed answer. */
function chosenFor(
  question: Question,
  given: FormAnswers,
  proposed: () => string | undefined,
): FormRow["chosen"] {
  const answer = given.get(questionKey(question));
  const isChoice =
    answer === null || question.key === "columns" || question.choices.some((choice) => choice === answer);
  return answer !== undefined && isChoice ? answer : proposed();
}

function columnKey(heading: string): string {
  return `column ${heading}`;
}

/** The columns' meanings that the user has chosen now, chose for a table with the same headings, or has confirmed. */
function chosenColumns(
  given: FormAnswers,
  { questions, headings, answers }: Questions,
  remembered: Answers | undefined,
): ReadonlyMap<string, ColumnMeaning> {
  const isConfirmed = questions.some(
    (question) => question.key === "columns" && given.has(questionKey(question)),
  );
  const chosen = new Map<string, ColumnMeaning>();
  for (const heading of headings) {
    const proposed = answers.columns.get(heading);
    if (proposed === undefined) continue;
    const value = given.get(columnKey(heading));
    const meaning =
      value === null
        ? "ignored"
        : (columnMeanings.find((candidate) => candidate === value) ?? remembered?.columns.get(heading));
    if (meaning !== undefined || isConfirmed) chosen.set(heading, meaning ?? proposed);
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
  const values: readonly unknown[] = [remembered?.[key] ?? proposed ?? defaults.get(role)].flat();
  return choices.find((choice) => values.includes(choice));
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

/** A row of the form for each column with a heading, which shows the column's first cells. */
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
  // There may be several questions about comparators: adds this answer to the earlier ones.
  const comparator = [...(answers.comparator ?? []), ...(read.answers.comparator ?? [])];
  const { columns } = answers;
  return { ...answers, ...read.answers, ...(comparator.length > 0 ? { comparator } : {}), columns };
}

/** The last answers for tables with the same headings. */
function rememberedAnswers(memory: Memory, headings: readonly string[]): Answers | undefined {
  const stored = memory.get<string>(keyOf(headings));
  const read = stored === undefined ? undefined : readAnswers(parsedJson(stored));
  return read?.kind === "read" ? read.answers : undefined;
}

function keyOf(headings: readonly string[]): string {
  return `exchange.answers ${headings.join("\t")}`;
}

function answerLabel(key: Question["key"], value: string): string {
  switch (key) {
    case "dataType":
      return standardName(value, translate);
    case "effectMeasure": {
      const measure = readChoice["effect-measure"](value);
      return measure === undefined ? value : measureName(measure, translate);
    }
    case "method":
      // `valueText` would begin it with a small letter, as within a sentence.
      if (value === "inverse-variance") return vscode.l10n.t("Inverse variance");
      return valueText(key, value, translate);
    case "model":
      return valueText(key, value, translate);
    case "heterogeneityEstimator":
      return valueText("heterogeneity-estimator", value, translate);
    case "scale":
      if (value === "log") return vscode.l10n.t("They are logarithms");
      return value === "natural"
        ? vscode.l10n.t("They are ratios, and their standard errors those of the ratios")
        : vscode.l10n.t("They are ratios, and their standard errors those of the logarithms");
    case "decimal":
      return decimalChoices().find((choice) => choice.value === value)?.label ?? value;
    case "titleLines":
      return value === "subgroup"
        ? vscode.l10n.t("Subgroups of the studies below")
        : vscode.l10n.t("Neither: leave them out");
    case "unnamedLines":
      return value === "above"
        ? vscode.l10n.t("To the study above")
        : vscode.l10n.t("No, the name is missing");
    case "leftOut":
      return value === "" ? vscode.l10n.t("None of them") : value;
    case "analysisName":
    case "columns":
    case "comparator":
    case "sheet":
      return value;
  }
}

function meaningLabel(meaning: ColumnMeaning): string {
  switch (meaning) {
    case "study":
      return vscode.l10n.t("Study");
    case "year":
      return vscode.l10n.t("Year");
    case "subgroup":
      return vscode.l10n.t("Subgroup");
    case "footnotes":
      return vscode.l10n.t("Footnotes");
    case "excluded":
      return vscode.l10n.t("Whether the study is left out");
    case "included":
      return vscode.l10n.t("Whether the study is pooled");
    case "outcome":
      return vscode.l10n.t("Outcome");
    case "comparison":
      return vscode.l10n.t("Comparison");
    case "effect-measure":
      return vscode.l10n.t("Effect measure");
    case "unit":
      return vscode.l10n.t("Unit");
    case "arm":
      return vscode.l10n.t("Name of the arm");
    case "first-arm":
      return vscode.l10n.t("Name of arm 1");
    case "second-arm":
      return vscode.l10n.t("Name of arm 2");
    case "ignored":
      return vscode.l10n.t("Not used");
    case "arm-events":
      return vscode.l10n.t("Events of the arm");
    case "arm-total":
      return vscode.l10n.t("Total of the arm");
    case "arm-mean":
      return vscode.l10n.t("Mean of the arm");
    case "arm-sd":
      return vscode.l10n.t("SD of the arm");
    default:
      return numberName(meaning, translate);
  }
}
