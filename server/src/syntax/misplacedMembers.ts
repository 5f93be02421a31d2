import { Char } from "./characters";
import type { ArrayFrame, Frame, ObjectFrame } from "./frames";
import { columnOnOwnLine, firstKey, indentOfLine } from "./layout";
import { knowsKey } from "./neighbours";
import type { TextReader } from "./textReader";

/*
 * What a value means where a key should stand, and a key where a value should. `frames` are the open
 * containers, the one in question last.
 */

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
  const columnOfParentsKeys = column === undefined ? undefined : columnOnOwnLine(reader, parent.keyStart);
  if (columnOfParentsKeys !== undefined) {
    return column === columnOfParentsKeys ? "closes-array" : "opens-object";
  }
  const last = array.lastValue;
  if (last === undefined) return "opens-object";
  if (last.kind !== "object" && last.kind !== "sealed") return "closes-array";
  return knowsKey(reader, start, frames) ? "opens-object" : "closes-array";
}
