import type { Position, Range } from "vscode-languageserver-types";
import type { TextPositions } from "../documents/textPositions";
import { advance } from "../documents/textPositions";

/** How a text differs from the document's own: what stands in place of its UTF-16 offsets `from` to `to`. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
}

/** Where a stretch of the document's own text is after a splice; what is inserted at its edges belongs to it. */
export function rangeAfter(positions: TextPositions, splice: Splice, from: number, to: number): Range {
  return {
    start: from <= splice.from ? positions.positionAt(from) : shifted(positions, splice, from),
    end: to < splice.to ? positions.positionAt(to) : shifted(positions, splice, to),
  };
}

/** Where the inserted text ends. */
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
