import type { Position, Range } from "vscode-languageserver-types";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** A replacement of a document's UTF-16 offsets `from` to `to`, on one line, by a text without a line break. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
}

/** The range that the text from `from` to `to` has after a splice, with text inserted at its edges. */
export function rangeAfter(document: TextDocument, splice: Splice, from: number, to: number): Range {
  return {
    start: from <= splice.from ? document.positionAt(from) : positionAfter(document, splice, from),
    end: to < splice.to ? document.positionAt(to) : positionAfter(document, splice, to),
  };
}

/** End position of the inserted text. */
export function endOfInserted(document: TextDocument, { from, inserted }: Splice): Position {
  const { line, character } = document.positionAt(from);
  return { line, character: character + inserted.length };
}

function positionAfter(document: TextDocument, splice: Splice, offset: number): Position {
  const { line, character } = document.positionAt(offset);
  if (line !== document.positionAt(splice.to).line) return { line, character };
  return { line, character: character + splice.inserted.length - (splice.to - splice.from) };
}
