import { setAttributes } from "../kit/page";
import type { FigureOnPage } from "./figure";
import type { CellFinding } from "./messages";

type FindingAttributes = Readonly<Record<"data-finding" | "title" | "aria-description", string>>;

/** Marks cells with the diagnostics of their text. */
export class FindingsOnPage {
  #findings: readonly CellFinding[] = [];
  #markedCells: ReadonlyMap<HTMLElement, FindingAttributes> = new Map();

  constructor(private readonly figure: FigureOnPage) {}

  /** Shows new findings, or the previous ones, at the figure's current cells. */
  show(findings = this.#findings): void {
    this.#findings = findings;
    const attributesByCell = new Map<HTMLElement, FindingAttributes>();
    for (const { row, part, severity, message } of findings) {
      const cell = this.figure.cell(row, part ?? "study") ?? this.figure.cell(row, "study");
      if (cell === undefined) continue;
      const before = attributesByCell.get(cell)?.title;
      const title = before === undefined ? message : `${before}\n${message}`;
      attributesByCell.set(cell, { "data-finding": severity, title, "aria-description": title });
    }
    for (const cell of this.#markedCells.keys()) {
      if (attributesByCell.has(cell)) continue;
      delete cell.dataset.finding;
      cell.removeAttribute("aria-description");
      if (cell.dataset.full === undefined) cell.removeAttribute("title");
      else cell.title = cell.dataset.full;
    }
    for (const [cell, attributes] of attributesByCell) setAttributes(cell, attributes);
    this.#markedCells = attributesByCell;
  }
}
