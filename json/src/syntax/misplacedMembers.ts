import { Char, isDigit, isLineEnd, isSpace } from "./characters";
import type { ArrayFrame, Frame, ObjectFrame } from "./frames";
import { isWellFormed } from "./nodes";
import { removal } from "./problems";
import type { TextRepair } from "./problems";
import { closingBracketAfter, isKeyAt, scanQuoted } from "./scanString";
import { columnOnOwnLine, firstKey, indentOfLine, isOnNextLine, quotedText } from "./textReader";
import type { TextReader } from "./textReader";

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
  /** The value is the first element of a list that lacks its key and its bracket. */
  | "opens-list"
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
  const column = columnOnOwnLine(reader, start);
  const columnOfKeys =
    column === undefined || last === undefined ? undefined : columnOnOwnLine(reader, object.keyStart);
  if (code !== Char.OpenBrace) {
    if (columnOfKeys !== undefined && column === columnOfKeys) return "lacks-key";
    const like = code === Char.OpenBracket ? "array" : "number";
    const lastLike = last?.kind === "lazy" ? last.opens : last?.kind;
    const isNamed = object.keyEnd > object.keyStart;
    const isInRow = isNamed && lastLike === like && (like === "array" || isNumberStart(code));
    return isInRow ? "continues-list" : "lacks-key";
  }
  const lastIsObject = last?.kind === "object" || (last?.kind === "lazy" && last.opens === "object");
  if (column !== undefined && parent?.kind === "array") {
    const own = indentOfLine(reader, object.start);
    if (own !== undefined && column <= own) return "closes-object";
  }
  const closer = closerAround(reader, start, object);
  if (column !== undefined && columnOfKeys !== undefined && column >= columnOfKeys) {
    const mayLackKey = column === columnOfKeys ? closer !== Char.CloseBracket : closer === Char.CloseBrace;
    if (mayLackKey) return "lacks-key";
    // Between the lines of its keys, the last value is no element beside this one.
    const columnOfEnd = columnOnOwnLine(reader, object.lastEnd - 1);
    return lastIsObject && (columnOfEnd === undefined || columnOfEnd >= column)
      ? "continues-list"
      : "opens-list";
  }
  if (column !== undefined && parent?.kind === "array" && lastIsObject) return "continues-list";
  if (closer === Char.CloseBrace && last !== undefined) return "lacks-key";
  const key = firstKey(reader, start);
  if (lastIsObject && key !== undefined) {
    const keyOfLast = firstKey(reader, object.lastValueStart);
    if (key === keyOfLast && key !== firstKey(reader, object.start)) return "continues-list";
  }
  if (parent?.kind === "array") return "closes-object";
  return lastIsObject ? "continues-list" : "lacks-key";
}

/**
 * The bracket that closes what is around an object's members from one of them on: not its own brace where a bracket is
 * missing. Undefined where it is too far away.
 */
function closerAround(reader: TextReader, start: number, object: ObjectFrame): number | undefined {
  if (object.closerAhead === undefined || object.closerAhead.at < start) {
    const at = closingBracketAfter(reader, start, longestElement);
    object.closerAhead =
      at === undefined ? { code: undefined, at: start + longestElement } : { code: reader.codeAt(at), at };
  }
  return object.closerAhead.code;
}

/**
 * Whether a key belongs to an object whose own key and brace are missing: it stands deeper than the keys before it, the
 * next brace that closes anything stands in their column, and no JSON can go on as the text does behind that.
 */
export function isInUnopened(reader: TextReader, at: number, frames: readonly Frame[]): boolean {
  const object = frames[frames.length - 1];
  if (object?.kind !== "object" || object.comma === undefined || at - object.comma <= object.widestGap)
    return false;
  object.widestGap = at - object.comma;
  const parent = frames[frames.length - 2];
  if (object.firstValue === undefined || parent?.kind === "object") return false;
  const column = columnOnOwnLine(reader, at);
  const columnOfKeys = column === undefined ? undefined : columnOnOwnLine(reader, object.keyStart);
  if (column === undefined || columnOfKeys === undefined || column <= columnOfKeys) return false;
  if (closerAround(reader, at, object) !== Char.CloseBrace) return false;
  const closer = object.closerAhead?.at ?? at;
  if (columnOnOwnLine(reader, closer) !== columnOfKeys) return false;
  const next = reader.skipSpace(closer + 1);
  if (reader.codeAt(next) === Char.CloseBrace) return true;
  return reader.codeAt(next) === Char.Comma && isKeyAt(reader, reader.skipSpace(next + 1));
}

/** How names are not written, but texts and numbers: with blanks, in capitals, or with a digit first. */
const unlikeName = /\s|^[\p{Lu}\d][\p{Lu}\d_]*$|^\d/u;

