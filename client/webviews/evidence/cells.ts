// Cells that behave as in a spreadsheet: arrows, typing, F2, Enter, Tab, copying and pasting.
import type { TableChange } from "@analyses/protocol/evidencePanel";
import { keepKey } from "../kit/page";
import { copyCell, pastedOn } from "./cellClipboard";
import { type FigureOnPage, cellOf, childrenOf } from "./figure";
import { type Cell, isStudy } from "./messages";
import { type RowChange, Rows } from "./rows";

/** A cell being edited. */
interface Edited {
  readonly row: string;
  readonly part: string;
  readonly cell: HTMLElement;
  readonly input: HTMLInputElement;
  /** The input's text that counts as unchanged; undefined if the first key replaced the cell's text. */
  readonly unchanged: string | undefined;
  /** The cell's refused text, if any. */
  readonly refused: { readonly text: string; readonly canForce: boolean } | undefined;
}

/** The part of the page that its table uses. */
export interface OwnPage {
  /** Requests a change of a row, which the figure shows at once. @returns the name of the row that it adds */
  edit(row: string, change: TableChange): string | null;
  preview(row: string, change: TableChange): void;
  leaveOut(row: string): void;
  fix(cell: Cell): void;
  /** Goes to the text of a cell that the page cannot edit. */
  goTo(cell: Cell): void;
  /** Called when the reader has changed the input of the edited cell. */
  typed(): void;
  /** The refused text of a cell, if any. */
  refusedAt(row: string, part: string): { readonly text: string; readonly canForce: boolean } | undefined;
  discard(row: string, part: string): void;
  /** Reports that the reader typed where a removed study was. */
  sayNoStudy(): void;
  /** Says that the cell cannot be typed into. */
  sayReadOnly(): void;
}

export class Cells {
  #edited: Edited | undefined;
  /** Whether the last focused element was in the table. */
  #wasInTable = false;
  /** Whether the focused row is gone and the reader has not chosen another yet: rejects changes meanwhile. */
  #isAstray = false;
  /** The cell pasted into last: Tab then moves to the next cell, as after typing. */
  #pasted: EventTarget | null = null;
  /** Whether the figure is being drawn: an input that loses the focus then does not commit. */
  #isDrawing = false;
  readonly rows: Rows;

