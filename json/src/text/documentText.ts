/** A position as in LSP: zero-based line, UTF-16 units from the line's start. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

/** Two positions in a text, the second at or after the first. */
export interface LineRange {
  readonly start: LinePosition;
  readonly end: LinePosition;
}

/** A part of a text and its start offset. */
export interface TextChunk {
  readonly text: string;
  readonly start: number;
}

const maxPieceLength = 16_384;
/** If an edit leaves a piece shorter than this, the edit joins the piece with its neighbours. */
const shortestPiece = 4096;

/** A part of the text that splits no "\r\n", with its line breaks ("\n", "\r\n", "\r"). */
class Piece {
  readonly breaks: number;
  #breakEnds: readonly number[] | undefined;

  constructor(readonly text: string) {
    this.breaks = text.includes("\r") ? this.breakEnds.length : countOf("\n", text);
  }

  /** End offsets of the line breaks, computed on first use: callers mostly look up the same few pieces. */
  get breakEnds(): readonly number[] {
    return (this.#breakEnds ??= breakEndsOf(this.text));
  }
}

function breakEndsOf(text: string): readonly number[] {
  const ends: number[] = [];
  const isPlain = !text.includes("\r");
  for (let at = 0; at < text.length; at++) {
    if (isPlain) at = text.indexOf("\n", at);
    if (at === -1) break;
    if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) ends.push(at + 1);
  }
  return ends;
}

function piecesOf(text: string): readonly Piece[] {
  const count = Math.max(1, Math.ceil(text.length / maxPieceLength));
  const pieces: Piece[] = [];
  let start = 0;
  for (let number = 1; number <= count; number++) {
    let end = Math.round((text.length * number) / count);
    if (text[end - 1] === "\r" && text[end] === "\n") end++;
    pieces.push(new Piece(text.slice(start, end)));
    start = end;
  }
  return pieces;
}

/** `slice` caches results longer than this number of UTF-16 units. */
const longStretch = 100_000;

/**
 * The text of one document version: immutable, with all characters as received (CRLF, lone CR, BOM, lone surrogates).
 * Offsets are UTF-16 units. Lines end at "\n", "\r\n" or "\r" (LSP 3.17). An edit takes microseconds, regardless of the
 * length of the document or of its lines.
 */
export class DocumentText {
  readonly length: number;
  readonly lineCount: number;
  /** The offset of each piece. */
  readonly #starts: readonly number[];
  /** The number of line breaks before each piece. */
  readonly #breaks: readonly number[];

  private constructor(
    private readonly pieces: readonly Piece[],
    private chunk: TextChunk,
  ) {
    const [starts, breaksBefore]: [number[], number[]] = [[], []];
    let [length, breaks] = [0, 0];
    for (const piece of pieces) {
      starts.push(length);
      breaksBefore.push(breaks);
      length += piece.text.length;
      breaks += piece.breaks;
    }
    this.length = length;
    this.lineCount = breaks + 1;
    this.#starts = starts;
    this.#breaks = breaksBefore;
  }

  static of(text: string): DocumentText {
    return new DocumentText(piecesOf(text), { text, start: 0 });
  }

  /** The UTF-16 unit at an offset, or NaN outside the text. Fast for sequential reads. */
  charCodeAt(offset: number): number {
    const { text, start } = this.chunk;
    if (offset >= start && offset < start + text.length) return text.charCodeAt(offset - start);
    const chunk = this.chunkAt(offset);
    return chunk.text.charCodeAt(offset - chunk.start);
  }

