import type { Position, Range } from "vscode-languageserver-types";
import type { TextPositions } from "../documents/textPositions";
import { advance } from "../documents/textPositions";

/** The difference of a text from the document: a replacement of its UTF-16 offsets `from` to `to`. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
}

/** The range of a stretch of the document after a splice; includes text inserted at its edges. */
export function rangeAfter(positions: TextPositions, splice: Splice, from: number, to: number): Range {
  return {
    start: from <= splice.from ? positions.positionAt(from) : shifted(positions, splice, from),
    end: to < splice.to ? positions.positionAt(to) : shifted(positions, splice, to),
  };
}

/** End position of the inserted text. */
export function endOfInserted(positions: TextPositions, { from, inserted }: Splice): Position {
  return advance(positions.positionAt(from), inserted);
}

function shifted(positions: TextPositions, splice: Splice, offset: number): Position {
  const before = positions.positionAt(offset);
  const replacedTo = positions.positionAt(splice.to);
  const end = endOfInserted(positions, splice);
  return before.line === replacedTo.line
    ? { line: end.line, character: end.character + before.character - replacedTo.character }
    : { line: end.line + before.line - replacedTo.line, character: before.character };
}
