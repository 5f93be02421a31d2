/** A place in a text as LSP counts: zero-based line, UTF-16 units from the line's start. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

/**
 * The text of one document version: immutable, byte for byte as it came (CRLF, lone CR, BOM, lone
 * surrogates). Offsets are UTF-16 units. Lines end as LSP 3.17 says: at "\n", "\r\n" or "\r".
 * An edit costs microseconds, whatever the length of the document or of its lines.
 */
export interface DocumentText {
  readonly length: number;
  readonly lineCount: number;

  /** The UTF-16 unit at an offset, or NaN outside the text. Quick when read in order. */
  charCodeAt(offset: number): number;

  /** The text between two offsets, which are clamped to the text. */
  slice(from: number, to: number): string;

  /** The text with the part between two offsets replaced. */
  replace(from: number, to: number, insert: string): DocumentText;

  /**
   * The position of an offset, clamped to the text; an offset between "\r" and "\n" counts as before
   * both (LSP 3.17, Position: a position never lies inside a line ending).
   */
  positionAt(offset: number): LinePosition;

  /**
   * The offset of a position. A line past the end means the end of the text, a character past the
   * end of its line the line's end before its line ending (LSP 3.17, Position).
   */
  offsetAt(position: LinePosition): number;

  toString(): string;
}
