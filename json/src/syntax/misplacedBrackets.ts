import { Char, isCloser, isDigit, isLineEnd, isOpener, isSpace, startsWord } from "./characters";
import type { ArrayFrame, Frame, ObjectFrame } from "./frames";
import { exampleOf, hasProperty, knowsKey, objectAt } from "./misplacedMembers";
import type { SyntaxProblem } from "./problems";
import { isColonAfter, isKeyAt, scanName } from "./scanString";
import { columnOnOwnLine, indentOfLine, keysInCommon } from "./textReader";
import type { TextReader } from "./textReader";

/*
 * What a closing bracket means where it cannot stand. Laid-out text says it by its columns; text on
 * one line by what comes next and by the keys of its neighbours. `frames` are the open containers, the
 * one in question last.
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

/** A `}` inside an array. */
export function meaningOfBrace(
  reader: TextReader,
  brace: number,
  array: ArrayFrame,
  frames: readonly Frame[],
): CloserMeaning {
  const object = nearestAround(frames, "object");
  if (object === undefined || isBeforeValue(reader, brace)) return "stray";
  // The list after a decimal comma, as in `62,4`, ends with the object that it stands in.
  if (!array.opened) return "closes-outer";
  if (closesAllAround(reader, brace, frames)) return "closes-outer";
  const column = columnOnOwnLine(reader, brace);
  if (column !== undefined) {
    if (column === indentOfLine(reader, object.start)) return "closes-outer";
    if (column === indentOfLine(reader, array.start)) return "mistyped";
  }
  const { at, code, hasComma } = followerOf(reader, brace);
  const parent = frames[frames.length - 2];
  if (parent?.kind !== "object") return hasComma ? "stray" : "closes-outer";
  if (isKeyAt(reader, at)) return "mistyped";
  const inList = frames[frames.length - 3]?.kind === "array";
  switch (code) {
    case Char.OpenBrace:
      if (!hasComma || looksLikeNext(reader, at, array, parent)) return "stray";
      return inList ? "closes-outer" : "stray";
    case Char.CloseBracket:
      return inList ? "closes-outer" : "stray";
    case Char.CloseBrace:
    case Char.End:
      return "closes-outer";
    default:
      return "stray";
  }
}

/** A `]` inside an object. */
export function meaningOfBracket(
  reader: TextReader,
  bracket: number,
  object: ObjectFrame,
  frames: readonly Frame[],
): CloserMeaning {
  const array = nearestAround(frames, "array");
  const { at, code, hasComma } = followerOf(reader, bracket);
  const isKey = isKeyAt(reader, at);
  if (array === undefined || isBeforeValue(reader, bracket)) return "stray";
  if (closesAllAround(reader, bracket, frames)) return "closes-outer";
  if (isKey && !hasComma && columnOnOwnLine(reader, at) === undefined) return "stray";
  const column = columnOnOwnLine(reader, bracket);
  if (column !== undefined) {
    if (column === indentOfLine(reader, array.start)) return "closes-outer";
    if (column === indentOfLine(reader, object.start)) return "mistyped";
  }
  const parent = frames[frames.length - 2];
  if (isKey) {
    if (!hasComma || parent?.kind !== "array") return "stray";
    return belongsTo(reader, at, object, frames) ? "stray" : "closes-outer";
  }
  if (parent?.kind !== "array") return code === Char.CloseBrace ? "stray" : "closes-outer";
  if (unclosedByKeys(reader, bracket, frames) !== undefined) return "closes-outer";
  if (column === undefined && isLikeOuter(reader, bracket, frames)) return "closes-outer";
  if (code === Char.CloseBrace)
    return closesObject(reader, at, object, frames.at(-3)) ? "stray" : "closes-outer";
  return code === Char.OpenBrace || code === Char.CloseBracket ? "mistyped" : "closes-outer";
}

/**
 * Whether a value follows a closing bracket directly, on the same line: then the bracket got in
 * between.
 */
