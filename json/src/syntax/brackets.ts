// Decides what a misplaced bracket or member means: by its column, if it begins a line; if all is on one line,
// the innermost container's bracket counts as missing. `frames` are the open containers, the current one last.

import { Char, isCloser, isLineEnd, isOpener, isSpace } from "./characters";
import type { ArrayFrame, Frame, ObjectFrame } from "./frames";
import { type SyntaxProblem, inserting } from "./problems";
import { scanName } from "./scanString";
import { type TextReader, columnOnOwnLine, indentOfLine, isOnSameLine } from "./textReader";

/** Maximum number of outer containers that a closing bracket may close. */
const farthestContainer = 64;

export type CloserMeaning =
  /** The innermost container lacks its closing bracket; the bracket closes a container around that container. */
  | "closes-outer"
  /** The bracket stands in place of the innermost container's closing bracket. */
  | "mistyped"
  /** The bracket closes no container. */
  | "stray";

/** Interprets a closing bracket of another kind than the innermost container's. */
export function meaningOfCloser(
  reader: TextReader,
  closer: number,
  frame: Frame,
  frames: readonly Frame[],
): CloserMeaning {
  const kind = frame.kind === "object" ? "array" : "object";
  const around = framesAround(frames).filter((outer) => outer.kind === kind);
  const [nearest] = around;
  if (nearest === undefined) return "stray";
  const column = columnOnOwnLine(reader, closer);
  if (column !== undefined) {
    if (around.some(({ start }) => indentOfLine(reader, start) === column)) return "closes-outer";
    const own = indentOfLine(reader, frame.start) ?? 0;
    return column === own ? "mistyped" : column < own ? "closes-outer" : "stray";
  }
  return isOnSameLine(reader, nearest.start, closer) ? "closes-outer" : "stray";
}

/** Returns the containers around the innermost one, from the inside out. */
function framesAround(frames: readonly Frame[]): readonly Frame[] {
  return frames.slice(-1 - farthestContainer, -1).reverse();
}

/**
 * Whether a closing bracket of the innermost container's kind closes, by its column, an outer container.
 * False unless the innermost container already has a problem: valid JSON always parses as JSON.
 */
export function closesOuterByLayout(reader: TextReader, at: number, frames: readonly Frame[]): boolean {
  const frame = frames[frames.length - 1];
  if (!frame?.isInDoubt) return false;
  const column = columnOnOwnLine(reader, at);
  if (column === undefined || column === indentOfLine(reader, frame.start)) return false;
  return framesAround(frames).some(
    ({ kind, start }) => kind === frame.kind && indentOfLine(reader, start) === column,
  );
}

/** Interprets a key in an array: the end of the array, or a property of an object without its opening brace. */
export function meaningOfKey(
  reader: TextReader,
  start: number,
  array: ArrayFrame,
  frames: readonly Frame[],
): "closes-array" | "opens-object" {
  const parent = frames[frames.length - 2];
  if (parent?.kind !== "object") return "opens-object";
  const column = columnOnOwnLine(reader, start);
  const columnOfKeys = column === undefined ? undefined : columnOnOwnLine(reader, parent.keyStart);
  const isAfterArray = columnOfKeys === undefined ? array.lastValue !== undefined : column === columnOfKeys;
  return isAfterArray ? "closes-array" : "opens-object";
}

/** Whether an object in place of a key shows that the current object lacks its closing brace. */
export function isNextElement(
  reader: TextReader,
  start: number,
  object: ObjectFrame,
  frames: readonly Frame[],
): boolean {
  if (frames[frames.length - 2]?.kind !== "array" || object.lastValue === undefined) return false;
  const column = columnOnOwnLine(reader, start);
  return column !== undefined && column <= (indentOfLine(reader, object.start) ?? 0);
}

/** Maximum length of a container to search for the line that shows where a bracket is missing. */
const maxSearchedLength = 20_000;

/** A container that lacks its closing bracket, and the repair. */
interface Unclosed {
  readonly opener: number;
  /** Where to insert `newText`. */
  readonly at: number;
  /** The bracket, with the comma that the next member needs. */
  readonly newText: string;
}

/**
 * Finds which container in the text of an unclosed container lacks its bracket. A container lacks its bracket if a
 * later line is indented no deeper than the container's first line, provided that members are indented deeper or stand
 * on that first line. Undefined if the layout shows no such container.
 *
 * @param start start of the outer container
 * @param end end of its parsed content
 */
export function unclosedByLayout(reader: TextReader, start: number, end: number): Unclosed | undefined {
  const open: {
    readonly start: number;
    readonly code: number;
    readonly indent: number;
    readonly line: number;
    isLaidOut: boolean;
  }[] = [];
  let lastEnd = start;
  let indent = indentOfLine(reader, start) ?? 0;
  let line = 0;
  let lineStart: number | undefined;
  for (let at = start; at < Math.min(end, start + maxSearchedLength); at++) {
    const code = reader.codeAt(at);
    if (isLineEnd(code)) lineStart = at + 1;
    if (isSpace(code) || isLineEnd(code)) continue;
    const innermost = open.at(-1);
    const closes = isCloser(code);
    if (lineStart !== undefined) {
      const column = at - lineStart;
      lineStart = undefined;
      if (innermost === undefined) return undefined;
      if (!closes && column > innermost.indent) innermost.isLaidOut = true;
      if (innermost.isLaidOut && (closes ? column < innermost.indent : column <= innermost.indent)) {
        const isWhole = innermost.start === start && columnOnOwnLine(reader, start) !== undefined;
        return isWhole
          ? undefined
          : { opener: innermost.start, ...closerAfter(reader, lastEnd, innermost, code) };
      }
      indent = column;
      line++;
    } else if (innermost?.line === line && !closes) innermost.isLaidOut = true;
    if (code === Char.Quote) at = scanName(reader, at).end - 1;
    else if (isOpener(code)) open.push({ start: at, code, indent, line, isLaidOut: false });
    else if (closes) open.pop();
    lastEnd = at + 1;
  }
  return undefined;
}

function closerAfter(
  reader: TextReader,
  lastEnd: number,
  opener: { readonly start: number; readonly code: number },
  next: number,
): Omit<Unclosed, "opener"> {
  const bracket = opener.code === Char.OpenBrace ? "}" : "]";
  const closer = reader.codeAt(opener.start + 1) === Char.Space ? ` ${bracket}` : bracket;
  const hasComma = reader.codeAt(lastEnd - 1) === Char.Comma;
  const needsComma =
    !hasComma && next !== Char.Comma && next !== Char.CloseBrace && next !== Char.CloseBracket;
  return { at: hasComma ? lastEnd - 1 : lastEnd, newText: needsComma ? `${closer},` : closer };
}

export function notClosed({ opener, at, newText }: Unclosed): SyntaxProblem {
  const kind = newText.trimStart().startsWith("}") ? "brace-not-closed" : "bracket-not-closed";
  return inserting(kind, opener, opener + 1, at, newText);
}
