// The extension's original code of the evidence panel, in a small editor: bundled by openEvidencePage.ts.
import * as vscode from "vscode";
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
): Promise<EvidencePanels> {
  const client = { ask, problem: undefined, use: () => undefined, sayIfGone: () => Promise.resolve(false) };
  const panels = new EvidencePanels(client, vscode.Uri.parse(folder));
  await panels.open(vscode.Uri.parse(uri));
  return panels;
}
