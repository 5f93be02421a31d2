import {
  extraComma,
  missingComma,
  readMisplacedCloser,
  removal,
  replacement,
  semicolonForComma,
  skipCloser,
} from "./arraySteps";
import { Char, isDigit, startsWord } from "./characters";
import type { ObjectFrame } from "./frames";
import type { Parser } from "./parser";
import { shiftProblem } from "./problems";
import type { SyntaxProblem } from "./problems";
import { isKeyAt } from "./keyAt";
import { closesOuterByLayout, isBeforeValue, meaningOfBracket } from "./misplacedClosers";
import { meaningOfValue } from "./misplacedMembers";
import { endOfBareText, withoutQuotes } from "./scanBare";
import { scanString, unescapeString } from "./scanString";
import type { TextReader } from "./textReader";

const equalsSign = 0x3d;

/** Reads the next thing in the innermost container, an object. */
export function readObject(parser: Parser, frame: ObjectFrame): void {
  parser.skipTrivia();
  const code = parser.reader.codeAt(parser.at);
  switch (frame.state) {
    case "colon":
      readColon(parser, frame, code);
      return;
    case "value":
      readPropertyValue(parser, frame, code);
      return;
    default:
      readKeyOrEnd(parser, frame, code);
  }
}

function readKeyOrEnd(parser: Parser, frame: ObjectFrame, code: number): void {
  const { at } = parser;
  switch (code) {
    case Char.End:
      parser.closeAtEnd();
      return;
    case Char.CloseBrace:
      readBrace(parser, frame);
      return;
    case Char.CloseBracket:
      readMisplacedCloser(parser, frame, meaningOfBracket(parser.reader, at, frame, parser.frames));
      return;
    case Char.Comma:
      if (frame.state === "after-value") {
        frame.comma = at;
        frame.state = "key";
      } else frame.report(extraComma(at));
      parser.at = at + 1;
      return;
    case Char.Semicolon:
      if (frame.state !== "after-value") {
        readValueWithoutKey(parser, frame, code);
        return;
      }
      frame.report(semicolonForComma(at));
      frame.state = "key";
      parser.at = at + 1;
      return;
    case Char.Colon:
      frame.report({ kind: "key-expected", start: at, end: at + 1 });
      frame.awaitValueWithoutKey(at);
      parser.at = at + 1;
      return;
    case Char.Quote:
    case Char.Apostrophe:
      readKey(parser, frame);
      return;
    default:
      if (startsWord(code)) readBareKey(parser, frame);
      else readValueWithoutKey(parser, frame, code);
  }
}

function readKey(parser: Parser, frame: ObjectFrame): void {
  const { at, reader } = parser;
  expectSeparator(frame);
  const { end, closed, problems } = scanString(reader, at, "key");
  for (const problem of problems) frame.report(shiftProblem(problem, at));
  frame.awaitColon(at, end, unescapeString(reader.slice(at + 1, closed ? end - 1 : end)));
  parser.at = end;
}

function readBareKey(parser: Parser, frame: ObjectFrame): void {
  const { at, reader } = parser;
  expectSeparator(frame);
  const end = endOfBareText(reader, at);
  const name = withoutQuotes(reader.slice(at, end));
  const repair = { start: at, end, newText: JSON.stringify(name), certain: true };
  frame.report({ kind: "key-not-quoted", start: at, end, repair });
  frame.awaitColon(at, end, name);
  parser.at = end;
}

function readValueWithoutKey(parser: Parser, frame: ObjectFrame, code: number): void {
  const { at, reader } = parser;
  if (code === Char.OpenBracket && isKeyAt(reader, reader.skipSpace(at + 1))) {
    frame.report({ kind: "opener-extra", start: at, end: at + 1, repair: removal(at, false) });
    parser.at = at + 1;
    return;
  }
  switch (meaningOfValue(reader, at, frame, parser.frames)) {
    case "closes-object":
      parser.closeUnfinished(frame.lastEnd);
      return;
    case "continues-list":
      continueList(parser, frame);
      return;
    case "lacks-key":
      expectSeparator(frame);
      frame.awaitValueWithoutKey(at);
      parser.beginValue(frame.depth + 1);
      frame.report({ kind: "key-expected", start: at, end: at + 1 });
  }
}

