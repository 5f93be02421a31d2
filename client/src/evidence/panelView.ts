import * as vscode from "vscode";
import { type Figure, changeOfFigure } from "@analyses/evidence";
import type {
  EvidenceOverview,
  EvidenceView,
  EvidenceViewParams,
  Plot,
} from "@analyses/protocol/evidencePanel";
import { evidenceViewRequest } from "@analyses/protocol/evidencePanel";
import type { TextPosition } from "@analyses/protocol/referenceMessages";
import type {
  EvidenceAction,
  EvidenceNotice,
  KeptEvidence,
  PostedFigure,
} from "../../webviews/evidence/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { setContextKey } from "../platform/editor";
import { barText } from "./evidencePage";
import { type PanelDocument, positionAfter, positionOf } from "../webview/panelDocument";
import type { PanelEdits } from "./panelEdits";
import { Overview } from "./panelOverview";
import type { TrackedPlaces } from "./trackedPlaces";

/** The server's answer on what a panel shows. */
export type EvidenceAnswer =
  | {
      readonly kind: "analysis";
      readonly view: EvidenceView;
      /** The panel's name for the analysis. */
      readonly analysis: string | undefined;
      /** The panel's names for the rows, by their pointers in the analysis. */
      readonly names: ReadonlyMap<string, string>;
      /** The studies of left-out rows that are no longer in the text. */
      readonly gone: readonly string[];
    }
  | { readonly kind: "overview"; readonly overview: EvidenceOverview };

type AnalysisAnswer = Extract<EvidenceAnswer, { kind: "analysis" }>;
type FigureAnswer = AnalysisAnswer & { readonly view: { readonly figure: Figure } };

/** The actions by which a user chooses what a panel shows. */
type Choice =
  | { readonly action: "previous" | "next" | "overview" | "follow" | "putBack" }
  | Extract<EvidenceAction, { readonly action: "plot" | "leaveOut" | "open" }>;

