import type { TableChange } from "@analyses/protocol/evidencePanel";
import { isModifier, stopKey } from "../kit/page";
import { type FigureOnPage, cellOf, childrenOf } from "./figure";
import { type Cell, isStudy } from "./messages";
import { changeOfPaste, copyCell } from "./pasting";
import { type RowChange, Rows } from "./rows";

interface EditedCell {
  readonly row: string;
  readonly part: string;
  readonly cell: HTMLElement;
  readonly input: HTMLInputElement;
  /** The text at the start; undefined if a typed key replaced the cell's text, so that any text is a change. */
  readonly unchanged: string | undefined;
  /** The cell's refused text, if any. */
  readonly refused: { readonly text: string; readonly canForce: boolean } | undefined;
}

/** What the table uses of its page. */
interface TablePage {
  /** Requests a change of a row, which the figure shows at once. @returns the name of the added row, if any */
  edit(row: string, change: TableChange): string | null;
  preview(row: string, change: TableChange): void;
  leaveOut(row: string): void;
  fix(cell: Cell): void;
  /** Goes to the text of a cell that the page cannot edit. */
  goTo(cell: Cell): void;
  /** Called when the user has changed the input of the edited cell. */
  onInput(): void;
  /** The refused text of a cell, if any. */
  refusedAt(row: string, part: string): { readonly text: string; readonly canForce: boolean } | undefined;
  discard(row: string, part: string): void;
  /** Reports that the user has typed where a removed study was. */
  reportRemovedStudy(): void;
  /** Reports that a cell cannot be typed into. */
  reportReadOnly(): void;
}

/** The cells of the table, which behave as in a spreadsheet: arrows, typing, F2, Enter, Tab, copying and pasting. */
export class Cells {
  #edited: EditedCell | undefined;
  /** Whether the last focused element was in the table. */
  #wasInTable = false;
  /** Whether the focused row has been removed: changes are rejected until the user goes to another row. */
  #isRowGone = false;
  /** The cell that the user has just pasted into: Tab then moves to the next cell, as after typing. */
  #lastPastedCell: EventTarget | null = null;
  /** Whether the figure is being drawn: an input that loses the focus meanwhile does not commit its text. */
  #isDrawing = false;
  readonly rows: Rows;

