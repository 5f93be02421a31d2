import {
  Char,
  continuesWord,
  isForeignSpace,
  isHexDigit,
  isLikeComma,
  isLineEnd,
  isSpace,
  isStructural,
} from "./characters";
import { noProblems } from "./nodes";
import { leftover } from "./problems";
import type { SyntaxProblem } from "./problems";
import type { TextReader } from "./textReader";
import { startsComment } from "./trivia";

/** A string as far as it could be read. */
export interface ScannedString {
  readonly end: number;
  readonly closed: boolean;
  /** Relative to the string's start. */
  readonly problems: readonly SyntaxProblem[];
}

const simpleEscapes = new Set('"\\/bfnrt');

/**
 * A string up to the first quote that may close it, or to the end of its line.
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
    if (code === quote) return { end: at + 1, closed: true, problems: asOne(reader, start, at, problems) };
    if (isLineEnd(code)) return { end: at, closed: false, problems: asOne(reader, start, at, problems) };
    if (code === Char.Backslash) {
      const length = escapeLength(reader, at);
      if (length === 0) {
        const end = isLineEnd(reader.codeAt(at + 1)) ? at + 1 : at + 2;
        const repair = { start: at - start, end: at - start, newText: "\\", certain: false };
        (problems ??= []).push({ kind: "escape-invalid", start: at - start, end: end - start, repair });
        at = end;
      } else at += length;
    } else {
      if (code < Char.Space) (problems ??= []).push(controlCharacter(code, at - start));
      at++;
    }
  }
}

/**
 * Several backslashes that are no escapes are one slip. In a path of Windows all are meant as they stand, also those
 * that happen to be escapes.
 *
 * @param start - Offset of the opening quote, from which the problems count; `end` is that of the text's end.
 */
function asOne(
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
 * Reads the name of a property that starts with `"` or `'`. Where the closing quote turns out to be the
 * opening quote of a string, since a letter follows it directly, the name ends before its first colon.
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
  if (continuesWord(reader.codeAt(end))) {
    const text = reader.slice(start, end - 1);
    const colon = text.indexOf(":");
    if (colon > 0)
      return unclosedString(reader, start, endBeforePunctuation(text.slice(0, colon)), noProblems);
  }
  if (reader.codeAt(start) !== Char.Apostrophe) return { end, closed: true, problems };
  return {
    end,
    closed: true,
    problems: withDoubleQuotes(reader, start, end, problems, isColonAfter(reader, end)),
  };
}

/** Whether a colon comes next. */
export function isColonAfter(reader: TextReader, end: number): boolean {
  const code = reader.codeAt(reader.skipSpace(end));
  return code === Char.Colon || code === Char.WideColon;
}

/** The text of a string, escapes resolved; escapes that JSON does not know stay as written. */
export function unescapeString(inner: string): string {
  if (!inner.includes("\\")) return inner;
  return inner.replace(/\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt']))/g, (_, hex?: string, simple?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    switch (simple) {
      case "b":
        return "\b";
      case "f":
        return "\f";
      case "n":
        return "\n";
      case "r":
        return "\r";
      case "t":
        return "\t";
      default:
        return simple ?? "";
    }
  });
}

function escapeLength(reader: TextReader, at: number): number {
  const code = reader.codeAt(at + 1);
  if (code === Char.LowerU) {
    for (let digit = 2; digit < 6; digit++) if (!isHexDigit(reader.codeAt(at + digit))) return 0;
    return 6;
  }
  return code !== Char.End && simpleEscapes.has(String.fromCharCode(code)) ? 2 : 0;
}

function controlCharacter(code: number, at: number): SyntaxProblem {
  const newText = code === Char.Tab ? "\\t" : `\\u${code.toString(16).padStart(4, "0")}`;
  const repair = { start: at, end: at + 1, newText, certain: true };
  return { kind: "control-character", start: at, end: at + 1, repair };
}

/** Any other quote than the one that opened it would stand inside the text. */
function notClosed(reader: TextReader, start: number, length: number): SyntaxProblem {
  const quote = reader.slice(start, start + 1);
  let backslashes = 0;
  while (reader.codeAt(start + length - backslashes - 1) === Char.Backslash) backslashes++;
  // Behind a lone backslash the quote would be part of the text.
  const newText = backslashes % 2 === 1 ? `\\${quote}` : quote;
  const repair = { start: length, end: length, newText, certain: false };
  return { kind: "string-not-closed", start: 0, end: length, repair };
}

/** The problems of a closed string, with one more where its quotes are single ones. */
function withDoubleQuotes(
  reader: TextReader,
  start: number,
  end: number,
  problems: readonly SyntaxProblem[],
  certain: boolean,
): readonly SyntaxProblem[] {
  if (reader.codeAt(start) !== Char.Apostrophe) return problems;
  const newText = doubleQuoted(reader.slice(start + 1, end - 1));
  const repair = { start: 0, end: end - start, newText, certain };
  return [{ kind: "quotes-not-double", start: 0, end: end - start, repair }, ...problems];
}

/** Text as it stands between single quotes, in double ones. */
function doubleQuoted(inner: string): string {
  // Two single quotes look like a double one.
  const own = /^'[^']*'$/.test(inner) ? inner.slice(1, -1) : inner;
  const escaped = own.replace(/\\.|"/gs, (found) => (found === '"' ? '\\"' : found === "\\'" ? "'" : found));
  return `"${escaped}"`;
}

/**
 * A string whose closing quote is missing.
 * @param length - How much of the text belongs to it.
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

/** Where a text ends when closing brackets, commas and space at its end are left out. */
function endBeforePunctuation(text: string): number {
  let end = text.length;
  while (end > 0 && ",]} \t".includes(text.charAt(end - 1))) end--;
  return end;
}

