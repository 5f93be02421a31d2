import {
  Char,
  continuesWord,
  isCloser,
  isForeignSpace,
  isHexDigit,
  isLikeComma,
  isLineEnd,
  isOpener,
  isSpace,
  isStructural,
} from "./characters";
import { noProblems } from "./nodes";
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

/** A string as its quotes have it: up to the first that may close it, or to the end of its line. */
interface QuotedRun {
  /** Behind the closing quote, or the line's end. */
  readonly end: number;
  readonly closed: boolean;
  /** What is wrong with characters in it, relative to its start. */
  readonly problems: readonly SyntaxProblem[];
}

const simpleEscapes = new Set('"\\/bfnrt');

/** @param start - Offset of the opening quote, `"` or `'`. */
export function scanQuoted(reader: TextReader, start: number): QuotedRun {
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
  const isName = isColonAfter(reader, end);
  // The apostrophe may belong to the name, as in `'Crohn's'`.
  const rest = isName || !continuesWord(reader.codeAt(end)) ? undefined : scanQuoted(reader, end - 1);
  const ownEnd = rest?.closed === true && isColonAfter(reader, rest.end) ? rest.end : end;
  return { end: ownEnd, closed: true, problems: withDoubleQuotes(reader, start, ownEnd, problems, isName) };
}

/** Whether a colon comes next. */
export function isColonAfter(reader: TextReader, end: number): boolean {
  const code = reader.codeAt(reader.skipSpace(end));
  return code === Char.Colon || code === Char.WideColon;
}

/**
 * Whether another sign stands for the comma: one of other languages, or a point right behind a value and before a key or
 * an object.
 */
export function standsForComma(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  if (code !== Char.Dot) return isLikeComma(code);
  const next = reader.skipSpace(at + 1);
  const isAttached = !isSpace(reader.codeAt(at - 1)) && !isLineEnd(reader.codeAt(at - 1));
  return (
    isAttached &&
    (reader.codeAt(next) === Char.OpenBrace || (reader.codeAt(next) === Char.Quote && isKeyAt(reader, next)))
  );
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
export function withDoubleQuotes(
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
export function unclosedString(
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
export function endBeforePunctuation(text: string): number {
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

/** A name, and behind its colon the beginning of a value or the end of the line. */
const nameAndValue = /^"[^"\s:]+:[ \t]*(?:["{[]|$|(?:-?\d[\d.]*|true|false|null)[ \t]*(?:[,}\]].*)?$)/;

/**
 * Whether what seems to be a key that lacks its closing quote is text with a colon in it: no value stands behind the
 * first one, as in `"Pain: 0 to 100,` and `"https://doi.org/10.1000/x,`.
 */
export function isUnclosedText(reader: TextReader, start: number): boolean {
  if (reader.codeAt(start) !== Char.Quote) return false;
  const { end, closed } = scanQuoted(reader, start);
  const text = reader.slice(start, closed ? end - 1 : end);
  // The next string begins with the quote that seems to close it.
  const isOpen = !closed || (continuesWord(reader.codeAt(end)) && /,\s*$/.test(text));
  return isOpen && text.includes(":") && !nameAndValue.test(text);
}

/** Farther than this no closing quote is looked for. */
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
    if (isStructural(code) || isLineEnd(code) || startsComment(reader, at)) break;
    at++;
    if (!isSpace(code) && !isForeignSpace(code)) end = at;
  }
  return reader.codeAt(at) === Char.Quote && end === at ? at + 1 : end;
}

/** What is nested more deeply is looked through in vain again and again. */
const deepestMember = 16;

/** The bracket that closes what is around an offset, if it is near: brackets in texts are none. */
export function closingBracketAfter(
  reader: TextReader,
  offset: number,
  farthest: number,
): number | undefined {
  const end = offset + farthest;
  const first = bracketFrom(reader, offset, end);
  if (first === undefined || !isOpener(reader.codeAt(first))) return first;
  return runWith(reader, first).closerAround(first, end);
}

/** The first bracket from an offset on that stands in no text. */
function bracketFrom(reader: TextReader, offset: number, end: number): number | undefined {
  for (let at = offset; at < end; at++) {
    const code = reader.codeAt(at);
    if (code === Char.End) return undefined;
    if (code === Char.Quote) at = scanName(reader, at).end - 1;
    else if (isOpener(code) || isCloser(code)) return at;
  }
  return undefined;
}

interface BracketAhead {
  /** How much deeper it lies than the first of its run. */
  readonly depth: number;
  /** How deep brackets are nested from it to the one that closes what is around it, or those in it while that is open. */
  nesting: number;
  /** The bracket that closes what is around it; undefined where it is not reached. */
  closer: number | undefined;
}

/**
 * The brackets behind one of them, read on as far as somebody asks: in broken text many ask about the same ones. What
 * comes out follows from the text behind a bracket alone.
 */
class BracketRun {
  readonly #reader: TextReader;
  readonly #brackets = new Map<number, BracketAhead>();
  /** What is not closed, the outermost first: of each the brackets in it. */
  readonly #open: BracketAhead[][] = [[]];
  #depth = 0;
  #end: number;

  constructor(reader: TextReader, start: number) {
    this.#reader = reader;
    this.#end = start;
    this.#readTo(start + 1);
  }

  /** Whether a bracket is known, and not so many others that room is needed. */
  has(bracket: number): boolean {
    return this.#brackets.size < mostBrackets && this.#brackets.has(bracket);
  }

  /** The bracket before an end that closes what is around one of them, if not too much is nested before it. */
  closerAround(bracket: number, end: number): number | undefined {
    const asked = this.#brackets.get(bracket);
    if (asked === undefined) return undefined;
    while (asked.closer === undefined && this.#depth - asked.depth <= deepestMember) {
      if (!this.#readTo(end)) return undefined;
    }
    const { closer, nesting } = asked;
    return closer !== undefined && closer < end && nesting <= deepestMember ? closer : undefined;
  }

  /** Reads the next bracket before an end, if there is one. */
  #readTo(end: number): boolean {
    const at = bracketFrom(this.#reader, this.#end, end);
    if (at === undefined) return false;
    this.#end = at + 1;
    if (isOpener(this.#reader.codeAt(at))) {
      const opener = { depth: this.#depth++, nesting: 0, closer: undefined };
      this.#brackets.set(at, opener);
      this.#open.at(-1)?.push(opener);
      this.#open.push([]);
    } else this.#close(at);
    return true;
  }

  #close(closer: number): void {
    this.#depth--;
    let nesting = 0;
    for (const bracket of this.#open.pop()?.reverse() ?? []) {
      nesting = Math.max(nesting, bracket.nesting);
      bracket.nesting = nesting;
      bracket.closer = closer;
    }
    // What is closed may have begun before the run.
    if (this.#open.length === 0) this.#open.push([]);
    const opener = this.#open.at(-1)?.at(-1);
    if (opener !== undefined) opener.nesting = nesting + 1;
  }
}

/** A run that grows longer than that is begun anew: much longer than what is looked through at once. */
const mostBrackets = 50_000;

/** Whether a quote opens a text or closes one depends on where one begins: two runs may read the same text. */
const mostRuns = 2;

const runs = new WeakMap<TextReader, BracketRun[]>();

function runWith(reader: TextReader, bracket: number): BracketRun {
  const all = runs.get(reader) ?? [];
  const known = all.find((run) => run.has(bracket));
  if (known !== undefined) return known;
  const run = new BracketRun(reader, bracket);
  runs.set(reader, [run, ...all].slice(0, mostRuns));
  return run;
}
