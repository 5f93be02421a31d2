import type * as vscode from "vscode";
import type { AnalysesLanguageClient } from "./language/analysesLanguageClient";
import { LaterPanels } from "./webview/panel";

/** The panels that are fed by the language server: a row for each kind, by its folder in `client/webviews`. */
export function panelsFedBy(client: AnalysesLanguageClient, extensionUri: vscode.Uri) {
  return {
    evidence: new LaterPanels("evidence", async () => {
      const { EvidencePanels } = await import("./evidence/evidencePanels");
      return new EvidencePanels(client, extensionUri);
    }),
    comparison: new LaterPanels("comparison", async () => {
      const { Comparisons } = await import("./evidence/comparisons");
      return new Comparisons(client, extensionUri);
    }),
  };
}

export type Panels = ReturnType<typeof panelsFedBy>;
