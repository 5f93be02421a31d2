import * as vscode from "vscode";
import { type EvidenceOverview, evidenceOverviewRequest } from "@analyses/protocol/evidencePanel";
import type { EvidenceNotice, KeptEvidence, ListedAnalysis } from "../../webviews/evidence/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { type PanelDocument, rangeOf } from "../webview/panelDocument";

/** The overview of a document's analyses. Only changed rows are posted to the page. */
export class Overview {
  /** The rows that the page shows, as JSON: by pointer, in the page's order. */
  #shownRows: ReadonlyMap<string, string> = new Map();
  /** The ranges of analyses, by pointer. */
  #ranges: ReadonlyMap<string, vscode.Range> = new Map();

  constructor(
    private readonly client: Pick<AnalysesLanguageClient, "ask">,
    private readonly text: PanelDocument,
    private readonly post: (notice: EvidenceNotice) => Promise<void>,
  ) {}

  /** Called for a new page, which shows nothing yet. */
  forget(): void {
    this.#shownRows = new Map();
  }

  /** A position in an analysis, by its pointer. */
  positionIn(analysis: string): vscode.Position | undefined {
    const start = this.#ranges.get(analysis)?.start;
    // One character inside the analysis, so that it contains the position.
    return start && new vscode.Position(start.line, start.character + 1);
  }

  async request(): Promise<EvidenceOverview | undefined> {
    const params = { textDocument: { uri: this.text.uri.toString() } };
    return (await this.client.ask(evidenceOverviewRequest, params).catch(() => undefined)) ?? undefined;
  }

  /**
   * Posts the rows, and the order, that differ from what the page shows.
   *
   * @param current the pointer of the analysis that the panel showed before the overview
   */
  async show(overview: EvidenceOverview, current: string | null, kept: KeptEvidence): Promise<void> {
    const listed = this.#listedAnalyses(overview);
    const shown = new Map(listed.map((row) => [row.pointer, JSON.stringify(row)]));
    const rows = listed.filter(({ pointer }) => shown.get(pointer) !== this.#shownRows.get(pointer));
    const isSameOrder = [...shown.keys()].join() === [...this.#shownRows.keys()].join();
    // null: the order has not changed.
    const order = isSameOrder ? null : [...shown.keys()];
    this.#shownRows = shown;
    await this.post({ kind: "overview", rows, order, current, kept });
  }

  /** The rows with their numbers of diagnostics. Stores the ranges of their analyses. */
  #listedAnalyses({ rows, ranges }: EvidenceOverview): readonly ListedAnalysis[] {
    const analysisRanges = ranges.map(rangeOf);
    this.#ranges = new Map(
      rows.flatMap(({ pointer }, index) => (analysisRanges[index] ? [[pointer, analysisRanges[index]]] : [])),
    );
    const counts = rows.map(() => 0);
    for (const { range } of this.text.diagnostics) {
      const start = rangeOf(range).start;
      const index = lastNotAfter(analysisRanges, start);
      if (analysisRanges[index]?.contains(start) === true) counts[index] = (counts[index] ?? 0) + 1;
    }
    return rows.map((row, index) => ({ ...row, findings: counts[index] ?? 0 }));
  }
}

/** The index of the last range that does not begin after a position, or -1. @param ranges in text order */
function lastNotAfter(ranges: readonly vscode.Range[], position: vscode.Position): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]?.start.isAfter(position) === false) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
