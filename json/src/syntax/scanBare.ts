import {
  Char,
  continuesWord,
  isCloser,
  isDigit,
  isForeignSpace,
  isLineEnd,
  isSpace,
  isStructural,
  startsWord,
} from "./characters";
import { startsComment } from "./trivia";
import { endOfTypographicText, isKeyAt, isUnclosedText, standsForComma } from "./scanString";
import { errorNode, numberNode, scalarNode } from "./nodes";
import type { OpenNode } from "./nodes";
import { isMinusSign, numberForm, problemOfScrap } from "./readings";
import { columnOnOwnLine, isOnNextLine } from "./textReader";
import { leftover } from "./problems";
import type { SyntaxProblem } from "./problems";
import type { ObjectFrame } from "./frames";
import type { TextReader } from "./textReader";

/** Where a value stands: after a colon, in a list, or alone. */
export type ValuePlace = "member" | "element" | "root";

/** Scraps are looked at no further than this. */
const longestScrap = 1000;

/** Reads what starts like a number; what is none, with all that seems to belong to it, is an error node. */
export function scanNumber(reader: TextReader, start: number, place: ValuePlace): OpenNode {
  let end = start;
  let plain = true;
  for (;;) {
    const code = reader.codeAt(end);
    if (isDigit(code)) end++;
    else if (continuesWord(code) || code === Char.Plus || code === Char.Dot) {
      plain = false;
      end++;
    } else break;
  }
  if (reader.codeAt(end - 1) === Char.Dot && end > start + 1 && standsForComma(reader, end - 1)) end--;
  if (!endsAt(reader, start, end, place)) return scrapNode(reader, start, endOfScrap(reader, start, place));
  const length = end - start;
  if (plain && (length === 1 || reader.codeAt(start) !== Char.Zero)) return numberNode(length);
  return numberForm.test(reader.slice(start, end)) ? numberNode(length) : scrapNode(reader, start, end);
}

/** Reads `true`, `false`, `null`, or text that lacks its quotes, up to punctuation or the end of its line. */
export function scanWord(reader: TextReader, start: number, place: ValuePlace): OpenNode {
  const end = endOfTextWithColon(reader, start) ?? withoutSemicolon(reader, endOfScrap(reader, start, place));
  const word = end - start <= 5 ? reader.slice(start, end) : "";
  switch (word) {
    case "true":
    case "false":
    case "null":
      return scalarNode(word, end - start);
    default:
      return scrapNode(reader, start, end);
  }
}

/** Behind a colon with a blank no value stands, up to a quote that lacks its opening one; several have no blanks. */
const textWithColon =
  /^(?:\p{L}[^"'{}[\],:\r\n]*:[ \t]+(?!(?:true|false|null|-?[\d.]+)[ \t]*(?:,|\r|\n|$))[^"'{}[\],:\s][^"'{}[\],:\r\n]*"?|\p{L}[\w.-]*(?::[\w.-]+){2,})(?=,?[ \t]*[\r\n]|[ \t]*\])/u;

/**
 * Where text without quotes ends that has a colon in it, as `Mortality: 12 months`: at the end of its line, on which no
 * value stands behind the colon. Undefined where there is none.
 */
function endOfTextWithColon(reader: TextReader, start: number): number | undefined {
  if (!startsWord(reader.codeAt(start))) return undefined;
  const [text] = textWithColon.exec(reader.slice(start, start + longestScrap)) ?? [];
  return text === undefined ? undefined : start + text.trimEnd().length;
}

/** Whether what seems to be a key is text with a colon in it that lacks quotes. */
export function isTextWithColon(reader: TextReader, at: number): boolean {
  return endOfTextWithColon(reader, at) !== undefined || isUnclosedText(reader, at);
}

/** Whether digits stand here as a spreadsheet marks them as text: an apostrophe before them, and none behind. */
export function isMarkedAsText(reader: TextReader, at: number): boolean {
  return /^'-?\d+(?:[.,]\d+)?\s*(?:,\s|[}\]\r\n]|$)/.test(reader.slice(at, at + 40));
}

/** Reads a string that something follows which is no punctuation: together they are one scrap. */
export function scanAfterString(
  reader: TextReader,
  start: number,
  end: number,
  place: ValuePlace,
): OpenNode | undefined {
  if (endsAt(reader, start, end, place)) return undefined;
  const endOfAll = endOfScrap(reader, start, place, end);
  return endOfAll > end ? scrapNode(reader, start, endOfAll) : undefined;
}

/** Reads characters that mean nothing in JSON, the place of a template's value too. */
export function scanNonsense(reader: TextReader, start: number, place: ValuePlace): OpenNode {
  const [template] = /^\{\{[^}]*\}\}/.exec(reader.slice(start, start + 64)) ?? [];
  if (template !== undefined) return scrapNode(reader, start, start + template.length);
  const from = reader.codeAt(start) === Char.OpenParenthesis ? start : start + 1;
  return scrapNode(reader, start, Math.max(start + 1, endOfScrap(reader, start, place, from)));
}

