import { Char, isOpener, isSpace, startsWord } from "./characters";
import type { ArrayFrame, Frame, ObjectFrame } from "./frames";
import { isContainer } from "./nodes";
import type { Parser } from "./parser";
import { isKeyAt, standsForComma } from "./scanString";
import { isTextWithColon } from "./scanBare";
import { closesOuterByLayout, meaningOfBrace } from "./misplacedBrackets";
import type { CloserMeaning } from "./misplacedBrackets";
import {
  elementsBehindList,
  isDoubledBrace,
  isDoubledBracket,
  meaningOfKey,
  meaningOfValue,
} from "./misplacedMembers";
import {
  extraCloser,
  extraColon,
  extraComma,
  extraOpener,
  leftover,
  otherComma,
  unopenedArray,
  unopenedObject,
} from "./problems";
import { columnOnOwnLine } from "./textReader";

/** Reads the next thing in the innermost container, an array. */
export function readArray(parser: Parser, frame: ArrayFrame): void {
  parser.skipTrivia();
  if (parser.closesHere(frame)) return;
  const { at, reader } = parser;
  const code = reader.codeAt(at);
  switch (code) {
    case Char.End:
      parser.closeAtEnd();
      return;
    case Char.CloseBracket:
      if (closesOuterByLayout(reader, at, parser.frames)) {
        parser.closeUnfinished(at);
        return;
      }
      if (frame.comma !== undefined) frame.report(extraComma(frame.comma));
      parser.close(at + 1, true);
      return;
    case Char.CloseBrace:
      if (mayEndUnopened(parser, frame) && parser.readElementAgain(frame)) return;
      readMisplacedCloser(parser, frame, meaningOfBrace(reader, at, frame, parser.frames));
      return;
    case Char.Comma:
      readComma(parser, frame);
      return;
    case Char.CloseParenthesis:
      parser.closeWrongly(frame);
      return;
    case Char.Colon:
      frame.report(extraColon(at, false));
      parser.at = at + 1;
      return;
    default:
      if (frame.state === "after-value" && standsForComma(reader, at)) {
        readLikeComma(parser, frame);
        return;
      }
      // What follows the element tells, so that it may not be taken as it was read before.
      if (isDoubledBracket(reader, at, frame)) {
        frame.report(extraOpener(at));
        parser.at = at + 1;
        return;
      }
      if (frame.state === "value" && parser.reuseElements(frame)) return;
      readElement(parser, frame, code);
  }
}

function readElement(parser: Parser, frame: ArrayFrame, code: number): void {
  const { at, reader } = parser;
  const mayBeKey = code === Char.Quote || code === Char.Apostrophe || startsWord(code);
  if (mayBeKey && isKeyAt(reader, at) && !isTextWithColon(reader, at)) {
    if (meaningOfKey(reader, at, frame, parser.frames) === "closes-array") {
      parser.at = frame.lastEnd;
      parser.closeUnfinished(frame.lastEnd);
      return;
    }
    const early = earlyCloser(parser, frame);
    if ((early !== undefined || mayEndUnopened(parser, frame)) && parser.readElementAgain(frame, early))
      return;
    if (frame.state === "after-value") frame.lackComma(false);
    parser.openUnwrittenObject(at).report(early === undefined ? unopenedObject(at) : extraCloser(early));
    return;
  }
  // A line that nobody can read is no element, such as a row of a table.
  const isAfterLine = frame.lastValue?.kind === "error" && columnOnOwnLine(reader, at) !== undefined;
  if (frame.state === "after-value" && !isAfterLine) frame.lackComma(!mayBeInText(parser, frame));
  parser.beginValue(frame.depth + 1);
}

/**
 * The brace that ended the last element too early, as the layout shows: its keys stand on lines of their own in the
 * column of the key at hand, and the brace does not.
 */
function earlyCloser(
  { at, reader }: Parser,
  { lastValue, lastValueStart, lastEnd }: ArrayFrame,
): number | undefined {
  if (lastValue === undefined || reader.codeAt(lastValueStart) !== Char.OpenBrace) return undefined;
  const column = columnOnOwnLine(reader, at);
  const closer = lastEnd - 1;
  if (column === undefined || reader.codeAt(closer) !== Char.CloseBrace) return undefined;
  if (columnOnOwnLine(reader, closer) !== undefined) return undefined;
  return columnOnOwnLine(reader, reader.skipSpace(lastValueStart + 1)) === column ? closer : undefined;
}

/**
 * Whether the brace that ended the last element may be that of an object in it whose own key and brace are missing: it
 * stands on a line of its own, in the column of the element's keys.
 */
function mayEndUnopened({ reader }: Parser, { lastValue, lastValueStart, lastEnd }: ArrayFrame): boolean {
  if (lastValue === undefined || reader.codeAt(lastValueStart) !== Char.OpenBrace) return false;
  const column = columnOnOwnLine(reader, lastEnd - 1);
  return column !== undefined && column === columnOnOwnLine(reader, reader.skipSpace(lastValueStart + 1));
}

function readComma(parser: Parser, frame: ArrayFrame): void {
  const { at } = parser;
  if (frame.state === "after-value") {
    frame.comma = at;
    frame.state = "value";
  } else frame.report(extraComma(at, lacksNoValue(frame) && isAfterComma(parser, frame)));
  parser.at = at + 1;
}

