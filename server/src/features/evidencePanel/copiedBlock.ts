// Classifies the lines of a block copied from a spreadsheet: headings, studies, totals, and notes below the studies.

import { type DecimalSeparator, columnTitle, decimalSeparatorIn, numberFromText } from "@analyses/evidence";
import { compositionOf, isNotReported, isValue, meaningsNamed, sumTest } from "@analyses/exchange";
import { translate } from "../../localisation/translate";
import { type EvidenceTable, type TablePart, isCount } from "./tableCells";

/** The column of the table that a column of a block fills; null if unknown, or if the table has no such column. */
export type Column = TablePart | null;
/** The cells of a line. */
export type Line = readonly string[];

interface CopiedBlock {
  /** All lines up to the last one that names columns. */
  readonly headings: readonly Line[];
  readonly studies: readonly Line[];
  /** Names of the lines that are neither studies nor known headings. */
  readonly leftOut: readonly string[];
  /** The decimal separator in the studies' numbers; full stops in names of studies do not count. */
  readonly sign: DecimalSeparator | undefined;
}

/** Splits each column that holds both events and totals, such as `12/148 (8%)`, into two columns. */
export function fractionsApart({ parts }: EvidenceTable, lines: readonly Line[]): readonly Line[] {
  if (!parts.includes("experimental-events")) return lines;
  const isFraction = (cell: string): boolean => compositionOf("", [cell], ["ofEvents"]) !== undefined;
  const first = lines.findIndex((line) => line.some(isFraction));
  if (first === -1) return lines;
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const columns = Array.from({ length: width }, (_, column) => {
    const numbers = lines.slice(first).flatMap((line) => line[column]?.match(/^.*\d.*$/) ?? []);
    const heading = lines.findLastIndex((line, index) => index < first && (line[column] ?? "") !== "");
    return { heading, composition: compositionOf(lines[heading]?.[column] ?? "", numbers, ["ofEvents"]) };
  });
  return lines.map((line, index) =>
    line.flatMap((cell, column) => {
      const { heading, composition } = columns[column] ?? {};
      if (composition === undefined) return cell;
      if (index === heading) return composition.headings;
      return composition.apart(cell) ?? [cell, ""];
    }),
  );
}

/**
 * Classifies lines. In a block without study names, empty lines count as studies: the order of lines is that of rows.
 */
export function copiedBlock(
  table: EvidenceTable,
  lines: readonly Line[],
  columns: readonly Column[],
): CopiedBlock {
  const first = lines.findIndex((line) => hasValues(line, columns));
  const begin = 1 + lines.findLastIndex((line, index) => index < first && isHeadings(table, line, columns));
  const [headings, rows] = [lines.slice(0, begin), lines.slice(begin)];
  const last = rows.findLastIndex((line) => line.filter((cell) => cell !== "").length > 1);
  const isNamed = columns.includes("study");
  const isEmptyOrNote = (line: Line, index: number): boolean =>
    line.every((cell) => cell === "") || (last !== -1 && index > last && isNote(lineName(line, columns)));
  const isSum = sumTest(translate);
  const hasNumbers = (line: Line): boolean =>
    line.some((cell, column) => cell !== "" && isOfNumbers(columns[column]));
  const studies = rows.filter(
    (line, index) =>
      !isSum(lineName(line, columns), hasNumbers(line)) && !(isNamed && isEmptyOrNote(line, index)),
  );
  // The user sees the names of lines left out, because these may be studies; known headings are certainly none.
  const isKnownHeading = (line: Line): boolean =>
    headings.includes(line) && line.some((cell) => cell !== "" && possibleParts(table, cell, "").length > 0);
  const studyLines = new Set(studies);
  const leftOut = lines
    .filter((line) => !studyLines.has(line) && !isKnownHeading(line))
    .map((line) => lineName(line, columns))
    .filter((name) => name !== "");
  const cellsOf = (matches: (column: Column) => boolean): readonly string[] =>
    studies.flatMap((line) => line.filter((_, column) => matches(columns[column] ?? null)));
  const counts = cellsOf((column) => column !== null && isCount(column));
  return { headings, studies, leftOut, sign: decimalSeparatorIn(cellsOf(isOfNumbers), counts) };
}

