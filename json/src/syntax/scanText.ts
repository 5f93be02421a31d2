import { Char, continuesWord, isLineEnd } from "./characters";
import { isConflictMarker, startsComment } from "./trivia";
import {
  endBeforePunctuation,
  isKeyAt,
  scanQuoted,
  standsForComma,
  unclosedString,
  withDoubleQuotes,
} from "./scanString";
import { leftover } from "./problems";
import type { SyntaxProblem } from "./problems";
import type { ScannedString } from "./scanString";
import type { TextReader } from "./textReader";

/** Quotes and line breaks that belong to a text are looked for no further than this. */
const longestText = 1000;
const mostInnerQuotes = 12;
const mostLines = 20;

/**
 * Reads a string that stands for a value. A quote that closes it, but is followed by something else than
 * punctuation, may stand in the text, or may be the opening quote of the next string; a line that ends
 * before the closing quote may go on in the next.
 *
 * @param start - Offset of the opening quote, `"` or `'`.
 */
export function scanText(reader: TextReader, start: number): ScannedString {
  const { end, closed, problems } = scanQuoted(reader, start);
  if (!closed) {
    const farther = endOnLaterLine(reader, end);
    if (farther !== undefined) return withLineBreak(start, farther);
    return unclosedString(reader, start, endBeforePunctuation(reader.slice(start, end)), problems);
  }
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
    standsForComma(reader, at) ||
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

/**
 * Where a text ends whose line ended before: after the first quote of a later line, if lines of text lie
 * between and punctuation follows. @param lineEnd - Where the first line of the text ends.
 */
function endOnLaterLine(reader: TextReader, lineEnd: number): number | undefined {
  let at = lineEnd;
  for (let line = 0; line < mostLines; line++) {
    if (reader.codeAt(at) === Char.CarriageReturn && reader.codeAt(at + 1) === Char.LineFeed) at++;
    if (reader.codeAt(at) === Char.End || isConflictMarker(reader, at + 1)) return undefined;
    const begin = reader.skipInlineSpace(at + 1);
    if (reader.codeAt(begin) === Char.Quote && closesAt(reader, begin)) return begin + 1;
    if (!isLineEnd(reader.codeAt(begin)) && !continuesText(reader, begin)) return undefined;
    const quote = nextQuote(reader, begin, Char.Quote);
    if (quote !== undefined) {
      const next = reader.skipInlineSpace(quote + 1);
      const isEnd = endsText(reader, next) && reader.codeAt(next) !== Char.Colon;
      return isEnd && !/:\s*$/.test(reader.slice(begin, quote)) ? quote + 1 : undefined;
    }
    at = begin;
    while (!isLineEnd(reader.codeAt(at))) {
      at++;
      if (at - lineEnd > longestText) return undefined;
    }
    const text = reader.slice(begin, at);
    if (/[{}[\]]\s*,?\s*$|^[-\d.,\s]+$|^(?:true|false|null)\b/.test(text)) return undefined;
  }
  return undefined;
}

/** Whether the first quote of a line closes a text: a comma or a bracket follows, and then its line ends. */
function closesAt(reader: TextReader, quote: number): boolean {
  const next = reader.codeAt(quote + 1);
  if (next !== Char.Comma && next !== Char.CloseBrace && next !== Char.CloseBracket) return false;
  return isLineEnd(reader.codeAt(reader.skipInlineSpace(quote + 2)));
}

function continuesText(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  return !(
    startsValue(reader, at) ||
    code === Char.CloseBrace ||
    code === Char.CloseBracket ||
    code === Char.Comma ||
    startsComment(reader, at)
  );
}

function withLineBreak(start: number, end: number): ScannedString {
  return {
    end,
    closed: true,
    problems: [{ kind: "line-break-in-text", start: 0, end: end - start }],
  };
}
