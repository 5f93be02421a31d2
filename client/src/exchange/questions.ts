import * as vscode from "vscode";
import type { Answers, ColumnMeaning, Question, Questions } from "@analyses/exchange";
import { answersAsJson, columnMeanings, isNumberMeaning, readAnswers } from "@analyses/exchange";
import { parsedJson } from "@analyses/protocol/message";
import { answerTable } from "../tables/tableForm";
import type { FormChoice, FormRow } from "../tables/tableForm";
import { answerLabel, meaningLabel } from "./answerLabels";

type Memory = Pick<vscode.Memento, "get" | "update">;

/**
 * Asks the user what a table leaves open. Proposes the last answers for tables with the same headings, and none to
 * other questions.
 *
 * @param given answers to earlier questions of the same table
 * @returns undefined if the user cancels
 */
export async function askAnswers(
  { questions, headings, examples, answers: { columns: named } }: Questions,
  given: Answers,
  memory: Memory,
): Promise<Answers | undefined> {
  const remembered = rememberedAnswers(memory, headings);
  const asked = questions.filter(({ key }) => key !== "columns");
  const isOfColumns = named.size > 0;
  const columns = headings
    .map((heading, index) => ({ heading, index }))
    .filter(({ heading }) => heading !== "");
  const rows = [
    ...asked.map((question) => questionRow(question, remembered)),
    ...(isOfColumns
      ? columns.map(({ heading, index }) =>
          columnRow(
            heading,
            examples.map((row) => row[index] ?? ""),
            remembered?.columns.get(heading) ?? named.get(heading) ?? "ignored",
          ),
        )
      : []),
  ];
  const titles = questions.filter(({ key }) => key === "columns").map(({ message }) => message);
  const title = titles.length > 0 ? titles.join(" ") : vscode.l10n.t("What does the table leave open?");
  const answered = await answerTable(title, rows);
  if (answered === undefined) return undefined;
  const answers = answersIn(
    given,
    asked,
    columns.map(({ heading }) => heading),
    answered,
  );
  await memory.update(keyOf(headings), answersAsJson({ ...remembered, ...answers }));
  return answers;
}

function questionRow(
  { key, message, choices, isNeeded, proposed }: Question,
  remembered: Answers | undefined,
): FormRow {
  const kept = key === "columns" ? undefined : remembered?.[key];
  const known = (typeof kept === "string" ? [kept] : (kept ?? [])).find((one) => choices.includes(one));
  const all = choices.map((value): FormChoice => ({ value, label: answerLabel(key, value) }));
  const open: FormChoice = { value: null, label: vscode.l10n.t("Stays open") };
  return {
    key,
    label: message,
    detail: "",
    choices: isNeeded || proposed !== undefined ? all : [...all, open],
    chosen: known ?? proposed ?? (isNeeded ? undefined : null),
    isOnce: () => false,
  };
}

function columnRow(heading: string, cells: readonly string[], meaning: ColumnMeaning): FormRow {
  return {
    key: columnKey(heading),
    label: heading,
    detail: cells.join(" · "),
    choices: columnMeanings.map((one) => ({
      value: one === "ignored" ? null : one,
      label: meaningLabel(one),
    })),
    chosen: meaning === "ignored" ? null : meaning,
    isOnce: (value) =>
      columnMeanings.some((one) => one === value && (one === "study" || isNumberMeaning(one))),
  };
}

function columnKey(heading: string): string {
  return `column ${heading}`;
}

function answersIn(
  given: Answers,
  asked: readonly Question[],
  headings: readonly string[],
  answered: ReadonlyMap<string, string | null>,
): Answers {
  const columns = new Map(given.columns);
  for (const heading of headings) {
    const value = answered.get(columnKey(heading));
    const meaning = value === null ? "ignored" : columnMeanings.find((one) => one === value);
    if (meaning !== undefined) columns.set(heading, meaning);
  }
  let answers: Answers = { ...given, columns };
  for (const { key } of asked) {
    const value = answered.get(key) ?? null;
    const read = value === null ? undefined : readAnswers({ [key]: value });
    if (read?.kind !== "read") continue;
    // Several questions may ask for comparators, as studies may differ in these: keeps all answers.
    const comparator = [...(answers.comparator ?? []), ...(read.answers.comparator ?? [])];
    answers = { ...answers, ...read.answers, ...(comparator.length > 0 ? { comparator } : {}), columns };
  }
  return answers;
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
