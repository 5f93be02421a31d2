import { element } from "../kit/page";

/** The status line, which shows the outcome of the last action; without one, a refused text. */
export class StatusLine {
  /** The message about a refused text. */
  #refusedTextMessage = "";

  show(message: string): void {
    const shown = message === "" ? this.#refusedTextMessage : message;
    const line = element("said");
    if (line.textContent === shown) return;
    line.textContent = shown;
    // In a low window, the line covers part of the figure: scrolls the focused cell into sight above the line.
    document.documentElement.style.scrollPaddingBottom =
      shown === "" ? "" : `${element("status").offsetHeight}px`;
    if (shown !== "") keepCellInSight();
  }

  /** Sets the message about a refused text; empty once there is none. */
  setRefusedText(message: string): void {
    if (message === this.#refusedTextMessage) return;
    this.#refusedTextMessage = message;
    this.show("");
  }
}

/** Scrolls the focused cell into sight, after the figure has lost room. */
export function keepCellInSight(): void {
  const cell = document.activeElement?.closest("#table td, #table th");
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
