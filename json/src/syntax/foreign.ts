import { Char, isDigit, isLineEnd, startsWord, stringPattern } from "./characters";
import type { SyntaxProblem } from "./problems";
import { isKeyAt, isUnclosedText } from "./scanString";
import { columnOnOwnLine, indentOfLine } from "./textReader";
import type { TextReader } from "./textReader";

/*
 * What was pasted as it stands elsewhere: lines of YAML, rows of a table, JSON as it stands in a text of a program. Each
 * is one problem, and nothing in it is read. Brackets of another kind are one problem too.
 */

/** Longer blocks, and longer lines, are not looked through. */
const mostLines = 1000;
const longestLine = 2000;
/** What shows nothing of what it is in so many lines is looked through no further: at each of them it would be again. */
const mostThatShowNothing = 50;

/** How far the end of something foreign is looked for. */
const farthestEnd = 20_000;

/** What another notation has at an offset, where a member, an element or a value should stand. */
export function foreignAt(
  reader: TextReader,
  at: number,
  place: "object" | "array" = "object",
): SyntaxProblem | undefined {
  switch (reader.codeAt(at)) {
    case Char.Backslash:
      return escapedAt(reader, at);
    case Char.Bar:
      return markdownTableAt(reader, at);
    case Char.Quote:
      return place === "array" && columnOnOwnLine(reader, at) !== undefined
        ? tableAt(reader, at, false)
        : undefined;
    default:
      return foreignLinesAt(reader, at);
  }
}

/** Rows between upright strokes, as Markdown has them. */
function markdownTableAt(reader: TextReader, start: number): SyntaxProblem | undefined {
  const { end, count } = linesFrom(reader, start, (line) =>
    line.length > 1 && line.startsWith("|") && line.endsWith("|") ? "shows" : "other",
  );
  return count > 1 ? { kind: "table", start, end } : undefined;
}

