// Classes that act on opened documents: they set the language, offer to format, and note that a problem was fixed.

import * as vscode from "vscode";
import { analysesLanguage, namesDocumentSchema, schemaSearchLimit } from "@analyses/protocol/documentFormat";
import { readAnalysesSettings, settingsSection } from "@analyses/protocol/settings";
import { Disposable } from "../platform/lifetime";
import { isReadOnly, setContextKey, showInformation } from "../platform/editor";

const chosenByUserKey = "documentsWithLanguageChosenByUser";

/**
 * Switches JSON documents with a known analyses `$schema` to the language `analyses` when they are opened or saved, or
 * when the known schemas change. Never overrides a language that the user selected for a document, not even when the
 * document is opened again.
 */
export class DocumentLanguage extends Disposable {
  /** The documents that have had the language `analyses`, whether this class or the user set it. */
  readonly #analysesDocuments = new WeakSet<vscode.TextDocument>();

  constructor(private readonly memory: vscode.Memento) {
    super();
    this.register(vscode.workspace.onDidOpenTextDocument((document) => void this.#consider(document)));
    this.register(vscode.workspace.onDidSaveTextDocument((document) => void this.#consider(document)));
    // Trust can change the effective setting `schemas`.
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#considerAll()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${settingsSection}.schemas`)) this.#considerAll();
      }),
    );
    this.#considerAll();
  }

  #considerAll(): void {
    for (const document of vscode.workspace.textDocuments) void this.#consider(document);
  }

  async #consider(document: vscode.TextDocument): Promise<void> {
    const address = document.uri.toString();
    if (document.languageId === analysesLanguage) {
      this.#analysesDocuments.add(document);
      await this.#rememberChoice(address, false);
      return;
    }
    // VS Code fires "open" for the same document object when its language changes.
    if (this.#analysesDocuments.has(document)) {
      await this.#rememberChoice(address, true);
      return;
    }
    if (document.languageId !== "json" && document.languageId !== "jsonc") return;
    if (this.#choices().includes(address)) return;
    if (!this.#namesKnownSchema(document)) return;
    await vscode.languages.setTextDocumentLanguage(document, analysesLanguage);
  }

  #namesKnownSchema(document: vscode.TextDocument): boolean {
    const searchedRange = new vscode.Range(new vscode.Position(0, 0), document.positionAt(schemaSearchLimit));
    const { schemas } = readAnalysesSettings(
      vscode.workspace.getConfiguration(settingsSection, document.uri),
    );
    return namesDocumentSchema(document.getText(searchedRange), schemas);
  }

  #choices(): readonly string[] {
    return this.memory.get<readonly string[]>(chosenByUserKey, []);
  }

  async #rememberChoice(address: string, isChosen: boolean): Promise<void> {
    const choices = this.#choices();
    if (choices.includes(address) === isChosen) return;
    await this.memory.update(
      chosenByUserKey,
      isChosen ? [...choices, address] : choices.filter((other) => other !== address),
    );
  }
}

/** The length, in UTF-16 code units, up to which a document on one line is readable. */
const maxReadableLength = 2000;

const offeredKey = "documentsOfferedToFormat";
/** The maximum number of documents for which an answered offer is remembered; documents before these get it again. */
const maxCached = 500;

/**
 * Offers to format a document that is on a single line, as RevMan writes it. Repeats the offer whenever the document's
 * editor becomes active, until the user has answered.
 */
export class FormatOffer extends Disposable {
  constructor(private readonly memory: vscode.Memento) {
    super();
    this.register(vscode.window.onDidChangeActiveTextEditor((editor) => void this.#consider(editor)));
    // An active document may get the language `analyses` later: VS Code then reports that the document was opened.
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

/** Sets the context key `hasMendedProblem`, which completes a walkthrough step, once the author has fixed a problem. */
export class FixedProblem extends Disposable {
  /**
   * The number of problems at the document's last edit. The diagnostics for an edit may arrive only after the next
   * edit.
   */
  readonly #problemsAtEdit = new WeakMap<vscode.TextDocument, number>();

  constructor() {
    super();
    this.register(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.languageId !== analysesLanguage || contentChanges.length === 0) return;
        this.#problemsAtEdit.set(document, problemsOf(document));
      }),
    );
    this.register(vscode.languages.onDidChangeDiagnostics(({ uris }) => this.#compare(uris)));
  }

  #compare(uris: readonly vscode.Uri[]): void {
    const changed = new Set(uris.map(String));
    for (const document of vscode.workspace.textDocuments) {
      if (!changed.has(document.uri.toString())) continue;
      if (problemsOf(document) >= (this.#problemsAtEdit.get(document) ?? 0)) continue;
      setContextKey("hasMendedProblem", true);
      this.dispose();
    }
  }
}

function problemsOf(document: vscode.TextDocument): number {
  return vscode.languages.getDiagnostics(document.uri).length;
}
