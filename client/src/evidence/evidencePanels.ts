import * as vscode from "vscode";
import type { Figure } from "@analyses/evidence";
import type { EvidenceExport, ExportFormat } from "@analyses/protocol/evidencePanel";
import { evidenceExportRequest } from "@analyses/protocol/evidencePanel";
import type {
  EvidenceAction,
  EvidenceNotice,
  KeptEvidence,
  KeptTyped,
} from "../../webviews/evidence/messages";
import { readAction, readKept, readTyped } from "../../webviews/evidence/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import { Disposable } from "../platform/lifetime";
import { showInformation } from "../platform/editor";
import { type Remedy, DocumentPanel, DocumentPanels, restartServer } from "../webview/documentPanel";
import { pageCode } from "../webview/panel";
import { rangeOf } from "../webview/panelDocument";
import { evidencePage } from "./evidencePage";
import type { EvidenceSource } from "./exportEvidence";
import { PanelTable } from "./panelTable";
import { type EvidenceAnswer, PanelView } from "./panelView";
import { TrackedPlaces } from "./trackedPlaces";

/** The part of the language client that panels use. */
type PanelClient = Pick<AnalysesLanguageClient, "ask" | "problem" | "use" | "sayIfGone">;

/** The open evidence panels. Opening the first one loads this code. */
export class EvidencePanels extends Disposable {
  readonly #panels: DocumentPanels<EvidencePanel>;

  constructor(client: PanelClient, extensionUri: vscode.Uri) {
    super();
    this.#panels = this.register(
      new DocumentPanels((uri, onDidClose) => new EvidencePanel(client, extensionUri, uri, onDidClose)),
    );
    client.use(this.#panels);
    // Preloads the page's code, so that the first panel opens sooner.
    pageCode({ extensionUri, name: "evidence" }).catch(() => undefined);
  }

  /**
   * Shows the analysis at a position, else the one at the cursor.
   *
   * @param uri undefined if no text editor is active, as in the walkthrough: then shows the analyses document opened
   *   last
   */
  async open(uri: vscode.Uri | undefined, position?: vscode.Position): Promise<void> {
    const { textDocuments } = vscode.workspace;
    const shown =
      uri ?? textDocuments.filter(({ languageId }) => languageId === analysesLanguage).at(-1)?.uri;
    if (shown === undefined) {
      await showInformation(vscode.l10n.t("Put the cursor into an analysis of an analyses document."));
      return;
    }
    await (this.#panels.find(shown) ?? this.#panels.add(shown)).open(position);
  }

  /** The document of the active panel. */
  get activeDocument(): vscode.Uri | undefined {
    return this.#active?.text.uri;
  }

  /** Moves the focus from the active panel to its text. @returns the text's editor; undefined if no panel is active */
  async goToText(): Promise<vscode.TextEditor | undefined> {
    const text = this.#active?.text;
    await text?.goTo();
    return text?.editor;
  }

  get #active(): EvidencePanel | undefined {
    return this.#panels.all.find(({ isActive }) => isActive);
  }

  /** Exports from the active panel, else from the panel of a document, which is opened if there is none. */
  async export(uri: vscode.Uri | undefined, wanted: unknown): Promise<void> {
    const panel = this.#active ?? (uri && this.#panels.find(uri));
    if (panel !== undefined) await panel.export(wanted);
    else if (uri !== undefined) {
      const opened = this.#panels.add(uri);
      await opened.open();
      await opened.hasShown;
      await opened.export(wanted);
    }
  }

  /** Adopts a tab that VS Code kept over a reload of the window. */
  async adopt(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = readKept(state);
    if (kept === undefined) tab.dispose();
    else await this.#panels.add(vscode.Uri.parse(kept.document)).adopt(tab, kept, readTyped(state));
  }
}

/** How long a view has to stay before the panel requests notes on its result, in milliseconds. */
const notesDelay = 400;

