import type { Range } from "vscode-languageserver-types";
import type { DocumentText, LinePosition } from "../text/documentText";

/** Up to here counting the lines in between is quicker than looking the offset up in the text. */
const nearby = 4096;

/**
 * The positions of offsets that are asked for in (mostly) rising order, for answers with thousands of
 * ranges. They are those of `DocumentText.positionAt`.
 */
export class AscendingPositions {
  private offset = 0;
  private line = 0;
  private lineStart = 0;

  constructor(private readonly text: DocumentText) {}

  rangeBetween(start: number, end: number): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  positionAt(offset: number): LinePosition {
    const distance = offset - this.offset;
    if (distance < 0 || distance > nearby || offset > this.text.length) return this.lookUp(offset);
    const between = this.text.slice(this.offset, offset);
    if (between.endsWith("\r")) return this.text.positionAt(offset);
    const breaks = between.includes("\r") ? between.replace(/\r(?!\n)/g, "\n") : between;
    for (let at = breaks.indexOf("\n"); at !== -1; at = breaks.indexOf("\n", at + 1)) {
      this.line += 1;
      this.lineStart = this.offset + at + 1;
    }
    this.offset = offset;
    return { line: this.line, character: offset - this.lineStart };
  }

  private lookUp(offset: number): LinePosition {
    const position = this.text.positionAt(offset);
    // Inside a line ending the position is that of the ending's start: nothing to count on from.
    if (this.text.slice(offset - 1, offset) !== "\r" && offset <= this.text.length) {
      this.offset = Math.max(0, offset);
      this.line = position.line;
      this.lineStart = this.offset - position.character;
    }
    return position;
  }
}
