import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { type Page, pageText } from "@analyses/client/webview/panel";

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

/** Codes of the problems that VS Code shows of a document. */
export const codesOf = ({ uri }: vscode.TextDocument) =>
  vscode.languages.getDiagnostics(uri).map(({ code }) => (typeof code === "object" ? code.value : code));

/** Titles of the tabs with a page of the extension. @param kind the end of its name */
export const pageTitles = (kind = ""): readonly string[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(kind))
    .map(({ label }) => label);

export const lensesOf = ({ uri }: vscode.TextDocument) =>
  vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 100);

export const fixesIn = ({ uri }: vscode.TextDocument, range: vscode.Range) =>
  vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", uri, range);

/** The Markdown of all hovers at a place. */
export async function hoverText({ uri }: vscode.TextDocument, position: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    uri,
    position,
  );
  const contents = hovers.flatMap((hover) => hover.contents);
  return contents.map((one) => (one instanceof vscode.MarkdownString ? one.value : "")).join("\n");
}

export async function closeAllEditors(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/** Renders a page as in its webview, with the built script and style of the details. */
export function pageAsShown(page: Page, nonce = "n"): string {
  const file = (name: string) => readFileSync(join(extensionUri().fsPath, "dist", "webviews", name), "utf8");
  return pageText(page, { script: file("details.js"), style: file("details.css") }, nonce);
}
