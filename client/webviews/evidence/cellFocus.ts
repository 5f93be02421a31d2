import { type Extension, stopKey } from "../kit/page";
import type { Cells } from "./cells";
import { cellOf } from "./figure";
import { type EvidenceAction, type KeptCell, readCell } from "./messages";
import type { ShownFigure } from "./shownFigure";

/** Passes keys to the cell that had the focus last, even if VS Code has hidden its page and now shows a new one. */
export class CellFocus {
  /** The cell that had the focus on the previous page, if any. */
  #previousCell: KeptCell | undefined;
  /** Keys that were pressed before the table was drawn. */
  readonly #earlyKeys: KeyboardEvent[] = [];
  #isDrawn = false;
  /** The name, the pointer and the title of the shown analysis. */
  #analysis = ["", "", ""];

  constructor(
    private readonly table: HTMLElement,
    private readonly cells: Cells,
    private readonly shown: ShownFigure,
    private readonly extension: Extension<EvidenceAction>,
  ) {
    this.#previousCell = readCell(extension.storedState);
    // Registered after the listener of `cells`, which updates the current cell.
    document.addEventListener("focusin", () => this.#storeCell());
    document.addEventListener("keydown", (event) => this.#handleKey(event));
  }

  /**
   * Called whenever the table is drawn; for a new page, restores the focus and repeats early keys.
   *
   * @param analysis the name, the pointer and the title of the shown analysis
   * @param rows the names of the analysis's rows
   */
  onDrawn(analysis: readonly [string, string, string], rows: readonly string[]): void {
    this.#analysis = [...analysis];
    if (this.#isDrawn) return;
    this.#isDrawn = true;
    const row = this.#previousRow(rows);
    const isRestored = row !== undefined && this.cells.restoreCurrent(row, this.#previousCell?.part ?? "");
    const earlyKeys = this.#earlyKeys.splice(0);
    if (isRestored) {
      this.#storeCell();
      if (earlyKeys.length > 0) this.cells.takeFocus();
      for (const event of earlyKeys) repeatKey(event);
    } else if (this.#previousCell !== undefined || earlyKeys.length > 0) {
      this.cells.rejectChanges(earlyKeys.length > 0);
      this.extension.store({ cell: this.#previousCell });
    }
  }

  /**
   * The current name of the row that had the focus on the previous page; undefined if this analysis does not have it.
   */
  #previousRow(rows: readonly string[]): string | undefined {
    const before = this.#previousCell;
    if (this.extension.isShownAgain) return before?.analysis === this.#analysis[0] ? before?.row : undefined;
    // After a reload of the window, the panel has other names for rows.
    return before && rows.find((row) => this.#studyPlace(row) === before.place);
  }

  /** Identifies a study by its place and name; undefined without a name, since another study could be there. */
  #studyPlace(row: string): string | undefined {
    const study = this.shown.textInDocument(row, "study");
    const [, pointer, title] = this.#analysis;
    return /\D/.test(study) ? [pointer, title, this.shown.pointerOf(row), study].join("\n") : undefined;
  }

  #storeCell(): void {
    const cell = cellOf(this.cells.current ?? null);
    if (cell === undefined) return;
    const [analysis = ""] = this.#analysis;
    const place = this.#studyPlace(cell.row) ?? "";
    this.extension.store({ cell: { ...cell, analysis, place } satisfies KeptCell });
  }

  /** Passes a key to the current cell, if the element that received the key does not use it. */
  #handleKey(event: KeyboardEvent): void {
    const { key, target } = event;
    const isText = key.length === 1 && key !== " ";
    if (!(target instanceof Element) || !this.table.checkVisibility()) return;
    if (target.closest("input, select, dialog, [role=grid]") !== null) return;
    const isForCell =
      !(event.ctrlKey || event.metaKey || event.altKey) &&
      (isText || (target.closest("button") === null && /^(?:Arrow|F2$|Enter$|Home$|End$)/.test(key)));
    if (this.#isDrawn) {
      if (isForCell) this.cells.handleKey(event);
    } else if (isForCell || this.#earlyKeys.length > 0) {
      this.#earlyKeys.push(event);
      stopKey(event);
      // Other listeners must not handle the key now: it is repeated once the table is drawn.
      event.stopImmediatePropagation();
    }
  }
}

/**
 * Repeats a key at the element that has the focus now. Events of scripts type no text, so this edits an input itself.
 */
function repeatKey(event: KeyboardEvent): void {
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
