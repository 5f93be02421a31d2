import {
  Char,
  continuesWord,
  isForeignSpace,
  isLikeComma,
  isLineEnd,
  isSpace,
  isStructural,
  startsWord,
} from "./characters";
import { noProblems } from "./nodes";
import { type SyntaxProblem, inserting, replacing } from "./problems";
import type { TextReader } from "./textReader";
import { startsComment } from "./trivia";

/** A scanned string, possibly unclosed. */
interface ScannedString {
  readonly end: number;
  readonly closed: boolean;
  /** Problems with offsets relative to the string's start. */
  readonly problems: readonly SyntaxProblem[];
}

const simpleEscapes = new Set('"\\/bfnrt');

/**
 * Scans a string up to the first closing quote or to the end of its line.
 *
 * @param start - Offset of the opening quote, `"` or `'`.
 */
function scanQuoted(reader: TextReader, start: number): ScannedString {
  const quote = reader.codeAt(start);
  let problems: SyntaxProblem[] | undefined;
  let at = start + 1;
  for (;;) {
    at = reader.skipPlain(at);
    const code = reader.codeAt(at);
    if (code === quote)
      return { end: at + 1, closed: true, problems: mergeEscapes(reader, start, at, problems) };
    if (isLineEnd(code))
      return { end: at, closed: false, problems: mergeEscapes(reader, start, at, problems) };
    if (code === Char.Backslash) {
      const length = escapeLength(reader, at);
      if (length === 0) {
        const end = isLineEnd(reader.codeAt(at + 1)) ? at + 1 : at + 2;
        (problems ??= []).push(inserting("escape-invalid", at - start, end - start, at - start, "\\"));
        at = end;
      } else at += length;
    } else {
      if (code < Char.Space) (problems ??= []).push(controlCharacter(code, at - start));
      at++;
    }
  }
}

/**
 * Merges several invalid escapes into one problem. In a Windows path every backslash is literal, including those that
 * form valid escapes.
 *
 * @param start - Offset of the opening quote; problems are relative to it.
 * @param end - Offset of the closing quote, or of the line's end.
 */
function mergeEscapes(
  reader: TextReader,
  start: number,
  end: number,
  problems: readonly SyntaxProblem[] = noProblems,
): readonly SyntaxProblem[] {
  const wrong = problems.filter(({ kind }) => kind === "escape-invalid");
  const [first] = wrong;
  const last = wrong.at(-1);
  if (first === undefined || last === undefined) return problems;
  const text = reader.slice(start, end);
  const isPath = /^.[a-z]:\\(?!\\)/i.test(text);
  if (wrong.length === 1 && !isPath) return problems;
  const from = isPath ? 1 : first.start;
  const to = isPath ? text.length : last.end;
  const starts = new Set(wrong.map((problem) => problem.start));
  const newText = text
    .slice(from, to)
    .replace(/\\/g, (found, at: number) => (isPath || starts.has(from + at) ? "\\\\" : found));
  const repair = { start: from, end: to, newText, certain: false };
  const one: SyntaxProblem = { kind: "escape-invalid", start: first.start, end: last.end, repair };
  return problems.flatMap((problem) =>
    problem === first ? [one] : problem.kind === "escape-invalid" ? [] : [problem],
  );
}

/**
 * Reads a property name that starts with `"` or `'`. If its line has no closing quote, the name ends before its first
 * colon or, without a colon, before the punctuation at the line's end.
 *
 * @param start - Offset of the opening quote.
 */
export function scanName(reader: TextReader, start: number): ScannedString {
  const { end, closed, problems } = scanQuoted(reader, start);
  if (!closed) {
    const line = reader.slice(start, end);
    const colon = line.indexOf(":");
    return unclosedString(reader, start, colon > 0 ? colon : endBeforePunctuation(line), problems);
  }
  if (reader.codeAt(start) !== Char.Apostrophe) return { end, closed: true, problems };
  return {
    end,
    closed: true,
    problems: withDoubleQuotes(reader, start, end, problems, isColonAfter(reader, end)),
  };
}

