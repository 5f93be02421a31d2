import type { TextChunk } from "../text/documentText";
import { Char, isInlineSpace, isLineEnd, isSpace } from "./characters";

/** The source of the text: a document's text or a string. */
interface TextSource {
  readonly length: number;
  readonly chunkAt: (offset: number) => TextChunk;
  readonly slice: (from: number, to: number) => string;
}

export function sourceOf(text: string): TextSource {
  const chunk = { text, start: 0 };
  return { length: text.length, chunkAt: () => chunk, slice: (from, to) => text.slice(from, to) };
}

/** Reads a text unit by unit; caches the part read last. */
export class TextReader {
  #chunk = "";
  #chunkStart = 0;
  #stretch: TextChunk = { text: "", start: 0 };

  constructor(private readonly source: TextSource) {}

  get length(): number {
    return this.source.length;
  }

  /** The UTF-16 unit at an offset; `Char.End` outside the text. */
  codeAt(offset: number): number {
    const index = offset - this.#chunkStart;
    if (index >= 0 && index < this.#chunk.length) return this.#chunk.charCodeAt(index);
    if (offset < 0 || offset >= this.source.length) return Char.End;
    const chunk = this.source.chunkAt(offset);
    this.#chunk = chunk.text;
    this.#chunkStart = chunk.start;
    return chunk.text.charCodeAt(offset - chunk.start);
  }

  slice(from: number, to: number): string {
    return this.source.slice(from, to);
  }

  /** Returns the chunk that contains an offset, for loops that read many units. */
  chunkAt(offset: number): TextChunk {
    return this.source.chunkAt(offset);
  }

  /**
   * Returns a part of the text that contains an offset and at least `least` units after it, or the rest of the
   * text: for callers that would have to start again if it ended too early.
   */
  stretchFrom(offset: number, least: number): TextChunk {
    const end = Math.min(offset + least, this.length);
    const isEnough = ({ text, start }: TextChunk) => start <= offset && start + text.length >= end;
    if (isEnough(this.#stretch)) return this.#stretch;
    const chunk = this.chunkAt(offset);
    // Reads twice the length, since the next call likely continues here.
    this.#stretch = isEnough(chunk) ? chunk : { text: this.slice(offset, offset + 2 * least), start: offset };
    return this.#stretch;
  }

  /** The first offset from `offset` on that is not JSON whitespace. */
  skipSpace(offset: number): number {
    let at = offset;
    while (isSpace(this.codeAt(at))) at++;
    return at;
  }

  /** The first offset from `offset` on that is not space, or the end of its line. */
  skipInlineSpace(offset: number): number {
    let at = offset;
    while (isInlineSpace(this.codeAt(at))) at++;
    return at;
  }

  /** The end of a run of equal characters on one line, with or without space between them: as in `}}` and `, ,`. */
  endOfRun(offset: number): number {
    const code = this.codeAt(offset);
    let end = offset;
    for (let at = offset; this.codeAt(at) === code; at = this.skipInlineSpace(end)) end = at + 1;
    return end;
  }

  /** The end of the line of an offset, before its line break. */
  endOfLine(offset: number): number {
    let at = offset;
    while (!isLineEnd(this.codeAt(at))) at++;
    return at;
  }

  /** The first offset from `offset` on with a quote mark, a backslash or a control character. */
  skipPlain(offset: number): number {
    let at = offset;
    while (at < this.length) {
      const chunk = this.chunkAt(at);
      plainText.lastIndex = at - chunk.start;
      plainText.test(chunk.text);
      at = chunk.start + plainText.lastIndex;
      if (plainText.lastIndex < chunk.text.length) break;
    }
    return at;
  }
}

const plainText = /[^"'\\\u0000-\u001f]*/y;

/** Maximum distance to search for a line's start or end: in longer lines, columns do not show the nesting. */
const farthest = 1000;

/** The column of an offset if only space precedes it on its line; else undefined. */
export function columnOnOwnLine(reader: TextReader, offset: number): number | undefined {
  for (let at = offset - 1; offset - at <= farthest; at--) {
    const code = reader.codeAt(at);
    if (isLineEnd(code)) return offset - at - 1;
    if (!isSpace(code)) return undefined;
  }
  return undefined;
}

/** The indentation of the line of an offset; undefined if the line starts too far away. */
export function indentOfLine(reader: TextReader, offset: number): number | undefined {
  let lineStart = offset;
  while (!isLineEnd(reader.codeAt(lineStart - 1))) {
    lineStart--;
    if (offset - lineStart > farthest) return undefined;
  }
  let at = lineStart;
  while (at < offset && isSpace(reader.codeAt(at))) at++;
  return at - lineStart;
}

/** Whether an offset is on the line of a later one; offsets more than `farthest` apart count as on one line. */
export function isOnSameLine(reader: TextReader, offset: number, later: number): boolean {
  for (let at = later - 1; at >= offset && later - at <= farthest; at--)
    if (isLineEnd(reader.codeAt(at))) return false;
  return true;
}

/** Whether a line ends between two offsets. */
export function isOnNextLine(reader: TextReader, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isLineEnd(reader.codeAt(at))) return true;
  return false;
}