function scrapNode(reader: TextReader, start: number, end: number): OpenNode {
  const kind = problemOfScrap(reader.slice(start, Math.min(end, start + longestScrap)));
  return errorNode(end - start, { kind, start: 0, end: end - start });
}

/** A semicolon after a word stands for the comma. */
function withoutSemicolon(reader: TextReader, end: number): number {
  return reader.codeAt(end - 1) === Char.Semicolon ? end - 1 : end;
}

/** Whether what begins at `start` and seems to end at `end` does end there: nothing but punctuation follows. */
function endsAt(reader: TextReader, start: number, end: number, place: ValuePlace): boolean {
  if (place === "root") return true;
  const at = reader.skipInlineSpace(end);
  const code = reader.codeAt(at);
  const isAttached = at === end;
  if (isLineEnd(code) || standsForComma(reader, at) || startsComment(reader, at)) return true;
  const isNumber = reader.codeAt(start) !== Char.Quote && reader.codeAt(start) !== Char.Apostrophe;
  switch (code) {
    case Char.CloseBrace:
    case Char.CloseBracket:
    case Char.OpenBrace:
    case Char.WideColon:
      return true;
    case Char.Comma:
      // In an object a digit cannot follow a comma.
      return !(place === "member" && isNumber && isAttached && beginsNumber(reader.codeAt(at + 1)));
    case Char.Colon:
      return !(isNumber && beginsNumber(reader.codeAt(at + 1)));
    case Char.OpenBracket:
      return place === "element" || !isNumber || closerOnLine(reader, at, Char.CloseBracket) === undefined;
    case Char.Quote:
    case Char.Apostrophe:
      return place === "element" ? !isAttached : isKeyAt(reader, at);
  }
  if (place === "member") return startsWord(code) && isKeyAt(reader, at);
  if (isAttached) return false;
  if (isDigit(code)) return !(isNumber && groupFollows(reader, start, end, at));
  return code === Char.Minus || isConstantAt(reader, at);
}

/** Whether a number may go on with a group of three digits, as in `1 480`. */
function groupFollows(reader: TextReader, start: number, end: number, at: number): boolean {
  if (end - start > 3 || at - end > 1) return false;
  let digits = 0;
  while (isDigit(reader.codeAt(at + digits))) digits++;
  return digits === 3;
}

function isConstantAt(reader: TextReader, at: number): boolean {
  let end = at;
  while (end - at < 6 && continuesWord(reader.codeAt(end))) end++;
  return /^(?:true|false|null)$/.test(reader.slice(at, end));
}

/** Where a scrap ends: before punctuation that does not belong to it, a comment or the end of its line. */
function endOfScrap(reader: TextReader, start: number, place: ValuePlace, from = start): number {
  let at = endOfTypographicText(reader, start) ?? from;
  let end = at;
  const last = start + longestScrap;
  for (; at < last;) {
    const code = reader.codeAt(at);
    if (isLineEnd(code) || startsComment(reader, at)) break;
    if (code === Char.OpenParenthesis || (code === Char.OpenBracket && place === "member" && at > start)) {
      const closer = code === Char.OpenBracket ? Char.CloseBracket : Char.CloseParenthesis;
      end = at = (closerOnLine(reader, at, closer) ?? at) + 1;
      if (code === Char.OpenBracket && reader.codeAt(at - 1) !== Char.CloseBracket) return at - 1;
      continue;
    }
    if (code === Char.Quote || (code === Char.Apostrophe && at > end && place === "member")) {
      const past = pastQuote(reader, at, at === end, place);
      if (past === undefined) break;
      end = at = past;
      continue;
    }
    if (isStructural(code) && !belongsToScrap(reader, start, at, place)) {
      if (code !== Char.Comma || place !== "member" || !isCommaInText(reader, start, at)) break;
    }
    if (at > end && place === "member" && startsWord(code) && isKeyAt(reader, at)) break;
    at++;
    if (!isSpace(code) && !isForeignSpace(code)) end = at;
  }
  return Math.max(end, start + 1);
}

/** Where a scrap continues after a quote that stands in it; undefined where something else begins with it. */
function pastQuote(
  reader: TextReader,
  at: number,
  isAttached: boolean,
  place: ValuePlace,
): number | undefined {
  const behind = reader.codeAt(reader.skipInlineSpace(at + 1));
  const isLast = isLineEnd(behind) || behind === Char.Comma || isCloser(behind);
  if (isAttached && isLast) return at + 1;
  if (place !== "member" || isKeyAt(reader, at)) return undefined;
  return (closerOnLine(reader, at, reader.codeAt(at)) ?? at) + 1;
}

/** A comma between digits where no list is, a colon between digits or before `//`. */
function belongsToScrap(reader: TextReader, start: number, at: number, place: ValuePlace): boolean {
  const code = reader.codeAt(at);
  const next = reader.codeAt(at + 1);
  if (code === Char.Colon && next === Char.Slash) return reader.codeAt(at + 2) === Char.Slash;
  if (code !== Char.Comma && code !== Char.Colon) return false;
  const before = at > start ? reader.codeAt(at - 1) : Char.End;
  const isInNumber = (isDigit(before) || before === Char.Dot) && beginsNumber(next);
  return isInNumber && (code === Char.Colon || place === "member");
}

