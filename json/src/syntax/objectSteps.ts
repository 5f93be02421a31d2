import {
  continueList,
  expectSeparator,
  isAfterComma,
  openMember,
  readLikeComma,
  readMisplacedCloser,
  readNameless,
  readValueWithoutKey,
  skipCloser,
} from "./arraySteps";
import { Char, isLikeColon, startsWord } from "./characters";
import { foreignAt } from "./foreign";
import type { ObjectFrame } from "./frames";
import { closesOuterByLayout, isBeforeValue, meaningOfBracket } from "./misplacedBrackets";
import {
  endsList,
  isBeforeColonForComma,
  isBeforeMember,
  isInUnopened,
  isOnlyBegun,
  isValueAlone,
  meaningOfKeyAsValue,
} from "./misplacedMembers";
import {
  endOfBareName,
  isColonAfter,
  isKeyAt,
  scanName,
  standsForComma,
  startsTypographicText,
  unescapeString,
} from "./scanString";
import type { Parser } from "./parser";
import {
  extraColon,
  extraComma,
  leftover,
  otherColon,
  otherComma,
  shiftProblem,
  unopenedArray,
  unopenedObject,
} from "./problems";
import { withoutQuotes } from "./readings";
import { codeBehindStray, isTextWithColon } from "./scanBare";
import { scalarNode } from "./nodes";
import { plainPropertyAt } from "./strictScan";
import { isOnNextLine, quotedText } from "./textReader";

/** Reads the next thing in the innermost container, an object. */
export function readObject(parser: Parser, frame: ObjectFrame): void {
  parser.skipTrivia();
  if (frame.state === "key" && frame.closesAt === undefined && readPlainProperties(parser, frame)) return;
  const code = parser.reader.codeAt(parser.at);
  if (parser.at === frame.closesAt && (frame.state === "colon" || frame.state === "value")) lackValue(frame);
  if (parser.closesHere(frame)) return;
  switch (frame.state) {
    case "colon":
      readColon(parser, frame, code);
      return;
    case "value":
      readPropertyValue(parser, frame, code);
      return;
    default:
      readKeyOrEnd(parser, frame, codeBehindStray(parser, frame));
  }
}

/**
 * Properties in which nothing is wrong, with a scalar each: what most of the text is, read in few steps.
 *
 * @returns whether another container is the innermost now, or others have their turn
 */
function readPlainProperties(parser: Parser, frame: ObjectFrame): boolean {
  const { reader } = parser;
  while (reader.codeAt(parser.at) === Char.Quote) {
    const { at } = parser;
    if (at >= parser.readsUpTo) return true;
    if (isInUnopened(reader, at, parser.frames)) {
      openMember(parser, frame);
      parser.openUnwrittenObject(at);
      return true;
    }
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
    case Char.CloseParenthesis:
      parser.closeWrongly(frame);
      return;
    case Char.Comma:
      if (frame.state === "after-value") {
        frame.comma = at;
        frame.state = "key";
      } else if (isOnlyBegun(parser.reader, at, frame, parser.frames)) {
        parser.closeUnfinished(frame.lastEnd);
        return;
      } else {
        const certain = isBeforeMember(parser.reader, at + 1) && isAfterComma(parser, frame);
        frame.report(extraComma(at, certain));
      }
      parser.at = at + 1;
      return;
    case Char.Colon:
      if (frame.state === "after-value" && isKeyAt(parser.reader, parser.reader.skipSpace(at + 1))) {
        frame.report(otherComma(at));
        frame.state = "key";
        parser.at = at + 1;
        return;
      }
      frame.report({ kind: "key-expected", start: at, end: at + 1 });
      frame.awaitValueWithoutKey(at);
      parser.at = at + 1;
      return;
    case Char.Quote:
    case Char.Apostrophe:
      readKey(parser, frame);
      return;
    default:
      if (frame.state === "after-value" && standsForComma(parser.reader, at)) readLikeComma(parser, frame);
      else if (startsWord(code) || startsTypographicText(parser.reader, at)) readBareKey(parser, frame);
      else readValueWithoutKey(parser, frame, code);
  }
}