  constructor(
    private readonly table: HTMLElement,
    private readonly figure: FigureOnPage,
    private readonly page: TablePage,
  ) {
    this.rows = new Rows(
      figure,
      (row, change) => page.edit(row, change),
      (cell, isToFill) => {
        const isAtButton = isToFill && document.activeElement?.matches("[data-change]") === true;
        const mayFocus = this.#hasFocus || document.activeElement === document.body || isAtButton;
        if (mayFocus) this.#focus(cell);
        this.#setTabStop(cell);
      },
    );
    table.addEventListener("keydown", (event) => this.#handleKey(event, event.target));
    table.addEventListener("pointerdown", () => (this.#isRowGone = false));
    document.addEventListener("focusin", ({ target }) => {
      this.#wasInTable = target instanceof Element && table.contains(target);
      if (this.#wasInTable) this.#setTabStop(target);
    });
    // `preventScroll`: a click outside all cells, which gives the page the focus, must not scroll it.
    window.addEventListener("focus", () => {
      // The overview hides the table.
      const isShown = table.closest("[hidden]") === null;
      if (!isShown || document.activeElement !== document.body) return;
      if (this.#edited === undefined) this.takeFocus({ preventScroll: true });
      else this.#edited.input.focus({ preventScroll: true });
    });
    table.addEventListener("paste", (event) => this.#paste(event));
    table.addEventListener("copy", copyCell);
  }

  /** The cell that has the focus, or had it last. */
  get current(): HTMLElement | undefined {
    return this.table.querySelector<HTMLElement>('[data-part][tabindex="0"]') ?? undefined;
  }

  /** The edited cell's text; undefined if unchanged. */
  get editedText(): { readonly row: string; readonly part: string; readonly text: string } | undefined {
    if (this.#edited === undefined || this.#edited.input.value === this.#edited.unchanged) return undefined;
    const { row, part, input } = this.#edited;
    return { row, part, text: input.value };
  }

  isTyping(row: string): boolean {
    return this.#edited?.row === row;
  }

  /** Redraws the figure around the edited cell. */
  draw(change: () => void): void {
    const { current } = this;
    const hadFocus = this.#wasInTable && current?.contains(document.activeElement) === true;
    this.#isDrawing = true;
    change();
    this.#isDrawing = false;
    // The edited study has been removed: commits its text now, lest another study in its place receives it.
    if (this.#edited?.input.isConnected === false) this.commit();
    if (
      current === undefined ||
      !current.isConnected ||
      (current.dataset.edit === undefined && !this.#hasFocus)
    ) {
      const first = this.#nearestCell(current) ?? this.table.querySelector<HTMLElement>("[data-edit]");
      if (first !== null) this.#setTabStop(first);
      else if (current?.isConnected !== true) this.#setTabStop(this.table.querySelector("td"));
    }
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (this.#wasInTable && isLost) {
      this.#isRowGone ||= hadFocus;
      this.takeFocus();
    }
  }

  /**
   * Commits the edited text before another analysis is drawn, and rejects the keys that follow: they are not meant for
   * a row of the other analysis.
   */
  commitBeforeSwitch(): void {
    if (this.#edited === undefined) return;
    this.commit();
    this.#isRowGone = true;
  }

  /** The cell of the nearest study, in the column of a cell that has been removed. */
  #nearestCell(removed: HTMLElement | undefined): HTMLElement | undefined {
    const top = parseFloat(removed?.closest("tr")?.style.top ?? "");
    const near = this.figure.rows
      .filter(({ dataset }) => isStudy(dataset.row))
      .sort((left, right) => distance(left, top) - distance(right, top))[0];
    return near && this.figure.cell(near.dataset.row ?? "", removed?.dataset.part ?? "");
  }

  /**
   * Focuses the current cell, or the title if there is none, such as after the focused element is removed or disabled.
   */
  takeFocus(options?: FocusOptions): void {
    const target = this.current ?? document.querySelector<HTMLElement>("#title");
    target?.focus(options);
  }

  /** Makes the row at the text cursor current, unless the table has the focus. */
  makeCurrent(row: string | null): void {
    const isIgnored = row === null || this.#hasFocus;
    const cell = isIgnored ? undefined : this.figure.cell(row, "study");
    if (cell !== undefined) this.#setTabStop(cell);
  }

  /** Makes a cell current in a new page, and focuses it if the page has the focus. @returns whether it exists */
  restoreCurrent(row: string, part: string): boolean {
    const cell = this.figure.cell(row, part);
    this.#setTabStop(cell ?? null);
    if (document.hasFocus() && document.activeElement === document.body) this.takeFocus();
    return cell !== undefined;
  }

  /** Rejects changes until the user goes to another study. @param isTyping whether the user is already typing */
  rejectChanges(isTyping: boolean): void {
    this.#isRowGone = true;
    if (isTyping) this.page.reportRemovedStudy();
  }

  /** Focuses the current cell, and handles a key in it. */
  handleKey(event: KeyboardEvent): void {
    this.takeFocus();
    this.#handleKey(event, this.current ?? null);
  }

  get #hasFocus(): boolean {
    return this.table.contains(document.activeElement);
  }

  /** Changes a row; the focus follows its cell. */
  change(row: string, change: RowChange): void {
    this.rows.change(row, change, this.current?.dataset.part ?? "study");
  }

  /** Edits a cell again, with its refused text. */
  editRefused(row: string, part: string): void {
    const cell = this.figure.cell(row, part);
    if (cell === undefined) return;
    this.#focus(cell);
    this.#startEditing(cell, this.figure.textOf(cell), true);
  }

  #focus(cell: HTMLElement): void {
    this.#isRowGone = false;
    cell.focus();
  }

  /** Makes a cell the only one that Tab reaches (roving tabindex, ARIA Authoring Practices Guide). */
  #setTabStop(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target.dataset.part === undefined) return;
    for (const other of this.table.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    target.tabIndex = 0;
  }

  #handleKey(event: KeyboardEvent, target: EventTarget | null): void {
    const { key } = event;
    if (target instanceof HTMLInputElement) {
      this.#handleInputKey(event);
      return;
    }
    if (!(target instanceof HTMLElement) || target.dataset.part === undefined) return;
    const cell = cellOf(target);
    const isCommand = event.ctrlKey || event.metaKey;
    if (this.#isRowGone && isChangeKey(event)) {
      this.page.reportRemovedStudy();
      stopKey(event);
      return;
    }
    // Enter and Tab do not count as going elsewhere: the user presses them between numbers without looking.
    if (key in arrowSteps || key === "Home" || key === "End") this.#isRowGone = false;
    if (cell !== undefined && this.#handleRowKey(event, cell.row, isCommand)) {
      stopKey(event);
      return;
    }
    if (isCommand || event.altKey) return;
    const step = arrowSteps[key];
    const isPasted = this.#lastPastedCell === target;
    if (!isModifier(key)) this.#lastPastedCell = null;
    if (step !== undefined) this.#moveFocus(target, step);
    else if (key === "Tab" && isPasted) this.#moveFocus(target, { down: 0, right: event.shiftKey ? -1 : 1 });
    else if (key === "Home" || key === "End") this.#moveToEnd(target, key === "End");
    else if (target.dataset.edit === undefined) {
      if (key.length === 1 && key !== " ") this.page.reportReadOnly();
      if (key !== "F2" && key !== "Enter") return;
      if (isStudy(cell?.row)) this.page.goTo(cell);
    } else if (key === "F2" || key === "Enter") this.#startEditing(target, this.figure.textOf(target), true);
    else if (key === "Escape" && cell?.part) this.page.discard(cell.row, cell.part);
    else if ((key === "Delete" || key === "Backspace") && cell?.part)
      this.#write(cell.row, cell.part, "", false);
    else if (key === "Process" || key === "Dead") {
      // An input method or a dead key composes a letter, which goes to the element that has the focus when it is done.
      this.#startEditing(target, "", false);
      return;
    } else if (key.length === 1 && key !== " ") this.#startEditing(target, key, false);
    else return;
    event.preventDefault();
  }

  /** Handles keys for rows, most of them those for lines in VS Code's editor. @returns whether the key is for rows */
  #handleRowKey(event: KeyboardEvent, row: string, isCommand: boolean): boolean {
    const { key, altKey, shiftKey } = event;
    if (isCommand && key === "Enter") this.rows.add(row);
    else if (!isStudy(row)) return false;
    else if (key === " ") this.page.leaveOut(row);
    else if (isCommand && shiftKey && key.toLowerCase() === "k") this.change(row, { kind: "remove" });
    else if (altKey && shiftKey && key === "ArrowDown") this.change(row, { kind: "duplicate" });
    else if (altKey && (key === "ArrowUp" || key === "ArrowDown"))
      this.change(row, { kind: "move", by: key === "ArrowUp" ? -1 : 1 });
    else if (isCommand && key === ".")
      this.page.fix(cellOf(event.target instanceof Element ? event.target : null) ?? { row, part: null });
    else return false;
    return true;
  }

  #handleInputKey(event: KeyboardEvent): void {
    const edited = this.#edited;
    // During a composition, the input method handles keys.
    if (edited === undefined || event.isComposing) return;
    const { cell, row, part } = edited;
    if (event.key === "Escape") {
      this.#stopEditing();
      this.page.discard(row, part);
      cell.focus();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      this.commit();
      this.rows.add(row);
    } else if (event.key === "Enter" || event.key === "Tab") {
      const { refused, input } = edited;
      const repeatsRefused = event.key === "Enter" && refused?.text === input.value;
      this.commit(repeatsRefused, repeatsRefused && refused.canForce);
      // At the edge of the table, the focus stays on this cell.
      cell.focus();
      if (event.key === "Enter") this.#moveFocus(cell, { down: event.shiftKey ? -1 : 1, right: 0 }, true);
      else this.#moveFocus(cell, { down: 0, right: event.shiftKey ? -1 : 1 });
    } else {
      // VS Code handles Select All late, and would select what the user types next.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") event.stopPropagation();
      return;
    }
    stopKey(event);
  }

  /**
   * Puts an input into a cell.
   *
   * @param isWhole whether `text` is the cell's whole text, which is selected; otherwise `text` is the first typed key
   */
  #startEditing(cell: HTMLElement, text: string, isWhole: boolean): void {
    const { row, part } = cellOf(cell) ?? {};
    if (row === undefined || part === undefined || part === null) return;
    this.commit();
    const refused = this.page.refusedAt(row, part);
    const input = document.createElement("input");
    input.value = text;
    input.setAttribute("aria-label", this.figure.headingOf(part));
    // Compares with `input.value`, which has no line breaks, so that a name with a line break counts as unchanged.
    // `text` is empty for a composition, which the user may abort without a change.
    const unchanged = isWhole || text === "" ? input.value : undefined;
    this.#edited = { row, part, cell, input, unchanged, refused };
    cell.replaceChildren(input);
    input.addEventListener("input", () => this.page.onInput());
    input.addEventListener("blur", () => {
      if (!this.#isDrawing && this.#edited?.input === input) this.commit();
    });
    input.focus();
    if (isWhole) input.select();
    this.page.onInput();
  }

  /** Commits the edited text. @param isForced even if it is unchanged @param asText even if it is not a number */
  commit(isForced = false, asText = false): void {
    const edited = this.#edited;
    if (edited === undefined) return;
    const { row, part, input, unchanged } = edited;
    this.#stopEditing();
    if (input.value !== unchanged || isForced) this.#write(row, part, input.value, asText);
    this.page.onInput();
  }

  /** Requests a text even if the cell shows the same: the document may have another text by now. */
  #write(row: string, part: string, typed: string, asText: boolean): void {
    // The document stores names without surrounding spaces.
    const text = part === "study" ? typed.trim() : typed;
    this.page.edit(row, { kind: "cell", part, text, asText });
  }

  #stopEditing(): void {
    const edited = this.#edited;
    this.#edited = undefined;
    if (edited !== undefined) this.figure.restore(edited.cell);
  }

  /** Moves the focus from a cell. @param skipsReadOnly whether to pass over cells that cannot be typed into */
  #moveFocus(
    from: HTMLElement,
    { down, right }: { readonly down: number; readonly right: number },
    skipsReadOnly = false,
  ): void {
    const row = from.closest<HTMLElement>("[data-row]");
    if (row === null) return;
    if (right !== 0) {
      const cells = childrenOf(row);
      cells[cells.indexOf(from) + right]?.focus();
      return;
    }
    const { rows } = this.figure;
    for (let at = rows.indexOf(row) + down; at >= 0 && at < rows.length; at += down) {
      const cell = this.figure.cell(rows[at]?.dataset.row ?? "", from.dataset.part ?? "");
      if (cell === undefined || (skipsReadOnly && cell.dataset.edit === undefined)) continue;
      cell.focus();
      return;
    }
  }

  #moveToEnd(from: HTMLElement, isLast: boolean): void {
    const cells = childrenOf(from.parentElement);
    (isLast ? cells.at(-1) : cells[0])?.focus();
  }

  #paste(event: ClipboardEvent): void {
    const pasted = changeOfPaste(event);
    if (pasted === undefined) return;
    event.preventDefault();
    const { row, change } = pasted;
    if (this.#isRowGone) this.page.reportRemovedStudy();
    else if (change.kind === "cell") {
      this.page.edit(row, change);
      this.#lastPastedCell = event.target;
    } else this.page.preview(row, change);
  }
}

const arrowSteps: Readonly<Record<string, { readonly down: number; readonly right: number }>> = {
  ArrowUp: { down: -1, right: 0 },
  ArrowDown: { down: 1, right: 0 },
  ArrowLeft: { down: 0, right: -1 },
  ArrowRight: { down: 0, right: 1 },
};

function distance(row: HTMLElement, top: number): number {
  return Math.abs(parseFloat(row.style.top) - top);
}

const changeKeys: ReadonlySet<string> = new Set(["Delete", "Backspace", "Process", "Dead", "Enter", "F2"]);

/** Whether a key changes a cell or its row, or starts editing. */
function isChangeKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (isModifier(key)) return false;
  if (ctrlKey || metaKey || altKey) return !/^[a-z]$/i.test(key) || key.toLowerCase() === "k";
  return key.length === 1 || changeKeys.has(key);
}
