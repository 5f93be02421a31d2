import { Char } from "./characters";
import type { ArrayFrame, Frame, ObjectFrame } from "./frames";
import { columnOnOwnLine, firstKey, indentOfLine, quotedText } from "./layout";
import { endOfBareText } from "./scanBare";
import { scanString } from "./scanString";
import type { TextReader } from "./textReader";

/*
 * What a bracket or a key means where it cannot stand. Laid-out text says it by its columns; text on
 * one line by what comes next and by the keys of its neighbours. `frames` are the open containers, the one in question last.
 */

/** How many containers around a place are looked at. */
const farthestContainer = 64;

/** What a closing bracket of the wrong kind means. */
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
  const parent = frames[frames.length - 2];
  const object = nearestAround(frames, "object");
  if (object === undefined) return "stray";
  const column = columnOnOwnLine(reader, brace);
  if (column !== undefined) {
    if (column === indentOfLine(reader, object.start)) return "closes-outer";
    if (column === indentOfLine(reader, array.start)) return "mistyped";
  }
  const next = reader.skipSpace(brace + 1);
  const hasComma = reader.codeAt(next) === Char.Comma;
  const follower = hasComma ? reader.skipSpace(next + 1) : next;
  if (parent?.kind !== "object") return hasComma ? "stray" : "closes-outer";
  if (isKeyAt(reader, follower)) return "mistyped";
  const inList = frames[frames.length - 3]?.kind === "array";
  switch (reader.codeAt(follower)) {
    case Char.OpenBrace:
      if (!hasComma || looksLikeNext(reader, follower, array)) return "stray";
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

/** Whether the object at an offset looks like the one after an array's last element. */
function looksLikeNext(reader: TextReader, brace: number, array: ArrayFrame): boolean {
  if (array.lastValue === undefined) return false;
  const column = columnOnOwnLine(reader, brace);
  if (column !== undefined) return column === columnOnOwnLine(reader, array.lastValueStart);
  return firstKey(reader, brace) === firstKey(reader, array.lastValueStart);
}

/** A `]` inside an object. */
export function meaningOfBracket(
  reader: TextReader,
  bracket: number,
  object: ObjectFrame,
  frames: readonly Frame[],
): CloserMeaning {
  const parent = frames[frames.length - 2];
  const array = nearestAround(frames, "array");
  if (array === undefined) return "stray";
  const column = columnOnOwnLine(reader, bracket);
  if (column !== undefined) {
    if (column === indentOfLine(reader, array.start)) return "closes-outer";
    if (column === indentOfLine(reader, object.start)) return "mistyped";
  }
  const next = reader.skipSpace(bracket + 1);
  const hasComma = reader.codeAt(next) === Char.Comma;
  const follower = hasComma ? reader.skipSpace(next + 1) : next;
  if (isKeyAt(reader, follower)) {
    if (!hasComma || parent?.kind !== "array") return "stray";
    return belongsTo(reader, follower, object, parent) ? "stray" : "closes-outer";
  }
  const code = reader.codeAt(follower);
  if (parent?.kind === "array") {
    return code === Char.OpenBrace || code === Char.CloseBracket ? "mistyped" : "closes-outer";
  }
  return code === Char.CloseBrace ? "stray" : "closes-outer";
}

/** Whether a key is the next one of an object in an array, rather than of one around that array. */
function belongsTo(reader: TextReader, key: number, object: ObjectFrame, array: ArrayFrame): boolean {
  const column = columnOnOwnLine(reader, key);
  const columnOfKeys = column === undefined ? undefined : columnOnOwnLine(reader, object.key.start);
  return columnOfKeys === undefined ? knowsKey(reader, key, array) : column === columnOfKeys;
}

/** What a `{` or another value means where a key should stand. */
export type ValueMeaning =
  /** The object lacks its closing brace; the value belongs to a container around it. */
  | "closes-object"
  /** The last property's value and this one are elements of an array that lacks its bracket. */
  | "continues-list"
  /** The value lacks its key. */
  | "lacks-key";

export function meaningOfValue(
  reader: TextReader,
  start: number,
  object: ObjectFrame,
  frames: readonly Frame[],
): ValueMeaning {
  const parent = frames[frames.length - 2];
  const last = object.lastValue;
  const code = reader.codeAt(start);
  if (code !== Char.OpenBrace) {
    const like = code === Char.OpenBracket ? "array" : "number";
    const lastLike = last?.kind === "sealed" ? last.opens : last?.kind;
    return lastLike === like ? "continues-list" : "lacks-key";
  }
  const lastIsObject = last?.kind === "object" || (last?.kind === "sealed" && last.opens === "object");
  const column = columnOnOwnLine(reader, start);
  if (column !== undefined && parent?.kind === "array") {
    const own = indentOfLine(reader, object.start);
    if (own !== undefined && column <= own) return "closes-object";
    if (lastIsObject) return "continues-list";
  }
  const key = firstKey(reader, start);
  if (lastIsObject && key !== undefined) {
    const keyOfLast = firstKey(reader, object.lastValueStart);
    if (key === keyOfLast && key !== firstKey(reader, object.start)) return "continues-list";
  }
  if (parent?.kind === "array") return "closes-object";
  return lastIsObject ? "continues-list" : "lacks-key";
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
  const columnOfParentsKeys = column === undefined ? undefined : columnOnOwnLine(reader, parent.key.start);
  if (columnOfParentsKeys !== undefined) {
    return column === columnOfParentsKeys ? "closes-array" : "opens-object";
  }
  const last = array.lastValue;
  if (last === undefined) return "opens-object";
  if (last.kind !== "object" && last.kind !== "sealed") return "closes-array";
  return knowsKey(reader, start, array) ? "opens-object" : "closes-array";
}

/** Whether a key also stands in the first element of an array. */
function knowsKey(reader: TextReader, start: number, array: ArrayFrame): boolean {
  const key = quotedText(reader, start);
  if (key === undefined || array.firstValueStart === undefined) return false;
  const from = array.firstValueStart;
  array.sample ??= reader.slice(from, Math.min(array.lastEnd, from + sampleLength));
  return array.sample.includes(`"${key}"`);
}

/** How much of an array's text is searched for a key. */
const sampleLength = 16_384;

/**
 * Whether a closing bracket that would fit the innermost container stands, by its column, for one
 * around it. Asked only where something is wrong already: what is JSON is read as JSON.
 */
export function closesOuterByLayout(reader: TextReader, at: number, frames: readonly Frame[]): boolean {
  const frame = frames[frames.length - 1];
  if (frame === undefined || frame.isWellFormed) return false;
  const column = columnOnOwnLine(reader, at);
  if (column === undefined || column === indentOfLine(reader, frame.start)) return false;
  const outermost = Math.max(0, frames.length - 1 - farthestContainer);
  for (let index = frames.length - 2; index >= outermost; index--) {
    const outer = frames[index];
    if (outer?.kind === frame.kind && indentOfLine(reader, outer.start) === column) return true;
  }
  return false;
}

function nearestAround(frames: readonly Frame[], kind: Frame["kind"]): Frame | undefined {
  const outermost = Math.max(0, frames.length - 1 - farthestContainer);
  for (let index = frames.length - 2; index >= outermost; index--) {
    const frame = frames[index];
    if (frame?.kind === kind) return frame;
  }
  return undefined;
}

/** Whether a key and its colon stand at an offset. */
export function isKeyAt(reader: TextReader, offset: number): boolean {
  const code = reader.codeAt(offset);
  const end =
    code === Char.Quote || code === Char.Apostrophe
      ? scanString(reader, offset, "key").end
      : endOfBareText(reader, offset);
  return end > offset && reader.codeAt(reader.skipSpace(end)) === Char.Colon;
}
