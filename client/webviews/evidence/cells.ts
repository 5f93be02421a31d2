// Cells as a spreadsheet has them: arrows, typing, F2, Enter, Tab, copying and pasting.
import type { Cell, TableChange } from "../../../protocol/src/evidenceTable";
import { keepKey } from "../kit/page";
import { copyCell, pastedOn } from "./cellClipboard";
import type { EvidenceAction } from "./messages";
import type { FigureOnPage } from "./figure";
import { cellOf, childrenOf, isStudy } from "./figure";
import type { RowChange, Typed } from "./rowChanges";
import { isForest, named, RowChanges } from "./rowChanges";

type Send = (action: EvidenceAction) => void;
/** Passes on a change of the analysis that is shown. */
type Edit = (action: "edit" | "preview", change: TableChange) => void;

type CellChange = Extract<TableChange, { kind: "cell" }>;

/** A cell that is being written into. */
interface Edited {
  readonly cell: HTMLElement;
  readonly input: HTMLInputElement;
  /** What its study is called: another one may come to stand in the cell meanwhile. */
  readonly study: string | undefined;
  /** The text that changes nothing; undefined where the first key has replaced it. */
  readonly unchanged: string | undefined;
  /** The text that was not taken, and may be written all the same; empty for none. */
  readonly refused: string;
  /** It was to be written while nothing could be. */
  readonly isLeft: boolean;
}

export class Cells {
  #edited: Edited | undefined;
  /** Whether the text has the focus for a moment, to take something back. */
  #givesFocus = false;
  /** Whether the focus was in the table last. */
  #wasInTable = false;
  readonly rows: RowChanges;