/** What a panel shows of its document: an analysis in a figure, or the overview. */
export class PanelView {
  readonly #client: Pick<AnalysesLanguageClient, "ask">;
  readonly #text: PanelDocument;
  readonly #places: TrackedPlaces;
  readonly #post: (notice: EvidenceNotice) => Promise<void>;
  readonly #overview: Overview;
  /** A position in the shown analysis, which moves with the text. */
  #position: vscode.Position | undefined;
  /** Positions in the previous and the next analysis, which also move with the text. */
  #previous: vscode.Position | undefined;
  #next: vscode.Position | undefined;
  #followsCursor = true;
  #plot: Plot = "forest";
  #shows: KeptEvidence["shows"] = "analysis";
  /** The studies that the user has left out for the moment, by the names of their rows. */
  readonly #leftOut = new Map<string, string>();
  #barText = "";
  #view: EvidenceView | undefined;
  #lastFigureAnswer: FigureAnswer | undefined;
  /** Whether the current page has received a figure. */
  #isPosted = false;
  /** The name of the shown analysis. The names of its rows begin with it; the page knows rows by the rest. */
  #analysis: string | undefined;
  /** Counts the user's choices of what to show. */
  #choiceCount = 0;
  #resolveShown: (() => void) | undefined;
  /** Resolves once the panel shows an analysis, or certainly will show none. */
  readonly hasShown = new Promise<void>((resolve) => (this.#resolveShown = resolve));

  constructor(
    client: Pick<AnalysesLanguageClient, "ask">,
    text: PanelDocument,
    places: TrackedPlaces,
    private readonly edits: Pick<PanelEdits, "lastSettledEdit">,
    post: (notice: EvidenceNotice) => Promise<void>,
    /** Posts the problems of cells; called once another analysis is shown. */
    private readonly showFindings: () => Promise<void>,
  ) {
    this.#client = client;
    this.#text = text;
    this.#places = places;
    this.#post = post;
    this.#overview = new Overview(client, text, post);
  }

  /** Whether an analysis is shown, rather than the overview. */
  get showsAnalysis(): boolean {
    return this.#shows === "analysis";
  }

  /** The name of the shown analysis; undefined while there is none. */
  get analysis(): string | undefined {
    return this.#analysis;
  }

  /** The shown figure: its analysis and left-out rows as offsets in the current text, and its plot. */
  get figure() {
    const at = this.#analysis === undefined ? undefined : this.#places.find(this.#analysis)?.start;
    return { at, plot: this.#plot, without: this.#leftOutStarts };
  }

  /** The problem that the page shows, such as why the figure is of an earlier text. */
  get problem(): EvidenceView["problem"] | undefined {
    return this.#view?.problem;
  }

  /** The state that the page stores, to restore the panel after a reload of the window. */
  get kept(): KeptEvidence {
    return {
      document: this.#text.uri.toString(),
      place: this.#position === undefined ? null : positionOf(this.#position),
      follows: this.#followsCursor,
      plot: this.#plot,
      shows: this.#shows,
    };
  }

  restore({ place, follows, plot, shows }: KeptEvidence): void {
    this.#position = positionIn(place);
    this.#followsCursor = follows;
    this.#plot = plot;
    this.#shows = shows;
  }

  /** Forgets tracked places, since the reopened document has another text: all studies count again. */
  forgetPlaces(): void {
    this.#places.forget();
    this.#leftOut.clear();
  }

  /** The start offsets of the left-out rows of all analyses. */
  get #leftOutStarts(): readonly number[] {
    return [...this.#leftOut.keys()].flatMap((name) => this.#places.find(name)?.start ?? []);
  }

  /** Switches to the analysis at a position, or at the cursor. */
  showAnalysisAt(position: vscode.Position | undefined): void {
    this.#choiceCount += 1;
    this.#position = position ?? this.#position;
    this.#followsCursor = true;
    this.#shows = "analysis";
  }

  /** Called for a new page. */
  startPage(): void {
    this.#overview.forget();
    this.#isPosted = false;
  }

  /** Resolves {@link hasShown} without an analysis. */
  end(): void {
    this.#resolveShown?.();
  }

  /** Applies a user's choice of what to show. */
  choose(choice: Choice): void {
    this.#choiceCount += 1;
    switch (choice.action) {
      case "previous":
      case "next": {
        const position = choice.action === "next" ? this.#next : this.#previous;
        if (position === undefined) return;
        this.#position = position;
        this.#followsCursor = false;
        break;
      }
      case "overview":
        this.#shows = this.#shows === "overview" ? "analysis" : "overview";
        break;
      case "open":
        this.#position = this.#overview.positionIn(choice.analysis) ?? this.#position;
        this.#followsCursor = false;
        this.#shows = "analysis";
        break;
      case "follow":
        this.#followsCursor = !this.#followsCursor;
        break;
      case "plot":
        this.#plot = choice.plot;
        break;
      case "leaveOut": {
        const name = `${this.#analysis}${choice.row}`;
        const start = this.#places.find(name)?.start;
        const row = this.#view?.rows?.find((candidate) => candidate.start === start);
        if (!this.#leftOut.delete(name)) this.#leftOut.set(name, row?.study ?? "");
        break;
      }
      case "putBack":
        for (const name of this.#leftOut.keys())
          if (name.startsWith(`${this.#analysis}/`)) this.#leftOut.delete(name);
        break;
    }
  }

  /** Moves the positions with a change of the text. */
  movePositions(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const after = (position: vscode.Position | undefined) =>
      position && changes.reduce((moved, change) => positionAfter(moved, change), position);
    this.#position = after(this.#position);
    this.#previous = after(this.#previous);
    this.#next = after(this.#next);
  }

  /** Undefined if the server did not answer: the text has changed, or the server does not know it yet. */
  async requestAnswer(): Promise<EvidenceAnswer | undefined> {
    if (this.#shows === "overview") {
      const overview = await this.#overview.request();
      return overview && { kind: "overview", overview };
    }
    return this.#requestView();
  }

  async #requestView(): Promise<AnalysisAnswer | undefined> {
    for (;;) {
      const { version } = this.#text;
      if (version === undefined) return undefined;
      const choiceCount = this.#choiceCount;
      const without = this.#leftOutStarts;
      const view = await this.#client
        .ask(evidenceViewRequest, this.#viewParams(version, without))
        .catch(() => undefined);
      if (!view || this.#text.version !== view.version) return undefined;
      // The user has chosen something else to show meanwhile: request again.
      if (choiceCount !== this.#choiceCount) continue;
      const answer = this.#nameRows(view);
      // Naming may have found left-out rows again, or that some are gone: request again with the current ones.
      if (this.#leftOutStarts.join() === without.join()) return answer;
    }
  }

  /** Updates the places of rows to the current text, even while the panel is hidden. */
  async updatePlaces(): Promise<void> {
    const answer = await this.#requestView();
    if (answer !== undefined && this.#shows === "analysis") this.#store(answer);
  }

  /** Posts an answer to the page. */
  async showAnswer(answer: EvidenceAnswer): Promise<void> {
    if (answer.kind === "overview") {
      await this.#overview.show(answer.overview, this.#view?.analysis?.pointer ?? null, this.kept);
      return;
    }
    const isOther = answer.analysis !== this.#analysis;
    const last = this.#lastFigureAnswer?.analysis === answer.analysis ? this.#lastFigureAnswer : undefined;
    // While the text has no figure, a new page shows the last figure of the same analysis, dimmed.
    if (answer.view.figure === null && !this.#isPosted && last !== undefined)
      await this.#post(this.#noticeOf(last));
    this.#store(answer);
    await this.#post(this.#noticeOf(answer));
    this.#resolveShown?.();
    if (answer.gone.length > 0) {
      const studies = answer.gone.join(", ");
      const message = vscode.l10n.t(
        "Not left out any more, since the text does not have it any more: {0}.",
        studies,
      );
      await this.#post({ kind: "said", message });
    }
    if (isOther) await this.showFindings();
  }

  #viewParams(version: number, without: readonly number[]): EvidenceViewParams {
    const cursor = this.#text.cursor;
    const followed = this.#followsCursor && cursor !== undefined ? [cursor] : [];
    const positions = this.#position === undefined ? followed : [...followed, this.#position];
    return {
      textDocument: { uri: this.#text.uri.toString(), version },
      positions: positions.map(positionOf),
      cursor: cursor === undefined ? null : positionOf(cursor),
      plot: this.#plot,
      without,
    };
  }

  /** Assigns the panel's names to the analysis and its rows. Left-out rows that are gone are no longer left out. */
  #nameRows(view: EvidenceView): AnalysisAnswer {
    const { analysis, rows } = view;
    const textOf = (start: number, end: number): string => this.#text.slice(start, end);
    const known = analysis && this.#places.name("", [analysis], textOf).get(analysis.pointer);
    // The server finds no analyses in a broken text: the shown one may still be there.
    const name = known ?? (view.problem === null ? undefined : this.#analysis);
    if (analysis === null || rows === null || name === undefined)
      return { kind: "analysis", view, analysis: name, names: new Map(), gone: [] };
    const names = this.#places.name(name, rows, textOf);
    for (const { pointer, study } of rows) {
      const row = names.get(pointer);
      if (row !== undefined && this.#leftOut.has(row)) this.#leftOut.set(row, study);
    }
    const gone = [...this.#leftOut].filter(
      ([row]) => this.#places.find(row) === undefined && !this.#places.isUnsure(row),
    );
    for (const [row] of gone) this.#leftOut.delete(row);
    return { kind: "analysis", view, analysis: name, names, gone: gone.map(([, study]) => study) };
  }

  /** Stores an answer as the shown one. */
  #store({ view, analysis }: AnalysisAnswer): void {
    // While the text is broken, the bar keeps its text as long as the analysis is the same.
    if (view.figure !== null) this.#barText = view.leftOut === null ? "" : barText(view.leftOut);
    else if (analysis !== this.#analysis) this.#barText = "";
    this.#view = view;
    this.#analysis = analysis;
    if (view.analysis !== null) this.#position = positionIn(view.analysis.position);
    this.#previous = positionIn(view.analysis?.previous ?? null);
    this.#next = positionIn(view.analysis?.next ?? null);
    if (view.figure !== null) setContextKey("hasSeenEvidence", true);
  }

  #noticeOf(answer: AnalysisAnswer): EvidenceNotice {
    const { analysis, names } = answer;
    const { figure, rows, ...view } = answer.view;
    const pageNames = [...names].map(([pointer, name]) => [pointer, name.slice(analysis?.length)] as const);
    return {
      kind: "view",
      view,
      figure: figure && this.#figureChange({ ...answer, view: { ...answer.view, figure } }),
      isEmpty: rows?.length === 0,
      analysis: analysis ?? null,
      names: Object.fromEntries(pageNames),
      lastSettledEdit: this.edits.lastSettledEdit,
      follows: this.#followsCursor,
      leftOut: pageNames.flatMap(([, name]) => (this.#leftOut.has(`${analysis}${name}`) ? name : [])),
      bar: this.#barText,
      kept: this.kept,
    };
  }

  /** The change from the page's figure to the figure of an answer. */
  #figureChange(answer: FigureAnswer): PostedFigure {
    const before = this.#isPosted ? this.#lastFigureAnswer?.view.figure : undefined;
    this.#lastFigureAnswer = answer;
    this.#isPosted = true;
    return { ...changeOfFigure(before, answer.view.figure), isFirst: before === undefined };
  }
}

function positionIn(position: TextPosition | null): vscode.Position | undefined {
  return position === null ? undefined : new vscode.Position(position.line, position.character);
}
