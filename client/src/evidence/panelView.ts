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
import { type PanelDocument, moved, positionOf } from "../webview/panelDocument";
import { LeftOutRows } from "./leftOutRows";
import type { PanelEdits } from "./panelEdits";
import { Overview } from "./panelOverview";
import type { TrackedPlaces } from "./trackedPlaces";

/** The server's answer on what a panel shows. */
export type EvidenceAnswer =
  | {
      readonly kind: "analysis";
      readonly view: EvidenceView;
      /** The panel's names for the analysis, and for its rows by their pointers in it. */
      readonly analysis: string | undefined;
      readonly names: ReadonlyMap<string, string>;
      /** The studies of left-out rows that are no longer in the text. */
      readonly gone: readonly string[];
    }
  | { readonly kind: "overview"; readonly overview: EvidenceOverview };

type AnalysisAnswer = Extract<EvidenceAnswer, { kind: "analysis" }>;
type DrawnAnswer = AnalysisAnswer & { readonly view: { readonly figure: Figure } };

/** The actions by which a reader chooses what a panel shows. */
type Choice =
  | { readonly action: "previous" | "next" | "overview" | "follow" | "putBack" }
  | Extract<EvidenceAction, { readonly action: "plot" | "leaveOut" | "open" }>;

/** The most marks to embed in a page (some 13 a study): VS Code reads a page three times, so messages are faster. */
const mostInPage = 4000;