/** Whether a text without a colon is a value that lacks its key: it looks like no name, and another of the object does. */
export function isValueAlone(reader: TextReader, comma: number, object: ObjectFrame): boolean {
  if (!object.keyIsWhole || !unlikeName.test(object.keyName)) return false;
  const next = reader.skipSpace(reader.codeAt(comma) === Char.Comma ? comma + 1 : comma);
  const other = object.nameBefore ?? (isKeyAt(reader, next) ? quotedText(reader, next) : undefined);
  return other !== undefined && !unlikeName.test(other);
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
  if (last === undefined) return isListBegun(reader, start, parent, frames) ? "closes-array" : "opens-object";
  if (last.kind !== "object" && last.kind !== "lazy") return "closes-array";
  return knowsKey(reader, start, frames) ? "opens-object" : "closes-array";
}

/** Longer ones are not looked through to their end. */
const longestElement = 20_000;

/**
 * Whether a `[` was only begun before a key on the same line, and the key belongs to the object around it: as another
 * object of that list has such a key, or the one that follows begins with the same key as that object.
 */
function isListBegun(
  reader: TextReader,
  key: number,
  { start: objectStart }: ObjectFrame,
  frames: readonly Frame[],
): boolean {
  if (knowsKey(reader, key, frames, frames.length - 3)) return true;
  const closer = closingBraceAfter(reader, key, longestElement);
  const next = closer === undefined ? undefined : reader.skipSpace(closer + 1);
  if (next === undefined || reader.codeAt(next) !== Char.Comma) return false;
  const keyOfNext = firstKey(reader, reader.skipSpace(next + 1));
  return keyOfNext !== undefined && keyOfNext === firstKey(reader, objectStart);
}

/** Elements that stand behind the end of their list, and what puts its bracket behind them. */
interface BehindList {
  /** The bracket that stands too early. */
  readonly closer: number;
  /** Where the last of them ends. */
  readonly end: number;
  readonly repair: TextRepair;
}

/**
 * Objects where a key should stand, right behind a list whose elements begin with the same key: undefined where the
 * first of them does not, or may as well be the next element of the list around the object.
 *
 * @param start of the first
 */