/** Goes on as if a `[` stood before the last property's value. */
function continueList(parser: Parser, frame: ObjectFrame): void {
  const hasComma = frame.comma !== undefined;
  const taken = frame.takeBackValue();
  if (taken === undefined) return;
  const { value, start } = taken;
  const list = parser.openUnwrittenArray(start);
  list.report(decimalComma(parser, start) ?? bracketNotOpened(start));
  list.add(value, start);
  if (hasComma) list.state = "value";
}

function bracketNotOpened(start: number): SyntaxProblem {
  const repair = { start, end: start, newText: "[", certain: false };
  return { kind: "bracket-not-opened", start, end: start + 1, repair };
}

/** Many languages write `62,4` for what JSON writes `62.4`. */
function decimalComma({ reader, at }: Parser, start: number): SyntaxProblem | undefined {
  const [, whole, decimals] = /^(-?\d+),(\d+)$/.exec(reader.slice(start, endOfDigits(reader, at))) ?? [];
  if (whole === undefined || decimals === undefined) return undefined;
  const end = endOfDigits(reader, at);
  const repair = { start, end, newText: `${whole}.${decimals}`, certain: false };
  return { kind: "decimal-comma", start, end, repair };
}

function endOfDigits(reader: TextReader, start: number): number {
  let end = start;
  while (isDigit(reader.codeAt(end))) end++;
  return end;
}

function readColon(parser: Parser, frame: ObjectFrame, code: number): void {
  const { at, reader } = parser;
  switch (code) {
    case Char.Colon:
      frame.awaitValue(at);
      parser.at = at + 1;
      return;
    case Char.Comma:
    case Char.CloseBrace:
    case Char.CloseBracket:
    case Char.End:
      lackValue(frame);
      return;
    case equalsSign:
      frame.report({ kind: "colon-missing", start: at, end: at + 1, repair: replacement(at, ":") });
      frame.state = "value";
      parser.at = at + 1;
      return;
    default:
      if (isKey(code) && isKeyAt(reader, at)) {
        lackValue(frame);
        frame.state = "key";
        return;
      }
      frame.report(missingColon(frame.keyEnd));
      frame.state = "value";
  }
}

function readPropertyValue(parser: Parser, frame: ObjectFrame, code: number): void {
  const { at, reader } = parser;
  switch (code) {
    case Char.CloseBrace:
    case Char.CloseBracket:
      if (isBeforeValue(reader, at)) skipCloser(parser, frame);
      else lackValue(frame);
      return;
    case Char.Comma:
    case Char.End:
      lackValue(frame);
      return;
    case Char.Colon:
      frame.report({ kind: "colon-extra", start: at, end: at + 1, repair: removal(at) });
      parser.at = at + 1;
      return;
    default:
      if (isKey(code) && isKeyAt(reader, at)) {
        lackValue(frame);
        frame.state = "key";
        return;
      }
      parser.beginValue(frame.depth + 1);
  }
}

function readBrace(parser: Parser, frame: ObjectFrame): void {
  const { at, reader } = parser;
  if (closesOuterByLayout(reader, at, parser.frames)) {
    parser.closeUnfinished(at);
    return;
  }
  if (parser.frames.length === 1 && goesOnBehind(parser)) {
    skipCloser(parser, frame);
    return;
  }
  if (frame.comma !== undefined) frame.report(extraComma(frame.comma));
  parser.close(at + 1, true);
}

/** Whether a property follows the brace at `at`, so that the root cannot end there. */
function goesOnBehind({ at, reader }: Parser): boolean {
  const next = reader.skipSpace(at + 1);
  const comma = reader.codeAt(next) === Char.Comma;
  return isKeyAt(reader, comma ? reader.skipSpace(next + 1) : next);
}

/** The key stands alone: its value is missing. */
function lackValue(frame: ObjectFrame): void {
  const { keyStart: start, keyEnd: end } = frame;
  if (end > start) frame.report({ kind: "value-expected", start, end });
  frame.addMissing();
}

function expectSeparator(frame: ObjectFrame): void {
  if (frame.state === "after-value") frame.report(missingComma(frame.lastEnd));
}

function missingColon(end: number) {
  const repair = { start: end, end, newText: ":", certain: true };
  return { kind: "colon-missing", start: end - 1, end, repair } as const;
}

function isKey(code: number): boolean {
  return code === Char.Quote || code === Char.Apostrophe || startsWord(code);
}
