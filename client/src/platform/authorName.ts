import * as vscode from "vscode";

const nameKey = "nameOfWhoAccepts";

/** Prompts for the author's name, prefilled with the last one, and stores it. Undefined on cancel. */
export async function askAuthorName(
  title: string,
  memory: Pick<vscode.Memento, "get" | "update">,
): Promise<string | undefined> {
  const written = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Your name, as the team knows you"),
    value: memory.get<string>(nameKey, ""),
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("The team wants to know whom to ask.") : undefined,
    ignoreFocusOut: true,
  });
  const name = written?.trim();
  if (name !== undefined) await memory.update(nameKey, name);
  return name;
}
