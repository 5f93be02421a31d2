import * as vscode from "vscode";
import { type EvidenceOverview, evidenceOverviewRequest } from "@analyses/protocol/evidencePanel";
import type { EvidenceNotice, KeptEvidence, ListedAnalysis } from "../../webviews/evidence/messages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { type PanelDocument, rangeOf } from "../webview/panelDocument";

/** The overview of a document's analyses; posts only changed rows to the page. */
export class Overview {
  /** The page's rows as JSON by pointer, in order. */
  #shown: ReadonlyMap<string, string> = new Map();
  #places: ReadonlyMap<string, vscode.Range> = new Map();

  constructor(
    private readonly client: Pick<AnalysesLanguageClient, "ask">,
    private readonly text: PanelDocument,
    private readonly post: (notice: EvidenceNotice) => Promise<void>,
  ) {}

  /** Called for a new page, which shows nothing yet. */
  forget(): void {
    this.#shown = new Map();
  }

  /** A position within an analysis, by its pointer. */
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