  constructor(
    private readonly table: HTMLElement,
    private readonly figure: FigureOnPage,
    private readonly send: Send,
    edit: Edit,
    /** Passes on what stands in a cell that is written into, in case the page goes; null once it is written or given up. */
    private readonly typing: (change: CellChange | null) => void,
    /** Whether the document is open. */
    private readonly canWrite: () => boolean,
  ) {
    this.rows = new RowChanges(figure, edit, (cell, isToFill, ahead) => {
      // Who is typing stays there.
      if (this.#edited !== undefined) return;
      const isAtButton = isToFill && document.activeElement?.matches("[data-change]") === true;
      const isHere = this.#hasFocus || document.activeElement === document.body || isAtButton;
      // Who went to the text meanwhile types there.
      if (isHere && document.hasFocus()) cell.focus();
      this.#rove(cell);
      if (document.activeElement === cell) this.#typeAhead(ahead);
    });
    table.addEventListener("keydown", (event) => this.#key(event, event.target));
    document.addEventListener("focusin", ({ target }) => {
      this.#wasInTable = target instanceof Element && table.contains(target);
      if (!this.#wasInTable) return;
      const row = cellOf(target instanceof Element ? target : null)?.row;
      if (row !== undefined) this.rows.went(row);
      this.#rove(target);
    });
    // A click beside all cells moves nothing.
    window.addEventListener("focus", () => {
      this.#givesFocus = false;
      // Behind the overview there is nothing to go to.
      const isShown = table.closest("[hidden]") === null;
      if (!isShown || document.activeElement !== document.body) return;
      if (this.#edited === undefined) this.takeFocus({ preventScroll: true });
      else this.#edited.input.focus({ preventScroll: true });
    });
    table.addEventListener("paste", (event) => this.#paste(event));
    table.addEventListener("copy", copyCell);
  }

  /** The cell with the focus, or that had it last. */
  get current(): HTMLElement | undefined {
    return this.table.querySelector<HTMLElement>('[data-part][tabindex="0"]') ?? undefined;
  }

  /** Whether a cell waits for another text than the one that was not taken. */
  get isRefused(): boolean {
    return this.#edited?.input.hasAttribute("aria-invalid") === true;
  }

  /**
   * The figure is of a version of the text, which has all that was typed or not. One cell can be reached by Tab, once
   * there is one: of a study, if there are any.
   */
  settle(version: number, isWritten: boolean): void {
    const { current } = this;
    const left = this.#edited?.isLeft === true && this.canWrite() ? this.#edited : undefined;
    if (left !== undefined && document.activeElement !== left.input)
      this.#commitText(left.cell, left.input.value, false);
    if (this.#edited !== undefined) {
      this.#follow(this.#edited);
      // By the analysis that is shown now: its place in the document may be another one.
      this.tellTyped();
    }
    this.rows.settle(version, isWritten);
    if (current === undefined || (current.dataset.edit === undefined && !this.#hasFocus)) {
      const first = this.table.querySelector<HTMLElement>("[data-edit]");
      if (first !== null) this.#rove(first);
      else if (current === undefined) this.#rove(this.table.querySelector("td"));
    }
    if (this.#wasInTable && document.hasFocus() && document.activeElement === document.body) this.takeFocus();
  }

  /** What is typed goes along with its study, where that has come to stand in another row. */
  #follow(edited: Edited): void {
    const { input, study } = edited;
    const place = cellOf(edited.cell);
    if (study === undefined || place?.part === undefined || place.part === null) return;
    const isOwn = ({ dataset: { row } }: HTMLElement): boolean =>
      row !== undefined && this.rows.studyOf(row) === study;
    const [own, ...others] = this.figure.rows.filter(isOwn);
    if (own?.dataset.row === undefined || own.dataset.row === place.row || others.length > 0) return;
    const cell = this.figure.cell(own.dataset.row, place.part);
    if (cell === undefined) return;
    const hadFocus = document.activeElement === input;
    const { selectionStart, selectionEnd } = input;
    // That it loses the focus as it moves is no reason to write it.
    this.#edited = undefined;
    this.figure.restore(edited.cell);
    cell.replaceChildren(input);
    this.#edited = { ...edited, cell };
    if (!hadFocus) return;
    input.focus({ preventScroll: true });
    input.setSelectionRange(selectionStart, selectionEnd);
  }

  /** Where what had the focus is gone, or cannot be pressed any more. */
  takeFocus(options?: FocusOptions): void {
    const taker = this.current ?? document.querySelector<HTMLElement>("#title");
    taker?.focus(options);
  }

  /** The focus goes to the text, and comes back to the same cell. */
  giveFocus(): void {
    this.#givesFocus = true;
  }

  /** The row at the cursor is the one that is meant, as long as nobody is in the table. */
  turnTo(row: string | null): void {
    const isOwn = row === null || this.#hasFocus || this.#givesFocus;
    const cell = isOwn ? undefined : this.figure.cell(row, "study");
    if (cell !== undefined) this.#rove(cell);
  }

  get #hasFocus(): boolean {
    return this.table.contains(document.activeElement);
  }

  /** Another analysis is shown: what is typed is passed on. @returns the cell whose text was refused, and goes */
  leave(): Cell | undefined {
    const edited = this.#edited;
    if (edited === undefined) return undefined;
    if (!this.isRefused || edited.input.value !== edited.input.defaultValue) {
      this.#commitText(edited.cell, edited.input.value, false);
      return undefined;
    }
    this.#stop();
    return cellOf(edited.cell);
  }

  /** Does something to a row, whose cell with the focus goes along. */
  change(change: RowChange): void {
    // In other figures a study has other neighbours than in the text.
    if (change.kind === "move" && !isForest()) return;
    this.rows.change(change, this.current?.dataset.part ?? "study");
  }

  leaveOut(row: string): void {
    this.send({ action: "leaveOut", row, study: this.rows.studyOf(row) ?? "" });
  }

  /** The text had what was typed before. */
  restore({ row, part }: Cell): void {
    const cell = part === null ? undefined : this.figure.cell(row, part);
    if (cell !== undefined && cell !== this.#edited?.cell) this.figure.restore(cell);
  }

  /**
   * Says at the cell why its text was not taken, with the text as it was typed.
   *
   * @returns whether it stands there: not while something else is typed, which is not replaced, and not where another
   *   study has come to stand
   */
  refuse(change: CellChange, message: string, canForce: boolean): boolean {
    const isShown = this.#showRefused(change, message, canForce);
    this.tellTyped();
    return isShown;
  }

  #showRefused({ row, part, text, study }: CellChange, message: string, canForce: boolean): boolean {
    const cell = this.figure.cell(row, part);
    if (cell === undefined) return false;
    if (this.#edited !== undefined) {
      if (this.#edited.cell !== cell) this.figure.restore(cell);
      return false;
    }
    // A name that was not taken is that of the text again.
    this.figure.restore(cell);
    if (study !== undefined && study !== this.rows.studyOf(row)) return false;
    const input = this.#edit(cell, text, true, canForce ? text : "");
    input.setAttribute("aria-invalid", "true");
    input.defaultValue = text;
    input.title = message;
    return true;
  }

  #rove(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target.dataset.part === undefined) return;
    for (const other of this.table.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    target.tabIndex = 0;
  }

  /** Types what was typed before there was the row that has the focus now. */
  #typeAhead(ahead: readonly Typed[]): void {
    for (const typed of ahead) {
      const { activeElement } = document;
      const text = typeof typed === "string" ? typed : typed.key;
      const isKey = typeof typed !== "string" && (text.length > 1 || this.#edited === undefined);
      if (isKey) this.#key(typed, activeElement);
      else if (this.#edited !== undefined) {
        this.#edited.input.value += text;
        this.tellTyped();
      } else if (activeElement instanceof HTMLElement && !this.rows.keepAhead(text))
        this.#edit(activeElement, text, false);
    }
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
    if (this.rows.keepAhead(event) || (cell !== undefined && this.#keyOfRow(event, cell.row, isCommand))) {
      keepKey(event);
      return;
    }
    if (isCommand || event.altKey) return;
    const step = steps[key];
    if (step !== undefined) this.#go(target, step);
    else if (key === "Home" || key === "End") this.#end(target, key === "End");
    else if (target.dataset.edit === undefined) return;
    else if (key === "F2" || key === "Enter") this.#edit(target, this.figure.textOf(target), true);
    else if (key === "Delete" || key === "Backspace") this.#commitText(target, "", false);
    else if (key === "Process" || key === "Dead") {
      // Of an input method, or an accent: the letter that is being put together goes to what has the focus by then.
      this.#edit(target, "", false);
      return;
    } else if (key.length === 1 && key !== " ") this.#edit(target, key, false);
    else return;
    event.preventDefault();
  }

  /** Rows by the keys that an editor has for lines. */
  #keyOfRow(event: KeyboardEvent, row: string, isCommand: boolean): boolean {
    const { key, altKey, shiftKey } = event;
    const isAdding = isCommand && key === "Enter";
    if (isAdding) this.rows.add(row);
    else if (!isStudy(row)) return false;
    else if (key === " ") this.leaveOut(row);
    else if (isCommand && shiftKey && key.toLowerCase() === "k") this.change({ kind: "remove", row });
    else if (altKey && shiftKey && key === "ArrowDown") this.change({ kind: "duplicate", row });
    else if (altKey && (key === "ArrowUp" || key === "ArrowDown"))
      this.change({ kind: "move", row, by: key === "ArrowUp" ? -1 : 1 });
    else if (isCommand && key === ".")
      this.send({
        action: "fix",
        cell: cellOf(event.target instanceof Element ? event.target : null) ?? { row, part: null },
      });
    else return false;
    return true;
  }

  #keyInInput(event: KeyboardEvent): void {
    const edited = this.#edited;
    // While a letter is put together, keys choose it.
    if (edited === undefined || event.isComposing) return;
    const { cell } = edited;
    if (event.key === "Escape") {
      this.#stop();
      cell.focus();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      this.commit();
      const row = cellOf(cell)?.row;
      if (row !== undefined) this.rows.add(row);
    } else if (event.key === "Enter" || event.key === "Tab") {
      const text = edited.input.value;
      const asText = event.key === "Enter" && edited.refused !== "" && edited.refused === text;
      this.#commitText(cell, text, asText);
      // At an edge the focus stays where something was written.
      cell.focus();
      if (event.key === "Enter") this.#go(cell, { down: event.shiftKey ? -1 : 1, right: 0 });
      else this.#go(cell, { down: 0, right: event.shiftKey ? -1 : 1 });
    } else {
      // VS Code would select all once more, after what is typed next.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") event.stopPropagation();
      return;
    }
    keepKey(event);
  }

  /** What waits in another cell, for its document was closed, is passed on: it is written now, or refused. */
  #leaveOthers(cell: HTMLElement): void {
    const edited = this.#edited;
    if (edited !== undefined && edited.cell !== cell)
      this.#commitText(edited.cell, edited.input.value, false);
  }

  /** @param isWhole whether it is all that stands there, to be replaced by what is typed; else it begins what is typed */
  #edit(cell: HTMLElement, text: string, isWhole: boolean, refused?: string): HTMLInputElement {
    this.#leaveOthers(cell);
    this.#stop();
    const input = document.createElement("input");
    input.value = text;
    input.setAttribute("aria-label", this.figure.headingOf(cell.dataset.part ?? ""));
    const row = cellOf(cell)?.row;
    // An input has no line breaks: a name with one is left as it is.
    // Where a letter was begun and none came of it, nothing was typed.
    const unchanged = text === (isWhole ? this.figure.textOf(cell) : "") ? input.value : undefined;
    const study = row === undefined ? undefined : this.rows.studyOf(row);
    // Into a text that is no JSON nothing can be written: it is as soon as that is mended.
    const isLeft = refused !== undefined && document.body.dataset.state === "stale";
    this.#edited = { cell, input, study, unchanged, refused: refused ?? "", isLeft };
    cell.replaceChildren(input);
    input.addEventListener("input", () => this.tellTyped());
    input.addEventListener("blur", () => {
      const edited = this.#edited;
      if (edited?.input !== input) return;
      // Into a document that is closed nothing can be written: what is typed waits until it is opened.
      if (this.canWrite()) this.#commitText(edited.cell, input.value, false);
      else this.#edited = { ...edited, isLeft: true };
    });
    // What is refused takes no focus from the text, where the reader may be typing by then.
    if (refused === undefined || document.hasFocus()) {
      input.focus();
      if (isWhole) input.select();
    }
    if (!isWhole) this.tellTyped();
    return input;
  }

  /** Tells what stands in the cell that is written into, in case the page goes. */
  tellTyped(): void {
    if (this.#edited === undefined) {
      this.typing(null);
      return;
    }
    const { cell, input, study, unchanged } = this.#edited;
    const place = cellOf(cell);
    if (place === undefined || place.part === null) return;
    const { row, part } = place;
    const change = { kind: "cell", row, part, text: input.value, asText: false } as const;
    this.typing(input.value === unchanged ? null : named<CellChange>(change, study));
  }

  /** Writes what is being typed; the focus stays in its cell. */
  commit(): void {
    if (this.#edited === undefined) return;
    const { cell, input } = this.#edited;
    this.#commitText(cell, input.value, false);
    cell.focus();
  }

  #commitText(cell: HTMLElement, typed: string, asText: boolean): void {
    this.#leaveOthers(cell);
    const place = cellOf(cell);
    const before = this.figure.textOf(cell);
    const edited = this.#edited?.cell === cell ? this.#edited : undefined;
    this.#stop();
    if (place?.part === undefined || place.part === null) return;
    // As it is written: by its name the study is found again.
    const text = place.part === "study" ? typed.trim() : typed;
    const study = edited === undefined ? this.rows.studyOf(place.row) : edited.study;
    const isSameStudy = study === this.rows.studyOf(place.row);
    if ((text === before || typed === edited?.unchanged) && isSameStudy && !asText) return;
    if (isSameStudy) this.figure.anticipate(cell, text);
    const change = { kind: "cell", row: place.row, part: place.part, text, asText } as const;
    this.rows.editNamed("edit", change, study);
  }

  #stop(): void {
    const edited = this.#edited;
    this.#edited = undefined;
    if (edited === undefined) return;
    this.figure.restore(edited.cell);
    this.typing(null);
  }

  #go(from: HTMLElement, { down, right }: { readonly down: number; readonly right: number }): void {
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
      if (same === undefined) continue;
      same.focus();
      return;
    }
  }

  #end(from: HTMLElement, isLast: boolean): void {
    const cells = childrenOf(from.parentElement);
    (isLast ? cells.at(-1) : cells[0])?.focus();
  }

  #paste(event: ClipboardEvent): void {
    const change = pastedOn(event);
    if (change === undefined) return;
    event.preventDefault();
    if (change.kind === "cell" && this.rows.keepAhead(change.text)) return;
    if (change.kind === "cell") this.change(change);
    else this.rows.editNamed("preview", change, this.rows.studyOf(change.row));
  }
}

const steps: Readonly<Record<string, { readonly down: number; readonly right: number }>> = {
  ArrowUp: { down: -1, right: 0 },
  ArrowDown: { down: 1, right: 0 },
  ArrowLeft: { down: 0, right: -1 },
  ArrowRight: { down: 0, right: 1 },
};