export function isBeforeValue(reader: TextReader, closer: number): boolean {
  const { at, code, hasComma } = followerOf(reader, closer);
  if (hasComma || columnOnOwnLine(reader, at) !== undefined) return false;
  if (code === Char.Quote || startsWord(code)) return !isKeyAt(reader, at);
  return code === Char.OpenBrace || code === Char.OpenBracket || code === Char.Minus || isDigit(code);
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
  const outermost = Math.max(0, frames.length - 1 - farthestContainer);
  for (let index = frames.length - 2; index >= outermost; index--) {
    const outer = frames[index];
    if (outer?.kind === frame.kind && indentOfLine(reader, outer.start) === column) return true;
  }
  return false;
}

/**
 * Whether nothing but closing brackets is left of the text, from one of them on, and they close what
 * is open around the innermost container exactly.
 */
function closesAllAround(reader: TextReader, closer: number, frames: readonly Frame[]): boolean {
  if (frames.length > farthestContainer) return false;
  let at = closer;
  for (let index = frames.length - 2; index >= 0; index--) {
    const expected = frames[index]?.kind === "object" ? Char.CloseBrace : Char.CloseBracket;
    if (reader.codeAt(at) !== expected) return false;
    at = reader.skipSpace(at + 1);
  }
  return reader.codeAt(at) === Char.End;
}

/** What comes after a closing bracket and perhaps a comma. */
interface Follower {
  readonly at: number;
  readonly code: number;
  readonly hasComma: boolean;
}

function followerOf(reader: TextReader, closer: number): Follower {
  const next = reader.skipSpace(closer + 1);
  const hasComma = reader.codeAt(next) === Char.Comma;
  const at = hasComma ? reader.skipSpace(next + 1) : next;
  return { at, code: reader.codeAt(at), hasComma };
}

/** Whether the object at an offset looks like the one after an array's last element, not after the object around it. */
function looksLikeNext(reader: TextReader, brace: number, array: ArrayFrame, outer: ObjectFrame): boolean {
  if (array.lastValue === undefined) return false;
  const column = columnOnOwnLine(reader, brace);
  if (column !== undefined) return column === columnOnOwnLine(reader, array.lastValueStart);
  return isLike(reader, brace, array.lastValueStart, outer.start);
}

/** Whether an object begins as one other does, and no less than another. */
function isLike(reader: TextReader, brace: number, one: number, other: number): boolean {
  const likeOne = keysInCommon(reader, brace, one);
  return likeOne > 0 && likeOne >= keysInCommon(reader, brace, other);
}

/** Whether a `}` closes an object in an array, rather than one around that array. */
function closesObject(
  reader: TextReader,
  brace: number,
  object: ObjectFrame,
  outer: Frame | undefined,
): boolean {
  const column = columnOnOwnLine(reader, brace);
  if (column !== undefined) return column === indentOfLine(reader, object.start);
  const { at, code, hasComma } = followerOf(reader, brace);
  if (!hasComma) return code === Char.CloseBracket;
  return isLike(reader, at, object.start, outer?.start ?? -1);
}

/**
 * Whether the object behind a row of closing brackets tells that the innermost container lacks its own before them: it
 * begins like the one before it then, and less so if the first of them should not be there.
 */
function isLikeOuter(reader: TextReader, closer: number, frames: readonly Frame[]): boolean {
  const ifMissing = likenessBehind(reader, closer, frames, frames.length - 2);
  const ifStray = likenessBehind(reader, reader.skipSpace(closer + 1), frames, frames.length - 1);
  return ifMissing > Math.max(0, ifStray);
}