  constructor(
    private readonly table: HTMLElement,
    private readonly figure: FigureOnPage,
    private readonly page: OwnPage,
  ) {
    this.rows = new Rows(
      figure,
      (row, change) => page.edit(row, change),
      (cell, isToFill) => {
        const isAtButton = isToFill && document.activeElement?.matches("[data-change]") === true;
        const isHere = this.#hasFocus || document.activeElement === document.body || isAtButton;
        if (isHere) this.#focus(cell);
        this.#rove(cell);
      },
    );
    table.addEventListener("keydown", (event) => this.#key(event, event.target));
    table.addEventListener("pointerdown", () => (this.#isAstray = false));
    document.addEventListener("focusin", ({ target }) => {
      this.#wasInTable = target instanceof Element && table.contains(target);
      if (this.#wasInTable) this.#rove(target);
    });
    // `preventScroll`: a click outside all cells must not scroll.
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
  get typed(): { readonly row: string; readonly part: string; readonly text: string } | undefined {
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
    // The edited study is gone: commits its text now, lest it go to the study in its place.
    if (this.#edited?.input.isConnected === false) this.commit();
    if (
      current === undefined ||
      !current.isConnected ||
      (current.dataset.edit === undefined && !this.#hasFocus)
    ) {
      const first = this.#besides(current) ?? this.table.querySelector<HTMLElement>("[data-edit]");
      if (first !== null) this.#rove(first);
      else if (current?.isConnected !== true) this.#rove(this.table.querySelector("td"));
    }
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (this.#wasInTable && isLost) {
      this.#isAstray ||= hadFocus;
      this.takeFocus();
    }
  }

  /** Commits the edited text before another analysis is drawn: keys that the reader typed on are for none of its rows. */
  leave(): void {
    if (this.#edited === undefined) return;
    this.commit();
    this.#isAstray = true;
  }

  /** The cell in the same column of the study nearest to a cell that is gone. */
  #besides(gone: HTMLElement | undefined): HTMLElement | undefined {
    const top = parseFloat(gone?.closest("tr")?.style.top ?? "");
    const near = this.figure.rows
      .filter(({ dataset }) => isStudy(dataset.row))
      .sort((one, other) => distance(one, top) - distance(other, top))[0];
    return near && this.figure.cell(near.dataset.row ?? "", gone?.dataset.part ?? "");
  }

  /** Moves the focus to the current cell or the title, from an element that is gone or disabled. */
  takeFocus(options?: FocusOptions): void {
    const taker = this.current ?? document.querySelector<HTMLElement>("#title");
    taker?.focus(options);
  }

  /** Makes the row at the text cursor current, unless the table has the focus. */
  turnTo(row: string | null): void {
    const isOwn = row === null || this.#hasFocus;
    const cell = isOwn ? undefined : this.figure.cell(row, "study");
    if (cell !== undefined) this.#rove(cell);
  }

  /** Makes a cell current in a new page, and gives it the focus if the page has it. @returns whether it is there */
  goBackTo(row: string, part: string): boolean {
    const cell = this.figure.cell(row, part);
    this.#rove(cell ?? null);
    if (document.hasFocus() && document.activeElement === document.body) this.takeFocus();
    return cell !== undefined;
  }

  /** Rejects changes until the reader goes to another study. @param isTyping whether the reader types already */
  goAstray(isTyping: boolean): void {
    this.#isAstray = true;
    if (isTyping) this.page.sayNoStudy();
  }

  /** Handles a key in the current cell. */
  key(event: KeyboardEvent): void {
    this.takeFocus();
    this.#key(event, this.current ?? null);
  }

  get #hasFocus(): boolean {
    return this.table.contains(document.activeElement);
  }

  /** Changes a row; the focus follows its cell. */
  change(row: string, change: RowChange): void {
    this.rows.change(row, change, this.current?.dataset.part ?? "study");
  }

  /** Edits a cell again, with its refused text. */
  writeAgain(row: string, part: string): void {
    const cell = this.figure.cell(row, part);
    if (cell === undefined) return;
    this.#focus(cell);
    this.#edit(cell, this.figure.textOf(cell), true);
  }

  #focus(cell: HTMLElement): void {
    this.#isAstray = false;
    cell.focus();
  }

  #rove(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target.dataset.part === undefined) return;
    for (const other of this.table.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    target.tabIndex = 0;
  }

  #key(event: KeyboardEvent, target: EventTarget | null): void {
    const { key } = event;
    if (target instanceof HTMLInputElement) {
      this.#keyInInput(event);
      return;
    }
    if (!(target instanceof HTMLElement) || target.dataset.part === undefined) return;
    const cell = cellOf(target);
    const isCommand = event.ctrlKey || event.metaKey;
    if (this.#isAstray && isChange(event)) {
      this.page.sayNoStudy();
      keepKey(event);
      return;
    }
    // Not by Enter or Tab, between the numbers of somebody who types on.
    if (key in steps || key === "Home" || key === "End") this.#isAstray = false;
    if (cell !== undefined && this.#keyOfRow(event, cell.row, isCommand)) {
      keepKey(event);
      return;
    }
    if (isCommand || event.altKey) return;
    const step = steps[key];
    const isPasted = this.#pasted === target;
    if (!isModifier(key)) this.#pasted = null;
    if (step !== undefined) this.#go(target, step);
    else if (key === "Tab" && isPasted) this.#go(target, { down: 0, right: event.shiftKey ? -1 : 1 });
    else if (key === "Home" || key === "End") this.#end(target, key === "End");
    else if (target.dataset.edit === undefined) {
      if (key.length === 1 && key !== " ") this.page.sayReadOnly();
      if (key !== "F2" && key !== "Enter") return;
      if (isStudy(cell?.row)) this.page.goTo(cell);
    } else if (key === "F2" || key === "Enter") this.#edit(target, this.figure.textOf(target), true);
    else if (key === "Escape" && cell?.part) this.page.discard(cell.row, cell.part);
    else if ((key === "Delete" || key === "Backspace") && cell?.part)
      this.#write(cell.row, cell.part, "", false);
    else if (key === "Process" || key === "Dead") {
      // An input method or a dead key: the composed letter goes to the element with the focus by then.
      this.#edit(target, "", false);
      return;
    } else if (key.length === 1 && key !== " ") this.#edit(target, key, false);
    else return;
    event.preventDefault();
  }

  /** Handles keys for rows, which are an editor's keys for lines. */
  #keyOfRow(event: KeyboardEvent, row: string, isCommand: boolean): boolean {
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

  #keyInInput(event: KeyboardEvent): void {
    const edited = this.#edited;
    // During composition, keys belong to the input method.
    if (edited === undefined || event.isComposing) return;
    const { cell, row, part } = edited;
    if (event.key === "Escape") {
      this.#stop();
      this.page.discard(row, part);
      cell.focus();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      this.commit();
      this.rows.add(row);
    } else if (event.key === "Enter" || event.key === "Tab") {
      const { refused, input } = edited;
      const isAgain = event.key === "Enter" && refused?.text === input.value;
      this.commit(isAgain, isAgain && refused.canForce);
      // At an edge the focus stays on this cell.
      cell.focus();
      if (event.key === "Enter") this.#go(cell, { down: event.shiftKey ? -1 : 1, right: 0 }, true);
      else this.#go(cell, { down: 0, right: event.shiftKey ? -1 : 1 });
    } else {
      // VS Code would select all again, once the reader has typed on.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") event.stopPropagation();
      return;
    }
    keepKey(event);
  }

  /** @param isWhole whether `text` is the cell's whole text, selected for replacement; else typing begins with it */
  #edit(cell: HTMLElement, text: string, isWhole: boolean): void {
    const { row, part } = cellOf(cell) ?? {};
    if (row === undefined || part === undefined || part === null) return;
    this.commit();
    const refused = this.page.refusedAt(row, part);
    const input = document.createElement("input");
    input.value = text;
    input.setAttribute("aria-label", this.figure.headingOf(part));
    // Compares with `input.value`, which has no line breaks: a name with one stays unchanged.
    // An empty `text` is that of a composition, which the reader may abort.
    const unchanged = isWhole || text === "" ? input.value : undefined;
    this.#edited = { row, part, cell, input, unchanged, refused };
    cell.replaceChildren(input);
    input.addEventListener("input", () => this.page.typed());
    input.addEventListener("blur", () => {
      if (!this.#isDrawing && this.#edited?.input === input) this.commit();
    });
    input.focus();
    if (isWhole) input.select();
    this.page.typed();
  }

  /** Commits the edited text. @param isAgain even if unchanged, after a refusal @param asText even if not a number */
  commit(isAgain = false, asText = false): void {
    const edited = this.#edited;
    if (edited === undefined) return;
    const { row, part, input, unchanged } = edited;
    this.#stop();
    if (input.value !== unchanged || isAgain) this.#write(row, part, input.value, asText);
    this.page.typed();
  }

  /** Writes a text even if the cell has it: the document may have another one by now. */
  #write(row: string, part: string, typed: string, asText: boolean): void {
    // The document stores names without surrounding spaces.
    const text = part === "study" ? typed.trim() : typed;
    this.page.edit(row, { kind: "cell", part, text, asText });
  }

  #stop(): void {
    const edited = this.#edited;
    this.#edited = undefined;
    if (edited !== undefined) this.figure.restore(edited.cell);
  }

  /** @param isToType whether to pass over cells that cannot be typed into */
  #go(
    from: HTMLElement,
    { down, right }: { readonly down: number; readonly right: number },
    isToType = false,
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
      const same = this.figure.cell(rows[at]?.dataset.row ?? "", from.dataset.part ?? "");
      if (same === undefined || (isToType && same.dataset.edit === undefined)) continue;
      same.focus();
      return;
    }
  }

  #end(from: HTMLElement, isLast: boolean): void {
    const cells = childrenOf(from.parentElement);
    (isLast ? cells.at(-1) : cells[0])?.focus();
  }

  #paste(event: ClipboardEvent): void {
    const pasted = pastedOn(event);
    if (pasted === undefined) return;
    event.preventDefault();
    const { row, change } = pasted;
    if (this.#isAstray) this.page.sayNoStudy();
    else if (change.kind === "cell") {
      this.page.edit(row, change);
      this.#pasted = event.target;
    } else this.page.preview(row, change);
  }
}

const steps: Readonly<Record<string, { readonly down: number; readonly right: number }>> = {
  ArrowUp: { down: -1, right: 0 },
  ArrowDown: { down: 1, right: 0 },
  ArrowLeft: { down: 0, right: -1 },
  ArrowRight: { down: 0, right: 1 },
};

function distance(row: HTMLElement, top: number): number {
  return Math.abs(parseFloat(row.style.top) - top);
}

export function isModifier(key: string): boolean {
  return key === "Shift" || key === "Control" || key === "Alt" || key === "Meta";
}

const changeKeys: ReadonlySet<string> = new Set(["Delete", "Backspace", "Process", "Dead", "Enter", "F2"]);

/** Whether a key changes a cell or its row, or begins to. */
function isChange({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (isModifier(key)) return false;
  if (ctrlKey || metaKey || altKey) return !/^[a-z]$/i.test(key) || key.toLowerCase() === "k";
  return key.length === 1 || changeKeys.has(key);
}