/** The name by which messages refer to a line: its study, else its first text. */
function lineName(line: Line, columns: readonly Column[]): string {
  const study = line[columns.indexOf("study")] ?? "";
  return study === "" ? (line.find((cell) => cell !== "") ?? "") : study;
}

export function isNumber(cell: string): boolean {
  return numberFromText(cell, false, undefined) !== undefined;
}

/** Whether a column holds numbers of studies; undefined, a column beyond the classified ones, counts too. */
export function isOfNumbers(column: Column | undefined): boolean {
  return column !== "study" && column !== "year" && column !== null;
}

function hasValues(line: Line, columns: readonly Column[]): boolean {
  return line.some(
    (cell, column) =>
      columns[column] !== "study" && (isNumber(cell) || (isOfNumbers(columns[column]) && isValue(cell))),
  );
}

/**
 * Whether a line names its columns. A line without plain numbers may still be a study: it may have values such as
 * `12 (8%)`, a digit in its name, the same text in all cells, or only texts for *not reported*.
 */
function isHeadings(table: EvidenceTable, line: Line, columns: readonly Column[]): boolean {
  const cells = line.filter((cell, column) => isOfNumbers(columns[column]) && cell !== "");
  if (cells.some((cell) => isHeading(table, cell))) return true;
  const study = line[columns.indexOf("study")] ?? "";
  if (/\p{N}/u.test(study) || cells.some(isValue)) return false;
  const neighbours = columns.filter((column) => column !== "study").length;
  const texts = line.filter((cell, column) => columns[column] !== "study" && cell !== "");
  return new Set(texts).size > (neighbours === 1 ? 0 : 1) && !texts.every(isNotReported);
}

/** Whether a cell names a column of numbers. `NE` does not: it stands for *not estimable*, not for an arm's number. */
function isHeading(table: EvidenceTable, cell: string): boolean {
  return !isNotReported(cell) && possibleParts(table, cell, "").some(isOfNumbers);
}

/** Whether a lone text below the numbers is a note: it is a study's name if it ends with a year. */
function isNote(text: string): boolean {
  return !isNumber(text) && !/^[^:]*(?:19|20)\d\d\p{L}?[^\p{L}\p{N}]*$/u.test(text);
}

/**
 * The table's columns that a heading may name. A heading that names no arm fits the columns of both arms, the
 * experimental arm first. But if the heading above it (`group`) names something else than an arm, the heading fits
 * neither, because the arm would be a guess.
 */
export function possibleParts(table: EvidenceTable, heading: string, group: string): readonly TablePart[] {
  const { parts } = table;
  const whole = `${withNameOfArm(table, group)} ${withNameOfArm(table, heading)}`.trim();
  for (const name of [whole, heading]) {
    const meanings = meaningsNamed(name);
    const named = parts.filter((part) => meanings.includes(part));
    if (named.length > 0) return named;
  }
  const arm = /^(?:experimental|comparator)\b/.exec(whole)?.[0];
  const title = heading.toLowerCase().replace(/^.*:\s*/, "");
  const meanings: readonly string[] = meaningsNamed(title);
  return parts.filter((part) => {
    if (part === "study") return title === translate("Study or subgroup").toLowerCase();
    if (part === "year") return title === translate("Year").toLowerCase();
    const ofEither = part.replace(/^(?:experimental|comparator)-/, "arm-");
    if (ofEither !== part && (arm === undefined ? group !== "" : !part.startsWith(arm))) return false;
    return columnTitle(part, translate).toLowerCase() === title || meanings.includes(ofEither);
  });
}

/** Replaces an arm's label with the arm's standard name; of two labels the longer: "No drug" contains "Drug". */
function withNameOfArm({ evidence }: EvidenceTable, text: string): string {
  const { labels } = evidence.content;
  const plain = text.toLowerCase();
  const [found] = (
    [
      [labels.get("experimental-label")?.value ?? "", "experimental"],
      [translate("Experimental"), "experimental"],
      [labels.get("comparator-label")?.value ?? "", "comparator"],
      [translate("Comparator"), "comparator"],
    ] as const
  )
    .filter(([name]) => name !== "" && plain.includes(name.toLowerCase()))
    .sort(([one], [other]) => other.length - one.length);
  return found === undefined ? text : plain.replace(found[0].toLowerCase(), found[1]);
}