/** What stands behind a comma of text without quotes: more of it, up to the next comma or the end, and no key. */
const moreText = /^,[ \t]*[\p{L}\p{N}(][^"{}[\]:,\r\n]*"?[ \t]*(?=[,}\]\r\n]|$)/u;

/** A word that is a value as it stands, so that a comma behind it ends that. */
const wholeValue = /^(?:true|false|null|[-+]?[\d.]+)[ \t]*$/;

/** Whether a comma stands within text that lacks its quotes, as in `Pain, at rest`. */
function isCommaInText(reader: TextReader, start: number, comma: number): boolean {
  return (
    !wholeValue.test(reader.slice(start, comma)) && moreText.test(reader.slice(comma, comma + longestScrap))
  );
}

function beginsNumber(code: number): boolean {
  return isDigit(code) || code === Char.Dot || code === Char.Plus;
}

/** Where the bracket or quote closes that stands at an offset, on its line. */
function closerOnLine(reader: TextReader, opener: number, closer: number): number | undefined {
  for (let at = opener + 1; at - opener < 200; at++) {
    const code = reader.codeAt(at);
    if (code === closer) return at;
    if (isLineEnd(code)) return undefined;
  }
  return undefined;
}

/** The longest sign or number that stands before a member in another notation. */
const longestLeftover = 8;

/** What another notation has at the start of a line before a member, as `- `, `+ `, `> ` or `14. `. */
export function leftoverAt(reader: TextReader, at: number): SyntaxProblem | undefined {
  const code = reader.codeAt(at);
  const mayBe =
    isDigit(code) ||
    code === Char.Dot ||
    code === Char.Ellipsis ||
    code === Char.Minus ||
    code === Char.Plus ||
    code === Char.Asterisk ||
    code === Char.Greater ||
    isMinusSign(code);
  if (!mayBe || columnOnOwnLine(reader, at) === undefined) return undefined;
  const [dots] = /^(?:\.{3}|\u2026),?(?=\s*?[\r\n])/.exec(reader.slice(at, at + longestLeftover)) ?? [];
  if (dots !== undefined) {
    // Behind a value, their comma is the one that it needs.
    const isComma = dots.endsWith(",") && !isSeparatedBefore(reader, at);
    return leftover(at, at + dots.length - (isComma ? 1 : 0));
  }
  const [page] =
    /^([-\u2013\u2014])\s?\d{1,4}\s?\1(?=\s*?[\r\n])/.exec(reader.slice(at, at + 2 * longestLeftover)) ?? [];
  if (page !== undefined) return leftover(at, at + page.length);
  const [sign] = /^(?:[-+*>]|\d+[.:)|]?)(?=[ \t])/.exec(reader.slice(at, at + longestLeftover)) ?? [];
  if (sign === undefined) return undefined;
  const next = reader.skipInlineSpace(at + sign.length);
  const isMember =
    reader.codeAt(next) === Char.OpenBrace || (reader.codeAt(next) === Char.Quote && isKeyAt(reader, next));
  return isMember ? leftover(at, at + sign.length) : undefined;
}

/** What may be typed right before a key by mistake, and the key: a quote, or a word. */
const strayBeforeKey = /^(?:["']|[\p{L}\p{N}_$]{1,20})(?="[\p{L}\p{N}_$][^"\\:,\r\n]{0,100}"[ \t]*:)/u;

/**
 * Passes what stands right before a key in quotes, as `x"name": 1` or `""name": 1`: the key is the one in its quotes.
 * Behind a value on its line, it may as well belong to that.
 *
 * @returns the character that is next
 */
export function codeBehindStray(
  parser: { at: number; readonly reader: TextReader },
  frame: ObjectFrame,
): number {
  const { at, reader } = parser;
  const code = reader.codeAt(at);
  const isQuote = code === Char.Quote || code === Char.Apostrophe;
  if (isQuote ? reader.codeAt(at + 1) !== Char.Quote : !continuesWord(code)) return code;
  if (frame.state === "after-value" && !isOnNextLine(reader, frame.lastEnd, at)) return code;
  const [stray] = strayBeforeKey.exec(reader.slice(at, at + longestStrayAndKey)) ?? [];
  if (stray === undefined) return code;
  frame.report(leftover(at, at + stray.length));
  parser.at = at + stray.length;
  return Char.Quote;
}

const longestStrayAndKey = 140;

function isSeparatedBefore(reader: TextReader, at: number): boolean {
  let before = at - 1;
  while (isSpace(reader.codeAt(before))) before--;
  const code = reader.codeAt(before);
  return code === Char.Comma || code === Char.OpenBrace || code === Char.OpenBracket;
}

/** Whether the place for a value of a template stands here, as `{{total}}`. */
export function isTemplateAt(reader: TextReader, at: number): boolean {
  return (
    reader.codeAt(at + 1) === Char.OpenBrace && /^\{\{[^{}"\n]{0,60}\}\}/.test(reader.slice(at, at + 64))
  );
}
