import { Char, isCloser, isLineEnd, isOpener, isSpace } from "./characters";
import type { ArrayFrame, Frame, ObjectFrame } from "./frames";
import type { SyntaxProblem } from "./problems";
import { scanName } from "./scanString";
import { columnOnOwnLine, indentOfLine, isOnSameLine } from "./textReader";
import type { TextReader } from "./textReader";

/*
 * What a bracket or a member means where it cannot stand: the columns say it. On one line, the bracket of the innermost
 * container counts as missing. `frames` are the open containers, the one in question last.
 */

/** How many containers around a place are looked at. */
const farthestContainer = 64;

export type CloserMeaning =
  /** The bracket of the innermost container is missing; this one closes a container around it. */
  | "closes-outer"
  /** It stands for the innermost container's own bracket. */
  | "mistyped"
  /** It should not be there. */
  | "stray";

/** A closing bracket of another kind than the innermost container's. */
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
  const column = columnAmongClosers(reader, closer);
  if (column !== undefined) {
    if (around.some(({ start }) => indentOfLine(reader, start) === column)) return "closes-outer";
    const own = indentOfLine(reader, frame.start) ?? 0;
    return column === own ? "mistyped" : column < own ? "closes-outer" : "stray";
  }
  if (isOnSameLine(reader, nearest.start, closer)) return "closes-outer";
  const isEnd = frame.lastValue !== undefined && frame.comma === undefined;
  return isEnd && isOnSameLine(reader, frame.start, closer) ? "mistyped" : "stray";
}

/** The column of a closing bracket, or of the first of those before it on its line where nothing else is. */
function columnAmongClosers(reader: TextReader, closer: number): number | undefined {
  for (let at = closer; closer - at < farthestContainer; at--) {
    const column = columnOnOwnLine(reader, at);
    if (column !== undefined && isCloser(reader.codeAt(at))) return column;
    const before = reader.codeAt(at - 1);
    if (!isCloser(before) && before !== Char.Comma && before !== Char.Space) return undefined;
  }
  return undefined;
}

/** The containers around the innermost one, from the inside out. */
function framesAround(frames: readonly Frame[]): readonly Frame[] {
  return frames.slice(-1 - farthestContainer, -1).reverse();
}

/**
 * Whether a closing bracket that would fit the innermost container stands, by its column, for one
 * around it. Asked only where something is wrong already: what is JSON is read as JSON.
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

/**
 * The closing bracket right behind an opening one on its line, where what follows without a comma, on a line that is
 * deeper, belongs between them.
 */
export function earlyCloserOf(reader: TextReader, opener: number): number | undefined {
  const closer = reader.skipInlineSpace(opener + 1);
  if (!isCloser(reader.codeAt(closer))) return undefined;
  const next = reader.skipSpace(closer + 1);
  const code = reader.codeAt(next);
  const column = columnOnOwnLine(reader, next);
  const indent = indentOfLine(reader, opener);
  if (code !== Char.Quote && !isOpener(code)) return undefined;
  return column !== undefined && indent !== undefined && column > indent ? closer : undefined;
}

/** What a key means in an array: its end, or a property of an object that lacks its opening brace. */
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

/** Whether an object where a key should stand shows that the brace of the one at hand is missing. */
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

/** Whether the last property's value is, by its column, the first of the values at hand: their `[` is missing. */
export function isListed(
  reader: TextReader,
  start: number,
  { keyStart, lastValue, lastValueStart }: ObjectFrame,
): boolean {
  const column = columnOnOwnLine(reader, lastValueStart);
  if (lastValue === undefined || column === undefined) return false;
  const indent = indentOfLine(reader, keyStart);
  if (indent === undefined || column <= indent) return false;
  return columnOnOwnLine(reader, start) === (isCloser(reader.codeAt(start)) ? indent : column);
}

/** Whether a key where the value of another should stand is deeper than that: then it lies in an object without brace. */
export function isDeeperKey(reader: TextReader, start: number, object: ObjectFrame): boolean {
  const column = columnOnOwnLine(reader, start);
  const indent = indentOfLine(reader, object.keyStart);
  return column !== undefined && indent !== undefined && column > indent;
}

/** How much of a container is looked through for the line that shows where a bracket is missing. */
const longestLookedThrough = 20_000;

/** A container whose closing bracket is missing, as the columns of its lines show. */
interface Unclosed {
  readonly opener: number;
  /** Where the bracket belongs, with the comma that the next member needs. */
  readonly at: number;
  readonly newText: string;
}
/**
 * Which container inside one that is not closed lacks its bracket: the innermost at the first line that stands no
 * deeper than the line it began on, though its own members do or stand on that line. Undefined where the layout does not
 * say.
 *
 * @param start of the outer container
 * @param end of what was read as its content
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
  for (let at = start; at < Math.min(end, start + longestLookedThrough); at++) {
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
  return { kind, start: opener, end: opener + 1, repair: { start: at, end: at, newText, certain: false } };
}
