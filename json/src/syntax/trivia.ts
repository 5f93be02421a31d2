import { Char, continuesWord, isLineEnd, isSpace } from "./characters";
import type { DocumentText } from "../text/documentText";
import { TextReader } from "./textReader";
import type { SyntaxProblem } from "./problems";

/*
 * Conflicts as version-control systems write them (git-merge(1), "How conflicts are presented"): seven equal
 * signs at the start of a line, and nothing or a space after them.
 */

const markLength = 7;

/** Farther than this no end of a conflict is looked for. */
const farthestEnd = 1_000_000;

/** Whether a line that begins at an offset is a marker of a conflict. */
export function isConflictMarker(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  if (code !== Char.Less && code !== Char.Equals && code !== Char.Greater && code !== Char.Bar) return false;
  if (at > 0 && !isLineEnd(reader.codeAt(at - 1))) return false;
  for (let index = 1; index < markLength; index++) if (reader.codeAt(at + index) !== code) return false;
  const next = reader.codeAt(at + markLength);
  return next === Char.Space || isLineEnd(next);
}

const startOrEndMarker = /(?<=[\r\n])(?:<{7}|>{7})(?= |[\r\n]|$)/;

/**
 * How far nothing of a conflict is read whose first side ends with the marker at an offset: to the end of the
 * line of its last marker; undefined where that is missing.
 */
function endOfOtherSides(reader: TextReader, marker: number): number | undefined {
  const window = 65_536;
  const start = reader.endOfLine(marker);
  for (let from = start; from < reader.length && from - start < farthestEnd; from += window) {
    const text = reader.slice(from, from + window + 2 * markLength);
    const found = startOrEndMarker.exec(text);
    if (found !== null) return found[0].startsWith("<") ? undefined : reader.endOfLine(from + found.index);
  }
  return undefined;
}

/** The markers of the conflicts of a text as it is read: of each the first side is read, what the others say is not. */
export class Conflicts {
  /** Whether the first marker of a conflict was passed, and not the last. */
  #isOpen = false;
  /** No conflict ends before this offset. */
  #noEndBefore = 0;

  constructor(private readonly reader: TextReader) {}

  /** What the marker at an offset is, and where reading goes on. */
  markerAt(start: number): { readonly problem: SyntaxProblem; readonly next: number } {
    const { reader } = this;
    const code = reader.codeAt(start);
    const isFirst = code === Char.Less || !this.#isOpen;
    const ownEnd = reader.endOfLine(start);
    let end = ownEnd;
    if ((code === Char.Equals || code === Char.Bar) && start >= this.#noEndBefore) {
      const afterAll = endOfOtherSides(reader, start);
      if (afterAll === undefined) this.#noEndBefore = start + farthestEnd;
      else end = afterAll;
    }
    this.#isOpen = code === Char.Less || (this.#isOpen && end === ownEnd && code !== Char.Greater);
    const problem: SyntaxProblem = isFirst
      ? { kind: "merge-conflict", start, end: ownEnd }
      : { kind: "other-side", start, end };
    return { problem, next: end };
  }
}

/** A conflict in a text: from its first marker to the end of the line of its last. */
export interface Conflict {
  readonly start: number;
  readonly end: number;
  /** Where the first side, the one that is read, stands: empty for a marker that stands alone. */
  readonly read: { readonly start: number; readonly end: number };
}

const marker = /(?<=^|[\r\n])(?:<{7}|\|{7}|={7}|>{7})(?: [^\r\n]*)?(?=[\r\n]|$)/g;

/** The conflicts of a text in its order. */
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

/** Whether a comment starts at an offset; `#` starts one where a line begins with it, or with space after it. */
export function startsComment(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  const next = reader.codeAt(at + 1);
  if (code === Char.Less) return reader.slice(at, at + 4) === "<!--";
  if (code === Char.Hash) return next === Char.Space && !continuesWord(reader.codeAt(at - 1));
  if (code !== Char.Slash) return false;
  return next === Char.Slash ? reader.codeAt(at - 1) !== Char.Colon : next === Char.Asterisk;
}

/** What ends a comment that does not end with its line, by its beginning. */
const closers: Readonly<Record<string, string>> = { "/*": "*/", "<!": "-->" };

/**
 * Reads a comment (`//`, `#`, `/*` or `<!--`); the problem's places are offsets in the text.
 * @param isCommaAwaited - Whether the comma at the end of its line is likely the one that belongs before it.
 */
export function scanComment(reader: TextReader, start: number, isCommaAwaited: boolean): SyntaxProblem {
  const closer = closers[reader.slice(start, start + 2)];
  let end = start + 2;
  for (;;) {
    const code = reader.codeAt(end);
    if (code === Char.End) break;
    if (closer === undefined && isLineEnd(code)) break;
    if (code === closer?.charCodeAt(0) && reader.slice(end, end + closer.length) === closer) {
      end += closer.length;
      break;
    }
    end++;
  }
  if (closer === undefined && isCommaAwaited) end = withoutComma(reader, start, end);
  return { kind: "comment", start, end, repair: { start, end, newText: "", certain: false } };
}

/** The offset of what comes next, past space and comments. */
export function behindComments(text: DocumentText, offset: number): number {
  const reader = new TextReader(text);
  let at = reader.skipSpace(offset);
  while (startsComment(reader, at)) at = reader.skipSpace(scanComment(reader, at, false).end);
  return at;
}

/** The offset of the comma that comes next, past space and comments; undefined where something else does. */
export function commaFrom(text: DocumentText, offset: number): number | undefined {
  const at = behindComments(text, offset);
  return text.charCodeAt(at) === Char.Comma ? at : undefined;
}

function withoutComma(reader: TextReader, start: number, end: number): number {
  let at = end - 1;
  while (at > start + 1 && isSpace(reader.codeAt(at))) at--;
  return at > start + 1 && reader.codeAt(at) === Char.Comma ? at : end;
}
