import type { TextChunk } from "../text/documentText";
import { Char, isSpace } from "./characters";

/** Where text comes from: a document's text or a string. */
export interface TextSource {
  readonly length: number;
  readonly chunkAt: (offset: number) => TextChunk;
  readonly slice: (from: number, to: number) => string;
}

export function sourceOf(text: string): TextSource {
  const chunk = { text, start: 0 };
  return { length: text.length, chunkAt: () => chunk, slice: (from, to) => text.slice(from, to) };
}

/** Reads a text unit by unit, holding the stretch that was read last. */
export class TextReader {
  readonly #source: TextSource;
  #chunk = "";
  #chunkStart = 0;
  #stretch: TextChunk = { text: "", start: 0 };

  constructor(source: TextSource) {
    this.#source = source;
  }

  get length(): number {
    return this.#source.length;
  }

  /** The UTF-16 unit at an offset; `Char.End` outside the text. */
  codeAt(offset: number): number {
    const index = offset - this.#chunkStart;
    if (index >= 0 && index < this.#chunk.length) return this.#chunk.charCodeAt(index);
    if (offset < 0 || offset >= this.#source.length) return Char.End;
    const chunk = this.#source.chunkAt(offset);
    this.#chunk = chunk.text;
    this.#chunkStart = chunk.start;
    return chunk.text.charCodeAt(offset - chunk.start);
  }

  slice(from: number, to: number): string {
    return this.#source.slice(from, to);
  }

  /** The stretch of text that holds an offset, for loops that read many units. */
  chunkAt(offset: number): TextChunk {
    return this.#source.chunkAt(offset);
  }

  /**
   * A stretch of text that holds an offset and at least so much behind it, or all there is: for those who would
   * have to begin anew where it ends too early.
   */
  stretchFrom(offset: number, least: number): TextChunk {
    const end = Math.min(offset + least, this.length);
    const isEnough = ({ text, start }: TextChunk) => start <= offset && start + text.length >= end;
    if (isEnough(this.#stretch)) return this.#stretch;
    const chunk = this.chunkAt(offset);
    // Twice as much, for what comes next.
    this.#stretch = isEnough(chunk) ? chunk : { text: this.slice(offset, offset + 2 * least), start: offset };
    return this.#stretch;
  }

  /** The first offset from `offset` on that is no JSON whitespace. */
  skipSpace(offset: number): number {
    let at = offset;
    while (isSpace(this.codeAt(at))) at++;
    return at;
  }

  /** The first offset from `offset` on at which a string may end or have an escape. */
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
