// The line that says what came of the last action, and what was typed and is not in the document.
import type { Cell } from "../../../protocol/src/evidenceTable";
import { element } from "../kit/page";

export class StatusLine {
  /** What was not taken while something else was typed: said until its cell is written into, or by Escape. */
  #missed: (Cell & { readonly message: string }) | undefined;

  say(message: string): void {
    const shown = message === "" ? (this.#missed?.message ?? "") : message;
    const line = element("said");
    if (line.textContent === shown) return;
    line.textContent = shown;
    // In a low window the line lies on the figure: what it is about stays in sight above it.
    document.documentElement.style.scrollPaddingBottom = shown === "" ? "" : `${line.offsetHeight}px`;
    if (shown !== "") keepCellInSight();
  }

  /** Says of the text of a cell that it is not in the document, and why. */
  miss({ row, part }: Cell, why: string): void {
    this.#missed = { row, part, message: `${why} ${element("said").dataset.missing ?? ""}` };
    this.say("");
  }

  /** A cell is written into. */
  write({ row, part }: Cell): void {
    if (row === this.#missed?.row && part === this.#missed.part) this.#missed = undefined;
  }

  forget(): void {
    this.#missed = undefined;
    this.say("");
  }
}

/** Something has come that takes room from the figure: the cell with the focus stays in sight. */
export function keepCellInSight(): void {
  const cell = document.activeElement?.closest("#table td, #table th");
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