/** Whether a colon follows an offset, after optional space. */
function isColonAfter(reader: TextReader, end: number): boolean {
  const code = reader.codeAt(reader.skipSpace(end));
  return code === Char.Colon || code === Char.WideColon;
}

/** Resolves the escapes of a string, and `\'`; other escapes that JSON does not define stay unchanged. */
export function unescapeString(inner: string): string {
  if (!inner.includes("\\")) return inner;
  const escapes = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt'])/g;
  return inner.replace(escapes, (escape) => (escape === "\\'" ? "'" : String(JSON.parse(`"${escape}"`))));
}

function escapeLength(reader: TextReader, at: number): number {
  const code = reader.codeAt(at + 1);
  if (code === Char.LowerU) return /^[\da-f]{4}$/i.test(reader.slice(at + 2, at + 6)) ? 6 : 0;
  return code !== Char.End && simpleEscapes.has(String.fromCharCode(code)) ? 2 : 0;
}

function controlCharacter(code: number, at: number): SyntaxProblem {
  const newText = code === Char.Tab ? "\\t" : `\\u${code.toString(16).padStart(4, "0")}`;
  return replacing("control-character", at, at + 1, newText, true);
}

/**
 * Repairs an unclosed string by the quote character that opened it, since any other would be part of the text: at the
 * end, or in place of a typographic closing quote, as in `"text”`.
 */
function notClosed(reader: TextReader, start: number, length: number): SyntaxProblem {
  const quote = reader.slice(start, start + 1);
  if (/^"[^“”„«»]+[“”«»]$/u.test(reader.slice(start, start + length))) {
    const repair = { start: length - 1, end: length, newText: quote, certain: false };
    return { kind: "string-not-closed", start: 0, end: length, repair };
  }
  let backslashes = 0;
  while (reader.codeAt(start + length - backslashes - 1) === Char.Backslash) backslashes++;
  // Escapes an unescaped backslash at the end: after it, the quote would be part of the text.
  const newText = backslashes % 2 === 1 ? `\\${quote}` : quote;
  return inserting("string-not-closed", 0, length, length, newText);
}

/** Returns the problems of a closed string, and a further problem if the string has single quotes. */
function withDoubleQuotes(
  reader: TextReader,
  start: number,
  end: number,
  problems: readonly SyntaxProblem[],
  certain: boolean,
): readonly SyntaxProblem[] {
  if (reader.codeAt(start) !== Char.Apostrophe) return problems;
  const newText = doubleQuoted(reader.slice(start + 1, end - 1));
  return [replacing("quotes-not-double", 0, end - start, newText, certain), ...problems];
}

/** Converts the content of a single-quoted string to a double-quoted string. */
function doubleQuoted(inner: string): string {
  // Two single quotes look like a double quote: the second one at each end is not part of the text.
  const own = /^'[^']*'$/.test(inner) ? inner.slice(1, -1) : inner;
  const escaped = own.replace(/\\.|"/gs, (found) => (found === '"' ? '\\"' : found === "\\'" ? "'" : found));
  return `"${escaped}"`;
}

/**
 * Returns a string whose closing quote is missing.
 * @param length - Length of the string.
 */
function unclosedString(
  reader: TextReader,
  start: number,
  length: number,
  problems: readonly SyntaxProblem[],
): ScannedString {
  const own = Math.max(1, length);
  const inside = problems.filter((problem) => problem.end <= own);
  return { end: start + own, closed: false, problems: [...inside, notClosed(reader, start, own)] };
}

/** Length of a text without trailing closing brackets, commas and space. */
function endBeforePunctuation(text: string): number {
  let end = text.length;
  while (end > 0 && ",]} \t".includes(text.charAt(end - 1))) end--;
  return end;
}

