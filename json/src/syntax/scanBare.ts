import {
  Char,
  continuesWord,
  isCloser,
  isDigit,
  isForeignSpace,
  isLikeComma,
  isLineEnd,
  isOpener,
  isSpace,
  isStructural,
  startsWord,
} from "./characters";
import { isConflictMarker, startsComment } from "./trivia";
import { endOfTypographicText, isKeyAt, isWholeKeyAt } from "./scanString";
import { type OpenNode, errorNode, numberNode, scalarNode } from "./nodes";
import { numberForm, problemOfScrap } from "./readings";
import { type TextReader, columnOnOwnLine } from "./textReader";
import { type SyntaxProblem, replacing } from "./problems";

/** The position of a value: after a colon, in a list, or alone. */
export type ValuePlace = "member" | "element" | "root";

/** Maximum length of a scrap: text in place of a value that is not JSON. */
const maxScrapLength = 1000;

/** Reads text that starts like a number; if it is not a number, returns the whole scrap as an error node. */
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
  if (!endsAt(reader, start, end, place)) return scrapNode(reader, start, endOfScrap(reader, start, place));
  const length = end - start;
  if (plain && (length === 1 || reader.codeAt(start) !== Char.Zero)) return numberNode(length);
  return numberForm.test(reader.slice(start, end)) ? numberNode(length) : scrapNode(reader, start, end);
}

