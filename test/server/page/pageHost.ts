// The extension's original code of the evidence panel, in a small editor: bundled by openEvidencePage.ts.
import * as vscode from "vscode";
import { Comparisons } from "@analyses/client/evidence/comparisons";
import { EvidencePanels } from "@analyses/client/evidence/evidencePanels";

export { smallEditor } from "./smallEditor";

/**
 * Shows the evidence of a document.
 *
 * @param folder URI of the built extension
 */
export async function openEvidence(
  ask: ConstructorParameters<typeof EvidencePanels>[0]["ask"],
  folder: string,
  uri: string,
) {
  const client = { ask, problem: undefined, use: () => undefined, sayIfGone: () => Promise.resolve(false) };
  const panels = new EvidencePanels(client, vscode.Uri.parse(folder));
  const open = () => panels.open(vscode.Uri.parse(uri));
  await open();
  return {
    panels,
    open,
    /** Shows the tab that VS Code kept over a reload of the window. @returns the panels of the reloaded window */
    async adopt(state: unknown): Promise<EvidencePanels> {
      panels.dispose();
      const reloaded = new EvidencePanels(client, vscode.Uri.parse(folder));
      await reloaded.adopt(vscode.window.createWebviewPanel("evidence", "", vscode.ViewColumn.Beside), state);
      return reloaded;
    },
  };
}

/**
 * Compares a document with a second extraction.
 *
 * @param folder URI of the built extension
 */
export async function openExtractions(
  ask: ConstructorParameters<typeof EvidencePanels>[0]["ask"],
  folder: string,
  [first, second]: readonly [string, string],
): Promise<Comparisons> {
  const client = { ask, problem: undefined, use: () => undefined, sayIfGone: () => Promise.resolve(false) };
  const memory = { get: withoutMemory, update: () => Promise.resolve() };
  const comparisons = new Comparisons({ client, memory }, vscode.Uri.parse(folder));
  await comparisons.withFile(vscode.Uri.parse(first), vscode.Uri.parse(second), "extraction");
  return comparisons;
}

function withoutMemory<T>(key: string): T | undefined;
function withoutMemory<T>(key: string, otherwise: T): T;
function withoutMemory<T>(_: string, otherwise?: T): T | undefined {
  return otherwise;
}