/** Whether a key with its colon starts at an offset. */
export function isKeyAt(reader: TextReader, offset: number): boolean {
  const code = reader.codeAt(offset);
  const isQuoted = code === Char.Quote || code === Char.Apostrophe;
  const end = isQuoted ? scanName(reader, offset).end : endOfBareName(reader, offset);
  if (end === offset || !isColonAfter(reader, end)) return false;
  // A URL such as `https://…` is a value.
  const next = reader.skipSpace(end) + 1;
  return isQuoted || reader.slice(next, next + 2) !== "//";
}

/** Whether a quoted key on one line, with its colon, starts at an offset. */
export function isWholeKeyAt(reader: TextReader, offset: number): boolean {
  const code = reader.codeAt(offset);
  if (code !== Char.Quote && code !== Char.Apostrophe) return false;
  const { end, closed } = scanQuoted(reader, offset);
  return closed && isColonAfter(reader, end);
}

/** Whether a property starts at an offset: an unquoted name, or a quoted key on one line, with the colon. */
export function isPropertyAt(reader: TextReader, offset: number): boolean {
  return isWholeKeyAt(reader, offset) || (startsWord(reader.codeAt(offset)) && isKeyAt(reader, offset));
}

/** Maximum distance at which the scanner looks for quotes inside a text. */
const maxTextLength = 1000;

const quotesOfLanguages = new Map<number, RegExp>(
  ["“”", "„“”", "‘’", "«»", "‹›", "``", "「」", "»«", "″″", "′′"].map(([opener = "", ...closers]) => [
    opener.charCodeAt(0),
    new RegExp(`[${closers.join("")}]`, "u"),
  ]),
);

/** Whether a text in typographic quotes starts here. */
export function startsTypographicText(reader: TextReader, at: number): boolean {
  return quotesOfLanguages.has(reader.codeAt(at));
}

/** The end of a text in typographic quotes; undefined if no closing quote is on the same line. */
export function endOfTypographicText(reader: TextReader, start: number): number | undefined {
  const closer = quotesOfLanguages.get(reader.codeAt(start));
  if (closer === undefined) return undefined;
  const [line = ""] = reader.slice(start + 1, start + maxTextLength).split(/[\r\n]/, 1);
  const length = line.search(closer);
  return length === -1 ? undefined : start + 1 + length + 1;
}

/** End offset of an unquoted name. */
export function endOfBareName(reader: TextReader, start: number): number {
  let at = endOfTypographicText(reader, start) ?? start;
  let end = at;
  for (;;) {
    const code = reader.codeAt(at);
    if (isStructural(code) || code === Char.Equals || isLineEnd(code) || startsComment(reader, at)) break;
    at++;
    if (!isSpace(code) && !isForeignSpace(code)) end = at;
  }
  return reader.codeAt(at) === Char.Quote && end === at ? at + 1 : end;
}

const maxInnerQuotes = 12;

/**
 * Reads a string value. A closing quote without punctuation after it may be part of the text, or may open the
 * next string.
 *
 * @param start - Offset of the opening quote, `"` or `'`.
 */
export function scanText(reader: TextReader, start: number): ScannedString {
  const { end, closed, problems } = scanQuoted(reader, start);
  if (!closed) return unclosedString(reader, start, endBeforePunctuation(reader.slice(start, end)), problems);
  const next = reader.skipInlineSpace(end);
  if (endsText(reader, next) || (next > end && startsValue(reader, next))) {
    return { end, closed: true, problems: withDoubleQuotes(reader, start, end, problems, true) };
  }
  const inner = innerQuotes(reader, start, end);
  if (inner !== undefined) return withInnerQuotes(reader, start, end, inner);
  const cut = reader.slice(start, end - 1).trimEnd();
  const isNextString = continuesWord(reader.codeAt(end)) && (cut.endsWith(",") || isKeyAt(reader, end - 1));
  if (isNextString && cut.length > 1) return unclosedString(reader, start, endBeforePunctuation(cut), []);
  return { end, closed: true, problems: withDoubleQuotes(reader, start, end, problems, false) };
}

