import {
  isAfterComma,
  mayBeInText,
  readCloser,
  readLikeComma,
  readMisplacedCloser,
  skip,
} from "./arraySteps";
import { Char, isCloser, isLikeColon, isLikeComma, isOpener, startsWord } from "./characters";
import type { ObjectFrame } from "./frames";
import { isNextElement } from "./brackets";
import type { Parser } from "./parser";
import {
  endOfBareName,
  isKeyAt,
  isPropertyAt,
  isWholeKeyAt,
  scanName,
  startsTypographicText,
  unescapeString,
} from "./scanString";
import { replacing, shiftProblem } from "./problems";
import { withoutQuotes } from "./readings";
import { scalarNode } from "./nodes";
import { plainPropertyAt } from "./strictScan";
import { isOnNextLine } from "./textReader";

/** Reads the next token in the innermost container, an object. */
export function readObject(parser: Parser, frame: ObjectFrame): void {
  parser.skipTrivia();
  if (frame.state === "key" && readPlainProperties(parser, frame)) return;
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

/**
 * Reads well-formed properties with scalar values: the fast path for most of a text.
 *
 * @returns whether the parser has to yield
 */
function readPlainProperties(parser: Parser, frame: ObjectFrame): boolean {
  const { reader } = parser;
  while (reader.codeAt(parser.at) === Char.Quote) {
    const { at } = parser;
    if (at >= parser.readsUpTo) return true;
    const { text, start } = reader.chunkAt(at);
    const property = plainPropertyAt(text, at - start);
    if (property === undefined) return false;
    const { name, colon, valueStart, valueLength, value, comma, end } = property;
    frame.awaitColon(at, at + name.length + 2, name, true);
    frame.awaitValue(at + colon);
    parser.deliver(scalarNode(value, valueLength), at + valueStart);
    parser.at = at + end;
    if (comma === undefined) return false;
    frame.comma = at + comma;
    frame.state = "key";
  }
  return false;
}

function readKeyOrEnd(parser: Parser, frame: ObjectFrame, code: number): void {
  const { at, reader } = parser;
  switch (code) {
    case Char.End:
      parser.closeAtEnd();
      return;
    case Char.CloseBrace:
      readCloser(parser, frame);
      return;
    case Char.CloseBracket:
      readMisplacedCloser(parser, frame);
      return;
    case Char.Comma:
      if (frame.state === "after-value") {
        frame.comma = at;
        frame.state = "key";
        parser.at = at + 1;
      } else {
        const end = reader.endOfRun(at);
        const certain = isBeforeMember(parser, end) && isAfterComma(parser, frame);
        skip(parser, frame, replacing("comma-extra", at, end, "", certain));
      }
      return;
    case Char.Colon:
      if (frame.state === "after-value") {
        skip(parser, frame, replacing("comma-missing", at, reader.endOfRun(at), ","));
        frame.state = "key";
      } else {
        skip(parser, frame, { kind: "key-expected", start: at, end: reader.endOfRun(at) });
        frame.awaitValueWithoutKey(at);
      }
      return;
    case Char.Quote:
    case Char.Apostrophe:
      readKey(parser, frame);
      return;
    default:
      if (frame.state === "after-value" && isLikeComma(code)) readLikeComma(parser, frame);
      else if (isOpener(code)) readNameless(parser, frame, code);
      else if (!readBareKey(parser, frame, code)) parser.skipText(frame);
  }
}

/** Whether a property or the end of the object follows the current commas: then no value is missing between them. */
function isBeforeMember({ reader }: Parser, end: number): boolean {
  const next = reader.skipSpace(end);
  const code = reader.codeAt(next);
  return code === Char.CloseBrace || (code === Char.Quote && isKeyAt(reader, next));
}

function readKey(parser: Parser, frame: ObjectFrame): void {
  const { at, reader } = parser;
  if (reader.codeAt(at + 1) === Char.Quote && !isWholeKeyAt(reader, at) && isWholeKeyAt(reader, at + 1)) {
    frame.report(replacing("leftover", at, at + 1, ""));
    parser.at = at + 1;
    return;
  }
  expectSeparator(parser, frame);
  const { end, closed, problems } = scanName(reader, at);
  for (const problem of problems) frame.report(shiftProblem(problem, at));
  const name = unescapeString(reader.slice(at + 1, closed ? end - 1 : end));
  frame.awaitColon(at, end, name, problems.length === 0);
  parser.at = end;
}

/** A colon and the start of a JSON-like value. */
const valueAfter = /^:\s*(?:["'{[\d.+-]|true|false|null|NaN|None|True|False)/;

/** Reads an unquoted name before a colon or alone on the rest of its line; returns whether there is one. */
function readBareKey(parser: Parser, frame: ObjectFrame, code: number): boolean {
  const { at, reader } = parser;
  if (!startsWord(code) && !startsTypographicText(reader, at)) return false;
  const end = endOfBareName(reader, at);
  const next = reader.skipSpace(end);
  const name = withoutQuotes(reader.slice(at, end));
  const hasColon = isKeyAt(reader, at) || reader.codeAt(next) === Char.Equals;
  const isAlone =
    isCloser(reader.codeAt(next)) || reader.codeAt(next) === Char.End || isOnNextLine(reader, end, next);
  if (!hasColon && (!isAlone || !/^[^\s"]{1,40}$/.test(reader.slice(at, end)))) return false;
  // Directly after a value on the same line, the name may belong to that value.
  const isApart = frame.state !== "after-value" || isOnNextLine(reader, frame.lastEnd, at);
  const isAfterLack = frame.lastValue?.kind === "missing" && !isOnNextLine(reader, frame.lastEnd, at);
  const hasValue = valueAfter.test(reader.slice(next, next + 20));
  const certain = isApart && hasValue && !isAfterLack;
  const newText = JSON.stringify(name);
  if (isApart) expectSeparator(parser, frame);
  const repair = isApart
    ? { start: at, end, newText, certain }
    : { start: frame.lastEnd, end, newText: `, ${newText}`, certain };
  frame.report({ kind: "key-not-quoted", start: at, end, repair });
  frame.awaitColon(at, end, name, certain);
  parser.at = end;
  return true;
}

/** Reads a value without a name or, before the next element of the outer list, ends an object that lacks its brace. */
function readNameless(parser: Parser, frame: ObjectFrame, code: number): void {
  const { at, reader } = parser;
  if (code === Char.OpenBrace && isNextElement(reader, at, frame, parser.frames)) {
    parser.closeUnfinished(frame.lastEnd);
    return;
  }
  expectSeparator(parser, frame);
  frame.report({ kind: "key-expected", start: at, end: at + 1 });
  frame.awaitValueWithoutKey(at);
  parser.beginValue(frame.depth + 1);
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
    default:
      if (isLikeColon(code) || (code === Char.Minus && reader.codeAt(at + 1) === Char.Greater)) {
        const end = reader.codeAt(at + 1) === Char.Greater ? at + 2 : at + 1;
        frame.report(replacing("colon-missing", at, end, ":"));
        frame.awaitValue(end - 1);
        parser.at = end;
      } else if (at === frame.keyEnd && startsWord(code) && isKeyAt(reader, at)) {
        continueKey(parser, frame);
      } else if (isPropertyAt(reader, at)) {
        lackValue(frame);
        frame.state = "key";
      } else frame.lackColon();
  }
}

/** Continues a key that a quote inside its text has ended too early, as in `"abc "total"`. */
function continueKey(parser: Parser, frame: ObjectFrame): void {
  const { at, reader } = parser;
  const { keyStart } = frame;
  const end = endOfBareName(reader, at);
  frame.report({ kind: "quote-in-text", start: at - 1, end: at });
  frame.awaitColon(keyStart, end, withoutQuotes(reader.slice(keyStart, end)), false);
  parser.at = end;
}

function readPropertyValue(parser: Parser, frame: ObjectFrame, code: number): void {
  const { at, reader } = parser;
  switch (code) {
    case Char.CloseBrace:
    case Char.CloseBracket:
    case Char.Comma:
    case Char.End:
      lackValue(frame);
      return;
    case Char.Colon: {
      const end = reader.endOfRun(at);
      skip(parser, frame, replacing("colon-extra", at, end, "", reader.codeAt(end) !== Char.Slash));
      return;
    }
    default:
      if (!isNextKey(parser, frame)) parser.beginValue(frame.depth + 1);
      else {
        const key = reader.slice(frame.keyStart, frame.keyEnd);
        const isRepeated = key.startsWith('"') && reader.slice(at, at + key.length) === key;
        lackValue(frame, isRepeated ? at : undefined);
        frame.state = "key";
      }
  }
}

/** Whether a key stands in place of a value. On the line of the previous key, an unquoted word is a value. */
function isNextKey({ at, reader }: Parser, frame: ObjectFrame): boolean {
  if (!isOnNextLine(reader, frame.keyEnd, at)) {
    // A colon may replace the comma after a text, as in `"a": "text": "b": 1`.
    const next = isWholeKeyAt(reader, at) ? reader.skipSpace(scanName(reader, at).end) + 1 : undefined;
    return next !== undefined && !isWholeKeyAt(reader, reader.skipSpace(next));
  }
  return isPropertyAt(reader, at);
}

/** Reports the comma before the next property if it is missing. */
function expectSeparator(parser: Parser, frame: ObjectFrame): void {
  const { lastValue } = frame;
  // The fix for an unclosed text also inserts a comma that is missing with the quote.
  if (lastValue?.kind === "string" && !lastValue.closed) return;
  if (lastValue?.kind === "error" && lastValue.problems[0]?.kind === "text-not-json") return;
  if (frame.state === "after-value") frame.lackComma(!mayBeInText(parser, frame));
}

/**
 * Reports a key without a value.
 *
 * @param again offset of a repetition of the same key, which makes the first one redundant
 */
function lackValue(frame: ObjectFrame, again?: number): void {
  const { keyStart: start, keyEnd: end } = frame;
  // A problem of the key itself takes precedence.
  if (end > start && frame.keyIsWhole) {
    const repair = again === undefined ? undefined : { start, end: again, newText: "", certain: false };
    frame.report({ kind: "value-expected", start, end, ...(repair === undefined ? {} : { repair }) });
  }
  frame.addMissing();
}
