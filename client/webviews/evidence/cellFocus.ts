// Leads keys to the cell that had the focus last, also after VS Code has hidden the page and shows another one.
import { type Extension, keepKey } from "../kit/page";
import type { Cells } from "./cells";
import { cellOf } from "./figure";
import { type EvidenceAction, type EvidenceNotice, type KeptCell, readCell } from "./messages";
import type { ShownFigure } from "./shownFigure";

export class CellFocus {
  /** The cell of the page before; undefined once the table is drawn. */
  #before: KeptCell | undefined;
  /** Keys that were pressed before the table was drawn. */
  readonly #early: KeyboardEvent[] = [];
  #isDrawn = false;
  /** The name, the pointer and the title of the shown analysis. */
  #analysis = ["", "", ""];

  constructor(
    private readonly table: HTMLElement,
    private readonly cells: Cells,
    private readonly shown: ShownFigure,
    private readonly extension: Extension<EvidenceAction, EvidenceNotice>,
  ) {
    this.#before = readCell(extension.before);
    // After the listener of `cells`, which updates the current cell.
    document.addEventListener("focusin", () => this.#keep());
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Takes the focus in a new page, once its table is drawn.
   *
   * @param analysis the name, the pointer and the title of the shown analysis
   * @param rows the names of its rows
   */
  drawn(analysis: readonly [string, string, string], rows: readonly string[]): void {
    this.#analysis = [...analysis];
    if (this.#isDrawn) return;
    this.#isDrawn = true;
    const row = this.#rowBefore(rows);
    const isThere = row !== undefined && this.cells.goBackTo(row, this.#before?.part ?? "");
    const early = this.#early.splice(0);
    if (isThere) {
      this.#keep();
      if (early.length > 0) this.cells.takeFocus();
      for (const event of early) press(event);
    } else if (this.#before !== undefined || early.length > 0) {
      this.cells.goAstray(early.length > 0);
      this.extension.keep({ cell: this.#before });
    }
  }

  /** The name of the row before; undefined if it is not here. */
  #rowBefore(rows: readonly string[]): string | undefined {
    const before = this.#before;
    if (this.extension.isShownAgain) return before?.analysis === this.#analysis[0] ? before?.row : undefined;
    // After a reload of the window the panel has other names.
    return before && rows.find((row) => this.#placeOf(row) === before.place);
  }

  /** Describes a study by place and name; undefined for one without a name, which could be another one there. */
  #placeOf(row: string): string | undefined {
    const study = this.shown.textInDocument(row, "study");
    const [, pointer, title] = this.#analysis;
    return /\D/.test(study) ? [pointer, title, this.shown.pointerOf(row), study].join("\n") : undefined;
  }

  #keep(): void {
    const cell = cellOf(this.cells.current ?? null);
    if (cell === undefined) return;
    const [analysis = ""] = this.#analysis;
    const place = this.#placeOf(cell.row) ?? "";
    this.extension.keep({ cell: { ...cell, analysis, place } satisfies KeptCell });
  }

  /** Passes a key on that is for a cell, but comes to an element that does nothing with it. */
  #key(event: KeyboardEvent): void {
    const { key, target } = event;
    const isText = key.length === 1 && key !== " ";
    if (!(target instanceof Element) || !this.table.checkVisibility()) return;
    if (target.closest("input, select, dialog, [role=grid]") !== null) return;
    const isForCell =
      !(event.ctrlKey || event.metaKey || event.altKey) &&
      (isText || (target.closest("button") === null && /^(?:Arrow|F2$|Enter$|Home$|End$)/.test(key)));
    if (this.#isDrawn) {
      if (isForCell) this.cells.key(event);
    } else if (isForCell || this.#early.length > 0) {
      this.#early.push(event);
      keepKey(event);
      // The page's own keys, such as that to undo, wait for their turn too.
      event.stopImmediatePropagation();
    }
  }
}

/** Repeats a key at the element that has the focus by now. */
function press(event: KeyboardEvent): void {
  const { activeElement } = document;
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  const isErasing = event.key === "Backspace";
  if (activeElement instanceof HTMLInputElement && !isCommand && (isErasing || event.key.length === 1)) {
    const [start, end] = [activeElement.selectionStart ?? 0, activeElement.selectionEnd ?? 0];
    const from = isErasing && start === end ? Math.max(0, start - 1) : start;
    activeElement.setRangeText(isErasing ? "" : event.key, from, end, "end");
    activeElement.dispatchEvent(new Event("input"));
  } else activeElement?.dispatchEvent(new KeyboardEvent(event.type, event));
}