export function elementsBehindList(
  reader: TextReader,
  start: number,
  { start: objectStart, lastValue, lastValueStart, lastEnd }: ObjectFrame,
): BehindList | undefined {
  const isList = lastValue?.kind === "array" || (lastValue?.kind === "lazy" && lastValue.opens === "array");
  const closer = lastEnd - 1;
  if (!isList || reader.codeAt(closer) !== Char.CloseBracket) return undefined;
  const key = firstKey(reader, start);
  const keyOfElements = firstKey(reader, reader.skipSpace(lastValueStart + 1));
  if (key === undefined || key !== keyOfElements || key === firstKey(reader, objectStart)) return undefined;
  let end: number | undefined;
  for (let at = start; firstKey(reader, at) === key;) {
    const brace = closingBraceAfter(reader, at + 1, longestElement);
    if (brace === undefined) break;
    end = brace + 1;
    const next = reader.skipSpace(end);
    at = reader.codeAt(next) === Char.Comma ? reader.skipSpace(next + 1) : next;
  }
  if (end === undefined) return undefined;
  const behind = reader.skipSpace(end);
  if (reader.codeAt(behind) === Char.CloseBracket)
    return { closer, end: behind + 1, repair: removal(closer, false) };
  let endOfElements = closer;
  while (isSpace(reader.codeAt(endOfElements - 1)) || isLineEnd(reader.codeAt(endOfElements - 1)))
    endOfElements--;
  const between = reader.slice(closer + 1, start).replace(",", "");
  const newText = `,${between}${reader.slice(start, end)}${reader.slice(endOfElements, closer)}]`;
  return { closer, end, repair: { start: endOfElements, end, newText, certain: false } };
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
 * @param frames - The open containers.
 * @param last - The array's index among them.
 */
export function knowsKey(
  reader: TextReader,
  key: number,
  frames: readonly Frame[],
  last = frames.length - 1,
): boolean {
  const name = quotedText(reader, key);
  const array = frames[last];
  if (name === undefined || array?.kind !== "array") return false;
  if (hasProperty(exampleOf(reader, array), name)) return true;
  const way: string[] = [];
  const outermost = Math.max(0, last - farthestExample);
  for (let index = last - 1; index >= outermost; index--) {
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
export function exampleOf(reader: TextReader, array: ArrayFrame): unknown {
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

export function hasProperty<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

/** How far to look for the end of an object or a list that lacks its opening bracket. */
const farthestEnd = 1000;

/** Whether nothing but texts, with commas between, stand from an offset to a `]`. */
export function endsList(reader: TextReader, offset: number): boolean {
  for (let at = offset; at - offset < farthestEnd;) {
    if (reader.codeAt(at) !== Char.Quote) return false;
    const { end, closed } = scanQuoted(reader, at);
    const next = reader.skipSpace(end);
    if (!closed) return false;
    if (reader.codeAt(next) === Char.CloseBracket) return true;
    if (reader.codeAt(next) !== Char.Comma) return false;
    at = reader.skipSpace(next + 1);
  }
  return false;
}

/** The value of the object at an offset, where that is JSON and no giant. */
export function objectAt(reader: TextReader, brace: number): unknown {
  const closer =
    reader.codeAt(brace) === Char.OpenBrace
      ? closingBraceAfter(reader, brace + 1, longestElement)
      : undefined;
  try {
    return closer === undefined ? undefined : JSON.parse(reader.slice(brace, closer + 1));
  } catch {
    return undefined;
  }
}

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
  // On one line the closing brace tells: after an element of a list no property can follow.
  const closer = closingBraceAfter(reader, start);
  if (closer === undefined || frames[frames.length - 2]?.kind !== "array") return "lacks-value";
  const next = reader.skipSpace(closer + 1);
  const hasComma = reader.codeAt(next) === Char.Comma;
  const follows = hasComma ? reader.skipSpace(next + 1) : next;
  return reader.codeAt(follows) === Char.CloseBrace || isKeyAt(reader, follows)
    ? "opens-object"
    : "lacks-value";
}

/** Whether a text on its key's line has a colon after it where the comma should be: the next key follows. */
export function isBeforeColonForComma(reader: TextReader, at: number, frame: ObjectFrame): boolean {
  if (reader.codeAt(at) !== Char.Quote || isOnNextLine(reader, frame.keyEnd, at)) return false;
  const colon = reader.skipSpace(scanQuoted(reader, at).end);
  return reader.codeAt(colon) === Char.Colon && isKeyAt(reader, reader.skipSpace(colon + 1));
}

/** Whether a property follows, or the end of its object: then a comma before it stands for no value. */
export function isBeforeMember(reader: TextReader, offset: number): boolean {
  const next = reader.skipSpace(offset);
  return (
    reader.codeAt(next) === Char.CloseBrace || (reader.codeAt(next) === Char.Quote && isKeyAt(reader, next))
  );
}

/** The brace that closes the object around an offset between two of its members, if it is near. */
function closingBraceAfter(reader: TextReader, offset: number, farthest = farthestEnd): number | undefined {
  const closer = closingBracketAfter(reader, offset, farthest);
  return closer !== undefined && reader.codeAt(closer) === Char.CloseBrace ? closer : undefined;
}

/** Whether nothing but a `{` is there of an element, and the comma at hand comes before the next one. */
export function isOnlyBegun(
  reader: TextReader,
  at: number,
  frame: ObjectFrame,
  frames: readonly Frame[],
): boolean {
  const isElement = frame.opened && frame.firstValue === undefined && frames.at(-2)?.kind === "array";
  return isElement && reader.codeAt(reader.skipSpace(at + 1)) === Char.OpenBrace;
}

/** Whether a `{` stands right after the one that opened the object, and only one of them is closed. */
export function isDoubledBrace(reader: TextReader, at: number, frame: ObjectFrame): boolean {
  const isFirst = frame.opened && frame.firstValue === undefined && reader.codeAt(at) === Char.OpenBrace;
  if (!isFirst || !isKeyAt(reader, reader.skipSpace(at + 1))) return false;
  const indent = indentOfLine(reader, frame.start) ?? 0;
  const column = columnOnOwnLine(reader, at);
  // Deeper than the line before, it lacks its key.
  if (column !== undefined && column > indent) return false;
  const closer = closingBraceAfter(reader, at + 1);
  if (closer === undefined) return true;
  const next = reader.skipSpace(closer + 1);
  const columnOfNext = columnOnOwnLine(reader, next);
  return reader.codeAt(next) !== Char.CloseBrace || (columnOfNext !== undefined && columnOfNext < indent);
}

/**
 * Whether a `[` before an object or a text, or with nothing in it, stands right after the one that opened the list, and
 * only one of them is closed: the end of the object around it, or the next key in that, follows the bracket that closes
 * one.
 */
export function isDoubledBracket(reader: TextReader, at: number, frame: ArrayFrame): boolean {
  if (!frame.opened || frame.firstValue !== undefined || reader.codeAt(at) !== Char.OpenBracket) return false;
  const first = reader.skipSpace(at + 1);
  const code = reader.codeAt(first);
  const isText = code === Char.Quote && !isKeyAt(reader, first);
  if (code !== Char.OpenBrace && code !== Char.CloseBracket && !isText) return false;
  const closer = closingBracketAfter(reader, at + 1, longestElement);
  if (closer === undefined || reader.codeAt(closer) !== Char.CloseBracket) return false;
  const next = reader.skipSpace(closer + 1);
  if (reader.codeAt(next) !== Char.Comma) return reader.codeAt(next) === Char.CloseBrace;
  return isKeyAt(reader, reader.skipSpace(next + 1));
}
