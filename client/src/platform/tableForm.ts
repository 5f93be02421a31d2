// A form in which the user states what an imported or pasted table does not: one list of questions and of the table's
// columns, each with its answer, and each column with its first cells.

import * as vscode from "vscode";
import { choose } from "./editor";

export interface FormChoice {
  /** Null if the user decides later, or does not use a column. */
  readonly value: string | null;
  readonly label: string;
}

/** A row of the form: a question about the table, or one of its columns. */
export interface FormRow {
  readonly key: string;
  readonly kind: "question" | "column";
  readonly label: string;
  /** The first cells of a column. */
  readonly detail: string;
  readonly choices: readonly FormChoice[];
  /** The value of the chosen answer; undefined if the user must still answer. */
  readonly chosen: string | null | undefined;
  /** Whether only one row can have this answer: the form then resets another row with the same answer to null. */
  readonly isOnce: (value: string) => boolean;
}

/** The choices of the user so far, by the rows' keys. */
export type FormAnswers = ReadonlyMap<string, string | null>;

/** The choices for a comma in numbers such as 1,234; the value is the decimal separator. */
export function decimalChoices(): readonly (FormChoice & { readonly value: "." | "," })[] {
  return [
    { value: ".", label: vscode.l10n.t("Between thousands") },
    { value: ",", label: vscode.l10n.t("Before decimals") },
  ];
}

interface ShownRow extends vscode.QuickPickItem {
  /** The row to answer; null for the item that accepts the answers, and for headings. */
  readonly row: FormRow | null;
}

/**
 * Shows the form until the user has answered all rows and accepted the answers. Unanswered rows come first, so that the
 * next unanswered row has the focus.
 *
 * @param rowsWith returns the rows after some answers, which may lead to more rows; undefined ends the form
 * @returns the answers by key; undefined if the user cancels
 */
export async function answerTable(
  title: string,
  rowsWith: (answers: FormAnswers) => PromiseLike<readonly FormRow[] | undefined>,
): Promise<FormAnswers | undefined> {
  const answers = new Map<string, string | null>();
  for (;;) {
    const rows = await rowsWith(answers);
    if (rows === undefined) return undefined;
    const options = { title, ignoreFocusOut: true, matchOnDescription: true } as const;
    const chosen = await choose<ShownRow>(shownRows(rows), options);
    if (chosen === undefined) return undefined;
    if (chosen.row === null) return new Map(rows.map(({ key, chosen: answer }) => [key, answer ?? null]));
    const { key, label, detail, choices, isOnce } = chosen.row;
    const answer = await choose<FormChoice>(choices, {
      title: label,
      placeHolder: detail,
      ignoreFocusOut: true,
    });
    if (answer === undefined) continue;
    const { value } = answer;
    if (value !== null && isOnce(value))
      for (const other of rows) if (other.chosen === value) answers.set(other.key, null);
    answers.set(key, value);
  }
}

function shownRows(rows: readonly FormRow[]): readonly ShownRow[] {
  const section = (sectionRows: readonly FormRow[], heading: string): readonly ShownRow[] =>
    sectionRows.length === 0
      ? []
      : [
          { label: heading, kind: vscode.QuickPickItemKind.Separator, row: null },
          ...sectionRows.map((row): ShownRow => ({
            label: row.label,
            description: answerText(row),
            detail: row.detail,
            row,
          })),
        ];
  const questions = rows.filter(({ kind }) => kind === "question");
  const columns = rows.filter(({ kind }) => kind === "column");
  const open = rows.filter(({ chosen }) => chosen === undefined);
  const accept: ShownRow = {
    label: vscode.l10n.t("Take These Answers"),
    description: rows.map(answerText).join(" | "),
    row: null,
  };
  return [
    ...(open.length === 0 ? [accept] : section(open, vscode.l10n.t("Please answer"))),
    ...section(
      questions.filter(({ chosen }) => chosen !== undefined),
      vscode.l10n.t("Answered"),
    ),
    ...section(columns, vscode.l10n.t("Columns, with their first cells")),
  ];
}

function answerText({ choices, chosen }: FormRow): string {
  if (chosen === undefined) return vscode.l10n.t("to be answered");
  return choices.find(({ value }) => value === chosen)?.label ?? chosen ?? "";
}
