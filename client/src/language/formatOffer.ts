import * as vscode from "vscode";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import { isReadOnly, showInformation } from "../platform/editor";
import { Disposable } from "../platform/lifetime";

/** The length, in UTF-16 code units, up to which a document on one line is readable. */
const maxReadableLength = 2000;

const offeredKey = "documentsOfferedToFormat";
/** The maximum number of documents remembered; older ones may get the offer again. */
const maxCached = 500;

/**
 * Offers to format a document that is on a single line, as RevMan writes it. Repeats the offer whenever the document's
 * editor becomes active, until the user has answered.
 */
export class FormatOffer extends Disposable {
  constructor(private readonly memory: vscode.Memento) {
    super();
    this.register(vscode.window.onDidChangeActiveTextEditor((editor) => void this.#consider(editor)));
    // An active document may get the language `analyses` later, which VS Code reports as opening it.
    this.register(
      vscode.workspace.onDidOpenTextDocument((document) => {
        const editor = vscode.window.activeTextEditor;
        if (editor?.document === document) void this.#consider(editor);
      }),
    );
    void this.#consider(vscode.window.activeTextEditor);
  }

  async #consider(editor: vscode.TextEditor | undefined): Promise<void> {
    if (editor === undefined || !isOnOneLine(editor.document)) return;
    const { document } = editor;
    const address = document.uri.toString();
    const offered = this.memory.get<readonly string[]>(offeredKey, []);
    if (offered.includes(address) || (await isReadOnly(document.uri, document))) return;
    const format = vscode.l10n.t("Format");
    const message = vscode.l10n.t("This document stands on one line. Format it to read it?");
    // While the question is unanswered, VS Code shows no second one.
    const answer = await showInformation(message, format, vscode.l10n.t("Not Now"));
    if (answer === undefined) return;
    const others = this.memory.get<readonly string[]>(offeredKey, []);
    await this.memory.update(offeredKey, [...others, address].slice(-maxCached));
    if (answer !== format || !isOnOneLine(document)) return;
    await vscode.window.showTextDocument(document, editor.viewColumn);
    await vscode.commands.executeCommand("editor.action.formatDocument");
  }
}

function isOnOneLine(document: vscode.TextDocument): boolean {
  const { languageId, lineCount } = document;
  if (languageId !== analysesLanguage || lineCount > 2) return false;
  const hasOneLine = lineCount === 1 || document.lineAt(1).isEmptyOrWhitespace;
  return hasOneLine && document.lineAt(0).text.length > maxReadableLength;
}