/** Another sign stands for a comma, or beside one. */
export function readLikeComma(parser: Parser, frame: Frame): void {
  const { at, reader } = parser;
  parser.at = at + 1;
  const isComma = reader.codeAt(at) !== Char.Semicolon;
  if (reader.codeAt(at + 1) === Char.Comma)
    frame.report(isComma ? extraComma(at, false) : leftover(at, at + 1));
  else {
    frame.report(otherComma(at));
    frame.state = frame.kind === "array" ? "value" : "key";
  }
}

/** Whether nothing but space stands before a comma that is one too many: a bracket there may be part of it. */
export function isAfterComma({ at, reader }: Parser, { lastEnd }: Frame): boolean {
  let end = at;
  while (isSpace(reader.codeAt(end - 1))) end--;
  return end === lastEnd || reader.codeAt(end - 1) === Char.Comma;
}

/** Between numbers or texts of a list, a second comma may show that one is missing. */
function lacksNoValue({ lastValue }: ArrayFrame): boolean {
  return lastValue !== undefined && isContainer(lastValue);
}

/**
 * Whether what seems to stand between two values may be text between quotes: space right inside the quotes tells,
 * or something right beside them.
 */
export function mayBeInText({ reader, at }: Parser, { lastEnd, lastValueStart }: Frame): boolean {
  const isQuote = (offset: number) =>
    reader.codeAt(offset) === Char.Quote || reader.codeAt(offset) === Char.Apostrophe;
  if (isQuote(lastEnd - 1)) {
    const before = reader.codeAt(lastValueStart - 1);
    const isApart = before < Char.Quote || before === Char.Comma || before === Char.Colon || isOpener(before);
    if (!isApart || isSpace(reader.codeAt(lastEnd - 2)) || at === lastEnd) return true;
  }
  return isQuote(at) && (isSpace(reader.codeAt(at + 1)) || at === lastEnd);
}

/** Does what a closing bracket of the other kind than the innermost container's means. */
export function readMisplacedCloser(parser: Parser, frame: Frame, meaning: CloserMeaning): void {
  const { at } = parser;
  switch (meaning) {
    case "closes-outer":
      parser.closeUnfinished(at);
      return;
    case "mistyped":
      parser.closeWrongly(frame);
      return;
    case "stray":
      skipCloser(parser, frame);
  }
}

export function skipCloser(parser: Parser, frame: Frame): void {
  frame.report(extraCloser(parser.at));
  parser.at += 1;
}

/** What follows stands in an object or a list whose key is missing with its bracket. */
export function openMember(parser: Parser, frame: ObjectFrame): void {
  const { at } = parser;
  frame.report({ kind: "member-not-opened", start: at, end: at + 1 });
  frame.awaitValueWithoutKey(at);
}

/** Reads what stands where the key of an object's property should. */
export function readValueWithoutKey(parser: Parser, frame: ObjectFrame, code: number): void {
  const { at, reader } = parser;
  const isBeforeKey = code === Char.OpenBracket && isKeyAt(reader, reader.skipSpace(at + 1));
  if (isBeforeKey || isDoubledBrace(reader, at, frame)) {
    frame.report(extraOpener(at));
    parser.at = at + 1;
    return;
  }
  const behind = elementsBehindList(reader, at, frame);
  if (behind !== undefined) {
    const { closer, end, repair } = behind;
    frame.report({ kind: "closer-early", start: closer, end: closer + 1, repair });
    frame.comma = undefined;
    frame.state = "after-value";
    parser.at = end;
    return;
  }
  switch (meaningOfValue(reader, at, frame, parser.frames)) {
    case "closes-object":
      parser.closeUnfinished(frame.lastEnd);
      return;
    case "continues-list":
      continueList(parser, frame);
      return;
    case "opens-list":
      expectSeparator(parser, frame);
      openMember(parser, frame);
      parser.openUnwrittenArray(at);
      return;
    case "lacks-key":
      expectSeparator(parser, frame);
      readNameless(parser, frame, at);
  }
}

/** Reads a value whose key is missing. */
export function readNameless(parser: Parser, frame: ObjectFrame, start: number, end = start + 1): void {
  parser.at = start;
  frame.report({ kind: "key-expected", start, end });
  frame.awaitValueWithoutKey(start);
  parser.beginValue(frame.depth + 1);
}

/** Goes on as if a `[` stood before the last property's value. */
export function continueList(parser: Parser, frame: ObjectFrame): void {
  const hasComma = frame.state !== "after-value";
  const taken = frame.takeBackValue();
  if (taken === undefined) return;
  const { value, start } = taken;
  const list = parser.openUnwrittenArray(start);
  list.report(unopenedArray(start));
  list.add(value, start);
  if (hasComma) list.state = "value";
}

/** What follows begins another property: a comma comes before it. */
export function expectSeparator(parser: Parser, frame: ObjectFrame): void {
  const { lastValue } = frame;
  // Whose closing quote is missing may have lost the comma with it: that is mended together.
  if (lastValue?.kind === "string" && !lastValue.closed) return;
  if (frame.state === "after-value") frame.lackComma(!mayBeInText(parser, frame));
}