/** Whether a text can end before the character at an offset. */
function endsText(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  return (
    isLineEnd(code) ||
    code === Char.Comma ||
    code === Char.CloseBrace ||
    code === Char.CloseBracket ||
    code === Char.Colon ||
    code === Char.WideColon ||
    isLikeComma(code) ||
    startsComment(reader, at)
  );
}

/** Whether a quote or an opening bracket starts another value, before which a comma may be missing. */
function startsValue(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  return (
    code === Char.Quote || code === Char.Apostrophe || code === Char.OpenBrace || code === Char.OpenBracket
  );
}

interface InnerQuotes {
  /** Offset of the last quote that belongs to the text. */
  readonly last: number;
  /** Offset after the closing quote. */
  readonly end: number;
}

/**
 * Finds the quotes inside a text: they come in pairs, and punctuation follows the closing quote of the text. A single
 * inner quote (such as for inches) belongs to a text without commas; next to a delimiting quote it may be redundant.
 */
function innerQuotes(reader: TextReader, start: number, firstEnd: number): InnerQuotes | undefined {
  const quote = reader.codeAt(start);
  let last = firstEnd - 1;
  let alone: InnerQuotes | undefined;
  for (let count = 1; count <= maxInnerQuotes; count++) {
    const at = nextQuote(reader, last + 1, quote);
    if (at === undefined || at - start > maxTextLength) break;
    const next = reader.skipInlineSpace(at + 1);
    if (reader.codeAt(next) === Char.Colon) break;
    if (isLineEnd(reader.codeAt(next)) || endsText(reader, next)) {
      if (count % 2 === 0) return { last, end: at + 1 };
      const isDoubled = isNextToDelimiter(start, last, at + 1) && !/[\s,]$/.test(reader.slice(start, last));
      if (count === 1 && (isDoubled || !reader.slice(start, at).includes(","))) alone = { last, end: at + 1 };
    }
    last = at;
  }
  return alone;
}

/** Whether a single inner quote is adjacent to a delimiting quote. */
function isNextToDelimiter(start: number, quote: number, end: number): boolean {
  return quote === start + 1 || quote === end - 2;
}

function nextQuote(reader: TextReader, from: number, quote: number): number | undefined {
  for (let at = from; at - from < maxTextLength; at++) {
    const code = reader.codeAt(at);
    if (isLineEnd(code)) return undefined;
    if (code === Char.Backslash) at++;
    else if (code === quote) return at;
  }
  return undefined;
}

function withInnerQuotes(
  reader: TextReader,
  start: number,
  firstEnd: number,
  { last, end }: InnerQuotes,
): ScannedString {
  const first = firstEnd - 1;
  const isDoubled = first === start + 1 && last === end - 2;
  const inner = isDoubled ? reader.slice(firstEnd, last) : reader.slice(first, last + 1);
  // Programming languages join two texts by an operator, as in `"a" + "b"`.
  const isJoin = !isDoubled && /^"\s*\+\s*"$/.test(inner);
  const newText = isJoin ? "" : escapedQuotes(inner);
  if (reader.codeAt(start) === Char.Apostrophe) {
    const problem = withDoubleQuotes(reader, start, end, [], false);
    return { end, closed: true, problems: problem };
  }
  if (first === last && isNextToDelimiter(start, first, end))
    return { end, closed: true, problems: [replacing("leftover", first - start, firstEnd - start, "")] };
  const problem = replacing("quote-in-text", first - start, last + 1 - start, newText);
  return { end, closed: true, problems: [problem] };
}

function escapedQuotes(text: string): string {
  return text.replace(/\\.|"/gs, (found) => (found === '"' ? '\\"' : found));
}
