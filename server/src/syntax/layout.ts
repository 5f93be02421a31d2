import { Char, isLineEnd, isSpace } from "./characters";
import type { TextReader } from "./textReader";

/** How far to look around a place; lines longer than this are not laid out for people. */
const farthest = 1000;

/** The column of an offset if only space stands before it on its line. */
export function columnOnOwnLine(reader: TextReader, offset: number): number | undefined {
  for (let at = offset - 1; offset - at <= farthest; at--) {
    const code = reader.codeAt(at);
    if (isLineEnd(code)) return offset - at - 1;
    if (!isSpace(code)) return undefined;
  }
  return undefined;
}

/** The column at which the line of an offset begins to say something. */
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

/** The text between the quotes of the string at an offset, if there is one and it is short. */
export function quotedText(reader: TextReader, offset: number): string | undefined {
  if (reader.codeAt(offset) !== Char.Quote) return undefined;
  for (let at = offset + 1; at - offset <= farthest; at++) {
    const code = reader.codeAt(at);
    if (code === Char.Quote) return reader.slice(offset + 1, at);
    if (isLineEnd(code)) return undefined;
  }
  return undefined;
}

/** The first key of the object whose brace stands at an offset. */
export function firstKey(reader: TextReader, brace: number): string | undefined {
  if (reader.codeAt(brace) !== Char.OpenBrace) return undefined;
  return quotedText(reader, reader.skipSpace(brace + 1));
}
