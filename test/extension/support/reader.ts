import assert from "node:assert/strict";
import * as vscode from "vscode";

/** Texts that VS Code showed during the work. */
export interface Answered {
  /** Messages of all kinds, and validation errors of inputs. */
  readonly said: readonly string[];
  /** Placeholders of the quick picks. */
  readonly asked: readonly string[];
  /** Rows of the lists of which several can be chosen. */
  readonly listed: readonly vscode.QuickPickItem[];
}

/** Options of an input box. */
interface Input {
  readonly value?: string;
  readonly validateInput?: (text: string) => unknown;
}

/** The detail text of a modal message. */
function detailOf(choice: unknown): readonly string[] {
  const isOptions = typeof choice === "object" && choice !== null && "detail" in choice;
  return isOptions && typeof choice.detail === "string" ? [choice.detail] : [];
}

/**
 * Runs work that prompts the user, and answers the prompts. Tests in VS Code can neither type into an input nor press a
 * message's button.
 *
 * @param answers answers in order: for an input its text, empty for the default, followed by another one if validation
 * rejects it; for a list the start of the chosen row's label, none for a list of several, whose ticked rows are
 * chosen; for a message its button, otherwise the message is closed
 */
export async function answering(
  answers: readonly string[],
  work: () => PromiseLike<unknown>,
): Promise<Answered> {
  const said: string[] = [];
  const asked: string[] = [];
  const listed: vscode.QuickPickItem[] = [];
  const left = [...answers];
  const next = (): string => {
    const answer = left.shift();
    assert.ok(answer !== undefined, `Nothing is answered any more; what was said: ${said.join(" ")}`);
    return answer;
  };
  const message = (text: string, ...choices: readonly unknown[]): Promise<unknown> => {
    said.push(text, ...choices.flatMap(detailOf));
    const chosen = choices.includes(left[0]) ? left.shift() : undefined;
    return Promise.resolve(chosen);
  };
  const replaced = {
    showInformationMessage: message,
    showWarningMessage: message,
    showErrorMessage: message,
    async showInputBox({ value = "", validateInput }: Input) {
      for (;;) {
        const typed = next() || value;
        const problem = await validateInput?.(typed);
        if (typeof problem !== "string") return typed;
        said.push(problem);
      }
    },
    async showQuickPick(
      rows: PromiseLike<readonly vscode.QuickPickItem[]>,
      { placeHolder = "", canPickMany = false }: vscode.QuickPickOptions = {},
    ) {
      asked.push(placeHolder);
      if (canPickMany) {
        listed.push(...(await rows));
        return listed.filter(({ picked }) => picked);
      }
      const answer = next();
      const row = (await rows).find(({ label }) => label.startsWith(answer));
      assert.ok(row !== undefined, `There is no row “${answer}”.`);
      return row;
    },
  };
  await replacing(replaced, work);
  assert.deepEqual(left, [], "answers that were not asked for");
  return { said, asked, listed };
}

/** Replaces functions of `vscode.window` during some work. */
export async function replacing<T>(functions: object, work: () => PromiseLike<T>): Promise<T> {
  const names = Object.keys(functions);
  const before = Object.fromEntries(names.map((name) => [name, Reflect.get(vscode.window, name) as unknown]));
  Object.assign(vscode.window, functions);
  try {
    return await work();
  } finally {
    Object.assign(vscode.window, before);
  }
}
