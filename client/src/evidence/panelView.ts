import * as vscode from "vscode";
import type {
  EvidenceOverview,
  EvidenceView,
  EvidenceViewParams,
  LeftOutRows,
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
import { setContextKey } from "../platform/editor";
import { barText } from "./evidencePage";
import type { PanelDocument } from "../webview/panelDocument";
import { moved, positionOf, rangeOf } from "../webview/panelDocument";
import type { PanelTable } from "./panelTable";

/** What the server answered on what a panel is to show. */
export type EvidenceAnswer =
  | { readonly kind: "analysis"; readonly view: EvidenceView }
  | { readonly kind: "overview"; readonly overview: EvidenceOverview };

/** The actions by which a reader says what is to be shown. */
type Choice =
  | { readonly action: "previous" | "next" | "overview" | "follow" | "putBack" }
  | Extract<EvidenceAction, { readonly action: "plot" | "leaveOut" | "open" }>;

/** VS Code reads a page three times: larger figures come sooner as messages. In marks, of which a study has some 13. */
const mostInPage = 4000;

/** What a panel shows of its document: an analysis in a figure, or the overview. */
export class PanelView {
  readonly #client: AnalysesLanguageClient;
  readonly #text: PanelDocument;
  readonly #table: PanelTable;
  readonly #post: (notice: EvidenceNotice) => Promise<void>;
  readonly #overview: Overview;
  /** In the analysis that is shown; moves with the text around it. */
  #place: vscode.Position | undefined;
  #follows = true;
  #plot: Plot = "forest";
  #shows: KeptEvidence["shows"] = "analysis";
  #leftOut: readonly string[] = [];
  /** What they are called, which says where they are when the text has changed. */
  #leftOutNames: readonly string[] = [];
  #bar = "";
  /** Those of the question that was asked last: what came of it says nothing of a later choice. */
  #askedWithout: readonly string[] = [];
  #isWritten = true;
  /** How many edits the page has asked for, and how many of them it has been told of. */
  #edits = 0;
  #toldEdits = 0;
  #view: EvidenceView | undefined;
  /** Where the analysis of that view stands by now. */
  #viewedAt: vscode.Position | undefined;
  /** Whose rows were left out before the window was reloaded. */
  #analysisBefore: string | undefined;
  /** The figure that the page has. */
  #drawn: number | null = null;
  #tellShown: (() => void) | undefined;
  /** Resolves once there is something to see, or never will be. */
  readonly hasShown = new Promise<void>((resolve) => (this.#tellShown = resolve));

  constructor(
    client: AnalysesLanguageClient,
    text: PanelDocument,
    table: PanelTable,
    post: (notice: EvidenceNotice) => Promise<void>,
  ) {
    this.#client = client;
    this.#text = text;
    this.#table = table;
    this.#post = post;
    this.#overview = new Overview(client, text, post);
  }

  /** Whether it goes by where the cursor is. */
  get followsCursor(): boolean {
    return this.#shows === "analysis";
  }

  /** The pointer of the analysis that is shown, or was before the window was reloaded; undefined while there is none. */
  get analysis(): string | undefined {
    return this.#view === undefined ? this.#analysisBefore : this.#view.analysis?.pointer;
  }

  /** The page has asked for an edit. */
  countEdit(): void {
    this.#edits += 1;
  }

  /** Whether the page waits for a view that has all it asked for, and no change of the text will bring one. */
  get isBehind(): boolean {
    const isOfText = this.#view?.version === this.#text.document?.version;
    return !this.#isWritten || (isOfText && this.#toldEdits !== this.#edits);
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
      without: this.#leftOut.length === 0 ? null : this.#without,
    };
  }

  goOnWith({ place, follows, plot, shows, without }: KeptEvidence): void {
    this.#place = place === null ? undefined : new vscode.Position(place.line, place.character);
    this.#follows = follows;
    this.#plot = plot;
    this.#shows = shows;
    this.#analysisBefore = without?.analysis;
    this.#leftOut = without?.rows ?? [];
    this.#leftOutNames = without?.studies ?? [];
  }

  /** Is to show the analysis at a position, or at the cursor. */
  turnTo(position: vscode.Position | undefined): void {
    this.#place = position ?? this.#place;
    this.#follows = true;
    this.#shows = "analysis";
  }

  /** What a page that is opened is told first; undefined where that is not known yet, or is told sooner as a message. */
  beginWith(answer: EvidenceAnswer | undefined): EvidenceNotice | undefined {
    if (answer?.kind !== "analysis" || (answer.view.figure?.put.length ?? 0) > mostInPage) return undefined;
    return this.#notice(answer.view);
  }

  /** The page is new. @param hasBegun whether it shows already what it {@link beginWith begins with}, else nothing */
  startAnew(hasBegun: boolean): void {
    this.#edits = 0;
    if (hasBegun) return;
    this.#drawn = null;
    this.#overview.forget();
  }

  /** Nothing will be seen any more. */
  end(): void {
    this.#tellShown?.();
  }

  /** Is to show what the reader chose. */
  choose(choice: Choice): void {
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
        const { row, study } = choice;
        const at = this.#leftOut.indexOf(row);
        this.#leftOut = at === -1 ? [...this.#leftOut, row] : this.#leftOut.toSpliced(at, 1);
        this.#leftOutNames = at === -1 ? [...this.#leftOutNames, study] : this.#leftOutNames.toSpliced(at, 1);
        break;
      }
      case "putBack":
        this.#leaveOut(null);
        break;
    }
  }

  /** The place that is shown moves with the text around it. */
  changed(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    for (const change of changes) {
      if (this.#place !== undefined) this.#place = moved(this.#place, change);
      if (this.#viewedAt !== undefined) this.#viewedAt = moved(this.#viewedAt, change);
    }
  }

  /** Undefined where the server did not answer: the text has changed, or the server does not know it yet. */
  async ask(): Promise<EvidenceAnswer | undefined> {
    if (this.#shows === "overview") {
      const overview = await this.#overview.ask();
      return overview && { kind: "overview", overview };
    }
    const view = await this.#client.ask(evidenceViewRequest, this.#question()).catch(() => undefined);
    return view ? { kind: "analysis", view } : undefined;
  }

  async take(answer: EvidenceAnswer): Promise<void> {
    if (answer.kind === "overview")
      await this.#overview.take(answer.overview, this.analysis ?? null, this.kept);
    else await this.#take(answer.view);
  }

  #question(): EvidenceViewParams {
    const cursor = this.#text.cursor;
    const followed = this.#follows && cursor !== undefined ? [cursor] : [];
    const places = this.#place === undefined ? followed : [...followed, this.#place];
    this.#askedWithout = this.#leftOut;
    return {
      textDocument: { uri: this.#text.uri.toString() },
      positions: places.map(positionOf),
      cursor: cursor === undefined ? null : positionOf(cursor),
      plot: this.#plot,
      without: this.#without,
      since: this.#drawn,
    };
  }

  get #without(): LeftOutRows {
    return { analysis: this.analysis ?? "", rows: this.#leftOut, studies: this.#leftOutNames };
  }

  async #take(view: EvidenceView): Promise<void> {
    const isOther = view.analysis?.pointer !== this.analysis;
    const leftOut = this.#leftOutNames;
    await this.#post(this.#notice(view));
    this.#tellShown?.();
    const back = isOther ? [] : leftOut.filter((name) => !this.#leftOutNames.includes(name));
    if (back.length > 0)
      await this.#post({
        kind: "said",
        message: vscode.l10n.t(
          "Not left out any more, for the text has another study there: {0}.",
          back.join(", "),
        ),
      });
    if (isOther) await this.#table.showFindings();
  }

  /** Knows where the analysis and what is left out stand by now, also while the page does not show them. */
  async catchUp(): Promise<void> {
    const view = await this.#client.ask(evidenceViewRequest, this.#question()).catch(() => undefined);
    const drawn = this.#drawn;
    if (view) this.#notice(view);
    this.#drawn = drawn;
  }

  /** Tells the page of a view, which is the one that it shows from now on. */
  #notice(view: EvidenceView): EvidenceNotice {
    const { analysis } = view;
    const at = analysis && new vscode.Position(analysis.position.line, analysis.position.character);
    const before = at !== null && this.#viewedAt?.isEqual(at) === true ? (this.analysis ?? null) : null;
    // Of a text that is broken, what was left out before stays so.
    if (analysis?.pointer !== this.analysis) {
      this.#leaveOut(null);
      // The page shows no figure of another analysis.
      if (view.figure === null) this.#drawn = null;
    } else if (view.figure !== null && this.#askedWithout === this.#leftOut) this.#leaveOut(view.leftOut);
    this.#view = view;
    if (at !== null) this.#place = at;
    this.#viewedAt = at ?? undefined;
    if (view.figure !== null) {
      this.#drawn = view.figure.id;
      setContextKey("hasSeenEvidence", true);
    }
    this.#isWritten = this.#table.isWritten && view.version === this.#text.document?.version;
    const [follows, leftOut, bar, kept] = [this.#follows, this.#leftOut, this.#bar, this.kept];
    const [isWritten, edits] = [this.#isWritten, this.#edits];
    this.#toldEdits = edits;
    return { kind: "view", view, before, follows, isWritten, edits, leftOut, bar, kept };
  }

  #leaveOut(leftOut: EvidenceView["leftOut"]): void {
    this.#leftOut = leftOut?.rows ?? [];
    this.#leftOutNames = leftOut?.studies ?? [];
    this.#bar = leftOut === null ? "" : barText(leftOut);
  }
}

/** All analyses of a panel's document: the page gets what has changed. */
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

  async ask(): Promise<EvidenceOverview | undefined> {
    const params = { textDocument: { uri: this.text.uri.toString() } };
    return (await this.client.ask(evidenceOverviewRequest, params).catch(() => undefined)) ?? undefined;
  }

  async take(found: EvidenceOverview, current: string | null, kept: KeptEvidence): Promise<void> {
    const listed = this.#listed(found);
    const shown = new Map(listed.map((row) => [row.pointer, JSON.stringify(row)]));
    const rows = listed.filter(({ pointer }) => shown.get(pointer) !== this.#shown.get(pointer));
    const isSameOrder = [...shown.keys()].join() === [...this.#shown.keys()].join();
    const order = isSameOrder ? null : [...shown.keys()];
    this.#shown = shown;
    await this.post({ kind: "overview", rows, order, current, kept });
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

/** Of ranges in the order of the text, the last that does not begin after a position; -1 where there is none. */
function lastNotAfter(ranges: readonly vscode.Range[], position: vscode.Position): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]?.start.isAfter(position) === false) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
