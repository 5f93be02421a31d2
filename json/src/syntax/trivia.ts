// Text between tokens: comments, and the conflict markers of version-control systems (git-merge(1), "How conflicts are
// presented"). A marker is seven identical characters at the start of a line, with nothing or a space after them.

import { Char, continuesWord, isLineEnd, isSpace } from "./characters";
import type { DocumentText } from "../text/documentText";
import { TextReader } from "./textReader";
import { type SyntaxProblem, replacing } from "./problems";

const markLength = 7;

/** Whether a conflict marker starts at an offset. */
export function isConflictMarker(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  if (code !== Char.Less && code !== Char.Equals && code !== Char.Greater && code !== Char.Bar) return false;
  if (at > 0 && !isLineEnd(reader.codeAt(at - 1))) return false;
  for (let index = 1; index < markLength; index++) if (reader.codeAt(at + index) !== code) return false;
  const next = reader.codeAt(at + markLength);
  return next === Char.Space || isLineEnd(next);
}

/** A conflict in a text: from its first marker to the end of its last marker's line. */
export interface Conflict {
  readonly start: number;
  readonly end: number;
  /** The range of the first side, which the parser reads: empty for a marker without a partner. */
  readonly read: { readonly start: number; readonly end: number };
}

const marker = /(?<=^|[\r\n])(?:<{7}|\|{7}|={7}|>{7})(?: [^\r\n]*)?(?=[\r\n]|$)/g;

/** Returns the conflicts of a text in text order. */
export function conflictsIn(text: string): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  let first: { readonly start: number; readonly end: number } | undefined;
  let readEnd: number | undefined;
  const alone = ({ start, end }: { readonly start: number; readonly end: number }) =>
    conflicts.push({ start, end, read: { start: end, end } });
  for (const { index: start, 0: line } of text.matchAll(marker)) {
    const end = start + line.length;
    if (line.startsWith("<")) {
      if (first !== undefined) alone(first);
      first = { start, end };
      readEnd = undefined;
    } else if (first === undefined) alone({ start, end });
    else if (line.startsWith(">")) {
      conflicts.push({ start: first.start, end, read: { start: first.end, end: readEnd ?? start } });
      first = undefined;
    } else readEnd ??= start;
  }
  if (first !== undefined) alone(first);
  return conflicts;
}

/**
 * The problems of a text's conflicts, by their start. A conflict has two: its first marker, and everything after its
 * first side, which is the only one that the parser reads.
 */
export function conflictProblems(text: string): ReadonlyMap<number, SyntaxProblem> {
  const problems = new Map<number, SyntaxProblem>();
  for (const { start, end, read } of conflictsIn(text)) {
    problems.set(start, { kind: "merge-conflict", start, end: read.start });
    if (read.end < end) problems.set(read.end, { kind: "other-side", start: read.end, end });
  }
  return problems;
}

/** Whether a comment starts at an offset; `#` starts one only before a space and not directly after a word. */
export function startsComment(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  const next = reader.codeAt(at + 1);
  if (code === Char.Less) return reader.slice(at, at + 4) === "<!--";
  if (code === Char.Hash) return next === Char.Space && !continuesWord(reader.codeAt(at - 1));
  if (code !== Char.Slash) return false;
  return next === Char.Slash ? reader.codeAt(at - 1) !== Char.Colon : next === Char.Asterisk;
}

/** The closing delimiters of block comments, by their opening ones. */
const closers: Readonly<Record<string, string>> = { "/*": "*/", "<!": "-->" };

/**
 * Reads a comment (`//`, `#`, `/*` or `<!--`); the problem's positions are offsets in the text.
 * @param isCommaAwaited - Whether a comma at the end of the comment likely belongs before it.
 */
export function scanComment(reader: TextReader, start: number, isCommaAwaited: boolean): SyntaxProblem {
  const closer = closers[reader.slice(start, start + 2)];
  let end = start + 2;
  for (;;) {
    const code = reader.codeAt(end);
    // A block comment without an end is only its first line: the rest is the document.
    if (code === Char.End && closer !== undefined) end = reader.endOfLine(start);
    if (code === Char.End) break;
    if (closer === undefined && isLineEnd(code)) break;
    if (code === closer?.charCodeAt(0) && reader.slice(end, end + closer.length) === closer) {
      end += closer.length;
      break;
    }
    end++;
  }
  if (closer === undefined && isCommaAwaited) end = withoutComma(reader, start, end);
  return replacing("comment", start, end, "");
}

/** Offset of the next token, past space and comments. */
export function afterComments(text: DocumentText, offset: number): number {
  const reader = new TextReader(text);
  let at = reader.skipSpace(offset);
  while (startsComment(reader, at)) at = reader.skipSpace(scanComment(reader, at, false).end);
  return at;
}

/** Offset of the next token, past space and comments, if it is a comma; else undefined. */
export function commaFrom(text: DocumentText, offset: number): number | undefined {
  const at = afterComments(text, offset);
  return text.charCodeAt(at) === Char.Comma ? at : undefined;
}

function withoutComma(reader: TextReader, start: number, end: number): number {
  let at = end - 1;
  while (at > start + 1 && isSpace(reader.codeAt(at))) at--;
  return at > start + 1 && reader.codeAt(at) === Char.Comma ? at : end;
}
