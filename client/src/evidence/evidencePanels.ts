import * as vscode from "vscode";
import type { EvidenceExport, EvidenceView, ExportFormat } from "@analyses/protocol/evidencePanel";
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
import type { WayOut } from "../webview/documentPanel";
import { DocumentPanel, DocumentPanels, restartServer } from "../webview/documentPanel";
import { pageCode } from "../webview/panel";
import { rangeOf } from "../webview/panelDocument";
import { evidencePage } from "./evidencePage";
import type { EvidenceSource } from "./exportEvidence";
import { PanelTable } from "./panelTable";
import type { EvidenceAnswer } from "./panelView";
import { PanelView } from "./panelView";
import { TrackedPlaces } from "./trackedPlaces";

/** What panels have to do with the language server. */
type PanelClient = Pick<AnalysesLanguageClient, "ask" | "problem" | "use" | "sayIfGone">;

/** The figures that are open beside documents. Their code is loaded with the first. */
export class EvidencePanels extends Disposable {
  readonly #panels: DocumentPanels<EvidencePanel>;

  constructor(client: PanelClient, extensionUri: vscode.Uri) {
    super();
    this.#panels = this.register(
      new DocumentPanels((uri, onDidClose) => new EvidencePanel(client, extensionUri, uri, onDidClose)),
    );
    client.use(this.#panels);
    // The first that is opened does not wait for it.
    pageCode({ extensionUri, name: "evidence" }).catch(() => undefined);
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
    await (this.#panels.find(shown) ?? this.#panels.add(shown)).open(position);
  }

  /** The document of the panel that the reader is in. */
  get activeDocument(): vscode.Uri | undefined {
    return this.#active?.text.uri;
  }

  get #active(): EvidencePanel | undefined {
    return this.#panels.all.find(({ isActive }) => isActive);
  }

  /** Writes what the panel that the reader is in shows, else that of a document; opens it where there is none. */
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

  /** Goes on in a tab that VS Code has kept over a reload of the window. */
  async takeOver(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = readKept(state);
    if (kept === undefined) tab.dispose();
    else await this.#panels.add(vscode.Uri.parse(kept.document)).takeOver(tab, kept, readTyped(state));
  }
}

/** How long nothing changes before notes on the result are computed, in milliseconds. */
const restBeforeNotes = 400;

