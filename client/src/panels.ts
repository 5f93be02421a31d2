import type * as vscode from "vscode";
import type { AnalysesLanguageClient } from "./language/analysesLanguageClient";
import { LaterPanels } from "./webview/panel";

/** The delay after the language server starts, in milliseconds, so that loading does not slow down the first edits. */
const preloadDelay = 1500;

/** The panels with data from the language server: one entry per kind, named by its folder in `client/webviews`. */
export function panelsFedBy(
  client: AnalysesLanguageClient,
  extensionUri: vscode.Uri,
  memory: vscode.Memento,
) {
  const evidence = new LaterPanels("evidence", async () => {
    const { EvidencePanels } = await import("./evidence/evidencePanels");
    return new EvidencePanels(client, extensionUri);
  });
  client.use({
    connect() {
      const timer = setTimeout(() => void evidence.get().catch(() => undefined), preloadDelay);
      return { dispose: () => clearTimeout(timer) };
    },
  });
  return {
    evidence,
    comparison: new LaterPanels("comparison", async () => {
      const { Comparisons } = await import("./evidence/comparisons");
      return new Comparisons({ client, memory }, extensionUri);
    }),
  };
}

export type Panels = ReturnType<typeof panelsFedBy>;
