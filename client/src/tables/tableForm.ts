import * as vscode from "vscode";
import { choose } from "../platform/editor";

/*
 * What a table leaves open, in one list: its questions and its columns, each with the answer that it has and the first
 * rows below it. Importing and pasting ask by it.
 */

export interface FormChoice {
  /** Null where a question stays open, or a column is left out. */
  readonly value: string | null;
  readonly label: string;
}

/** A question, or a column. */
export interface FormRow {
  readonly key: string;
  readonly label: string;
  /** Of a column its first cells. */
  readonly detail: string;
  readonly choices: readonly FormChoice[];
  /** Undefined where it is to be answered. */
  readonly chosen: string | null | undefined;
  /** Whether one row only can have this answer: another column that has it is left out then. */
  readonly isOnce: (value: string) => boolean;
}

/** What a comma in numbers such as 1,234 is. */
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
 * Asks until all is answered and taken.
 *
 * @returns the answers by key; undefined where the user gives up
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

/** All answers at once. */
function summary(rows: readonly FormRow[], answers: ReadonlyMap<string, string | null>): string {
  return rows.map((row) => answerText(row, answers.get(row.key))).join(" | ");
}
