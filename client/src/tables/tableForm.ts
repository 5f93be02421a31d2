import * as vscode from "vscode";
import { choose } from "../platform/editor";

/*
 * A form for what a table leaves open: one list of its questions and its columns, each with its answer, and for a
 * column its first cells. Import and paste use it.
 */

export interface FormChoice {
  /** Null if a question stays open, or a column is left out. */
  readonly value: string | null;
  readonly label: string;
}

/** A question, or a column. */
export interface FormRow {
  readonly key: string;
  readonly label: string;
  /** The first cells of a column. */
  readonly detail: string;
  readonly choices: readonly FormChoice[];
  /** The initial answer; undefined if the user must answer. */
  readonly chosen: string | null | undefined;
  /** Whether only one row can have this answer: the form then resets another row that has it to null. */
  readonly isOnce: (value: string) => boolean;
}

/** The choices for a comma in numbers such as 1,234; values are the decimal sign. */
export function decimalChoices(): readonly (FormChoice & { readonly value: "." | "," })[] {
  return [
    { value: ".", label: vscode.l10n.t("Between thousands") },
    { value: ",", label: vscode.l10n.t("Before decimals") },
  ];
}

interface ShownRow extends vscode.QuickPickItem {
  readonly row: FormRow | null;
}

/**
 * Shows the form until the user has answered all rows and accepted the answers.
 *
 * @returns the answers by key; undefined if the user cancels
 */
export async function answerTable(
  title: string,
  rows: readonly FormRow[],
): Promise<ReadonlyMap<string, string | null> | undefined> {
  const answers = new Map<string, string | null>();
  for (const { key, chosen } of rows) if (chosen !== undefined) answers.set(key, chosen);
  for (;;) {
    const open = rows.find(({ key }) => !answers.has(key));
    const first: ShownRow =
      open === undefined
        ? { label: vscode.l10n.t("Take These Answers"), description: summary(rows, answers), row: null }
        : { label: vscode.l10n.t("Answer: {0}", open.label), row: open };
    const shown = rows.map((row): ShownRow => {
      const { key, label, detail } = row;
      return { label, description: answerText(row, answers.get(key)), detail, row };
    });
    const options = { title, ignoreFocusOut: true, matchOnDescription: true } as const;
    const chosen = await choose<ShownRow>([first, ...shown], options);
    if (chosen === undefined) return undefined;
    if (chosen.row === null) return answers;
    const { key, label, detail, choices, isOnce } = chosen.row;
    const answer = await choose<FormChoice>(choices, {
      title: label,
      placeHolder: detail,
      ignoreFocusOut: true,
    });
    if (answer === undefined) continue;
    const { value } = answer;
    if (value !== null && isOnce(value))
      for (const [other, had] of answers) if (had === value) answers.set(other, null);
    answers.set(key, value);
  }
}

function answerText({ choices }: FormRow, answer: string | null | undefined): string {
  if (answer === undefined) return vscode.l10n.t("to be answered");
  return choices.find(({ value }) => value === answer)?.label ?? answer ?? "";
}

/** All answers in one line. */
function summary(rows: readonly FormRow[], answers: ReadonlyMap<string, string | null>): string {
  return rows.map((row) => answerText(row, answers.get(row.key))).join(" | ");
}
