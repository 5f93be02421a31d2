import { Char, continuesWord, isHexDigit, isLineEnd } from "./characters";
import { noProblems } from "./makeNodes";
import type { SyntaxProblem } from "./problems";
import type { TextReader } from "./textReader";

/** A string as far as it could be read. */
export interface ScannedString {
  readonly end: number;
  readonly closed: boolean;
  /** Relative to the string's start. */
  readonly problems: readonly SyntaxProblem[];
}

const simpleEscapes = new Set('"\\/bfnrt');

/**
 * Reads a string that starts with `"` or `'`. It ends with its line at the latest. Where the closing
 * quote turns out to be the opening quote of the next string, since a letter follows it directly, the
 * string is taken to end before: a key at its first colon, a value at its last comma.
 *
 * @param start - Offset of the opening quote.
 */
export function scanString(reader: TextReader, start: number, role: "key" | "value"): ScannedString {
  const quote = reader.codeAt(start);
  let problems: SyntaxProblem[] | undefined;
  let at = start + 1;
  for (;;) {
    at = reader.skipPlain(at);
    const code = reader.codeAt(at);
    if (code === quote) break;
    if (isLineEnd(code)) return unclosed(reader, start, at, role, problems ?? []);
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
  const end = at + 1;
  if (continuesWord(reader.codeAt(end))) {
    const cut = cutBefore(reader, start, end, role);
    if (cut !== undefined)
      return { end: cut, closed: false, problems: [notClosed(reader, start, cut - start)] };
  }
  if (quote === Char.Apostrophe) (problems ??= []).unshift(notDouble(reader, start, end));
  return { end, closed: true, problems: problems ?? noProblems };
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

function notDouble(reader: TextReader, start: number, end: number): SyntaxProblem {
  const inner = reader.slice(start + 1, end - 1);
  const newText = `"${inner.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"')}"`;
  const repair = { start: 0, end: end - start, newText, certain: true };
  return { kind: "quotes-not-double", start: 0, end: end - start, repair };
}

/** A string without closing quote leaves the punctuation at the end of its line to what surrounds it. */
function unclosed(
  reader: TextReader,
  start: number,
  lineEnd: number,
  role: "key" | "value",
  problems: readonly SyntaxProblem[],
): ScannedString {
  const line = reader.slice(start, lineEnd);
  const colon = role === "key" ? line.indexOf(":") : -1;
  const length = Math.max(1, colon > 0 ? colon : endBeforePunctuation(line));
  const inside = problems.filter((problem) => problem.end <= length);
  return { end: start + length, closed: false, problems: [...inside, notClosed(reader, start, length)] };
}

function cutBefore(
  reader: TextReader,
  start: number,
  end: number,
  role: "key" | "value",
): number | undefined {
  const text = reader.slice(start, end - 1);
  const cut = role === "key" ? text.indexOf(":") : text.lastIndexOf(",");
  if (cut < 1) return undefined;
  return start + Math.max(1, endBeforePunctuation(text.slice(0, cut)));
}

/** Where a text ends when closing brackets, commas and space at its end are left out. */
function endBeforePunctuation(text: string): number {
  let end = text.length;
  while (end > 0 && ",]} \t".includes(text.charAt(end - 1))) end--;
  return end;
}
