import type { Position } from "vscode-languageserver-types";
import type { Stretch } from "./benchDocument";

/** Converts UTF-16 offsets of a text with "\n" line endings to LSP positions. */
export class TextPositions {
  private readonly lineStarts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.lineStarts = starts;
  }

  positionAt(offset: number): Position {
    let line = 0;
    for (let above = this.lineStarts.length; line + 1 < above;) {
      const middle = (line + above) >> 1;
      if (this.startOf(middle) <= offset) line = middle;
      else above = middle;
    }
    return { line, character: offset - this.startOf(line) };
  }

  private startOf(line: number): number {
    return this.lineStarts[line] ?? 0;
  }
}

/** The position after `text` if it starts at `start`. */
export function advance(start: Position, text: string): Position {
  const lines = text.split("\n");
  const last = lines.at(-1)?.length ?? 0;
  return lines.length === 1
    ? { line: start.line, character: start.character + last }
    : { line: start.line + lines.length - 1, character: last };
}

export function isBefore(one: Position, other: Position): boolean {
  return one.line === other.line ? one.character < other.character : one.line < other.line;
}

/**
 * Finds the first match at or after a fraction of the text (0: its start, 1: its end), else the first of all.
 * @param pattern with the flag `g`
 */
export function find(text: string, pattern: RegExp, part: number): Stretch | undefined {
  for (const start of [Math.floor(text.length * part), 0]) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match !== null) return { from: match.index, to: match.index + match[0].length };
  }
  return undefined;
}
