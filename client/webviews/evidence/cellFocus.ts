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
  #analysis = "";

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

  /** Takes the focus in a new page, once its table is drawn. @param names of rows, by pointer */
  drawn(analysis: string, names: Readonly<Record<string, string>>): void {
    this.#analysis = analysis;
    if (this.#isDrawn) return;
    this.#isDrawn = true;
    const before = this.#before?.analysis === analysis ? this.#before : undefined;
    if (before !== undefined) this.cells.goBackTo(names[before.row] ?? before.row, before.part ?? "");
    this.#keep();
    if (this.#early.length > 0) this.cells.takeFocus();
    for (const event of this.#early.splice(0)) press(event);
  }

  #keep(): void {
    const cell = cellOf(this.cells.current ?? null);
    if (cell === undefined) return;
    const row = this.shown.pointerOf(cell.row) ?? cell.row;
    this.extension.keep({ cell: { ...cell, row, analysis: this.#analysis } satisfies KeptCell });
  }

  /** Passes a key on that is for a cell, but comes to an element that does nothing with it. */
  #key(event: KeyboardEvent): void {
    const { key, target } = event;
    const isText = key.length === 1 && key !== " ";
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.closest("input, select, dialog, [role=grid]") !== null || !this.table.checkVisibility())
      return;
    const isForCell =
      isText || (target.closest("button") === null && /^(?:Arrow|F2$|Enter$|Home$|End$)/.test(key));
    if (this.#isDrawn) {
      if (isForCell) this.cells.key(event);
    } else if (isForCell || this.#early.length > 0) {
      this.#early.push(event);
      keepKey(event);
    }
  }
}

/** Repeats a key at the element that has the focus by now. */
function press(event: KeyboardEvent): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && event.key.length === 1)
    activeElement.setRangeText(
      event.key,
      activeElement.selectionStart ?? 0,
      activeElement.selectionEnd ?? 0,
      "end",
    );
  else activeElement?.dispatchEvent(new KeyboardEvent(event.type, event));
}
