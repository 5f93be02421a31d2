// The line that says what came of the last action, or what was typed and is not in the document.
import { element } from "../kit/page";

export class StatusLine {
  /** What was typed and is not in the document. */
  #missing = "";

  say(message: string): void {
    const shown = message === "" ? this.#missing : message;
    const line = element("said");
    if (line.textContent === shown) return;
    line.textContent = shown;
    // In a low window the line lies on the figure: what it is about stays in sight above it.
    document.documentElement.style.scrollPaddingBottom =
      shown === "" ? "" : `${element("status").offsetHeight}px`;
    if (shown !== "") keepCellInSight();
  }

  /** Says so until it is in the document, or nobody wants it any more. */
  miss(message: string): void {
    if (message === this.#missing) return;
    this.#missing = message;
    this.say("");
  }
}

/** Something has come that takes room from the figure: the cell with the focus stays in sight. */
export function keepCellInSight(): void {
  const cell = document.activeElement?.closest("#table td, #table th");
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