function readKey(parser: Parser, frame: ObjectFrame): void {
  const { at, reader } = parser;
  if (frame.lastValue?.kind === "string" && frame.lastValue.closed && endsList(reader, at)) {
    continueList(parser, frame);
    return;
  }
  expectSeparator(parser, frame);
  const { end, closed, problems } = scanName(reader, at);
  for (const problem of problems) frame.report(shiftProblem(problem, at));
  const name = unescapeString(reader.slice(at + 1, closed ? end - 1 : end));
  frame.awaitColon(at, end, name, problems.length === 0);
  parser.at = end;
}

const longestName = 200;

/** A name without quotes to which a value is given as in many languages. */
const assignmentAt = /^([\p{L}_][\p{L}\p{N}_-]*)[ \t]*=>?[ \t]*(?=["'\d[{-]|true|false|null)/u;

/** A value that is no name without quotes, for there is no colon behind it. */
const constantAlone = /^(?:true|false|null)(?=\s*[,}])/;

function readBareKey(parser: Parser, frame: ObjectFrame): void {
  const { at, reader } = parser;
  // Behind a value on its line, it may as well belong to that.
  const isApart = frame.state !== "after-value" || isOnNextLine(reader, frame.lastEnd, at);
  const [assignment, assigned = ""] =
    (isApart ? assignmentAt.exec(reader.slice(at, at + longestName)) : null) ?? [];
  if (assignment !== undefined) {
    expectSeparator(parser, frame);
    const end = at + assigned.length;
    const behind = at + assignment.length;
    const repair = { start: at, end: behind, newText: `"${assigned}": `, certain: false };
    frame.report({ kind: "key-not-quoted", start: at, end, repair });
    frame.awaitColon(at, end, assigned, false);
    frame.awaitValue(behind - 1);
    parser.at = behind;
    return;
  }
  const [constant] = isApart ? (constantAlone.exec(reader.slice(at, at + longestName)) ?? []) : [];
  if (constant !== undefined) {
    expectSeparator(parser, frame);
    readNameless(parser, frame, at, at + constant.length);
    return;
  }
  // Behind a key on its line that has no value yet, it may be that.
  const mayBeValue = frame.lastValue?.kind === "missing" && !isOnNextLine(reader, frame.lastEnd, at);
  const certain = isApart && !mayBeValue && isKeyAt(reader, at) && reader.codeAt(at - 1) !== Char.Quote;
  const end = endOfBareName(reader, at);
  const name = withoutQuotes(reader.slice(at, end));
  const newText = JSON.stringify(name);
  const repair = isApart
    ? { start: at, end, newText, certain }
    : { start: frame.lastEnd, end, newText: `, ${newText}`, certain };
  if (isApart) expectSeparator(parser, frame);
  frame.report({ kind: "key-not-quoted", start: at, end, repair });
  frame.awaitColon(at, end, name, certain);
  parser.at = end;
}

function readColon(parser: Parser, frame: ObjectFrame, code: number): void {
  const { at, reader } = parser;
  switch (code) {
    case Char.Colon:
      frame.awaitValue(at);
      parser.at = at + 1;
      return;
    case Char.Comma:
      if (reader.codeAt(reader.skipSpace(at + 1)) === Char.Colon) {
        frame.report(extraComma(at, false));
        parser.at = at + 1;
        return;
      }
      lackColonAndValue(parser, frame);
      return;
    case Char.CloseBrace:
    case Char.CloseBracket:
    case Char.End:
      lackColonAndValue(parser, frame);
      return;
    default:
      if (code === Char.Quote && at === frame.keyEnd && isColonAfter(reader, at + 1)) {
        frame.report(leftover(at, at + 1));
        parser.at = at + 1;
        return;
      }
      if (isLikeColon(code) || (code === Char.Minus && reader.codeAt(at + 1) === Char.Greater)) {
        const end = reader.codeAt(at + 1) === Char.Greater ? at + 2 : at + 1;
        frame.report(otherColon(at, end));
        frame.awaitValue(end - 1);
        parser.at = end;
        return;
      }
      if (isKey(code) && isKeyAt(reader, at)) {
        if (at === frame.keyEnd && code !== Char.Quote) continueWithKey(parser, frame);
        else {
          lackValue(frame);
          frame.state = "key";
        }
        return;
      }
      if (reader.codeAt(frame.keyEnd - 2) === Char.Colon) frame.takeColonFromKey();
      else frame.lackColon();
  }
}

/** A key stands alone, or a value whose key is missing. */
function lackColonAndValue(parser: Parser, frame: ObjectFrame): void {
  if (isValueAlone(parser.reader, parser.at, frame))
    readNameless(parser, frame, frame.keyStart, frame.keyEnd);
  else lackValue(frame);
}

/** A quote within a key ended it too early, as in `"abc "total"`. */
function continueWithKey(parser: Parser, frame: ObjectFrame): void {
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
      if (isBeforeValue(reader, at)) skipCloser(parser, frame);
      else if (code === Char.CloseBracket && isStray(parser, frame))
        parser.openUnwrittenArray(at).report(unopenedArray(at));
      else lackValue(frame);
      return;
    case Char.Comma:
    case Char.End:
      lackValue(frame);
      return;
    case Char.Colon:
      frame.report(extraColon(at, reader.codeAt(at + 1) !== Char.Slash));
      parser.at = at + 1;
      return;
    default:
      if (
        isKey(code) &&
        isKeyAt(reader, at) &&
        !isBeforeColonForComma(reader, at, frame) &&
        !(isTextWithColon(reader, at) && !isOnNextLine(reader, frame.keyEnd, at))
      ) {
        if (meaningOfKeyAsValue(reader, at, frame, parser.frames) === "opens-object") {
          frame.report(unopenedObject(at, frame.lastEnd));
          parser.openUnwrittenObject(at);
          return;
        }
        lackValue(frame, quotedText(reader, at) === frame.keyName ? at : undefined);
        frame.state = "key";
        return;
      }
      parser.beginValue(frame.depth + 1);
  }
}

