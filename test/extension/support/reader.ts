import assert from "node:assert/strict";
import * as vscode from "vscode";

/** What came of a reader's answers. */
export interface Answered {
  /** What was said, in messages of all kinds, and below inputs that refused an answer. */
  readonly said: readonly string[];
  /** What stood above rows to choose from. */
  readonly asked: readonly string[];
}

/** Of the options of an input. */
interface Input {
  readonly value?: string;
  readonly validateInput?: (text: string) => unknown;
}

/** What a message in the middle of the window says below its text. */
function detailOf(choice: unknown): readonly string[] {
  const isOptions = typeof choice === "object" && choice !== null && "detail" in choice;
  return isOptions && typeof choice.detail === "string" ? [choice.detail] : [];
}

/**
 * Runs work that asks a reader, whom tests inside of VS Code have none of: they can neither type into an input nor press
 * a button of a message.
 *
 * @param answers in their order: the text of an input, empty for what it begins with, and the next where it refuses that;
 *   what the label of the row begins with that is chosen; a button, where a message has it, else that is closed
 */
export async function answering(
  answers: readonly string[],
  work: () => PromiseLike<unknown>,
): Promise<Answered> {
  const said: string[] = [];
  const asked: string[] = [];
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
      { placeHolder = "" }: vscode.QuickPickOptions = {},
    ) {
      asked.push(placeHolder);
      const answer = next();
      const row = (await rows).find(({ label }) => label.startsWith(answer));
      assert.ok(row !== undefined, `There is no row “${answer}”.`);
      return row;
    },
  };
  const names = Object.keys(replaced);
  const before = Object.fromEntries(names.map((name) => [name, Reflect.get(vscode.window, name) as unknown]));
  Object.assign(vscode.window, replaced);
  try {
    await work();
  } finally {
    Object.assign(vscode.window, before);
  }
  assert.deepEqual(left, [], "answers that were not asked for");
  return { said, asked };
}
