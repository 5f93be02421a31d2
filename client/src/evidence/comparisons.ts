import * as vscode from "vscode";
import { readKept } from "../../webviews/comparison/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { Disposable } from "../platform/lifetime";
import { showInformation } from "../platform/editor";
import type { BaseReading } from "./comparisonBase";
import { committed, readFromFile } from "./comparisonBase";
import { ComparisonPanel } from "./comparisonPanel";

/** The comparisons that are open, one for each document. Their code is loaded with the first. */
export class Comparisons extends Disposable {
  readonly #panels = new Set<ComparisonPanel>();

  constructor(
    private readonly client: AnalysesLanguageClient,
    private readonly extensionUri: vscode.Uri,
  ) {
    super();
    this.register(
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files)
          for (const panel of this.#panels) if (panel.isOf(oldUri)) void panel.renamed(newUri);
      }),
    );
    this.register({
      dispose: () => {
        for (const panel of this.#panels) panel.dispose();
      },
    });
  }

  async withLastCommit(uri: vscode.Uri): Promise<void> {
    const reading = await committed(uri);
    if (reading.kind === "read") return this.#show(uri, reading);
    const other = vscode.l10n.t("Compare with File…");
    if ((await showInformation(reading.message, other)) === other) await this.withFile(uri);
  }

  /** @param file asked for where it is not given */
  async withFile(uri: vscode.Uri, file?: vscode.Uri): Promise<void> {
    const chosen = file ?? (await chosenFile(uri));
    if (chosen === undefined) return;
    const reading = await readFromFile(chosen, uri);
    if (reading.kind === "refused") throw new Error(reading.message);
    await this.#show(uri, reading);
  }

  /** Goes on in a tab that VS Code has kept over a reload of the window. */
  async takeOver(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = readKept(state);
    if (kept === undefined) {
      tab.dispose();
      return;
    }
    const uri = vscode.Uri.parse(kept.document);
    const { base } = kept;
    const reading =
      base.kind === "commit"
        ? await committed(uri, base.hash)
        : await readFromFile(vscode.Uri.parse(base.uri), uri);
    await this.#add(uri).takeOver(tab, reading);
  }

  async #show(uri: vscode.Uri, reading: BaseReading): Promise<void> {
    // From the explorer: what is compared is what an editor shows.
    const isShown = vscode.window.visibleTextEditors.some(
      ({ document }) => document.uri.toString() === uri.toString(),
    );
    if (!isShown) await vscode.window.showTextDocument(uri);
    const known = [...this.#panels].find((panel) => panel.isOf(uri));
    await (known ?? this.#add(uri)).show(reading);
  }

  #add(uri: vscode.Uri): ComparisonPanel {
    const panel: ComparisonPanel = new ComparisonPanel(this.client, this.extensionUri, uri, () => {
      this.#panels.delete(panel);
      panel.dispose();
    });
    this.#panels.add(panel);
    return panel;
  }
}

async function chosenFile(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  const beside = uri.scheme === "untitled" ? {} : { defaultUri: vscode.Uri.joinPath(uri, "..") };
  const chosen = await vscode.window.showOpenDialog({
    ...beside,
    title: vscode.l10n.t("Which file is it to be compared with?"),
    openLabel: vscode.l10n.t("Compare"),
    filters: { JSON: ["json"] },
  });
  return chosen?.[0];
}
