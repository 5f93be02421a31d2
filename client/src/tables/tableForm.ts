// A form for what a table does not state: one list of its questions and its columns, each with its answer,
// and for a column its first cells. Import and paste use it.

import * as vscode from "vscode";
import { choose } from "../platform/editor";

export interface FormChoice {
  /** Null if the user decides later, or does not use a column. */
  readonly value: string | null;
  readonly label: string;
}

/** A question, or a column. */
export interface FormRow {
  readonly key: string;
  readonly kind: "question" | "column";
  readonly label: string;
  /** The first cells of a column. */
  readonly detail: string;
  readonly choices: readonly FormChoice[];
  /** The answer; undefined if the user must answer. */
  readonly chosen: string | null | undefined;
  /** Whether only one row can have this answer: the form then resets another row that has it to null. */
  readonly isOnce: (value: string) => boolean;
}

/** The choices of the user so far, by the rows' keys. */
export type FormAnswers = ReadonlyMap<string, string | null>;

/** The choices for a comma in numbers such as 1,234; values are the decimal sign. */
export function decimalChoices(): readonly (FormChoice & { readonly value: "." | "," })[] {
  return [
    { value: ".", label: vscode.l10n.t("Between thousands") },
    { value: ",", label: vscode.l10n.t("Before decimals") },
  ];
}

interface ShownRow extends vscode.QuickPickItem {
  /** Null accepts the answers. */
  readonly row: FormRow | null;
}

/**
 * Shows the form until the user has answered all rows and accepted the answers. Open questions come first, so that the
 * next one has the focus.
 *
 * @param rowsWith the rows with some answers, which may lead to further questions; undefined ends the form
 * @returns the answers by key; undefined if the user cancels
 */
export async function answerTable(
  title: string,
  rowsWith: (given: FormAnswers) => PromiseLike<readonly FormRow[] | undefined>,
): Promise<FormAnswers | undefined> {
  const given = new Map<string, string | null>();
  for (;;) {
    const rows = await rowsWith(given);
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
      for (const other of rows) if (other.chosen === value) given.set(other.key, null);
    given.set(key, value);
  }
}

function shownRows(rows: readonly FormRow[]): readonly ShownRow[] {
  const shown = (some: readonly FormRow[], heading: string): readonly ShownRow[] =>
    some.length === 0
      ? []
      : [
          { label: heading, kind: vscode.QuickPickItemKind.Separator, row: null },
          ...some.map((row): ShownRow => ({
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
    ...(open.length === 0 ? [accept] : shown(open, vscode.l10n.t("Please answer"))),
    ...shown(
      questions.filter(({ chosen }) => chosen !== undefined),
      vscode.l10n.t("Answered"),
    ),
    ...shown(columns, vscode.l10n.t("Columns, with their first cells")),
  ];
}

function answerText({ choices, chosen }: FormRow): string {
  if (chosen === undefined) return vscode.l10n.t("to be answered");
  return choices.find(({ value }) => value === chosen)?.label ?? chosen ?? "";
}