/** Reads `true`, `false`, `null`, or text that lacks its quotes, up to punctuation or the end of its line. */
export function scanWord(reader: TextReader, start: number, place: ValuePlace): OpenNode {
  let end = endOfScrap(reader, start, place);
  // A semicolon after a word replaces a comma.
  if (reader.codeAt(end - 1) === Char.Semicolon) end--;
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

/** Reads a string together with the text after it, as one scrap; undefined if only punctuation follows the string. */
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

/** Reads characters that have no meaning in JSON. */
export function scanNonsense(reader: TextReader, start: number, place: ValuePlace): OpenNode {
  const from = reader.codeAt(start) === Char.OpenParenthesis ? start : start + 1;
  return scrapNode(reader, start, Math.max(start + 1, endOfScrap(reader, start, place, from)));
}

function scrapNode(reader: TextReader, start: number, end: number): OpenNode {
  const kind = problemOfScrap(reader.slice(start, Math.min(end, start + maxScrapLength)));
  return errorNode(end - start, { kind, start: 0, end: end - start });
}

/** Whether the token from `start` to `end` really ends at `end`: only punctuation may follow. */
function endsAt(reader: TextReader, start: number, end: number, place: ValuePlace): boolean {
  if (place === "root") return true;
  const at = reader.skipInlineSpace(end);
  const code = reader.codeAt(at);
  const isAttached = at === end;
  if (isLineEnd(code) || isLikeComma(code) || startsComment(reader, at)) return true;
  const isNumber = reader.codeAt(start) !== Char.Quote && reader.codeAt(start) !== Char.Apostrophe;
  switch (code) {
    case Char.CloseBrace:
    case Char.CloseBracket:
    case Char.OpenBrace:
    case Char.WideColon:
      return true;
    case Char.Comma:
      // In an object no member starts with a digit: the comma is part of the number, as in `1,5`.
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

/** Whether a number may continue with a group of three digits, as in `1 480`. */
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

/** End of a scrap: before punctuation that does not belong to it, a comment or the end of its line. */
function endOfScrap(reader: TextReader, start: number, place: ValuePlace, from = start): number {
  let at = endOfTypographicText(reader, start) ?? from;
  let end = at;
  const last = start + maxScrapLength;
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
    if (isStructural(code) && !belongsToScrap(reader, start, at, place)) break;
    if (at > end && place === "member" && startsWord(code) && isKeyAt(reader, at)) break;
    at++;
    if (!isSpace(code) && !isForeignSpace(code)) end = at;
  }
  return Math.max(end, start + 1);
}

/** Offset at which a scrap continues after an inner quote; undefined if the quote starts another token. */
function pastQuote(
  reader: TextReader,
  at: number,
  isAttached: boolean,
  place: ValuePlace,
): number | undefined {
  const next = reader.codeAt(reader.skipInlineSpace(at + 1));
  const isLast = isLineEnd(next) || next === Char.Comma || isCloser(next);
  if (isAttached && isLast) return at + 1;
  if (place !== "member") return undefined;
  const isEscaped = reader.codeAt(at - 1) === Char.Backslash;
  return !isEscaped && isKeyAt(reader, at) ? undefined : at + 1;
}

/**
 * Whether a comma or colon belongs to a scrap: the comma of `1,5` in a property's value; the colon of `12:30`, of
 * `http://`, or of `Note: see text` in a property's value.
 */
function belongsToScrap(reader: TextReader, start: number, at: number, place: ValuePlace): boolean {
  const code = reader.codeAt(at);
  const next = reader.codeAt(at + 1);
  if (code === Char.Colon && next === Char.Slash) return reader.codeAt(at + 2) === Char.Slash;
  if (code === Char.Colon && place === "member" && startsWord(reader.codeAt(start))) return true;
  if (code !== Char.Comma && code !== Char.Colon) return false;
  const before = at > start ? reader.codeAt(at - 1) : Char.End;
  const isInNumber = (isDigit(before) || before === Char.Dot) && beginsNumber(next);
  return isInNumber && (code === Char.Colon || place === "member");
}

function beginsNumber(code: number): boolean {
  return isDigit(code) || code === Char.Dot || code === Char.Plus;
}

/** Offset of the first `closer` after an opening bracket, on the same line. */
function closerOnLine(reader: TextReader, opener: number, closer: number): number | undefined {
  for (let at = opener + 1; at - opener < 200; at++) {
    const code = reader.codeAt(at);
    if (code === closer) return at;
    if (isLineEnd(code)) return undefined;
  }
  return undefined;
}

/** End of text in place of a member or element: at a bracket or a key, or before a line that starts like JSON. */
export function endOfForeignText(reader: TextReader, start: number): number {
  let end = start + pieceLength(reader, start);
  for (let at = end; ;) {
    const code = reader.codeAt(at);
    if (code === Char.End || isOpener(code) || isCloser(code)) return end;
    if (code === Char.Quote && isWholeKeyAt(reader, at)) return end;
    if (isLineEnd(code)) {
      at = reader.skipSpace(at);
      if (beginsJson(reader, at)) return end;
    } else {
      at += pieceLength(reader, at);
      if (!isSpace(code)) end = at;
    }
  }
}

/**
 * The length of a character or an escape. The scan skips escaped quotes: they start no key, and to look for a key at
 * each of them would be slow.
 */
function pieceLength(reader: TextReader, at: number): 1 | 2 {
  const next = reader.codeAt(at + 1);
  return reader.codeAt(at) === Char.Backslash && (next === Char.Quote || next === Char.Backslash) ? 2 : 1;
}

function beginsJson(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  const isDelimiter =
    code === Char.Quote || code === Char.Apostrophe || code === Char.Comma || code === Char.End;
  return (
    isDelimiter ||
    isOpener(code) ||
    isCloser(code) ||
    startsComment(reader, at) ||
    isConflictMarker(reader, at)
  );
}

/** Several words or numbers on a line without quotes and brackets, and no list of JSON values. */
const row =
  /^(?!(?:true|false|null)\b)(?:\p{L}[^"{}[\]\r\n]*?(?:[,;\t]| {2})|-?\d[\d.]*(?:[;\t]| {2})|\||[-*+>][ \t])[ \t]*[^\s"{}[\],;][^"{}[\]\r\n]*(?:[\r\n]|$)/u;

/** Whether a line that starts here is a row of a table or another notation, from which the parser reads no element. */
export function isRowAt(reader: TextReader, at: number): boolean {
  return columnOnOwnLine(reader, at) !== undefined && row.test(reader.slice(at, at + maxScrapLength));
}

/** Maximum distance to the end of escaped JSON. */
const farthestEnd = 20_000;

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Finds JSON with a backslash before each quote, up to a plain quote or to the bracket that closes its container. */
export function escapedAt(reader: TextReader, start: number): SyntaxProblem | undefined {
  if (!/^(?:\\[nrt]|\s)*\\"/.test(reader.slice(start, start + 200))) return undefined;
  const text = reader.slice(start, start + farthestEnd);
  let depth = 0;
  let length = text.length;
  for (const { 0: token, index } of text.matchAll(/\\"(?:[^"\\\n]|\\[^"])*\\"|[{}[\]"]/g)) {
    if (token === "{" || token === "[") depth++;
    else if (token === '"' || (token.length === 1 && --depth < 0)) {
      length = index;
      break;
    }
  }
  const written = text.slice(0, length).trimEnd();
  const newText = written.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character);
  const end = start + written.length;
  return replacing("escaped", start, end, newText);
}