function readBrace(parser: Parser, frame: ObjectFrame): void {
  const { at, reader } = parser;
  if (at === frame.earlyCloser) {
    skipCloser(parser, frame);
    return;
  }
  if (closesOuterByLayout(reader, at, parser.frames)) {
    parser.closeUnfinished(at);
    return;
  }
  if (parser.frames.length === 1 && continuesAfter(parser)) {
    skipCloser(parser, frame);
    return;
  }
  if (frame.comma !== undefined) frame.report(extraComma(frame.comma));
  parser.close(at + 1, true);
}

/** Whether a property follows the brace at `at`, so that the root cannot end there. */
function continuesAfter({ at, reader }: Parser): boolean {
  const next = reader.skipSpace(at + 1);
  const comma = reader.codeAt(next) === Char.Comma;
  const behind = comma ? reader.skipSpace(next + 1) : next;
  return isKeyAt(reader, behind) && foreignAt(reader, behind) === undefined;
}

/** Whether the bracket at `at` closes no list that is open, so that it may be the end of an empty one. */
function isStray({ at, reader, frames }: Parser, frame: ObjectFrame): boolean {
  return meaningOfBracket(reader, at, frame, frames) === "stray";
}

/**
 * The key stands alone: its value is missing.
 *
 * @param again where the same key stands once more, so that the first one is too much
 */
function lackValue(frame: ObjectFrame, again?: number): void {
  const { keyStart: start, keyEnd: end } = frame;
  // What is wrong with the key itself comes first.
  if (end > start && frame.keyIsWhole) {
    const repair = again === undefined ? undefined : { start, end: again, newText: "", certain: false };
    frame.report({ kind: "value-expected", start, end, ...(repair === undefined ? {} : { repair }) });
  }
  frame.addMissing();
}

function isKey(code: number): boolean {
  return code === Char.Quote || code === Char.Apostrophe || startsWord(code);
}
