import { Char, isDigit, startsWord } from "./characters";
import type { ArrayFrame, Frame, ObjectFrame } from "./frames";
import { isKeyAt, scanName } from "./scanString";
import { columnOnOwnLine, firstKey, indentOfLine, quotedText } from "./textReader";
import type { TextReader } from "./textReader";
import { isWellFormed } from "./nodes";

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
      if (!hasComma || looksLikeNext(reader, at, array)) return "stray";
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
  if (code === Char.CloseBrace) return closesObject(reader, at, object) ? "stray" : "closes-outer";
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

/** Whether the object at an offset looks like the one after an array's last element. */
function looksLikeNext(reader: TextReader, brace: number, array: ArrayFrame): boolean {
  if (array.lastValue === undefined) return false;
  const column = columnOnOwnLine(reader, brace);
  if (column !== undefined) return column === columnOnOwnLine(reader, array.lastValueStart);
  return firstKey(reader, brace) === firstKey(reader, array.lastValueStart);
}

/** Whether a `}` closes an object in an array, rather than one around that array. */
function closesObject(reader: TextReader, brace: number, object: ObjectFrame): boolean {
  const column = columnOnOwnLine(reader, brace);
  if (column !== undefined) return column === indentOfLine(reader, object.start);
  const { at, code, hasComma } = followerOf(reader, brace);
  if (!hasComma) return code === Char.CloseBracket;
  return firstKey(reader, at) === firstKey(reader, object.start);
}

/** Whether a key is the next one of an object in an array, rather than of one around that array. */
function belongsTo(reader: TextReader, key: number, object: ObjectFrame, frames: readonly Frame[]): boolean {
  const column = columnOnOwnLine(reader, key);
  const columnOfKeys = column === undefined ? undefined : columnOnOwnLine(reader, object.keyStart);
  return columnOfKeys === undefined ? knowsKey(reader, key, frames.slice(0, -1)) : column === columnOfKeys;
}

function nearestAround(frames: readonly Frame[], kind: Frame["kind"]): Frame | undefined {
  const outermost = Math.max(0, frames.length - 1 - farthestContainer);
  for (let index = frames.length - 2; index >= outermost; index--) {
    const frame = frames[index];
    if (frame?.kind === kind) return frame;
  }
  return undefined;
}

/*
 * What a value means where a key should stand, and a key where a value should. `frames` are the open
 * containers, the one in question last.
 */

/** What a `{` or another value means where a key should stand. */
type ValueMeaning =
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
    const lastLike = last?.kind === "lazy" ? last.opens : last?.kind;
    const isNamed = object.keyEnd > object.keyStart;
    const isInRow = isNamed && lastLike === like && (like === "array" || isNumberStart(code));
    return isInRow ? "continues-list" : "lacks-key";
  }
  const lastIsObject = last?.kind === "object" || (last?.kind === "lazy" && last.opens === "object");
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

function isNumberStart(code: number): boolean {
  return isDigit(code) || code === Char.Minus;
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
  if (last.kind !== "object" && last.kind !== "lazy") return "closes-array";
  return knowsKey(reader, start, frames) ? "opens-object" : "closes-array";
}

/** Elements longer than this are not read to learn from them. */
const longestExample = 65_536;

/** How many containers around an array are searched for an example. */
const farthestExample = 16;

/**
 * Whether the elements of an array have a property of a name, as far as can be learnt from its first
 * element or from the like place in the first element of an array around it.
 *
 * @param key - Offset of the quoted name.
 * @param frames - The open containers, the array last.
 */
function knowsKey(reader: TextReader, key: number, frames: readonly Frame[]): boolean {
  const name = quotedText(reader, key);
  const array = frames[frames.length - 1];
  if (name === undefined || array?.kind !== "array") return false;
  if (hasProperty(exampleOf(reader, array), name)) return true;
  const way: string[] = [];
  const outermost = Math.max(0, frames.length - 1 - farthestExample);
  for (let index = frames.length - 2; index >= outermost; index--) {
    const frame = frames[index];
    if (frame?.kind === "object") way.unshift(frame.keyName);
    else if (frame !== undefined) {
      const example = exampleOf(reader, frame);
      if (example !== undefined) return elementsAt(example, way).some((each) => hasProperty(each, name));
      // The way goes on through the elements of this array.
      way.unshift(anyElement);
    }
  }
  return false;
}

/** Stands in a way for the elements of an array. */
const anyElement = "";

/** The value of an array's first element, where that is well-formed and no giant. */
function exampleOf(reader: TextReader, array: ArrayFrame): unknown {
  const { firstValue, firstValueStart } = array;
  if (firstValue === undefined || !isWellFormed(firstValue) || firstValue.length > longestExample) {
    return undefined;
  }
  array.example ??= { value: JSON.parse(reader.slice(firstValueStart, firstValueStart + firstValue.length)) };
  return array.example.value;
}

/** The elements of the array at the end of a way. */
function elementsAt(value: unknown, way: readonly string[]): unknown[] {
  let values: unknown[] = [value];
  for (const step of way) {
    values = values.flatMap((each) =>
      step === anyElement ? elementsOf(each) : hasProperty(each, step) ? [each[step]] : [],
    );
  }
  return values.flatMap(elementsOf);
}

function elementsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function hasProperty<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

/** How far to look for the end of an object that lacks its opening brace. */
const farthestEnd = 1000;

/** What a key means where the value of another should stand: that value is missing, or the brace before the key. */
export function meaningOfKeyAsValue(
  reader: TextReader,
  start: number,
  object: ObjectFrame,
  frames: readonly Frame[],
): "lacks-value" | "opens-object" {
  const column = columnOnOwnLine(reader, start);
  if (column !== undefined) {
    const indent = indentOfLine(reader, object.keyStart);
    return indent !== undefined && column > indent ? "opens-object" : "lacks-value";
  }
  // On one line the brace that closes tells: behind an element of a list no property can follow.
  const closer = closingBraceBehind(reader, start);
  if (closer === undefined || frames[frames.length - 2]?.kind !== "array") return "lacks-value";
  const next = reader.skipSpace(closer + 1);
  const hasComma = reader.codeAt(next) === Char.Comma;
  const follows = hasComma ? reader.skipSpace(next + 1) : next;
  return reader.codeAt(follows) === Char.CloseBrace || isKeyAt(reader, follows)
    ? "opens-object"
    : "lacks-value";
}

/** The brace that closes the object around an offset between two of its members, if it is near. */
export function closingBraceBehind(reader: TextReader, offset: number): number | undefined {
  let depth = 0;
  for (let at = offset; at - offset < farthestEnd; at++) {
    const code = reader.codeAt(at);
    if (code === Char.End) return undefined;
    if (code === Char.Quote) at = scanName(reader, at).end - 1;
    else if (code === Char.OpenBrace || code === Char.OpenBracket) depth++;
    else if (code === Char.CloseBrace || code === Char.CloseBracket) {
      if (depth === 0) return code === Char.CloseBrace ? at : undefined;
      depth--;
    }
  }
  return undefined;
}
