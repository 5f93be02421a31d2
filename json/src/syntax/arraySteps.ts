import { Char, isSpace, startsWord } from "./characters";
import type { ArrayFrame, Frame } from "./frames";
import { isContainer } from "./nodes";
import type { Parser } from "./parser";
import { isKeyAt, standsForComma } from "./scanString";
import { isTextWithColon } from "./scanBare";
import { closesOuterByLayout, meaningOfBrace } from "./misplacedBrackets";
import type { CloserMeaning } from "./misplacedBrackets";
import { isDoubledBracket, meaningOfKey } from "./misplacedMembers";
import {
  extraCloser,
  extraColon,
  extraComma,
  extraOpener,
  leftover,
  otherComma,
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
    if (early !== undefined && parser.readElementAgain(frame, early)) return;
    if (frame.state === "after-value") frame.lackComma(false);
    parser.openUnwrittenObject(at).report(early === undefined ? unopenedObject(at) : extraCloser(early));
    return;
  }
  if (isDoubledBracket(reader, at, frame)) {
    frame.report(extraOpener(at));
    parser.at = at + 1;
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

function isOpener(code: number): boolean {
  return code === Char.OpenBrace || code === Char.OpenBracket;
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
