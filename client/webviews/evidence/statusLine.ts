// The status line: the outcome of the last action, else a refused text.
import { element } from "../kit/page";

export class StatusLine {
  /** The message about a refused text. */
  #missing = "";

  say(message: string): void {
    const shown = message === "" ? this.#missing : message;
    const line = element("said");
    if (line.textContent === shown) return;
    line.textContent = shown;
    // In a low window the line covers part of the figure: keeps the focused cell in sight above it.
    document.documentElement.style.scrollPaddingBottom =
      shown === "" ? "" : `${element("status").offsetHeight}px`;
    if (shown !== "") keepCellInSight();
  }

  /** Sets the message about a refused text; empty once there is none. */
  miss(message: string): void {
    if (message === this.#missing) return;
    this.#missing = message;
    this.say("");
  }
}

/** Scrolls the focused cell into sight, after the figure has lost room. */
export function keepCellInSight(): void {
  const cell = document.activeElement?.closest("#table td, #table th");
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
