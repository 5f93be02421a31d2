import * as vscode from "vscode";
import type {
  EvidenceOverview,
  EvidenceView,
  EvidenceViewParams,
  Plot,
} from "../../../protocol/src/evidencePanel";
import { evidenceOverviewRequest, evidenceViewRequest } from "../../../protocol/src/evidencePanel";
import type {
  EvidenceAction,
  EvidenceNotice,
  KeptEvidence,
  ListedAnalysis,
} from "../../webviews/evidence/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { Disposable } from "../platform/lifetime";
import { setContextKey } from "../platform/editor";
import type { Panel } from "../webview/panel";
import { barText } from "./evidencePage";
import type { PanelDocument, PanelTable } from "./panelDocument";
import { lastNotAfter, moved, positionOf, rangeOf } from "./panelDocument";

/** How long after an answer that knew no document the next is asked for, and how often, in milliseconds. */
const patience = { delay: 150, attempts: 40 };

/** The actions by which a reader says what is to be shown. */
type Choice =
  | { readonly action: "previous" | "next" | "overview" | "follow" | "putBack" }
  | Extract<EvidenceAction, { readonly action: "plot" | "leaveOut" | "open" }>;

/** What a panel shows of its document: an analysis in a figure, or the overview. It is asked for as the text changes. */
export class PanelView extends Disposable {
  readonly #client: AnalysesLanguageClient;
  readonly #text: PanelDocument;
  readonly #table: PanelTable;
  readonly #panel: Panel<EvidenceAction, EvidenceNotice>;
  readonly #overview: Overview;
  /** In the analysis that is shown; moves with the text around it. */
  #place: vscode.Position | undefined;
  #follows = true;
  #plot: Plot = "forest";
  #shows: KeptEvidence["shows"] = "analysis";
  #leftOut: readonly string[] = [];
  #view: EvidenceView | undefined;
  /** The figure that the page has. */
  #drawn: number | null = null;
  #isReady = false;
  #isAsking = false;
  /** Grows with each reason to ask. */
  #wanted = 0;
  #attempts = 0;
  #tellShown: (() => void) | undefined;
  /** Resolves once there is something to see, or never will be. */
  readonly hasShown = new Promise<void>((resolve) => (this.#tellShown = resolve));

  constructor(
    client: AnalysesLanguageClient,
    text: PanelDocument,
    table: PanelTable,
    panel: Panel<EvidenceAction, EvidenceNotice>,
  ) {
    super();
    this.#client = client;
    this.#text = text;
    this.#table = table;
    this.#panel = panel;
    this.#overview = new Overview(client, text, (notice) => panel.post(notice));
    this.register({ dispose: () => this.#tellShown?.() });
    const { workspace, window, languages } = vscode;
    this.register(workspace.onDidChangeTextDocument((event) => this.#changed(event)));
    this.register(workspace.onDidOpenTextDocument((document) => this.#renew(document)));
    this.register(workspace.onDidCloseTextDocument((document) => this.#renew(document)));
    this.register(
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (!text.isOf(textEditor.document.uri)) return;
        text.used(textEditor);
        if (this.#shows === "analysis") void this.update();
      }),
    );
    this.register(
      languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((one) => text.isOf(one))) void this.showFindings();
      }),
    );
    this.register(
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("analysesRegistry", text.uri)) void this.update();
      }),
    );
  }

  /** The pointer of the analysis that is shown; undefined while there is none. */
  get analysis(): string | undefined {
    return this.#view?.analysis?.pointer;
  }

  /** Which figure of it, with the rows that are left out for the moment. */
  get figure() {
    return { analysis: this.analysis, plot: this.#plot, without: this.#leftOut };
  }

  /** Why the figure is of an earlier text, if it is. */
  get problem(): EvidenceView["problem"] | undefined {
    return this.#view?.problem;
  }

  get kept(): KeptEvidence {
    return {
      document: this.#text.uri.toString(),
      place: this.#place === undefined ? null : positionOf(this.#place),
      follows: this.#follows,
      plot: this.#plot,
      shows: this.#shows,
    };
  }

  goOnWith({ place, follows, plot, shows }: KeptEvidence): void {
    this.#place = place === null ? undefined : new vscode.Position(place.line, place.character);
    this.#follows = follows;
    this.#plot = plot;
    this.#shows = shows;
  }

  /** Is to show the analysis at a position, or at the cursor. */
  turnTo(position: vscode.Position | undefined): void {
    this.#place = position ?? this.#place;
    this.#follows = true;
    this.#shows = "analysis";
  }

  /** The page is new: it shows nothing yet. */
  startAnew(): void {
    this.#isReady = true;
    this.#drawn = null;
    this.#overview.forget();
  }

  /** Shows what the reader chose. */
  async choose(choice: Choice): Promise<void> {
    switch (choice.action) {
      case "previous":
      case "next": {
        const to = this.#view?.analysis?.[choice.action];
        if (to === null || to === undefined) return;
        this.#place = new vscode.Position(to.line, to.character);
        this.#follows = false;
        break;
      }
      case "overview":
        this.#shows = this.#shows === "overview" ? "analysis" : "overview";
        break;
      case "open":
        this.#place = this.#overview.placeOf(choice.analysis) ?? this.#place;
        this.#follows = false;
        this.#shows = "analysis";
        break;
      case "follow":
        this.#follows = !this.#follows;
        break;
      case "plot":
        this.#plot = choice.plot;
        break;
      case "leaveOut": {
        const { row } = choice;
        this.#leftOut = this.#leftOut.includes(row)
          ? this.#leftOut.filter((one) => one !== row)
          : [...this.#leftOut, row];
        break;
      }
      case "putBack":
        this.#leftOut = [];
        break;
    }
    await this.update();
  }

  #changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (!this.#text.isOf(document.uri) || contentChanges.length === 0) return;
    for (const change of contentChanges)
      if (this.#place !== undefined) this.#place = moved(this.#place, change);
    void this.update();
  }

  #renew(document: vscode.TextDocument): void {
    if (this.#text.isOf(document.uri)) void this.update();
  }

  /** Asks for what is to be shown now: one question at a time, and none while nobody sees it. */
  async update(): Promise<void> {
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
    if (asked !== this.#wanted) await this.update();
  }

  async #ask(): Promise<void> {
    const document = this.#text.document;
    if (document === undefined) {
      const message = vscode.l10n.t("“{0}” is closed.", this.#text.name);
      await this.#panel.post({ kind: "closed", message });
      return;
    }
    if (this.#shows === "overview") {
      const isShown = await this.#overview.update(this.analysis ?? null, this.kept);
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
    const timer = setTimeout(() => void this.update(), patience.delay);
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
      without: { analysis: this.analysis ?? "", rows: this.#leftOut },
      since: this.#drawn,
    };
  }

  async #take(view: EvidenceView): Promise<void> {
    const { analysis } = view;
    const isOther = analysis?.pointer !== this.analysis;
    if (isOther) this.#leftOut = [];
    this.#view = view;
    if (analysis !== null)
      this.#place = new vscode.Position(analysis.position.line, analysis.position.character);
    if (view.figure !== null) {
      this.#drawn = view.figure.id;
      setContextKey("hasSeenEvidence", true);
    }
    const bar = view.leftOut === null ? "" : barText(view.leftOut);
    const leftOut = this.#leftOut;
    await this.#panel.post({ kind: "view", view, follows: this.#follows, leftOut, bar, kept: this.kept });
    this.#tellShown?.();
    if (isOther) await this.showFindings();
  }

  /** Tells the page which cells, or which analyses of the overview, have problems. */
  async showFindings(): Promise<void> {
    if (!this.#isReady || !this.#panel.isVisible) return;
    if (this.#shows === "overview") await this.update();
    else await this.#table.showFindings();
  }
}

/** All analyses of a panel's document: the page is told what is other than before. */
class Overview {
  /** What the page shows of each analysis, as JSON, in its order. */
  #shown: ReadonlyMap<string, string> = new Map();
  #places: ReadonlyMap<string, vscode.Range> = new Map();

  constructor(
    private readonly client: AnalysesLanguageClient,
    private readonly text: PanelDocument,
    private readonly post: (notice: EvidenceNotice) => Promise<void>,
  ) {}

  /** The page is new: it shows nothing yet. */
  forget(): void {
    this.#shown = new Map();
  }

  /** Within an analysis, by its pointer. */
  placeOf(analysis: string): vscode.Position | undefined {
    const start = this.#places.get(analysis)?.start;
    return start && new vscode.Position(start.line, start.character + 1);
  }

  /** @returns false where the server did not answer: the text has changed, or the server does not know it yet */
  async update(current: string | null, kept: KeptEvidence): Promise<boolean> {
    const params = { textDocument: { uri: this.text.uri.toString() } };
    const found = await this.client.ask(evidenceOverviewRequest, params).catch(() => undefined);
    if (found === undefined || found === null) return false;
    const listed = this.#listed(found);
    const shown = new Map(listed.map((row) => [row.pointer, JSON.stringify(row)]));
    const rows = listed.filter(({ pointer }) => shown.get(pointer) !== this.#shown.get(pointer));
    const isSameOrder = [...shown.keys()].join() === [...this.#shown.keys()].join();
    const order = isSameOrder ? null : [...shown.keys()];
    this.#shown = shown;
    await this.post({ kind: "overview", rows, order, current, kept });
    return true;
  }

  #listed({ rows, ranges }: EvidenceOverview): readonly ListedAnalysis[] {
    const places = ranges.map(rangeOf);
    this.#places = new Map(
      rows.flatMap(({ pointer }, index) => (places[index] ? [[pointer, places[index]]] : [])),
    );
    const counts = rows.map(() => 0);
    for (const { range } of this.text.problems) {
      const start = rangeOf(range).start;
      const index = lastNotAfter(places, start);
      if (places[index]?.contains(start) === true) counts[index] = (counts[index] ?? 0) + 1;
    }
    return rows.map((row, index) => ({ ...row, findings: counts[index] ?? 0 }));
  }
}