/** Whether a key and its colon stand at an offset. */
export function isKeyAt(reader: TextReader, offset: number): boolean {
  const code = reader.codeAt(offset);
  const isQuoted = code === Char.Quote || code === Char.Apostrophe;
  const end = isQuoted ? scanName(reader, offset).end : endOfBareName(reader, offset);
  if (end === offset || !isColonAfter(reader, end)) return false;
  // An address is a value, as `https://…`.
  const behind = reader.skipSpace(end) + 1;
  return isQuoted || reader.slice(behind, behind + 2) !== "//";
}

/** Whether a name in quotes on one line stands at an offset, and its colon. */
export function isWholeKeyAt(reader: TextReader, offset: number): boolean {
  const code = reader.codeAt(offset);
  if (code !== Char.Quote && code !== Char.Apostrophe) return false;
  const { end, closed } = scanQuoted(reader, offset);
  return closed && isColonAfter(reader, end);
}

/** Quotes that belong to a text are looked for no further than this. */
const longestText = 1000;

const quotesOfLanguages = new Map<number, RegExp>(
  ["“”", "„“”", "‘’", "«»", "‹›", "``", "「」", "»«", "″″", "′′"].map(([opener = "", ...closers]) => [
    opener.charCodeAt(0),
    new RegExp(`[${closers.join("")}]`, "u"),
  ]),
);

/** Whether text begins here in quotes of another language. */
export function startsTypographicText(reader: TextReader, at: number): boolean {
  return quotesOfLanguages.has(reader.codeAt(at));
}

/** The offset after text in quotes of another language; undefined where it does not end with its line. */
export function endOfTypographicText(reader: TextReader, start: number): number | undefined {
  const closer = quotesOfLanguages.get(reader.codeAt(start));
  if (closer === undefined) return undefined;
  const [line = ""] = reader.slice(start + 1, start + longestText).split(/[\r\n]/, 1);
  const length = line.search(closer);
  return length === -1 ? undefined : start + 1 + length + 1;
}

/** Where a name without quotes ends. */
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

const mostInnerQuotes = 12;

/**
 * Reads a string that stands for a value. A quote that closes it, but is followed by something else than
 * punctuation, may stand in the text, or may be the opening quote of the next string.
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
  const text = reader.slice(start, end - 1);
  const cut = text.trimEnd();
  const isNextString = continuesWord(reader.codeAt(end)) && (cut.endsWith(",") || isKeyAt(reader, end - 1));
  if (isNextString && cut.length > 1) return unclosedString(reader, start, endBeforePunctuation(cut), []);
  return { end, closed: true, problems: withDoubleQuotes(reader, start, end, problems, false) };
}

/** Whether a text can end before an offset. */
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

/** Whether something of its own begins, before which a comma may be missing. */
function startsValue(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  return (
    code === Char.Quote || code === Char.Apostrophe || code === Char.OpenBrace || code === Char.OpenBracket
  );
}

interface InnerQuotes {
  /** Offset of the last quote that belongs to the text. */
  readonly last: number;
  /** Behind the closing quote. */
  readonly end: number;
}

/**
 * The quotes of a text that has some in it: they come in pairs, and after the last stands punctuation. One
 * alone, as for inches, belongs to a text without commas; one right beside a quote around the text may be one too many.
 */
function innerQuotes(reader: TextReader, start: number, firstEnd: number): InnerQuotes | undefined {
  const quote = reader.codeAt(start);
  let last = firstEnd - 1;
  let alone: InnerQuotes | undefined;
  for (let count = 1; count <= mostInnerQuotes; count++) {
    const at = nextQuote(reader, last + 1, quote);
    if (at === undefined || at - start > longestText) break;
    const next = reader.skipInlineSpace(at + 1);
    if (reader.codeAt(next) === Char.Colon) break;
    if (isLineEnd(reader.codeAt(next)) || endsText(reader, next)) {
      if (count % 2 === 0) return { last, end: at + 1 };
      const isDoubled = isOneTooMany(start, last, at + 1) && !/[\s,]$/.test(reader.slice(start, last));
      if (count === 1 && (isDoubled || !reader.slice(start, at).includes(","))) alone = { last, end: at + 1 };
    }
    last = at;
  }
  return alone;
}

/** Whether a lone quote of a text stands right beside one of those around it. */
function isOneTooMany(start: number, quote: number, end: number): boolean {
  return quote === start + 1 || quote === end - 2;
}

function nextQuote(reader: TextReader, from: number, quote: number): number | undefined {
  for (let at = from; at - from < longestText; at++) {
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
  const newText = isDoubled
    ? reader.slice(firstEnd, last).replace(/\\.|"/gs, (found) => (found === '"' ? '\\"' : found))
    : escapedQuotes(reader.slice(first, last + 1));
  if (reader.codeAt(start) === Char.Apostrophe) {
    const problem = withDoubleQuotes(reader, start, end, [], false);
    return { end, closed: true, problems: problem };
  }
  if (first === last && isOneTooMany(start, first, end))
    return { end, closed: true, problems: [leftover(first - start, firstEnd - start)] };
  const problem: SyntaxProblem = {
    kind: "quote-in-text",
    start: first - start,
    end: last + 1 - start,
    repair: { start: first - start, end: last + 1 - start, newText, certain: false },
  };
  return { end, closed: true, problems: [problem] };
}

function escapedQuotes(text: string): string {
  return text.replace(/\\.|"/gs, (found) => (found === '"' ? '\\"' : found));
}
