import * as vscode from "vscode";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { Disposable } from "../platform/disposable";
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
          for (const panel of this.#panels) if (panel.isOf(oldUri)) panel.renamed(newUri);
      }),
    );
    this.register({
      dispose: () => {
        for (const panel of this.#panels) panel.dispose();
      },
    });
  }

  /** Shows the analysis at a position, else the one at the cursor. */
  async open(uri: vscode.Uri, position?: vscode.Position): Promise<void> {
    const known = [...this.#panels].find((panel) => panel.isOf(uri));
    await (known ?? this.#add(uri)).open(position);
  }

  /** Goes on in a tab that VS Code has kept over a reload of the window. */
  async takeOver(kept: vscode.WebviewPanel, uri: vscode.Uri): Promise<void> {
    await this.#add(uri).takeOver(kept);
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
