import * as vscode from "vscode";

/** Writes a file into the workspace, a copy made for this run. */
export async function writeDocument(name: string, text: string): Promise<vscode.Uri> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error("These tests run with a folder open.");
  const file = vscode.Uri.joinPath(folder.uri, "written-by-tests", name);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  return file;
}

let opened = 0;

/**
 * Opens a file whose caret is marked by `|` in a new editor. The file is new for each call, since VS Code notices an
 * overwritten file with a delay and would change the text during the test.
 */
export async function openWithCaret(name: string, marked: string): Promise<vscode.TextEditor> {
  const offset = marked.indexOf("|");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const document = await vscode.workspace.openTextDocument(await writeDocument(`${++opened}/${name}`, text));
  const editor = await vscode.window.showTextDocument(document);
  const caret = document.positionAt(offset);
  editor.selection = new vscode.Selection(caret, caret);
  return editor;
}

/** Folder of the extension under test, with its build output. */
export function extensionUri(): vscode.Uri {
  const extension = vscode.extensions.getExtension<unknown>("analyses-registry.analyses-registry");
  if (extension === undefined) throw new Error("The extension is not there.");
  return extension.extensionUri;
}

export async function closeAllEditors(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}