/** The evidence of one document beside its text: a figure that follows every keystroke, and whose cells are the text. */
class EvidencePanel extends DocumentPanel<EvidenceAction, EvidenceNotice, EvidenceAnswer> {
  readonly #client: PanelClient;
  readonly #table: PanelTable;
  readonly #view: PanelView;
  /** The picture that the page is asked for. */
  #drawing:
    | (Extract<EvidenceNotice, { kind: "draw" }> & {
        readonly drawn: (png: Uint8Array | undefined) => void;
        readonly closed: (error: Error) => void;
      })
    | undefined;
  #drawn: Promise<unknown> = Promise.resolve();
  #notesDue: ReturnType<typeof setTimeout> | undefined;
  /** What stood on the page and was not in the document when the window was reloaded. */
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
      nameRows: () => this.#view.catchUp(),
      update: () => this.update(),
    });
    const { edits } = this.#table;
    this.#view = new PanelView(client, this.text, places, edits, post, () => this.#table.showFindings());
    let before: string | undefined;
    this.register(
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (!this.text.isOf(document.uri)) return;
        before = document.getText();
        edits.forget();
      }),
    );
    this.register(
      vscode.workspace.onDidOpenTextDocument((document) => {
        // Where the text is another one, nothing is known of where its rows are.
        if (this.text.isOf(document.uri) && before !== undefined && document.getText() !== before)
          this.#view.forgetPlaces();
      }),
    );
    this.register(
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((one) => this.text.isOf(one))) void this.#showFindings();
      }),
    );
  }

  override dispose(): void {
    super.dispose();
    clearTimeout(this.#notesDue);
    this.#view.end();
    this.#drawing?.closed(closedError());
  }

  /** Resolves once there is something to see. */
  get hasShown(): Promise<void> {
    return this.#view.hasShown;
  }

  /** Shows the analysis at a position, or at the cursor. */
  async open(position?: vscode.Position): Promise<void> {
    // From the explorer it may not be open.
    await this.text.show();
    // A lens above an analysis means that one, wherever the cursor was.
    if (position !== undefined) this.text.putCursor(position);
    this.#view.turnTo(position);
    if (this.panel.isOpen) {
      this.panel.reveal();
      await this.update();
    } else await this.#show();
  }

  /** Goes on in a tab that VS Code has kept. @param typed stood on the page, and is written once the server has the text */
  async takeOver(tab: vscode.WebviewPanel, kept: KeptEvidence, typed: readonly KeptTyped[]): Promise<void> {
    this.#view.goOnWith(kept);
    this.#typedBefore = typed;
    this.panel.takeOver(tab, undefined);
    // VS Code shows nothing before this is done, and opens no document meanwhile.
    void this.text.read();
    await this.#show();
  }

  async #show(): Promise<void> {
    await this.showPage((known) => {
      // What was typed is compared with a whole figure, which comes as a message then.
      const first = this.#typedBefore.length === 0 ? this.#view.beginWith(known) : undefined;
      return evidencePage(this.text.name, this.#view.kept, first);
    });
  }

  protected override get followsCursor(): boolean {
    return this.#view.followsCursor;
  }

  protected override changed(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    this.#table.edits.changed(
      changes.map(({ rangeOffset, rangeLength, text }) => ({
        start: rangeOffset,
        end: rangeOffset + rangeLength,
        text,
      })),
    );
    this.#view.changed(changes);
  }

  protected override pageIsGone(): void {
    void this.#table.writeTyped();
  }

  protected ask(): Promise<EvidenceAnswer | undefined> {
    return this.#view.ask();
  }

  protected async take(answer: EvidenceAnswer): Promise<void> {
    await this.#view.take(answer);
    clearTimeout(this.#notesDue);
    // A figure of an earlier text keeps its notes.
    const isDrawn = answer.kind === "analysis" && answer.view.figure !== null;
    this.#notesDue = isDrawn ? setTimeout(() => void this.#showNotes(), restBeforeNotes) : undefined;
    const typed = this.#typedBefore;
    if (answer.kind !== "analysis") return;
    this.#typedBefore = [];
    await Promise.all(typed.map((one) => this.#writeTypedBefore(one, answer)));
  }

  /** Writes what stood in a cell, where that reads as it did then. */
  async #writeTypedBefore(
    typed: KeptTyped,
    { view: { analysis, figure }, names, ...answer }: Extract<EvidenceAnswer, { kind: "analysis" }>,
  ): Promise<void> {
    const name = answer.analysis;
    if (name === undefined || analysis?.pointer !== typed.analysis) return;
    const row = names.get(typed.row)?.slice(name.length);
    const isKnown = row !== undefined && figure !== null;
    if (isKnown && !isAsBefore(figure, typed)) return;
    await this.#table.write({ ...typed, analysis: name, row: row ?? typed.row });
  }

  protected async sayUnavailable(message: string, wayOut: WayOut): Promise<void> {
    await this.panel.post({ kind: "closed", message, wayOut });
    // Whoever waits to see something waits in vain.
    this.#view.end();
  }

  /** Tells the page which cells, or which analyses of the overview, have problems. */
  async #showFindings(): Promise<void> {
    if (!this.isShown) return;
    if (this.#view.followsCursor) await this.#table.showFindings();
    else await this.update();
  }

  protected async act(message: EvidenceAction): Promise<void> {
    switch (message.action) {
      case "ready":
        // The page before this one may have gone without being hidden.
        void this.#table.writeTyped();
        this.#table.edits.startPage();
        this.#view.startAnew(message.hasBegun);
        this.pageIsReady(message.hasBegun);
        await this.#askToDraw();
        await this.update();
        await this.#showFindings();
        return;
      case "undo":
      case "redo":
        return this.#table.takeBack(message.edit, message.action);
      case "save":
        return this.#table.edits.afterwards(() => this.text.save());
      case "goToProblem":
        return this.#goToProblem();
      case "showRoles":
        // They are those of the analysis at the cursor.
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
        this.#drawing?.drawn(message.png ?? undefined);
        this.#drawing = undefined;
        return;
      case "select":
      case "goTo":
      case "fix":
        return this.#table.toCell(message.action, message.cell);
      case "typing":
        this.#table.typing(message.texts);
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
    // Behind it: what is typed there must not replace it.
    const { end } = rangeOf(problem.range);
    await this.text.goTo(new vscode.Range(end, end));
  }

  /** Writes the evidence as a file or for pasting; `wanted` says how, else the reader does. */
  async export(wanted?: unknown): Promise<void> {
    if (await this.#client.sayIfGone()) return;
    await this.text.show();
    // While nobody sees it, it does not follow the text: what is left out may stand elsewhere by now.
    if (!this.isDisposed && !(this.isShown && this.#view.followsCursor)) await this.#view.catchUp();
    const { exportEvidence } = await import("./exportEvidence");
    const write: EvidenceSource["write"] = (format) => this.#written(format);
    const draw: EvidenceSource["draw"] = (svg, scale) => {
      // One after the other: the page answers without saying which picture it is.
      const drawn = this.#drawn.then(() => this.#draw(svg, scale));
      this.#drawn = drawn.catch(() => undefined);
      return drawn;
    };
    await exportEvidence({ write, draw, uri: this.text.uri }, wanted);
  }

  /** What is shown, in a format; undefined where there is nothing to write. */
  async #written(format: ExportFormat): Promise<EvidenceExport | undefined> {
    const { at, plot, without } = this.#view.figure;
    const { uri, version } = this.text;
    if (at === undefined || version === undefined) return undefined;
    const params = { textDocument: { uri: uri.toString(), version }, at, plot, without, format };
    return (await this.#client.ask(evidenceExportRequest, params)) ?? undefined;
  }

  /** Tells the page what is to be known of the result, once nobody types. */
  async #showNotes(): Promise<void> {
    if (!this.isShown || !this.#view.followsCursor) return;
    const due = this.#notesDue;
    const found = await this.#written("notes").catch(() => undefined);
    // What was shown meanwhile has notes of its own.
    if (found === undefined || due !== this.#notesDue) return;
    await this.panel.post({ kind: "notes", notes: found.text.split("\n").filter((line) => line !== "") });
  }

  async #draw(svg: string, scale: number): Promise<Uint8Array | undefined> {
    if (this.isDisposed) throw closedError();
    const drawn = new Promise<Uint8Array | undefined>((resolve, reject) => {
      this.#drawing = { kind: "draw", svg, scale, drawn: resolve, closed: reject };
    });
    // A page that is hidden is none: the one that is made when it is shown asks what is to be drawn.
    if (this.panel.isVisible) await this.#askToDraw();
    else this.panel.reveal(true);
    return drawn;
  }

  async #askToDraw(): Promise<void> {
    if (this.#drawing === undefined) return;
    const { kind, svg, scale } = this.#drawing;
    await this.panel.post({ kind, svg, scale });
  }

  protected async failed(error: unknown): Promise<void> {
    await this.panel.post({ kind: "said", message: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Whether a cell reads as it did when it was written into. Else that was written when the page was gone, or the text has
 * changed since.
 */
function isAsBefore(
  { marks }: NonNullable<EvidenceView["figure"]>,
  { row, part, before }: KeptTyped,
): boolean {
  return marks.some(
    (mark) =>
      mark.kind === "text" && mark.row === row && mark.part === part && (mark.full ?? mark.text) === before,
  );
}

/** Nobody is left to draw what was asked for. */
function closedError(): Error {
  return new Error(vscode.l10n.t("The panel was closed before its picture was drawn."));
}
