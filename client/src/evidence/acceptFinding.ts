import * as vscode from "vscode";
import { readFindingToAccept, withEntry } from "../../../protocol/src/acceptedFindings";

const nameKey = "nameOfWhoAccepts";

/** Asks why a finding is accepted, and by whom where that is not known, and writes it into the file beside the document. */
export async function acceptFinding(given: unknown, memory: vscode.Memento): Promise<void> {
  const finding = readFindingToAccept(given);
  if (finding === undefined) return;
  const title = vscode.l10n.t("Accept with a Reason");
  const reason = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Why is this right? Until the numbers change, it is not told again."),
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("Without a reason nothing is accepted.") : undefined,
    ignoreFocusOut: true,
  });
  if (reason === undefined) return;
  const by = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Your name, as the team knows you"),
    value: memory.get<string>(nameKey, ""),
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("The team wants to know whom to ask.") : undefined,
    ignoreFocusOut: true,
  });
  if (by === undefined) return;
  await memory.update(nameKey, by.trim());
  const now = new Date();
  const on = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  await write(vscode.Uri.parse(finding.file), { ...finding.key, by: by.trim(), on, reason: reason.trim() });
}

async function write(file: vscode.Uri, entry: Parameters<typeof withEntry>[1]): Promise<void> {
  const before = await textOf(file);
  const after = withEntry(before, entry);
  if (after === undefined)
    throw new Error(
      vscode.l10n.t("{0} cannot be read: mend it first.", vscode.workspace.asRelativePath(file)),
    );
  if (before === undefined) await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(""));
  const document = await vscode.workspace.openTextDocument(file);
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(new vscode.Position(0, 0), document.positionAt(document.getText().length));
  edit.replace(file, whole, after);
  const isWritten = (await vscode.workspace.applyEdit(edit)) && (await document.save());
  if (!isWritten)
    throw new Error(vscode.l10n.t("{0} could not be written.", vscode.workspace.asRelativePath(file)));
}

/** What an open editor shows counts, else the file; undefined where there is none. */
async function textOf(file: vscode.Uri): Promise<string | undefined> {
  try {
    await vscode.workspace.fs.stat(file);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
  return (await vscode.workspace.openTextDocument(file)).getText();
}
