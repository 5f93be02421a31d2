import * as vscode from "vscode";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { analysesLanguage } from "../language/documentLanguage";
import { Disposable } from "../platform/disposable";
import { showInformation } from "../platform/messages";
import { readKept } from "../../webviews/evidence/messages";
import { EvidencePanel } from "./evidencePanel";

/** The panels that are open, one for each document. Their code is loaded with the first. */
export class EvidencePanels extends Disposable {
  readonly #panels = new Set<EvidencePanel>();

  constructor(
    private readonly client: AnalysesLanguageClient,
    private readonly extensionUri: vscode.Uri,
  ) {
    super();
    this.register(
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files)
          for (const panel of this.#panels) {
            const { path } = panel.uri;
            if (panel.isOf(oldUri)) panel.renamed(newUri);
            else if (path.startsWith(`${oldUri.path}/`) && panel.uri.scheme === oldUri.scheme)
              panel.renamed(newUri.with({ path: newUri.path + path.slice(oldUri.path.length) }));
          }
      }),
    );
    this.#goOnWhereSavedAs();
    this.register({
      dispose: () => {
        for (const panel of this.#panels) panel.dispose();
      },
    });
  }

  /**
   * Shows the analysis at a position, else the one at the cursor.
   *
   * @param uri undefined where the reader is in no text, but in the walkthrough perhaps: then any analyses document
   */
  async open(uri: vscode.Uri | undefined, position?: vscode.Position): Promise<void> {
    const { textDocuments } = vscode.workspace;
    const shown = uri ?? textDocuments.find(({ languageId }) => languageId === analysesLanguage)?.uri;
    if (shown === undefined) {
      await showInformation(vscode.l10n.t("Put the cursor into an analysis of an analyses document."));
      return;
    }
    const known = [...this.#panels].find((panel) => panel.isOf(shown));
    await (known ?? this.#add(shown)).open(position);
  }

  /** Writes what the panel that the reader is in shows, else that of a document; opens it where there is none. */
  async export(uri: vscode.Uri | undefined, wanted: unknown): Promise<void> {
    const panels = [...this.#panels];
    const panel = panels.find(({ isActive }) => isActive) ?? panels.find((one) => uri && one.isOf(uri));
    if (panel !== undefined) await panel.export(wanted);
    else if (uri !== undefined) {
      const opened = this.#add(uri);
      await opened.open();
      await opened.hasShown;
      await opened.export(wanted);
    }
  }

  /** Goes on in a tab that VS Code has kept over a reload of the window. */
  async takeOver(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = readKept(state);
    if (kept === undefined) tab.dispose();
    else await this.#add(vscode.Uri.parse(kept.document)).takeOver(tab, kept);
  }

  /**
   * *Save As* is a copy to VS Code, which shows it in place of the document: a panel goes on with it, as the editor
   * does. A copy of the same text that is saved while the document stays in its tab is none of the panel's business.
   */
  #goOnWhereSavedAs(): void {
    const copies = new Map<EvidencePanel, vscode.Uri>();
    this.register(
      vscode.workspace.onDidSaveTextDocument((saved) => {
        for (const panel of this.#panels)
          if (!panel.isOf(saved.uri) && panel.text === saved.getText()) copies.set(panel, saved.uri);
      }),
    );
    this.register(
      vscode.window.tabGroups.onDidChangeTabs(() => {
        for (const [panel, copy] of copies) {
          if (isInTab(panel.uri) || !isInTab(copy)) continue;
          copies.delete(panel);
          panel.renamed(copy);
        }
      }),
    );
  }

  #add(uri: vscode.Uri): EvidencePanel {
    const panel: EvidencePanel = new EvidencePanel(this.client, this.extensionUri, uri, () => {
      this.#panels.delete(panel);
      panel.dispose();
    });
    this.#panels.add(panel);
    return panel;
  }
}

function isInTab(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}