/** How much the object behind closing brackets is like the last one that they close; -1 where none can follow. */
function likenessBehind(
  reader: TextReader,
  closer: number,
  frames: readonly Frame[],
  innermost: number,
): number {
  let index = innermost;
  let at = closer;
  const outermost = Math.max(0, innermost - farthestContainer);
  for (; index >= outermost; index--) {
    const expected = frames[index]?.kind === "object" ? Char.CloseBrace : Char.CloseBracket;
    if (reader.codeAt(at) !== expected) break;
    at = reader.skipSpace(at + 1);
  }
  const [around, closed] = [frames[index], frames[index + 1]];
  if (index === innermost || around?.kind !== "array" || closed === undefined) return -1;
  if (reader.codeAt(at) !== Char.Comma) return -1;
  const brace = reader.skipSpace(at + 1);
  return reader.codeAt(brace) === Char.OpenBrace ? keysInCommon(reader, brace, closed.start) : -1;
}

/** Whether a key is the next one of an object in an array, rather than of one around that array. */
function belongsTo(reader: TextReader, key: number, object: ObjectFrame, frames: readonly Frame[]): boolean {
  const column = columnOnOwnLine(reader, key);
  const columnOfKeys = column === undefined ? undefined : columnOnOwnLine(reader, object.keyStart);
  return columnOfKeys === undefined
    ? knowsKey(reader, key, frames, frames.length - 2)
    : column === columnOfKeys;
}

function nearestAround(frames: readonly Frame[], kind: Frame["kind"]): Frame | undefined {
  const outermost = Math.max(0, frames.length - 1 - farthestContainer);
  for (let index = frames.length - 2; index >= outermost; index--) {
    const frame = frames[index];
    if (frame?.kind === kind) return frame;
  }
  return undefined;
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

/**
 * Which object inside an element that is not closed lacks its brace, as another element of the list shows: the first with
 * a key that its like there has not, but the like of an object around it. Undefined where that shows nothing.
 *
 * @param end of what was read as the element
 * @param frames the open containers, the element last
 */
export function unclosedByKeys(
  reader: TextReader,
  end: number,
  frames: readonly Frame[],
): Unclosed | undefined {
  const [array, element] = frames.slice(-2);
  if (array?.kind !== "array" || element?.kind !== "object" || !element.opened) return undefined;
  const next = reader.skipSpace(end);
  const like =
    exampleOf(reader, array) ??
    objectAt(reader, reader.codeAt(next) === Char.Comma ? reader.skipSpace(next + 1) : next);
  if (like === undefined) return undefined;
  const open: { readonly start: number; readonly like: unknown; key: string | undefined }[] = [];
  let lastEnd = element.start;
  for (let at = element.start; at < Math.min(end, element.start + longestLookedThrough); at++) {
    const code = reader.codeAt(at);
    const innermost = open.at(-1);
    if (code === Char.Quote) {
      const name = scanName(reader, at);
      if (innermost?.key === undefined || !isColonAfter(reader, name.end)) lastEnd = name.end;
      else {
        innermost.key = reader.slice(at + 1, name.end - 1);
        if (isOfOuter(innermost.key, open)) {
          const needsComma = reader.codeAt(reader.skipSpace(lastEnd)) !== Char.Comma;
          return { opener: innermost.start, at: lastEnd, newText: needsComma ? "}," : "}" };
        }
      }
      at = name.end - 1;
    } else if (isOpener(code)) {
      const own = innermost === undefined ? like : childOf(innermost.like, innermost.key);
      open.push({ start: at, like: own, key: code === Char.OpenBrace ? "" : undefined });
    } else if (isCloser(code)) {
      open.pop();
      lastEnd = at + 1;
    } else if (!isSpace(code) && code !== Char.Comma && code !== Char.Colon) lastEnd = at + 1;
  }
  return undefined;
}

/** Whether a key is none of the innermost object, but one of an object around it. */
function isOfOuter(key: string, open: readonly { readonly like: unknown }[]): boolean {
  const [innermost, ...around] = open.toReversed();
  const isKnown = typeof innermost?.like === "object" && innermost.like !== null;
  return isKnown && !hasProperty(innermost.like, key) && around.some(({ like }) => hasProperty(like, key));
}

function childOf(like: unknown, key: string | undefined): unknown {
  if (key !== undefined) return hasProperty(like, key) ? like[key] : undefined;
  return Array.isArray(like) ? like[0] : undefined;
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