/** The evidence panel of a document: a figure that updates on every keystroke, and whose cells edit the text. */
class EvidencePanel extends DocumentPanel<EvidenceAction, EvidenceNotice, EvidenceAnswer> {
  readonly #client: PanelClient;
  readonly #table: PanelTable;
  readonly #view: PanelView;
  /** The pending request to the page for a PNG, with the functions that settle its promise. */
  #pngRequest:
    | (Extract<EvidenceNotice, { kind: "draw" }> & {
        readonly resolve: (png: Uint8Array | undefined) => void;
        readonly reject: (error: Error) => void;
      })
    | undefined;
  #lastPng: Promise<unknown> = Promise.resolve();
  #notesTimer: ReturnType<typeof setTimeout> | undefined;
  /** Texts that were typed on the page before a reload of the window, and were not in the document then. */
  #typedBefore: readonly KeptTyped[] = [];

  constructor(client: PanelClient, extensionUri: vscode.Uri, uri: vscode.Uri, onDidClose: () => void) {
    const titleOf = (name: string) => vscode.l10n.t("Evidence of {0}", name);
    super({ extensionUri, name: "evidence", titleOf, read: readAction, client }, uri, onDidClose);
    this.#client = client;
    const post = (notice: EvidenceNotice) => this.panel.post(notice);
    const places = new TrackedPlaces();
    this.#table = new PanelTable(client, this.text, places, {
      analysis: () => this.#view.analysis,
      isShown: () => this.isShown,
      post,
      nameRows: () => this.#view.updatePlaces(),
      update: () => this.update(),
    });
    const { edits } = this.#table;
    this.#view = new PanelView(client, this.text, places, edits, post, () => this.#table.showFindings());
    let closedText: string | undefined;
    this.register(
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (!this.text.isOf(document.uri)) return;
        closedText = document.getText();
        edits.close();
      }),
    );
    this.register(
      vscode.workspace.onDidOpenTextDocument((document) => {
        // The document has another text than when it was closed: tracked places are wrong.
        if (this.text.isOf(document.uri) && closedText !== undefined && document.getText() !== closedText)
          this.#view.forgetPlaces();
      }),
    );
    this.register(
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((changed) => this.text.isOf(changed))) void this.#showFindings();
      }),
    );
  }

  override dispose(): void {
    if (this.isDisposed) return;
    // Edits that are still in the queue need the places of their rows, which follow the text until the queue is empty.
    const following = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (this.text.isOf(document.uri)) this.#movePlaces(contentChanges);
    });
    super.dispose();
    void this.#table.edits.enqueue(() => Promise.resolve(following.dispose()));
    clearTimeout(this.#notesTimer);
    this.#view.end();
    this.#pngRequest?.reject(closedError());
  }

  /** Resolves once the panel shows an analysis, or certainly will show none. */
  get hasShown(): Promise<void> {
    return this.#view.hasShown;
  }

  /** Shows the analysis at a position, or at the cursor. */
  async open(position?: vscode.Position): Promise<void> {
    // A command of the explorer may name a closed document.
    await this.text.show();
    // The panel follows the cursor: for a code lens, the cursor has to move into the lens's analysis.
    if (position !== undefined) this.text.putCursor(position);
    this.#view.showAnalysisAt(position);
    if (this.panel.isOpen) {
      this.panel.reveal();
      await this.update();
    } else await this.#show();
  }

  /**
   * Adopts a tab that VS Code kept.
   *
   * @param typed texts that the user typed on its page, to write once the server has the document
   */
  async adopt(tab: vscode.WebviewPanel, kept: KeptEvidence, typed: readonly KeptTyped[]): Promise<void> {
    this.#view.restore(kept);
    this.#typedBefore = typed;
    this.panel.adopt(tab);
    // Not awaited: VS Code opens no document, and shows no tab, before this method resolves.
    void this.text.read();
    await this.#show();
  }

  async #show(): Promise<void> {
    this.expectPage();
    await this.panel.show(this.title, evidencePage(this.text.name, this.#view.kept));
  }

  protected override get followsCursor(): boolean {
    return this.#view.showsAnalysis;
  }

  protected override onTextChange(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    this.#movePlaces(changes);
    this.#view.movePositions(changes);
  }

  /** Moves the places of rows with a change of the text. */
  #movePlaces(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    this.#table.edits.onTextChange(
      changes.map(({ rangeOffset, rangeLength, text }) => ({
        start: rangeOffset,
        end: rangeOffset + rangeLength,
        text,
      })),
    );
  }

  protected override onPageGone(): void {
    void this.#table.writeStored();
  }

  protected requestAnswer(): Promise<EvidenceAnswer | undefined> {
    return this.#view.requestAnswer();
  }

  protected async showAnswer(answer: EvidenceAnswer): Promise<void> {
    await this.#view.showAnswer(answer);
    clearTimeout(this.#notesTimer);
    // While the page shows the figure of an earlier text, its notes stay.
    const isDrawn = answer.kind === "analysis" && answer.view.figure !== null;
    this.#notesTimer = isDrawn ? setTimeout(() => void this.#showNotes(), notesDelay) : undefined;
    // Only a figure shows whether a cell has the same text as before the reload.
    if (answer.kind !== "analysis" || answer.view.figure === null) return;
    const { figure } = answer.view;
    const typed = this.#typedBefore;
    this.#typedBefore = [];
    await Promise.all(typed.map((text) => this.#writeTypedBefore(text, figure, answer)));
  }

  /** Writes a typed text into its cell, unless the analysis, the study or the cell's text has changed since. */
  async #writeTypedBefore(
    typed: KeptTyped,
    figure: Figure,
    { view: { analysis }, names, analysis: name }: Extract<EvidenceAnswer, { kind: "analysis" }>,
  ): Promise<void> {
    if (name === undefined || analysis?.pointer !== typed.analysis) return;
    const row = names.get(typed.row)?.slice(name.length);
    if (row !== undefined && !isUnchanged(`${analysis.number} ${analysis.name}`, figure, typed)) return;
    await this.#table.write({ ...typed, analysis: name, row: row ?? typed.row });
  }

  protected async showUnavailable(message: string, remedy: Remedy): Promise<void> {
    await this.panel.post({ kind: "closed", message, remedy: remedy });
    // Resolves `hasShown`: no analysis will come.
    this.#view.end();
  }

  /** Posts the problems of cells, or of the overview's analyses, to the page. */
  async #showFindings(): Promise<void> {
    if (!this.isShown) return;
    if (this.#view.showsAnalysis) await this.#table.showFindings();
    else await this.update();
  }

  protected async handleAction(message: EvidenceAction): Promise<void> {
    switch (message.action) {
      case "ready":
        // VS Code may replace a page without hiding it first: writes the texts that the earlier page did not write.
        void this.#table.writeStored();
        this.#table.edits.startPage();
        this.#view.startPage();
        this.pageIsReady();
        await this.#postPngRequest();
        await this.update();
        await this.#showFindings();
        return;
      case "undo":
      case "redo":
        return this.#table.undoOrRedo(message);
      case "save":
        return this.#table.edits.enqueue(() => this.text.save());
      case "goToProblem":
        return this.#goToProblem();
      case "showRoles":
        // The command shows the roles of the analysis at the cursor: moves the cursor there first.
        await this.#goToProblem();
        await vscode.commands.executeCommand("analysesRegistry.showEvidenceRoles");
        return;
      case "openDocument":
        return this.openDocument();
      case "restartServer":
        return restartServer();
      case "export":
        return this.export();
      case "drawn":
        this.#pngRequest?.resolve(message.png ?? undefined);
        this.#pngRequest = undefined;
        return;
      case "select":
      case "goTo":
      case "fix":
        return this.#table.actOnCell(message.action, message.cell);
      case "typing":
        this.#table.storeUnwritten(message.texts);
        return;
      case "edit":
        return this.#table.edit(message);
      case "preview":
        return this.#table.preview(message);
      case "plot":
      case "leaveOut":
      case "open":
        this.#view.choose(message);
        return this.update();
      case "previous":
      case "next":
      case "overview":
      case "follow":
      case "putBack":
        this.#view.choose({ action: message.action });
        return this.update();
    }
  }

  async #goToProblem(): Promise<void> {
    const { problem } = this.#view;
    if (!problem) return;
    // Puts the cursor after the problem, so that typing does not replace it.
    const { end } = rangeOf(problem.range);
    await this.text.goTo(new vscode.Range(end, end));
  }

  /** Exports the evidence to a file or the clipboard. @param wanted the export's id; if unknown, the user chooses */
  async export(wanted?: unknown): Promise<void> {
    if (await this.#client.sayIfGone()) return;
    await this.text.show();
    // A hidden panel does not follow the text: left-out rows may have moved.
    if (!this.isDisposed && !(this.isShown && this.#view.showsAnalysis)) await this.#view.updatePlaces();
    const { exportEvidence } = await import("./exportEvidence");
    const write: EvidenceSource["write"] = (format) => this.#requestExport(format);
    const draw: EvidenceSource["draw"] = (svg, scale) => {
      // Requests wait for each other, since the page's answer does not identify its request.
      const png = this.#lastPng.then(() => this.#draw(svg, scale));
      this.#lastPng = png.catch(() => undefined);
      return png;
    };
    await exportEvidence({ write, draw, uri: this.text.uri }, wanted);
  }

  /** Requests an export of the shown figure; undefined if there is nothing to export. */
  async #requestExport(format: ExportFormat): Promise<EvidenceExport | undefined> {
    const { at, plot, without } = this.#view.figure;
    const { uri, version } = this.text;
    if (at === undefined || version === undefined) return undefined;
    const params = { textDocument: { uri: uri.toString(), version }, at, plot, without, format };
    return (await this.#client.ask(evidenceExportRequest, params)) ?? undefined;
  }

  /** Posts notes on the result to the page. */
  async #showNotes(): Promise<void> {
    if (!this.isShown || !this.#view.showsAnalysis) return;
    const timer = this.#notesTimer;
    const answer = await this.#requestExport("notes").catch(() => undefined);
    // A view that is shown meanwhile requests its own notes.
    if (answer === undefined || timer !== this.#notesTimer) return;
    await this.panel.post({ kind: "notes", notes: answer.text.split("\n").filter((line) => line !== "") });
  }

  async #draw(svg: string, scale: number): Promise<Uint8Array | undefined> {
    if (this.isDisposed) throw closedError();
    const png = new Promise<Uint8Array | undefined>((resolve, reject) => {
      this.#pngRequest = { kind: "draw", svg, scale, resolve, reject };
    });
    // A hidden panel has no page: `reveal` loads one, and its `ready` sends the request.
    if (this.panel.isVisible) await this.#postPngRequest();
    else this.panel.reveal(true);
    return png;
  }

  async #postPngRequest(): Promise<void> {
    if (this.#pngRequest === undefined) return;
    const { kind, svg, scale } = this.#pngRequest;
    await this.panel.post({ kind, svg, scale });
  }

  protected async showError(error: unknown): Promise<void> {
    await this.panel.post({ kind: "said", message: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Whether a figure still has the texts of analysis, study and cell from before the user typed into the cell. If not,
 * the panel wrote the typed text when the page was gone, or another study may be in that row now.
 */
function isUnchanged(title: string, { marks }: Figure, { row, part, before }: KeptTyped): boolean {
  const [study, cell] = ["study", part].map((wanted) => {
    const mark = marks.find((mark) => mark.kind === "text" && mark.row === row && mark.part === wanted);
    return mark?.kind === "text" ? (mark.full ?? mark.text) : "";
  });
  return before === `${title}\n${study}\n${cell}`;
}

function closedError(): Error {
  return new Error(vscode.l10n.t("The panel was closed before its picture was drawn."));
}
