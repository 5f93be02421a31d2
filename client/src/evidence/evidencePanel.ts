import * as vscode from "vscode";
import type { EvidenceAction, EvidenceNotice, KeptEvidence } from "../../webviews/evidence/messages";
import { readAction } from "../../webviews/evidence/messages";
import type { EvidenceView, EvidenceViewParams, Plot } from "../../../protocol/src/evidencePanel";
import { evidenceExportRequest, evidenceViewRequest } from "../../../protocol/src/evidencePanel";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { Disposable } from "../platform/disposable";
import { setContextKey } from "../platform/editor";
import { Panel } from "../webview/panel";
import { barText, evidencePage } from "./evidencePage";
import type { EvidenceSource } from "./exportEvidence";
import { PanelDocument, moved, positionOf, rangeOf } from "./panelDocument";
import { PanelOverview } from "./panelOverview";
import { PanelTable } from "./panelTable";

/** How long after an answer that knew no document the next is asked for, and how often, in milliseconds. */
const patience = { delay: 150, attempts: 40 };

/** The evidence of one document beside its text: a figure that follows every keystroke, and whose cells are the text. */
export class EvidencePanel extends Disposable {
  readonly #client: AnalysesLanguageClient;
  readonly #panel: Panel<EvidenceAction, EvidenceNotice>;
  readonly #text: PanelDocument;
  /** In the analysis that is shown; moves with the text around it. */
  #place: vscode.Position | undefined;
  #follows = true;
  #plot: Plot = "forest";
  #shows: KeptEvidence["shows"] = "analysis";
  #leftOut: readonly string[] = [];
  #view: EvidenceView | undefined;
  #figure: number | null = null;
  #isReady = false;
  #isAsking = false;
  /** Grows with each reason to ask. */
  #wanted = 0;
  #attempts = 0;
  #tellShown: (() => void) | undefined;
  /** Resolves once there is something to see. */
  readonly hasShown = new Promise<void>((resolve) => (this.#tellShown = resolve));
  readonly #table: PanelTable;
  readonly #overview: PanelOverview;
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
          this.#tellShown?.();
          onDidClose();
        },
      }),
    );
    this.#table = new PanelTable(client, this.#text, (notice) => this.#panel.post(notice));
    this.#overview = new PanelOverview(client, this.#text, (notice) => this.#panel.post(notice));
    const { workspace, window, languages } = vscode;
    this.register(workspace.onDidChangeTextDocument((event) => this.#changed(event)));
    this.register(workspace.onDidOpenTextDocument((document) => this.#renew(document)));
    this.register(workspace.onDidCloseTextDocument((document) => this.#renew(document)));
    this.register(
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (!this.isOf(textEditor.document.uri)) return;
        this.#text.used(textEditor);
        if (this.#shows === "analysis") void this.#update();
      }),
    );
    this.register(
      languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((one) => this.isOf(one))) void this.#showFindings();
      }),
    );
    this.register(
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("analysesRegistry", this.#text.uri)) void this.#update();
      }),
    );
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

  /** Goes on with a document that has another name now. */
  renamed(uri: vscode.Uri): void {
    this.#text.uri = uri;
    this.#panel.title = this.#title;
    void this.#update();
  }

  /** Shows the analysis at a position, or at the cursor. */
  async open(position?: vscode.Position): Promise<void> {
    if (position !== undefined) {
      // A lens above an analysis means that one, wherever the cursor was.
      this.#place = position;
      this.#text.putCursor(position);
    }
    this.#follows = true;
    this.#shows = "analysis";
    if (this.#panel.isOpen) {
      this.#panel.reveal();
      await this.#update();
    } else await this.#show();
  }

  /** Goes on in a tab that VS Code has kept. */
  async takeOver(tab: vscode.WebviewPanel, { place, follows, plot, shows }: KeptEvidence): Promise<void> {
    this.#place = place === null ? undefined : new vscode.Position(place.line, place.character);
    this.#follows = follows;
    this.#plot = plot;
    this.#shows = shows;
    this.#panel.takeOver(tab, undefined);
    // VS Code shows nothing before this is done, and opens no document meanwhile.
    void this.#text.read();
    await this.#show();
  }

  async #show(): Promise<void> {
    await this.#panel.show(this.#title, evidencePage(this.#text.name, this.#kept));
  }

  get #kept(): KeptEvidence {
    return {
      document: this.#text.uri.toString(),
      place: this.#place === undefined ? null : positionOf(this.#place),
      follows: this.#follows,
      plot: this.#plot,
      shows: this.#shows,
    };
  }

  get #title(): string {
    return vscode.l10n.t("Evidence of {0}", this.#text.name);
  }

  #changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (!this.isOf(document.uri) || contentChanges.length === 0) return;
    for (const change of contentChanges)
      if (this.#place !== undefined) this.#place = moved(this.#place, change);
    void this.#update();
  }

  #renew(document: vscode.TextDocument): void {
    if (this.isOf(document.uri)) void this.#update();
  }

  /** Asks for what is to be shown now: one question at a time, and none while nobody sees it. */
  async #update(): Promise<void> {
    if (this.isDisposed || !this.#isReady || !this.#panel.isVisible) return;
    this.#wanted += 1;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = this.#wanted;
    try {
      await this.#ask();
    } finally {
      this.#isAsking = false;
    }
    if (asked !== this.#wanted) await this.#update();
  }

  async #ask(): Promise<void> {
    const document = this.#text.document;
    if (document === undefined) {
      const message = vscode.l10n.t("“{0}” is closed.", this.#text.name);
      await this.#panel.post({ kind: "closed", message });
      return;
    }
    if (this.#shows === "overview") {
      const isShown = await this.#overview.update(this.#view?.analysis?.pointer ?? null, this.#kept);
      if (isShown) this.#attempts = 0;
      else this.#tryAgain();
      return;
    }
    const { version } = document;
    // What it asks is refused where the text has changed meanwhile, or while the server starts anew.
    const view = await this.#client.ask(evidenceViewRequest, this.#question()).catch(() => undefined);
    if (document.version !== version) {
      this.#wanted += 1;
      return;
    }
    if (view === undefined || view === null) {
      this.#tryAgain();
      return;
    }
    this.#attempts = 0;
    await this.#take(view);
  }

  /** The server may not know the document yet. */
  #tryAgain(): void {
    this.#attempts += 1;
    if (this.#attempts > patience.attempts) return;
    const timer = setTimeout(() => void this.#update(), patience.delay);
    this.register({ dispose: () => clearTimeout(timer) });
  }

  #question(): EvidenceViewParams {
    const cursor = this.#text.cursor;
    const followed = this.#follows && cursor !== undefined ? [cursor] : [];
    const places = this.#place === undefined ? followed : [...followed, this.#place];
    return {
      textDocument: { uri: this.#text.uri.toString() },
      positions: places.map(positionOf),
      cursor: cursor === undefined ? null : positionOf(cursor),
      plot: this.#plot,
      without: { analysis: this.#view?.analysis?.pointer ?? "", rows: this.#leftOut },
      since: this.#figure,
    };
  }

  async #take(view: EvidenceView): Promise<void> {
    const { analysis } = view;
    const isOther = analysis?.pointer !== this.#view?.analysis?.pointer;
    if (isOther) this.#leftOut = [];
    this.#view = view;
    this.#table.analysis = analysis?.pointer;
    if (analysis !== null)
      this.#place = new vscode.Position(analysis.position.line, analysis.position.character);
    if (view.figure !== null) {
      this.#figure = view.figure.id;
      setContextKey("hasSeenEvidence", true);
    }
    const bar = view.leftOut === null ? "" : barText(view.leftOut);
    const leftOut = this.#leftOut;
    await this.#panel.post({ kind: "view", view, follows: this.#follows, leftOut, bar, kept: this.#kept });
    this.#tellShown?.();
    if (isOther) await this.#showFindings();
  }

  async #act(message: EvidenceAction): Promise<void> {
    switch (message.action) {
      case "ready":
        this.#isReady = true;
        this.#figure = null;
        this.#overview.forget();
        await this.#askToDraw();
        await this.#update();
        await this.#showFindings();
        return;
      case "previous":
      case "next": {
        const to = this.#view?.analysis?.[message.action];
        if (to === null || to === undefined) return;
        this.#place = new vscode.Position(to.line, to.character);
        this.#follows = false;
        return this.#update();
      }
      case "overview":
        this.#shows = this.#shows === "overview" ? "analysis" : "overview";
        return this.#update();
      case "open":
        this.#place = this.#overview.placeOf(message.analysis) ?? this.#place;
        this.#follows = false;
        this.#shows = "analysis";
        return this.#update();
      case "follow":
        this.#follows = !this.#follows;
        return this.#update();
      case "plot":
        this.#plot = message.plot;
        return this.#update();
      case "leaveOut": {
        const { row } = message;
        this.#leftOut = this.#leftOut.includes(row)
          ? this.#leftOut.filter((one) => one !== row)
          : [...this.#leftOut, row];
        return this.#update();
      }
      case "putBack":
        this.#leftOut = [];
        return this.#update();
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
      case "goToProblem":
        if (this.#view?.problem) {
          // Behind it: what is typed there must not replace it.
          const { end } = rangeOf(this.#view.problem.range);
          await this.#text.goTo(new vscode.Range(end, end));
        }
        return;
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
    }
  }

  /** Writes the evidence as a file or for pasting; `wanted` says how, else the reader does. */
  async export(wanted?: unknown): Promise<void> {
    const { exportEvidence } = await import("./exportEvidence");
    const write: EvidenceSource["write"] = async (format) => {
      const analysis = this.#view?.analysis?.pointer;
      if (analysis === undefined) return undefined;
      const textDocument = { uri: this.#text.uri.toString() };
      const params = { textDocument, analysis, plot: this.#plot, without: this.#leftOut, format };
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

  async #showFindings(): Promise<void> {
    if (!this.#isReady || !this.#panel.isVisible) return;
    if (this.#shows === "overview") await this.#update();
    else await this.#table.showFindings();
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
