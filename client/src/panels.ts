import type * as vscode from "vscode";
import type { AnalysesLanguageClient } from "./language/analysesLanguageClient";
import { LaterPanels } from "./webview/panel";

/** How long after the language server, which an analyses document starts: whoever writes one is to wait for nothing. */
const delay = 1500;

/** The panels that are fed by the language server: a row for each kind, by its folder in `client/webviews`. */
export function panelsFedBy(client: AnalysesLanguageClient, extensionUri: vscode.Uri) {
  const evidence = new LaterPanels("evidence", async () => {
    const { EvidencePanels } = await import("./evidence/evidencePanels");
    return new EvidencePanels(client, extensionUri);
  });
  client.use({
    connect() {
      const timer = setTimeout(() => void evidence.get().catch(() => undefined), delay);
      return { dispose: () => clearTimeout(timer) };
    },
  });
  return {
    evidence,
    comparison: new LaterPanels("comparison", async () => {
      const { Comparisons } = await import("./evidence/comparisons");
      return new Comparisons(client, extensionUri);
    }),
  };
}

export type Panels = ReturnType<typeof panelsFedBy>;
