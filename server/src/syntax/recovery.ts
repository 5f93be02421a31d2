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
  if (reader.codeAt(next) !== Char.Comma) return parent?.kind === "object" ? "closes-outer" : "stray";
  const afterComma = reader.skipSpace(next + 1);
  if (parent?.kind === "object" && isKeyAt(reader, afterComma)) return "mistyped";
  const grandparent = frames[frames.length - 3];
  const continuesOuter = reader.codeAt(afterComma) === Char.OpenBrace && grandparent?.kind === "array";
  return parent?.kind === "object" && continuesOuter ? "closes-outer" : "stray";
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
  const code = reader.codeAt(next);
  if (code !== Char.Comma) {
    if (parent?.kind === "array") return code === Char.CloseBracket ? "mistyped" : "closes-outer";
    return code === Char.CloseBrace ? "stray" : "closes-outer";
  }
  const afterComma = reader.skipSpace(next + 1);
  if (parent?.kind === "array") {
    return reader.codeAt(afterComma) === Char.OpenBrace ? "mistyped" : "closes-outer";
  }
  return isKeyAt(reader, afterComma) ? "stray" : "closes-outer";
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
  const key = quotedText(reader, start);
  const { lastValueStart } = array;
  const neighbour = reader.slice(lastValueStart, lastValueStart + Math.min(last.length, neighbourhood));
  return key !== undefined && neighbour.includes(`"${key}"`) ? "opens-object" : "closes-array";
}

function nearestAround(frames: readonly Frame[], kind: Frame["kind"]): Frame | undefined {
  const outermost = Math.max(0, frames.length - 1 - farthestContainer);
  for (let index = frames.length - 2; index >= outermost; index--) {
    const frame = frames[index];
    if (frame?.kind === kind) return frame;
  }
  return undefined;
}

/** How much of a neighbour is searched for a key. */
const neighbourhood = 4096;

/** Whether a key and its colon stand at an offset. */
export function isKeyAt(reader: TextReader, offset: number): boolean {
  const code = reader.codeAt(offset);
  const end =
    code === Char.Quote || code === Char.Apostrophe
      ? scanString(reader, offset, "key").end
      : endOfBareText(reader, offset);
  return end > offset && reader.codeAt(reader.skipSpace(end)) === Char.Colon;
}
