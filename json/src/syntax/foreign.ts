import { Char, startsWord } from "./characters";
import { endOfLine } from "./trivia";
import type { SyntaxProblem } from "./problems";
import { columnOnOwnLine } from "./textReader";
import type { TextReader } from "./textReader";

/*
 * What was pasted as it stands elsewhere: lines of YAML, rows of a table. Each is one problem, and nothing in it
 * is read.
 */

/** Longer blocks, and longer lines, are not looked through. */
const mostLines = 1000;
const longestLine = 2000;

/** The lines of another notation that begin with the word at an offset, which stands first on its line. */
export function foreignLinesAt(reader: TextReader, at: number): SyntaxProblem | undefined {
  const code = reader.codeAt(at);
  if (!startsWord(code) && code !== Char.Minus) return undefined;
  if (columnOnOwnLine(reader, at) === undefined) return undefined;
  return yamlAt(reader, at) ?? tableAt(reader, at);
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

/** Rows with equally many cells, each with a name first and some with numbers, as spreadsheets and CSV files have them. */
function tableAt(reader: TextReader, start: number): SyntaxProblem | undefined {
  const first = reader.slice(start, Math.min(endOfLine(reader, start), start + longestLine)).trimEnd();
  const separator = ["\t", ";", ","].find((sign) => first.split(sign).length > 2);
  if (separator === undefined) return undefined;
  const width = first.split(separator).length;
  const { end, count, isShown } = linesFrom(reader, start, (line) => {
    const cells = line.split(separator);
    if (cells.length !== width || /[{}[\]]|^[^\p{L}]|": |[,;]$/u.test(line)) return "other";
    return cells.slice(1).some((cell) => /^\s*-?\d[\d.,]*\s*$/.test(cell)) ? "shows" : "fits";
  });
  return isShown && (count > 1 || separator === "\t") ? { kind: "table", start, end } : undefined;
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
    const lineEnd = endOfLine(reader, at);
    const line = reader.slice(at, Math.min(lineEnd, at + longestLine)).trimEnd();
    const meaning = read(line, columnOnOwnLine(reader, at) ?? 0);
    if (meaning === "other") break;
    isShown ||= meaning === "shows";
    end = at + line.length;
    at = reader.skipSpace(lineEnd);
  }
  return { end, count, isShown };
}
