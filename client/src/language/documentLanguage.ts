import * as vscode from "vscode";
import { analysesLanguage, namesDocumentSchema, schemaSearchLimit } from "@analyses/protocol/documentFormat";
import { readAnalysesSettings, settingsSection } from "@analyses/protocol/settings";
import { Disposable } from "../platform/lifetime";
import { setContextKey } from "../platform/editor";

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

/** Sets the context key `hasMendedProblem`, which completes a walkthrough step, once the author has fixed a problem. */
export class FixedProblem extends Disposable {
  /**
   * The number of problems at the document's last edit. The diagnostics after an edit may come only after the next one.
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
