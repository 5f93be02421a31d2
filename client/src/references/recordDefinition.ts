import * as vscode from "vscode";
import { withSignalOf } from "../platform/cancellation";
import { Disposable } from "../platform/disposable";
import { displayText } from "../platform/displayText";
import { analysesLanguage } from "../language/documentLanguage";
import type { Registries } from "../registries/registries";
import { RecordLookUp } from "./recordLookUp";
import { recordText } from "./recordText";
import type { ReferenceFinder } from "./referenceFinder";
import { linkedLanguages } from "./referenceFinder";
import type { RevealTarget } from "./revealLink";
import { isRevealTarget, revealCommand, revealTargetOf } from "./revealLink";

/** The scheme of the documents that stand for records where VS Code wants a document to go to. */
const scheme = "analyses-registry-record";

/**
 * Makes "Go to Definition" on a reference show its row in the sidebar. VS Code goes to documents only, so
 * there is one for each record, with its public fields for the preview; when it is gone to, it gives way to the row.
 */
export class RecordDefinitions extends Disposable {
  constructor(
    private readonly finder: ReferenceFinder,
    private readonly registries: Registries,
  ) {
    super();
    const selector = [analysesLanguage, ...linkedLanguages];
    this.register(
      vscode.languages.registerDefinitionProvider(selector, {
        provideDefinition: (document, position, token) => this.definition(document, position, token),
      }),
    );
    this.register(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri, token) => this.card(uri, token),
      }),
    );
    this.register(vscode.window.onDidChangeActiveTextEditor((editor) => void this.giveWay(editor)));
  }

  async definition(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.DefinitionLink[]> {
    const found = await this.finder.at(document, position, token);
    if (found === undefined) return [];
    const { id, registry } = found.record;
    const targetUri = vscode.Uri.from({
      scheme,
      path: `/${registry.name}/${id}`,
      query: JSON.stringify(revealTargetOf(found.record)),
    });
    return [{ originSelectionRange: found.range, targetUri, targetRange: new vscode.Range(0, 0, 0, 0) }];
  }

  /** What may be shown of the record, as plain text. */
  private async card(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const target = targetOf(uri);
    const registry = this.registries.all.find(({ client }) => client.address === target?.address);
    if (target === undefined || registry === undefined || !vscode.workspace.isTrusted) return "";
    const result = await withSignalOf(token, (signal) =>
      new RecordLookUp({ signal, purpose: "hover" }).find({ ...target, baseUrl: target.address, registry }),
    );
    if (result.kind !== "known") return result.kind === "notChecked" ? displayText(result.message) : "";
    return recordText(result.record).join("\n");
  }

  private async giveWay(editor: vscode.TextEditor | undefined): Promise<void> {
    if (editor?.document.uri.scheme !== scheme) return;
    const target = targetOf(editor.document.uri);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    if (target !== undefined) await vscode.commands.executeCommand(revealCommand, target);
  }
}

function targetOf({ query }: vscode.Uri): RevealTarget | undefined {
  try {
    const value: unknown = JSON.parse(query);
    return isRevealTarget(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
