import * as vscode from "vscode";
import type { Answers, ColumnMeaning, Question, Questions } from "../../../exchange/src/index";
import { answersAsJson, readAnswers } from "../../../exchange/src/index";
import { choose } from "../platform/editor";

/** What was answered for tables with the same headings. */
export function rememberedAnswers(memory: vscode.Memento, headings: readonly string[]): Answers | undefined {
  const kept = memory.get<string>(keyOf(headings));
  const read = kept === undefined ? undefined : readAnswers(parsed(kept));
  return read?.kind === "read" ? read.answers : undefined;
}

/**
 * Asks what a table leaves open, one question after the other.
 *
 * @returns undefined where the user gives up
 */
export async function askAnswers(
  { questions, headings, examples, answers }: Questions,
  given: Answers,
  memory: vscode.Memento,
): Promise<Answers | undefined> {
  let known: Answers = given;
  const isAsking = questions.some(({ key }) => key === "columns");
  if (isAsking) {
    const columns = await askColumns(questions, headings, examples, answers.columns);
    if (columns === undefined) return undefined;
    known = { ...known, columns };
  }
  for (const question of questions) {
    if (question.key === "columns") continue;
    const chosen = await choose(
      question.choices.map((choice) => ({ label: choice })),
      { title: question.message, placeHolder: headings.join(", "), ignoreFocusOut: true },
    );
    if (chosen === undefined) return undefined;
    const read = readAnswers({ [question.key]: chosen.label });
    if (read.kind === "wrong") continue;
    const comparator = [...(known.comparator ?? []), ...(read.answers.comparator ?? [])];
    const isOfArms = comparator.length > 0 ? { comparator } : {};
    known = { ...known, ...read.answers, ...isOfArms, columns: known.columns };
  }
  await memory.update(keyOf(headings), answersAsJson(known));
  return known;
}

/** Goes over the columns until the user says that all is right. */
async function askColumns(
  questions: readonly Question[],
  headings: readonly string[],
  examples: readonly (readonly string[])[],
  guessed: Answers["columns"],
): Promise<Answers["columns"] | undefined> {
  const columns = new Map<string, ColumnMeaning>(guessed);
  const asked = questions.filter(({ key }) => key === "columns");
  const meanings = asked[0]?.choices ?? [];
  const title = asked.map(({ message }) => message).join(" ");
  for (;;) {
    const rows = headings.flatMap((heading, index) =>
      heading === ""
        ? []
        : [
            {
              label: heading,
              heading,
              description: columns.get(heading) ?? vscode.l10n.t("ignored"),
              detail: examples.map((row) => row[index] ?? "").join(" · "),
            },
          ],
    );
    const done = { label: vscode.l10n.t("Read the table with these columns"), heading: undefined };
    const chosen = await choose<vscode.QuickPickItem & { readonly heading: string | undefined }>(
      [done, ...rows],
      {
        title,
        ignoreFocusOut: true,
        matchOnDescription: true,
      },
    );
    if (chosen === undefined) return undefined;
    if (chosen.heading === undefined) return columns;
    const meaning = await choose(
      meanings.map((label) => ({ label })),
      { title: vscode.l10n.t("What is “{0}”?", chosen.heading), ignoreFocusOut: true },
    );
    const read = readAnswers(Object.fromEntries([[chosen.heading, meaning?.label]]));
    if (read.kind === "read") for (const [heading, one] of read.answers.columns) columns.set(heading, one);
  }
}

function keyOf(headings: readonly string[]): string {
  return `exchange.answers ${headings.join("\t")}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
