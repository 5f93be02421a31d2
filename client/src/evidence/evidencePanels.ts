import * as vscode from "vscode";
import { evidenceExportRequest } from "../../../protocol/src/evidencePanel";
import type { EvidenceAction, EvidenceNotice, KeptEvidence } from "../../webviews/evidence/messages";
import { readAction, readKept } from "../../webviews/evidence/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { analysesLanguage } from "../language/documentLanguage";
import { Disposable } from "../platform/lifetime";
import { showInformation } from "../platform/editor";
import { Panel } from "../webview/panel";
import { evidencePage } from "./evidencePage";
import type { EvidenceSource } from "./exportEvidence";
import { PanelDocument, PanelTable, rangeOf } from "./panelDocument";
import { PanelView } from "./panelView";

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
          for (const panel of this.#panels) {
            const { path } = panel.uri;
            if (panel.isOf(oldUri)) panel.renamed(newUri);
            else if (path.startsWith(`${oldUri.path}/`) && panel.uri.scheme === oldUri.scheme)
              panel.renamed(newUri.with({ path: newUri.path + path.slice(oldUri.path.length) }));
          }
      }),
    );
    this.#goOnWhereSavedAs();
    this.register({
      dispose: () => {
        for (const panel of this.#panels) panel.dispose();
      },
    });
  }

  /**
   * Shows the analysis at a position, else the one at the cursor.
   *
   * @param uri undefined where the reader is in no text, but in the walkthrough perhaps: then the analyses document
   *   that was opened last
   */
  async open(uri: vscode.Uri | undefined, position?: vscode.Position): Promise<void> {
    const { textDocuments } = vscode.workspace;
    const shown =
      uri ?? textDocuments.filter(({ languageId }) => languageId === analysesLanguage).at(-1)?.uri;
    if (shown === undefined) {
      await showInformation(vscode.l10n.t("Put the cursor into an analysis of an analyses document."));
      return;
    }
    const known = [...this.#panels].find((panel) => panel.isOf(shown));
    await (known ?? this.#add(shown)).open(position);
  }

  /** Writes what the panel that the reader is in shows, else that of a document; opens it where there is none. */
  async export(uri: vscode.Uri | undefined, wanted: unknown): Promise<void> {
    const panels = [...this.#panels];
    const panel = panels.find(({ isActive }) => isActive) ?? panels.find((one) => uri && one.isOf(uri));
    if (panel !== undefined) await panel.export(wanted);
    else if (uri !== undefined) {
      const opened = this.#add(uri);
      await opened.open();
      await opened.hasShown;
      await opened.export(wanted);
    }
  }

  /** Goes on in a tab that VS Code has kept over a reload of the window. */
  async takeOver(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = readKept(state);
    if (kept === undefined) tab.dispose();
    else await this.#add(vscode.Uri.parse(kept.document)).takeOver(tab, kept);
  }

  /**
   * *Save As* is a copy to VS Code, which shows it in place of the document: a panel goes on with it, as the editor
   * does. A copy of the same text that is saved while the document stays in its tab is none of the panel's business.
   */
  #goOnWhereSavedAs(): void {
    const copies = new Map<EvidencePanel, vscode.Uri>();
    this.register(
      vscode.workspace.onDidSaveTextDocument((saved) => {
        for (const panel of this.#panels)
          if (!panel.isOf(saved.uri) && panel.text === saved.getText()) copies.set(panel, saved.uri);
      }),
    );
    this.register(
      vscode.window.tabGroups.onDidChangeTabs(() => {
        for (const [panel, copy] of copies) {
          if (isInTab(panel.uri) || !isInTab(copy)) continue;
          copies.delete(panel);
          panel.renamed(copy);
        }
      }),
    );
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

function isInTab(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}

/** The evidence of one document beside its text: a figure that follows every keystroke, and whose cells are the text. */
class EvidencePanel extends Disposable {
  readonly #client: AnalysesLanguageClient;
  readonly #panel: Panel<EvidenceAction, EvidenceNotice>;
  readonly #text: PanelDocument;
  readonly #table: PanelTable;
  readonly #view: PanelView;
  /** The picture that the page is asked for. */
  #drawing:
    | (Extract<EvidenceNotice, { kind: "draw" }> & {
        readonly drawn: (png: Uint8Array | undefined) => void;
        readonly closed: (error: Error) => void;
      })
    | undefined;

  constructor(
    client: AnalysesLanguageClient,
    extensionUri: vscode.Uri,
    uri: vscode.Uri,
    onDidClose: () => void,
  ) {
    super();
    this.#client = client;
    this.#text = new PanelDocument(uri, () => this.#panel.column);
    this.#panel = this.register(
      new Panel<EvidenceAction, EvidenceNotice>({
        extensionUri,
        name: "evidence",
        title: this.#title,
        column: vscode.ViewColumn.Beside,
        keepsFocus: true,
        read: readAction,
        onMessage: (action) => void this.#act(action).catch((error: unknown) => this.#say(error)),
        onDidClose: () => {
          this.#drawing?.closed(closedError());
          onDidClose();
        },
      }),
    );
    const post = (notice: EvidenceNotice) => this.#panel.post(notice);
    this.#table = new PanelTable(client, this.#text, () => this.#view.analysis, post);
    this.#view = this.register(new PanelView(client, this.#text, this.#table, this.#panel));
  }

  isOf(uri: vscode.Uri): boolean {
    return this.#text.isOf(uri);
  }

  /** Whether the reader is in it. */
  get isActive(): boolean {
    return this.#panel.isActive;
  }

  get uri(): vscode.Uri {
    return this.#text.uri;
  }

  /** Undefined while it is closed. */
  get text(): string | undefined {
    return this.#text.document?.getText();
  }

  /** Resolves once there is something to see. */
  get hasShown(): Promise<void> {
    return this.#view.hasShown;
  }

  /** Goes on with a document that has another name now. */
  renamed(uri: vscode.Uri): void {
    this.#text.uri = uri;
    this.#panel.title = this.#title;
    void this.#view.update();
  }

  /** Shows the analysis at a position, or at the cursor. */
  async open(position?: vscode.Position): Promise<void> {
    // A lens above an analysis means that one, wherever the cursor was.
    if (position !== undefined) this.#text.putCursor(position);
    this.#view.turnTo(position);
    if (this.#panel.isOpen) {
      this.#panel.reveal();
      await this.#view.update();
    } else await this.#show();
  }

  /** Goes on in a tab that VS Code has kept. */
  async takeOver(tab: vscode.WebviewPanel, kept: KeptEvidence): Promise<void> {
    this.#view.goOnWith(kept);
    this.#panel.takeOver(tab, undefined);
    // VS Code shows nothing before this is done, and opens no document meanwhile.
    void this.#text.read();
    await this.#show();
  }

  async #show(): Promise<void> {
    await this.#panel.show(this.#title, evidencePage(this.#text.name, this.#view.kept));
  }

  get #title(): string {
    return vscode.l10n.t("Evidence of {0}", this.#text.name);
  }

  async #act(message: EvidenceAction): Promise<void> {
    switch (message.action) {
      case "ready":
        this.#view.startAnew();
        await this.#askToDraw();
        await this.#view.update();
        await this.#view.showFindings();
        return;
      case "undo":
      case "redo":
        await this.#table.written;
        await this.#text.run(message.action);
        this.#panel.reveal(false);
        return;
      case "save":
        await this.#table.written;
        await this.#text.document?.save();
        return;
      case "goToProblem": {
        const { problem } = this.#view;
        if (problem) {
          // Behind it: what is typed there must not replace it.
          const { end } = rangeOf(problem.range);
          await this.#text.goTo(new vscode.Range(end, end));
        }
        return;
      }
      case "openDocument":
        return this.#text.goTo();
      case "export":
        return this.export();
      case "drawn":
        this.#drawing?.drawn(message.png ?? undefined);
        this.#drawing = undefined;
        return;
      case "select":
      case "goTo":
      case "fix":
        return this.#table.toCell(message.action, message.cell);
      case "edit":
        return this.#table.edit(message.change);
      case "plot":
      case "leaveOut":
      case "open":
        return this.#view.choose(message);
      case "previous":
      case "next":
      case "overview":
      case "follow":
      case "putBack":
        return this.#view.choose({ action: message.action });
    }
  }

  /** Writes the evidence as a file or for pasting; `wanted` says how, else the reader does. */
  async export(wanted?: unknown): Promise<void> {
    const { exportEvidence } = await import("./exportEvidence");
    const write: EvidenceSource["write"] = async (format) => {
      const { analysis, plot, without } = this.#view.figure;
      if (analysis === undefined) return undefined;
      const textDocument = { uri: this.#text.uri.toString() };
      const params = { textDocument, analysis, plot, without, format };
      return (await this.#client.ask(evidenceExportRequest, params)) ?? undefined;
    };
    const draw: EvidenceSource["draw"] = async (svg, scale) => {
      if (this.isDisposed) throw closedError();
      const drawn = new Promise<Uint8Array | undefined>((resolve, reject) => {
        this.#drawing = { kind: "draw", svg, scale, drawn: resolve, closed: reject };
      });
      // A page that is hidden is none: the one that is made when it is shown asks what is to be drawn.
      if (this.#panel.isVisible) await this.#askToDraw();
      else this.#panel.reveal(true);
      return drawn;
    };
    await exportEvidence({ write, draw, uri: this.#text.uri }, wanted);
  }

  async #askToDraw(): Promise<void> {
    if (this.#drawing === undefined) return;
    const { kind, svg, scale } = this.#drawing;
    await this.#panel.post({ kind, svg, scale });
  }

  /** What could not be done, such as showing a document that is gone. */
  async #say(error: unknown): Promise<void> {
    await this.#panel.post({ kind: "said", message: error instanceof Error ? error.message : String(error) });
  }
}

/** Nobody is left to draw what was asked for. */
function closedError(): Error {
  return new Error(vscode.l10n.t("The panel was closed before its picture was drawn."));
}
