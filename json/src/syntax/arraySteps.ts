import { Char, isLikeComma, isOpener, isSpace } from "./characters";
import type { ArrayFrame, Frame } from "./frames";
import { closesOuterByLayout, meaningOfCloser, meaningOfKey } from "./brackets";
import type { Parser } from "./parser";
import { isPropertyAt } from "./scanString";
import { replacing, unopenedObject } from "./problems";
import type { SyntaxProblem } from "./problems";
import { isContainer } from "./nodes";
import { columnOnOwnLine, isOnNextLine } from "./textReader";

/** Reads the next token in the innermost container, an array. */
export function readArray(parser: Parser, frame: ArrayFrame): void {
  parser.skipTrivia();
  const { at, reader } = parser;
  const code = reader.codeAt(at);
  switch (code) {
    case Char.End:
      parser.closeAtEnd();
      return;
    case Char.CloseBracket:
      readCloser(parser, frame);
      return;
    case Char.CloseBrace:
      readMisplacedCloser(parser, frame);
      return;
    case Char.Comma:
      if (frame.state === "after-value") {
        frame.comma = at;
        frame.state = "value";
        parser.at = at + 1;
      } else {
        // Between numbers or texts, a second comma may indicate a missing value.
        const isRedundant = frame.lastValue !== undefined && isContainer(frame.lastValue);
        const certain = isRedundant && isAfterComma(parser, frame);
        skip(parser, frame, replacing("comma-extra", at, reader.endOfRun(at), "", certain));
      }
      return;
    case Char.CloseParenthesis:
      parser.closeWrongly(frame);
      return;
    case Char.Colon:
      skip(parser, frame, replacing("colon-extra", at, reader.endOfRun(at), ""));
      return;
    default:
      if (frame.state === "after-value" && isLikeComma(code)) readLikeComma(parser, frame);
      else if (frame.state !== "value" || !parser.reuseElements(frame)) readElement(parser, frame, code);
  }
}

function readElement(parser: Parser, frame: ArrayFrame, code: number): void {
  const { at, reader } = parser;
  if (isPropertyAt(reader, at)) {
    if (meaningOfKey(reader, at, frame, parser.frames) === "closes-array") {
      parser.at = frame.lastEnd;
      parser.closeUnfinished(frame.lastEnd);
      return;
    }
    if (frame.state === "after-value") frame.lackComma(false);
    parser.openUnwrittenObject(at).report(unopenedObject(at));
    return;
  }
  // Unreadable text is not an element that needs a comma after it.
  const isAfterText =
    frame.lastValue?.kind === "error" && (columnOnOwnLine(reader, at) !== undefined || isOpener(code));
  if (frame.state === "after-value" && !isAfterText)
    frame.lackComma(!mayBeInText(parser, frame) && !mayBeInNumber(parser, frame, code));
  parser.beginValue(frame.depth + 1);
}

/** Reads a bracket that closes the innermost container or an outer one. */
export function readCloser(parser: Parser, frame: Frame): void {
  const { at, reader } = parser;
  if (closesOuterByLayout(reader, at, parser.frames)) {
    parser.closeUnfinished(at);
    return;
  }
  if (frame.comma !== undefined)
    frame.report(replacing("comma-extra", frame.comma, frame.comma + 1, "", true));
  parser.close(at + 1, true);
}

export function readMisplacedCloser(parser: Parser, frame: Frame): void {
  const { at, reader } = parser;
  switch (meaningOfCloser(reader, at, frame, parser.frames)) {
    case "closes-outer":
      parser.closeUnfinished(at);
      return;
    case "mistyped":
      parser.closeWrongly(frame);
      return;
    case "stray":
      skip(parser, frame, replacing("closer-extra", at, reader.endOfRun(at), ""));
  }
}

/** Reports text that the parser does not read, and continues after it. */
export function skip(parser: Parser, frame: Frame, problem: SyntaxProblem): void {
  frame.report(problem);
  parser.at = problem.end;
}

/** Reads a character that resembles a comma, in place of a comma or directly before one. */
export function readLikeComma(parser: Parser, frame: Frame): void {
  const { at, reader } = parser;
  const end = reader.endOfRun(at);
  if (reader.codeAt(end) === Char.Comma) skip(parser, frame, replacing("leftover", at, end, ""));
  else {
    skip(parser, frame, replacing("comma-missing", at, end, ","));
    frame.state = frame.kind === "array" ? "value" : "key";
  }
}

/** Whether only space separates the parser's position from the comma or the last child before it. */
export function isAfterComma({ at, reader }: Parser, { lastEnd }: Frame): boolean {
  let end = at;
  while (isSpace(reader.codeAt(end - 1))) end--;
  return end === lastEnd || reader.codeAt(end - 1) === Char.Comma;
}

/** Whether the space between two numbers may be part of a table row or of one number. */
function mayBeInNumber({ reader, at }: Parser, { lastValue, lastEnd }: ArrayFrame, code: number): boolean {
  return (
    lastValue?.kind === "number" &&
    !isOpener(code) &&
    code !== Char.Quote &&
    !isOnNextLine(reader, lastEnd, at)
  );
}

/**
 * Whether an apparent gap between two values may be quoted text: indicated by space directly inside the quotes or
 * text directly outside them.
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
