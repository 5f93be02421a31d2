import * as vscode from "vscode";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { Disposable } from "../platform/disposable";
import type { EvidencePanels } from "./evidencePanels";

/** What of the panels is loaded with the extension: it loads the rest when the first is opened. */
export class EvidenceDoor extends Disposable {
  #panels: Promise<EvidencePanels> | undefined;

  constructor(
    private readonly client: AnalysesLanguageClient,
    private readonly extensionUri: vscode.Uri,
  ) {
    super();
    this.register(
      vscode.window.registerWebviewPanelSerializer("analysesRegistry.evidence", {
        deserializeWebviewPanel: async (kept, state: unknown) => {
          await (await this.panels()).takeOver(kept, state);
        },
      }),
    );
  }

  panels(): Promise<EvidencePanels> {
    return (this.#panels ??= import("./evidencePanels").then((code) =>
      this.register(new code.EvidencePanels(this.client, this.extensionUri)),
    ));
  }
}
