import * as vscode from "vscode";

/** Writes a file into the workspace, which is a copy made for the run. */
export async function writeDocument(name: string, text: string): Promise<vscode.Uri> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error("These tests run with a folder open.");
  const file = vscode.Uri.joinPath(folder.uri, "written-by-tests", name);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  return file;
}

/** Opens a file with a caret in it, written `|`, in an editor of its own. */
export async function openWithCaret(name: string, marked: string): Promise<vscode.TextEditor> {
  const offset = marked.indexOf("|");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const document = await vscode.workspace.openTextDocument(await writeDocument(name, text));
  const editor = await vscode.window.showTextDocument(document);
  const caret = document.positionAt(offset);
  editor.selection = new vscode.Selection(caret, caret);
  return editor;
}

export async function closeAllEditors(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}