/** JSON with a backslash before each quote, to the end of the container that it stands in, or of its line. */
function escapedAt(reader: TextReader, start: number): SyntaxProblem | undefined {
  if (!/^(?:\\[nrt]|\s)*\\"/.test(reader.slice(start, start + 200))) return undefined;
  const text = reader.slice(start, start + farthestEnd);
  let depth = 0;
  let length = text.length;
  for (const { 0: sign, index } of text.matchAll(/\\"(?:[^"\\\n]|\\[^"])*\\"|[{}[\]"]/g)) {
    if (sign === "{" || sign === "[") depth++;
    else if (sign === '"' || (sign.length === 1 && --depth < 0)) {
      length = index;
      break;
    }
  }
  const written = text.slice(0, length).trimEnd();
  const newText = written.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign);
  const end = start + written.length;
  return { kind: "escaped", start, end, repair: { start, end, newText, certain: false } };
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** An object in square or round brackets, or a list in round ones or in braces. */
export interface OtherBrackets {
  readonly kind: "object" | "array";
  readonly closesAt: number;
  readonly problem: SyntaxProblem;
}

/** What may close what an opening bracket opens that stands for another. */
const closersOf: Readonly<Record<number, string>> = {
  [Char.OpenBracket]: "]",
  [Char.OpenParenthesis]: ")",
  [Char.OpenBrace]: "}]",
};

/** What is nested more deeply is looked through in vain again and again. */
const deepest = 16;

/** What follows a bracket or a text between the objects of a list. */
const betweenObjects = /^\s*,?\s*[{}\]]/;

function isObjectOnOwnLine(reader: TextReader, at: number): boolean {
  if (reader.codeAt(at) !== Char.OpenBrace || columnOnOwnLine(reader, at) === undefined) return false;
  return reader.codeAt(reader.skipSpace(at + 1)) === Char.Quote;
}

/** Whether the bracket at an offset opens what should stand in brackets of another kind, and where that ends. */
export function otherBracketsAt(
  reader: TextReader,
  at: number,
  place: "object" | "array" = "object",
): OtherBrackets | undefined {
  const opener = reader.codeAt(at);
  const closers = closersOf[opener];
  if (closers === undefined) return undefined;
  const first = reader.skipSpace(at + 1);
  if (opener === Char.OpenBrace && !isObjectOnOwnLine(reader, first)) return undefined;
  const isObject =
    reader.codeAt(first) === Char.Quote && isKeyAt(reader, first) && !isUnclosedText(reader, first);
  if (!isObject && (opener === Char.OpenBracket || !/["{[]/.test(reader.slice(first, first + 1))))
    return undefined;
  const text = reader.slice(at, at + farthestEnd);
  let depth = 0;
  // Where a quote is not closed, those that are escaped begin no text either.
  for (const { 0: sign, index } of text.matchAll(/"[^"\\\n]*(?:\\.[^"\\\n]*)*"|\\.|[{}[\]()]/g)) {
    if ("{[(".includes(sign)) depth++;
    else if (sign.length === 1) depth--;
    if (depth > deepest) return undefined;
    if (depth > 0) {
      // In braces for a list nothing but objects stands.
      if (
        depth === 1 &&
        opener === Char.OpenBrace &&
        !betweenObjects.test(text.slice(index + 1, index + 200))
      )
        return undefined;
      continue;
    }
    // The bracket of the list that it stands in: the brace is one too many.
    if (place === "array" && opener === Char.OpenBrace && sign === "]") return undefined;
    // One that stands less deep than the line of the other closes something around it.
    const column = columnOnOwnLine(reader, at + index);
    if (column !== undefined && column < (indentOfLine(reader, at) ?? 0)) return undefined;
    const isWrongOpener = isObject && sign === "}";
    // A list whose first brace is missing goes on, or ends, behind it.
    if (isWrongOpener ? !/^\s*(?:,\s*"|\})/.test(text.slice(index + 1)) : !closers.includes(sign))
      return undefined;
    const [kind, open, close] = isObject ? (["object", "{", "}"] as const) : (["array", "[", "]"] as const);
    const repair = {
      start: at,
      end: at + index + 1,
      newText: open + text.slice(1, index) + close,
      certain: false,
    };
    const problem = { kind: isObject ? "no-braces" : "no-brackets", start: at, end: at + 1, repair } as const;
    return { kind, closesAt: at + index, problem };
  }
  return undefined;
}

/** The lines of another notation that begin with the word at an offset, which stands first on its line. */
function foreignLinesAt(reader: TextReader, at: number): SyntaxProblem | undefined {
  const code = reader.codeAt(at);
  if (isDigit(code))
    return columnOnOwnLine(reader, at) === undefined ? undefined : tableAt(reader, at, false);
  if (!startsWord(code) && code !== Char.Minus) return undefined;
  if (columnOnOwnLine(reader, at) !== undefined) return yamlAt(reader, at) ?? tableAt(reader, at, false);
  return /:[ \t]*$/.test(reader.slice(Math.max(0, at - 20), at)) ? tableAt(reader, at, true) : undefined;
}

/** `key: value`, `key:`, `- key: value` or `- value`, with none of the signs that JSON has at the ends of lines. */
const yamlLine = /^(?:- +)*(?:[A-Za-z_$][\w$ ./-]*:(?: +(?![{[]).*)?|(?<=- +)[^\s"{[].*)(?<![,;{[(])$/;

/**
 * Two lines of YAML at least, of which one is an entry of a list or is deeper than the key before it: without that it
 * may be JSON that lacks quotes and commas.
 */
function yamlAt(reader: TextReader, start: number): SyntaxProblem | undefined {
  let before: { readonly line: string; readonly column: number } | undefined;
  const { end, count, isShown } = linesFrom(reader, start, (line, column) => {
    if (!yamlLine.test(line) || /^- *$/.test(line)) return "other";
    const isDeeper = before?.line.endsWith(":") === true && column > before.column;
    before = { line, column };
    return isDeeper || /^- +[\w$ -]+:/.test(line) ? "shows" : "fits";
  });
  return isShown && count > 1 ? { kind: "yaml", start, end } : undefined;
}

/** A name without quotes and three numbers at least. */
const lonelyRow = /^(?!(?:true|false|null)\b)\p{L}[^,]*(?:, ?-?\d+(?:\.\d+)?){3,}$/u;

/** Columns that were copied without the names: JSON has a comma behind a number. */
const numbersOnly = /^-?\d[\d.]*(?:\t[^\t,]*){2,}$/;

/** Two words with nothing but blanks between. */
const wordsInRow = /[^\s,:]\s+[^\s,:]/;

const anyString = new RegExp(stringPattern, "g");

/** Whether a line may be JSON with tabs between its values: none of them is there without a comma or a colon. */
function isJsonWithTabs(line: string): boolean {
  return !wordsInRow.test(line.replace(anyString, '""'));
}

/**
 * Rows with equally many cells, each with a name first or numbers between tabs and some with numbers, as spreadsheets and CSV files have them.
 * @param isValue whether they stand for a property's value, so that a comma may follow that is not theirs
 */
function tableAt(reader: TextReader, start: number, isValue: boolean): SyntaxProblem | undefined {
  const lineEnd = reader.endOfLine(start, start + longestLine);
  // Where each value may begin one, all of a long line would be looked through again and again.
  if (isValue && !isLineEnd(reader.codeAt(lineEnd))) return undefined;
  const first = reader.slice(start, lineEnd).trimEnd();
  const signs = [...(isJsonWithTabs(first) ? [] : ["\t"]), ";", ",", / {2,}/];
  const separator = signs.find((sign) => cellsOf(first, sign).length > 2);
  if (separator === undefined) return undefined;
  const width = cellsOf(first, separator).length;
  let comma = 0;
  const { end, count, isShown } = linesFrom(reader, start, (line) => {
    const row = isValue ? line.replace(/,$/, "") : line;
    const cells = cellsOf(row, separator);
    if (comma > 0 || cells.length !== width || /[{}[\]]|": |[,;]$/u.test(row)) return "other";
    if (!/^[\p{L}"]/u.test(row) && !numbersOnly.test(row)) return "other";
    comma = line.length - row.length;
    return cells.slice(1).some((cell) => /^\s*-?\d[\d.,]*\s*$/.test(cell)) ? "shows" : "fits";
  });
  const isRow = count > 1 || separator === "\t" || lonelyRow.test(first);
  return isShown && isRow ? { kind: "table", start, end: end - comma } : undefined;
}

/** The cells of a row; in quotes a separator is none (RFC 4180, section 2). */
function cellsOf(row: string, separator: string | RegExp): readonly string[] {
  return row.replace(/"(?:[^"]|"")*"/g, '""').split(separator);
}

/** Where the lines end that fit together, how many they are, and whether one of them shows what they are. */
function linesFrom(
  reader: TextReader,
  start: number,
  read: (line: string, column: number) => "other" | "fits" | "shows",
): { readonly end: number; readonly count: number; readonly isShown: boolean } {
  let end = start;
  let count = 0;
  let isShown = false;
  for (let at = start; count < mostLines && reader.codeAt(at) !== Char.End; count++) {
    if (count === mostThatShowNothing && !isShown) break;
    const lineEnd = reader.endOfLine(at);
    const line = reader.slice(at, Math.min(lineEnd, at + longestLine)).trimEnd();
    const meaning = read(line, columnOnOwnLine(reader, at) ?? 0);
    if (meaning === "other") break;
    isShown ||= meaning === "shows";
    end = at + line.length;
    at = reader.skipSpace(lineEnd);
  }
  return { end, count, isShown };
}