/** What a panel shows of its document: an analysis in a figure, or the overview. */
export class PanelView {
  readonly #client: Pick<AnalysesLanguageClient, "ask">;
  readonly #text: PanelDocument;
  readonly #places: TrackedPlaces;
  readonly #post: (notice: EvidenceNotice) => Promise<void>;
  readonly #overview: Overview;
  /** A position in the shown analysis; moves with the text around it. */
  #place: vscode.Position | undefined;
  /** Positions in the previous and next analyses; these move likewise. */
  #previous: vscode.Position | undefined;
  #next: vscode.Position | undefined;
  #follows = true;
  #plot: Plot = "forest";
  #shows: KeptEvidence["shows"] = "analysis";
  readonly #leftOut: LeftOutRows;
  #bar = "";
  #view: EvidenceView | undefined;
  /** The last answer with a figure. */
  #drawn: DrawnAnswer | undefined;
  /** Whether the page has its figure. */
  #isPosted = false;
  /** The name of the shown analysis. */
  #analysis: string | undefined;
  /** Counts the reader's choices of what to show. */
  #choices = 0;
  #resolveShown: (() => void) | undefined;
  /** Resolves once the panel shows an analysis, or never will. */
  readonly hasShown = new Promise<void>((resolve) => (this.#resolveShown = resolve));

  constructor(
    client: Pick<AnalysesLanguageClient, "ask">,
    text: PanelDocument,
    places: TrackedPlaces,
    private readonly edits: Pick<PanelEdits, "through">,
    post: (notice: EvidenceNotice) => Promise<void>,
    /** Posts the problems of cells, for another analysis. */
    private readonly showFindings: () => Promise<void>,
  ) {
    this.#client = client;
    this.#text = text;
    this.#places = places;
    this.#leftOut = new LeftOutRows(places);
    this.#post = post;
    this.#overview = new Overview(client, text, post);
  }

  /** Whether the view depends on the cursor's position. */
  get followsCursor(): boolean {
    return this.#shows === "analysis";
  }

  /** The name of the shown analysis; undefined while there is none. */
  get analysis(): string | undefined {
    return this.#analysis;
  }

  /** The shown figure: its analysis and left-out rows as offsets in the current text, and its plot. */
  get figure() {
    const at = this.#analysis === undefined ? undefined : this.#places.find(this.#analysis)?.start;
    return { at, plot: this.#plot, without: this.#leftOut.starts };
  }

  /** The view's problem, such as why the figure is of an earlier text. */
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
      without: this.#leftOut.remembered,
    };
  }

  goOnWith({ place, follows, plot, shows, without }: KeptEvidence): void {
    this.#place = placeOf(place);
    this.#follows = follows;
    this.#plot = plot;
    this.#shows = shows;
    this.#leftOut.goOnWith(without);
  }

  /** Forgets tracked places, since the document has another text; keeps left-out rows by offset. */
  forgetPlaces(): void {
    const rows = this.#leftOut.remembered;
    this.#places.forget();
    this.#leftOut.goOnWith(rows);
  }

  /** Switches to the analysis at a position, or at the cursor. */
  turnTo(position: vscode.Position | undefined): void {
    this.#choices += 1;
    this.#place = position ?? this.#place;
    this.#follows = true;
    this.#shows = "analysis";
  }

  /** The first notice, to embed in a new page; undefined if unknown yet, or too large for that. */
  beginWith(answer: EvidenceAnswer | undefined): EvidenceNotice | undefined {
    if (answer?.kind !== "analysis" || (answer.view.figure?.marks.length ?? 0) > mostInPage) return undefined;
    return this.#notice(answer);
  }

  /** Called for a new page. @param hasBegun whether it already shows the notice of {@link beginWith} */
  startAnew(hasBegun: boolean): void {
    if (hasBegun) return;
    this.#overview.forget();
    this.#isPosted = false;
  }

  /** Resolves {@link hasShown} without an analysis. */
  end(): void {
    this.#resolveShown?.();
  }

  /** Applies a reader's choice of what to show. */
  choose(choice: Choice): void {
    this.#choices += 1;
    switch (choice.action) {
      case "previous":
      case "next": {
        const to = choice.action === "next" ? this.#next : this.#previous;
        if (to === undefined) return;
        this.#place = to;
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
        const name = `${this.#analysis}${choice.row}`;
        const start = this.#places.find(name)?.start;
        const row = this.#view?.rows?.find((one) => one.start === start);
        this.#leftOut.toggle(name, row?.study ?? "");
        break;
      }
      case "putBack":
        if (this.#analysis !== undefined) this.#leftOut.putBack(this.#analysis);
        break;
    }
  }

  /** Moves the positions with the text around them. */
  changed(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const after = (place: vscode.Position | undefined) =>
      place && changes.reduce((at, change) => moved(at, change), place);
    this.#place = after(this.#place);
    this.#previous = after(this.#previous);
    this.#next = after(this.#next);
  }

  /** Undefined if the server did not answer: the text has changed, or the server does not know it yet. */
  async ask(): Promise<EvidenceAnswer | undefined> {
    if (this.#shows === "overview") {
      const overview = await this.#overview.ask();
      return overview && { kind: "overview", overview };
    }
    return this.#askView();
  }

  async #askView(): Promise<AnalysisAnswer | undefined> {
    for (;;) {
      const { version } = this.#text;
      if (version === undefined) return undefined;
      const choices = this.#choices;
      const without = this.#leftOut.starts;
      const view = await this.#client
        .ask(evidenceViewRequest, this.#question(version, without))
        .catch(() => undefined);
      if (!view || this.#text.version !== view.version) return undefined;
      // The view is of an earlier choice.
      if (choices !== this.#choices) continue;
      const named = this.#named(view);
      // Naming may have located more left-out rows, or dropped some: request again without these.
      if (this.#leftOut.starts.join() === without.join()) return named;
    }
  }

  /** Updates the places of rows to the current text, even while the panel is hidden. */
  async catchUp(): Promise<void> {
    const answer = await this.#askView();
    if (answer !== undefined && this.#shows === "analysis") this.#keep(answer);
  }

  async take(answer: EvidenceAnswer): Promise<void> {
    if (answer.kind === "overview") {
      await this.#overview.take(answer.overview, this.#view?.analysis?.pointer ?? null, this.kept);
      return;
    }
    const isOther = answer.analysis !== this.#analysis;
    const last = this.#drawn?.analysis === answer.analysis ? this.#drawn : undefined;
    // A new page of a broken text has the figure of the page before, dimmed.
    if (answer.view.figure === null && !this.#isPosted && last !== undefined)
      await this.#post(this.#noticeOf(last));
    await this.#post(this.#notice(answer));
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

  #question(version: number, without: readonly number[]): EvidenceViewParams {
    const cursor = this.#text.cursor;
    const followed = this.#follows && cursor !== undefined ? [cursor] : [];
    const places = this.#place === undefined ? followed : [...followed, this.#place];
    return {
      textDocument: { uri: this.#text.uri.toString(), version },
      positions: places.map(positionOf),
      cursor: cursor === undefined ? null : positionOf(cursor),
      plot: this.#plot,
      without,
    };
  }

  /** Assigns the panel's names to the analysis and its rows. */
  #named(view: EvidenceView): AnalysisAnswer {
    const { analysis, rows } = view;
    const textOf = (start: number, end: number): string => this.#text.slice(start, end);
    const known = analysis && this.#places.name("", [analysis], textOf).get(analysis.pointer);
    // A text that cannot be read has no analyses: the shown one may still be in it.
    const name = known ?? (view.problem === null ? undefined : this.#analysis);
    if (analysis === null || rows === null || name === undefined)
      return { kind: "analysis", view, analysis: name, names: new Map(), gone: [] };
    const names = this.#places.name(name, rows, textOf);
    return { kind: "analysis", view, analysis: name, names, gone: this.#leftOut.see(analysis, rows, names) };
  }

  /** Stores a view as the shown one. */
  #keep({ view, analysis }: AnalysisAnswer): void {
    // While the text is broken, the same analysis keeps its bar.
    if (view.figure !== null) this.#bar = view.leftOut === null ? "" : barText(view.leftOut);
    else if (analysis !== this.#analysis) this.#bar = "";
    this.#view = view;
    this.#analysis = analysis;
    if (view.analysis !== null) this.#place = placeOf(view.analysis.position);
    this.#previous = placeOf(view.analysis?.previous ?? null);
    this.#next = placeOf(view.analysis?.next ?? null);
    if (view.figure !== null) setContextKey("hasSeenEvidence", true);
  }

  /** Stores a view as the shown one. @returns its notice for the page */
  #notice(answer: AnalysisAnswer): EvidenceNotice {
    this.#keep(answer);
    return this.#noticeOf(answer);
  }

  #noticeOf(answer: AnalysisAnswer): EvidenceNotice {
    const { analysis, names } = answer;
    const { figure, rows, ...view } = answer.view;
    const ofPage = [...names].map(([pointer, name]) => [pointer, name.slice(analysis?.length)] as const);
    return {
      kind: "view",
      view,
      figure: figure && this.#changeTo({ ...answer, view: { ...answer.view, figure } }),
      isEmpty: rows?.length === 0,
      analysis: analysis ?? null,
      names: Object.fromEntries(ofPage),
      through: this.edits.through,
      follows: this.#follows,
      leftOut: ofPage.flatMap(([, name]) => (this.#leftOut.has(`${analysis}${name}`) ? name : [])),
      bar: this.#bar,
      kept: this.kept,
    };
  }

  #changeTo(drawn: DrawnAnswer): PostedFigure {
    const before = this.#isPosted ? this.#drawn?.view.figure : undefined;
    this.#drawn = drawn;
    this.#isPosted = true;
    return { ...changeOfFigure(before, drawn.view.figure), isFirst: before === undefined };
  }
}

function placeOf(position: TextPosition | null): vscode.Position | undefined {
  return position === null ? undefined : new vscode.Position(position.line, position.character);
}
