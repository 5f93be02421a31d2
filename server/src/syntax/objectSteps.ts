import { extraComma, missingComma, removal, replacement } from "./arraySteps";
import { Char, startsWord } from "./characters";
import type { ObjectFrame } from "./frames";
import type { Parser } from "./parser";
import { shiftProblem } from "./problems";
import { isKeyAt } from "./keyAt";
import { closesOuterByLayout, isBeforeValue, meaningOfBracket } from "./misplacedClosers";
import { meaningOfValue } from "./misplacedMembers";
import { endOfBareText } from "./scanBare";
import { scanString, unescapeString } from "./scanString";

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
      readBracket(parser, frame);
      return;
    case Char.Comma:
      if (frame.state === "after-value") {
        frame.comma = at;
        frame.state = "key";
      } else frame.report(extraComma(at));
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
  const name = reader.slice(at, end).replace(/"$/, "");
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
  const repair = { start, end: start, newText: "[", certain: false };
  list.report({ kind: "bracket-not-opened", start, end: start + 1, repair });
  list.add(value, start);
  if (hasComma) list.state = "value";
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
      frame.report(missingColon(frame.key.end));
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

function readBracket(parser: Parser, frame: ObjectFrame): void {
  const { at, reader } = parser;
  switch (meaningOfBracket(reader, at, frame, parser.frames)) {
    case "closes-outer":
      parser.closeUnfinished(at);
      return;
    case "mistyped":
      frame.report({ kind: "closer-wrong", start: at, end: at + 1, repair: replacement(at, "}") });
      parser.close(at + 1, true);
      return;
    case "stray":
      skipCloser(parser, frame);
  }
}

function skipCloser(parser: Parser, frame: ObjectFrame): void {
  const { at } = parser;
  frame.report({ kind: "closer-extra", start: at, end: at + 1, repair: removal(at, false) });
  parser.at = at + 1;
}

/** The key stands alone: its value is missing. */
function lackValue(frame: ObjectFrame): void {
  const { start, end } = frame.key;
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
