// Commands on documents, on their item schema, evidence and references, and on the language server.
import * as vscode from "vscode";
import { type Commands, type Parts, chooseRegistry } from "./command";
import { readPosition } from "@analyses/protocol/referenceMessages";
import { analysesLanguage } from "@analyses/protocol/documentFormat";

export const documentCommands: Commands = {
  /**
   * The arguments: the file whose menu was opened in the explorer, and the document onto which the user dropped a file.
   */
  async importAnalyses(parts, target, droppedOn) {
    const from = target instanceof vscode.Uri ? target : undefined;
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === droppedOn);
    await (await exchange()).importAnalyses(parts, from, open);
  },

  exportAnalyses: async (parts, target) =>
    (await exchange()).exportAnalyses(parts, target instanceof vscode.Uri ? target : undefined),

  newDocument: async ({ languageClient }, target) =>
    (await import("../authoring/newDocument")).newDocument(languageClient, target),
  openSample: async ({ extensionUri, panels }, sample) =>
    (await authoring()).openSample(extensionUri, sample, async (document, position) =>
      (await panels.evidence.get()).open(document, position),
    ),
  explainCode: async ({ extensionUri }, code) => (await authoring()).explainCode(extensionUri, code),
  selectItemSchema: async ({ languageClient }) => (await authoring()).selectItemSchema(languageClient),
  restartServer: ({ languageClient }) => languageClient.restart(),
  showLog: ({ log }) => log.show(),

  /**
   * Opens the evidence of the analysis at the cursor, or at the position of a code lens, in a panel next to the text.
   */
  async showEvidence({ panels }, target, second) {
    const uri =
      target instanceof vscode.Uri
        ? target
        : typeof target === "string"
          ? vscode.Uri.parse(target)
          : undefined;
    // A lens passes the position at which the analysis begins; the next position is inside the analysis.
    const start = readPosition(second);
    const shown = uri ?? vscode.window.activeTextEditor?.document.uri;
    await (
      await panels.evidence.get()
    ).open(shown, start && new vscode.Position(start.line, start.character + 1));
  },

  /** Exports the shown evidence to a file or the clipboard. A key binding may select the format. */
  async exportEvidence({ panels }, target) {
    const shown = vscode.window.activeTextEditor?.document.uri;
    await (await panels.evidence.get()).export(shown, target);
  },

  /** Compares the analyses of a document with the analyses in the document's last commit. */
  async compareEvidence({ panels }, target) {
    const uri = await documentFor(panels, target);
    if (uri !== undefined) await (await panels.comparison.get()).withLastCommit(uri);
  },

  /**
   * Compares the analyses of a document with those of another file: the second selected file, or one the user picks.
   */
  async compareEvidenceWithFile({ panels }, target, second) {
    const uri = await documentFor(panels, target);
    if (uri !== undefined) await (await panels.comparison.get()).withFile(uri, otherFile(second, uri));
  },

  /** Pastes rows from a spreadsheet at the cursor as studies. */
  async pasteStudies({ studyPasteOffer }) {
    const editor = vscode.window.activeTextEditor;
    if (editor !== undefined) await (await studyPasteOffer.pasting()).paste(editor);
  },

  /** Shows the roles of the properties of the analysis at the cursor, their sources, and missing roles. */
  showEvidenceRoles: async (parts) => (await evidenceCommands()).showEvidenceRoles(parts),

  /** Records the reason for accepting a finding. The language server passes the finding. */
  acceptFinding: async ({ memory }, target) => (await evidenceCommands()).acceptFinding(target, memory),

  /**
   * Calculates a standard deviation or a standard error from a report's values. The language server passes the study.
   */
  calculate: async (_parts, target) => (await import("../evidence/calculate")).calculate(target),

  /** Records the answer to a question about an analysis. The language server passes the analysis and the answer. */
  answerEvidence: async (parts, target) => (await evidenceCommands()).answerEvidence(target, parts),

  /** Lets the user resolve conflicts of a merge, and merges the rest. Fixes and lenses pass the document. */
  resolveMergeConflict: async (parts, target) =>
    (await import("../merge/resolveConflict")).resolveMergeConflict(parts, target),

  /** Lets the user resolve the disagreements of two extractions, cell by cell. */
  async compareExtractions({ panels }, target, second) {
    const uri = await documentFor(panels, target);
    if (uri === undefined) return;
    await (await panels.comparison.get()).withFile(uri, otherFile(second, uri), "extraction");
  },

  /** Configures Git to merge documents by study and cell. */
  setUpGitMerge: async ({ extensionUri }, target) =>
    (await import("../merge/gitSetUp")).setUpGitMerge(extensionUri, target),

  checkReferences: async (parts) => (await references()).checkReferences(parts),
  updateReferences: async ({ addresses }) => (await references()).updateReferences(addresses),

  async rewriteLinks({ registries, addresses }, target) {
    const registry = await chooseRegistry(registries, target);
    if (registry !== undefined) await (await references()).rewriteLinks(registry, addresses);
  },
};

// Separate bundles, which few windows load: see scripts/lib/bundles.mjs.
const authoring = () => import("../authoring/authoring");
const evidenceCommands = () => import("./evidenceCommands");
const references = () => import("./references");
const exchange = () => import("../exchange/exchange");

/** The one selected file that is not the document; undefined if there is none, or more than one. */
function otherFile(selected: unknown, document: vscode.Uri): vscode.Uri | undefined {
  const others = (Array.isArray(selected) ? selected : []).filter(
    (file): file is vscode.Uri => file instanceof vscode.Uri && file.toString() !== document.toString(),
  );
  return others.length === 1 ? others[0] : undefined;
}

/**
 * The document for a command: the document whose menu was opened; else that of the active evidence panel; else that of
 * the active editor; else, while another panel is active, a visible analyses document.
 */
async function documentFor({ evidence }: Parts["panels"], target: unknown): Promise<vscode.Uri | undefined> {
  // The menu of a panel passes a URI that identifies the panel rather than a document.
  if (target instanceof vscode.Uri && target.scheme !== "webview-panel") return target;
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const shown = visibleTextEditors.find(({ document }) => document.languageId === analysesLanguage);
  return (await evidence.get()).activeDocument ?? (activeTextEditor ?? shown)?.document.uri;
}
