// Cells as a spreadsheet has them: arrows, typing, F2, Enter, Tab, pasting, and rows as an editor has lines.
import type { Cell } from "../../../protocol/src/evidenceTable";
import { keepKey } from "../kit/page";
import type { EvidenceAction } from "./messages";
import type { FigureOnPage } from "./figure";

type Send = (action: EvidenceAction) => void;

/** What a cell is, where it is one of the table's. */
export function cellOf(element: Element | null): Cell | undefined {
  const cell = element?.closest<HTMLElement>("[data-part]");
  const row = cell?.closest<HTMLElement>("[data-row]")?.dataset.row;
  return cell === undefined || cell === null || row === undefined
    ? undefined
    : { row, part: cell.dataset.part ?? null };
}

/** Whether a row is one of the document. */
export function isStudy(row: string | undefined): row is string {
  return row?.startsWith("/") === true;
}

export class Cells {
  #edited: { readonly cell: HTMLElement; readonly input: HTMLInputElement; refused: string } | undefined;

  constructor(
    private readonly table: HTMLElement,
    private readonly figure: FigureOnPage,
    private readonly send: Send,
  ) {
    table.addEventListener("keydown", (event) => this.#key(event));
    table.addEventListener("focusin", ({ target }) => this.#rove(target));
    table.addEventListener("paste", (event) => this.#paste(event));
    table.addEventListener("copy", (event) => this.#copy(event));
  }

  /** The cell with the focus, or that had it last. */
  get current(): HTMLElement | undefined {
    return this.table.querySelector<HTMLElement>('[data-part][tabindex="0"]') ?? undefined;
  }

  /** Whether a cell waits for another text than the one that was not taken. */
  get isRefused(): boolean {
    return this.#edited?.input.hasAttribute("aria-invalid") === true;
  }

  /** Lets one cell be reached by Tab, once there is one. */
  settle(): void {
    if (this.current !== undefined) return;
    const first =
      this.table.querySelector<HTMLElement>("[data-edit]") ?? this.table.querySelector<HTMLElement>("td");
    if (first !== null) first.tabIndex = 0;
  }

  /** Says at the cell why its text was not taken, with the text as it was typed. */
  refuse({ row, part }: Cell, text: string, message: string, canForce: boolean): void {
    const cell = part === null ? undefined : this.figure.cell(row, part);
    if (cell === undefined) return;
    this.#edit(cell, text);
    if (this.#edited === undefined) return;
    this.#edited.refused = canForce ? text : "";
    this.#edited.input.setAttribute("aria-invalid", "true");
    this.#edited.input.title = message;
  }

  #rove(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target.dataset.part === undefined) return;
    for (const other of this.table.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    target.tabIndex = 0;
  }

  #key(event: KeyboardEvent): void {
    const { target, key } = event;
    if (target instanceof HTMLInputElement) {
      this.#keyInInput(event);
      return;
    }
    if (!(target instanceof HTMLElement) || target.dataset.part === undefined) return;
    const cell = cellOf(target);
    const isCommand = event.ctrlKey || event.metaKey;
    if (cell !== undefined && this.#keyOfRow(event, cell.row, isCommand)) {
      keepKey(event);
      return;
    }
    if (isCommand || event.altKey) return;
    const step = steps[key];
    if (step !== undefined) this.#go(target, step);
    else if (key === "Home" || key === "End") this.#end(target, key === "End");
    else if (target.dataset.edit === undefined) return;
    else if (key === "F2" || key === "Enter") this.#edit(target, target.dataset.full ?? target.textContent);
    else if (key === "Delete" || key === "Backspace") this.#commitText(target, "", false);
    else if (key.length === 1 && key !== " ") this.#edit(target, key);
    else return;
    event.preventDefault();
  }

  /** Rows by the keys that an editor has for lines. */
  #keyOfRow(event: KeyboardEvent, row: string, isCommand: boolean): boolean {
    const { key, altKey, shiftKey } = event;
    if (!isStudy(row)) return false;
    if (key === " ") this.send({ action: "leaveOut", row });
    else if (isCommand && key === "Enter") this.send({ action: "edit", change: { kind: "add", row } });
    else if (isCommand && shiftKey && key.toLowerCase() === "k")
      this.send({ action: "edit", change: { kind: "remove", row } });
    else if (altKey && shiftKey && key === "ArrowDown")
      this.send({ action: "edit", change: { kind: "duplicate", row } });
    else if (altKey && (key === "ArrowUp" || key === "ArrowDown"))
      this.send({ action: "edit", change: { kind: "move", row, by: key === "ArrowUp" ? -1 : 1 } });
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
    if (edited === undefined) return;
    const { cell } = edited;
    if (event.key === "Escape") {
      this.#stop();
      cell.focus();
    } else if (event.key === "Enter" || event.key === "Tab") {
      const text = edited.input.value;
      const asText = event.key === "Enter" && edited.refused !== "" && edited.refused === text;
      this.#commitText(cell, text, asText);
      if (event.key === "Enter") this.#go(cell, { down: event.shiftKey ? -1 : 1, right: 0 });
      else this.#go(cell, { down: 0, right: event.shiftKey ? -1 : 1 });
    } else return;
    keepKey(event);
  }

  #edit(cell: HTMLElement, text: string): void {
    this.#stop();
    const input = document.createElement("input");
    input.value = text;
    input.setAttribute("aria-label", cell.dataset.part ?? "");
    this.#edited = { cell, input, refused: "" };
    cell.replaceChildren(input);
    input.addEventListener("blur", () => {
      if (this.#edited?.input === input) this.#commitText(cell, input.value, false);
    });
    input.focus();
    if (text.length > 1) input.select();
  }

  #commitText(cell: HTMLElement, text: string, asText: boolean): void {
    const place = cellOf(cell);
    const before = this.figure.textOf(cell);
    this.#stop();
    if (place?.part === undefined || place.part === null || text === before) return;
    // What is shown until the text has it.
    cell.textContent = text;
    this.send({ action: "edit", change: { kind: "cell", row: place.row, part: place.part, text, asText } });
  }

  #stop(): void {
    const edited = this.#edited;
    this.#edited = undefined;
    if (edited !== undefined) this.figure.restore(edited.cell);
  }

  #go(from: HTMLElement, { down, right }: { readonly down: number; readonly right: number }): void {
    const row = from.closest<HTMLElement>("[data-row]");
    if (row === null) return;
    if (right !== 0) {
      const cells = Array.from(row.children);
      focusOn(cells[cells.indexOf(from) + right]);
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
    const cells = Array.from(from.parentElement?.children ?? []);
    focusOn(isLast ? cells.at(-1) : cells[0]);
  }

  #paste(event: ClipboardEvent): void {
    const cell = cellOf(event.target instanceof Element ? event.target : null);
    const text = event.clipboardData?.getData("text/plain").replace(/\r?\n$/, "") ?? "";
    if (
      event.target instanceof HTMLInputElement ||
      cell?.part === undefined ||
      cell.part === null ||
      text === ""
    )
      return;
    event.preventDefault();
    const lines = text.split(/\r?\n/).map((line) => line.split("\t"));
    if (lines.length === 1 && lines[0]?.length === 1)
      this.send({
        action: "edit",
        change: { kind: "cell", row: cell.row, part: cell.part, text, asText: false },
      });
    else
      this.send({
        action: "preview",
        change: { kind: "paste", row: cell.row, part: cell.part, cells: lines },
      });
  }

  #copy(event: ClipboardEvent): void {
    if (event.target instanceof HTMLInputElement || !(event.target instanceof HTMLElement)) return;
    const selected = document.getSelection()?.toString() ?? "";
    const cell = event.target.closest<HTMLElement>("[data-part]");
    if (cell === null || selected !== "") return;
    event.clipboardData?.setData("text/plain", cell.dataset.full ?? cell.textContent);
    event.preventDefault();
  }
}

const steps: Readonly<Record<string, { readonly down: number; readonly right: number }>> = {
  ArrowUp: { down: -1, right: 0 },
  ArrowDown: { down: 1, right: 0 },
  ArrowLeft: { down: 0, right: -1 },
  ArrowRight: { down: 0, right: 1 },
};

function focusOn(element: Element | undefined): void {
  if (element instanceof HTMLElement) element.focus();
}
