import { type Rope, breaksBefore, endOfBreak, leafAt, replaceInRope, ropeOf, sliceRope } from "./rope";

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

/** In UTF-16 units: `slice` caches results longer than this. */
const longStretch = 100_000;

/**
 * The text of one document version: immutable and unmodified (CRLF, lone CR, BOM, lone surrogates).
 * Offsets are UTF-16 units. Lines end at "\n", "\r\n" or "\r" (LSP 3.17). An edit takes microseconds,
 * regardless of the length of the document or of its lines.
 */
export class DocumentText {
  private constructor(
    private readonly rope: Rope,
    private chunk: TextChunk,
  ) {}

  static of(text: string): DocumentText {
    return new DocumentText(ropeOf(text), { text, start: 0 });
  }

  get length(): number {
    return this.rope.length;
  }

  get lineCount(): number {
    return this.rope.breaks + 1;
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
    const { leaf, start } = leafAt(this.rope, offset);
    this.chunk = { text: leaf.text, start };
    return this.chunk;
  }

  /** Returns the text between two offsets, clamping them to the text. */
  slice(from: number, to: number): string {
    const { text, start } = this.chunk;
    const first = this.#clamp(from);
    const last = this.#clamp(to);
    if (first >= start && last <= start + text.length) return text.slice(first - start, last - start);
    if (last <= first) return "";
    const slice = sliceRope(this.rope, first, last);
    // Caches a long slice for later callers, unless it takes too much memory.
    if (slice.length > longStretch && slice.length < 32 * longStretch)
      this.chunk = { text: slice, start: first };
    return slice;
  }

  /** Returns a copy of the text with the part between two offsets replaced. */
  replace(from: number, to: number, insert: string): DocumentText {
    const first = this.#clamp(from);
    const rope = replaceInRope(this.rope, first, Math.max(first, this.#clamp(to)), insert);
    const { leaf, start } = leafAt(rope, first);
    return new DocumentText(rope, { text: leaf.text, start });
  }

  /**
   * The position of an offset, clamped to the text; an offset between "\r" and "\n" counts as before
   * both (LSP 3.17, Position: a position never lies inside a line ending).
   */
  positionAt(offset: number): LinePosition {
    const clamped = this.#clamp(offset);
    const inLineEnding = this.charCodeAt(clamped) === 10 && this.charCodeAt(clamped - 1) === 13;
    const place = inLineEnding ? clamped - 1 : clamped;
    const line = breaksBefore(this.rope, place);
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
    return line === 0 ? 0 : endOfBreak(this.rope, line);
  }

  #clamp(offset: number): number {
    return Math.max(0, Math.min(offset, this.length));
  }
}

const linesLookedAt = 100;
const defaultStep = "  ";

/** One step of the document's indentation: that of its first indented line. */
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