  /** Returns a part of the text, of any length, that contains the unit at an offset. */
  chunkAt(offset: number): TextChunk {
    const held = this.chunk;
    if (offset >= held.start && offset < held.start + held.text.length) return held;
    const index = this.#pieceAt(offset);
    this.chunk = { text: this.pieces[index]?.text ?? "", start: this.#starts[index] ?? 0 };
    return this.chunk;
  }

  /** Returns the text between two offsets, clamping them to the text. */
  slice(from: number, to: number): string {
    const { text, start } = this.chunk;
    const first = this.#clamp(from);
    const last = this.#clamp(to);
    if (first >= start && last <= start + text.length) return text.slice(first - start, last - start);
    if (last <= first) return "";
    // Joined texts are copied only when read, and many callers of a long slice do not read it.
    let slice = "";
    for (let index = this.#pieceAt(first); first + slice.length < last; index++) {
      const at = this.#starts[index] ?? 0;
      slice += this.pieces[index]?.text.slice(first + slice.length - at, last - at) ?? "";
    }
    // Caches a long slice for later callers, unless it takes too much memory.
    if (slice.length > longStretch && slice.length < 32 * longStretch)
      this.chunk = { text: slice, start: first };
    return slice;
  }

  /** Returns a copy of the text with the part between two offsets replaced. */
  replace(from: number, to: number, insert: string): DocumentText {
    const start = this.#clamp(from);
    const end = Math.max(start, this.#clamp(to));
    let first = this.#pieceAt(start);
    let next = this.#pieceAt(end) + 1;
    const changed = () =>
      this.slice(this.#starts[first] ?? 0, start) +
      insert +
      this.slice(end, this.#starts[next] ?? this.length);
    let text = changed();
    // A piece must not be short, nor begin or end inside "\r\n": else replaces its neighbours, too.
    if (text.length < shortestPiece || text.startsWith("\n") || text.endsWith("\r")) {
      first = Math.max(0, first - 1);
      next += 1;
      text = changed();
    }
    const pieces = this.pieces.slice(0, first).concat(piecesOf(text), this.pieces.slice(next));
    return new DocumentText(pieces, { text: pieces[first]?.text ?? "", start: this.#starts[first] ?? 0 });
  }

  /**
   * The position of an offset, clamped to the text; an offset between "\r" and "\n" counts as before
   * both (LSP 3.17, Position: a position never lies inside a line ending).
   */
  positionAt(offset: number): LinePosition {
    const clamped = this.#clamp(offset);
    const inLineEnding = this.charCodeAt(clamped) === 10 && this.charCodeAt(clamped - 1) === 13;
    const place = inLineEnding ? clamped - 1 : clamped;
    const index = this.#pieceAt(place);
    const ends = this.pieces[index]?.breakEnds ?? [];
    const last = lastUpTo(ends, place - (this.#starts[index] ?? 0));
    const line = (this.#breaks[index] ?? 0) + last + 1;
    return { line, character: place - this.#lineStart(line) };
  }

  /** The range between two offsets. */
  rangeBetween(start: number, end: number): LineRange {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  /**
   * The offset of a position. For a line past the end, the end of the text; for a character past the end of
   * its line, the end of the line before its line ending (LSP 3.17, Position).
   */
  offsetAt(position: LinePosition): number {
    if (position.line < 0) return 0;
    if (position.line >= this.lineCount) return this.length;
    const start = this.#lineStart(position.line);
    const next = position.line + 1 < this.lineCount ? this.#lineStart(position.line + 1) : this.length;
    let end = next;
    if (position.line + 1 < this.lineCount) {
      end -=
        this.charCodeAt(next - 1) === 10 && this.charCodeAt(next - 2) === 13 && next - 2 >= start ? 2 : 1;
    }
    return Math.max(start, Math.min(start + position.character, end));
  }

  toString(): string {
    return this.slice(0, this.length);
  }

  #lineStart(line: number): number {
    if (line === 0) return 0;
    const index = lastUpTo(this.#breaks, line - 1);
    const breakEnd = this.pieces[index]?.breakEnds[line - 1 - (this.#breaks[index] ?? 0)];
    return (this.#starts[index] ?? 0) + (breakEnd ?? 0);
  }

  /** The index of the piece that contains the unit at an offset; at the end of the text, the last one. */
  #pieceAt(offset: number): number {
    return Math.max(0, lastUpTo(this.#starts, offset));
  }

  #clamp(offset: number): number {
    return Math.max(0, Math.min(offset, this.length));
  }
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++;
  return count;
}

/** The index of the last number up to `most` in a list of ascending numbers; -1 if all numbers are larger. */
export function lastUpTo(ascending: readonly number[], most: number): number {
  let low = 0;
  for (let high = ascending.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const linesLookedAt = 100;
const defaultStep = "  ";

/** One level of the document's indentation, taken from its first indented line. */
export function indentationStep(text: DocumentText): string {
  for (let line = 1; line < Math.min(text.lineCount, linesLookedAt); line += 1) {
    const indentation = indentationOf(text, line);
    if (indentation.startsWith("\t")) return "\t";
    if (indentation !== "") return indentation;
  }
  return defaultStep;
}

/** The white space at the start of a line. */
export function indentationOf(text: DocumentText, line: number): string {
  const start = text.offsetAt({ line, character: 0 });
  let end = start;
  while (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9) end += 1;
  return text.slice(start, end);
}

/** The first character at or after an offset that is not white space (RFC 8259, section 2). */
export function nextSignificant(
  text: DocumentText,
  offset: number,
): { at: number; character: string } | undefined {
  let at = offset;
  while (isWhiteSpace(text.charCodeAt(at))) at += 1;
  return at < text.length ? { at, character: text.slice(at, at + 1) } : undefined;
}

/** The last character before an offset that is not white space. */
export function previousSignificant(
  text: DocumentText,
  offset: number,
): { at: number; character: string } | undefined {
  let at = offset - 1;
  while (isWhiteSpace(text.charCodeAt(at))) at -= 1;
  return at >= 0 ? { at, character: text.slice(at, at + 1) } : undefined;
}

function isWhiteSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** How many elements two lists have in common at their starts, and then at their ends; no element counts twice. */
export function sharedEnds<Element>(
  one: readonly Element[],
  other: readonly Element[],
): { readonly start: number; readonly end: number } {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return { start, end };
}
