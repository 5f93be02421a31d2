import type { Yielding } from "@analyses/json";
import { parse } from "papaparse";
import type { Losses } from "../model/report";
import type { Place } from "../model/review";
import { limits, Refused } from "./limits";

/** A record of a table, and the line on which it starts. */
export interface TableRecord {
  readonly cells: readonly string[];
  readonly place: Place;
}

/** Length of the text to parse at a time. */
const window = 2 ** 21;
/** The reader yields after this many records, or after `cellsInStep` cells: records may be wide. */
const recordsInStep = 5_000;
const cellsInStep = 100_000;
/** Maximum length of a record: enough for some cells of the maximum length. */
const maxRecordLength = 16 * limits.csvCell;

/**
 * Reads the non-empty records of delimited text (RFC 4180). Converts line breaks in cells to `\n`.
 *
 * @throws Refused if the text exceeds a limit or a quoted cell does not end
 */
export function* readCsv(
  given: string,
  { delimiter, file, losses }: { readonly delimiter: string; readonly file: string; readonly losses: Losses },
): Yielding<readonly TableRecord[]> {
  const { translate } = losses;
  const text = given.replace(/\r\n?/g, "\n");
  const records: TableRecord[] = [];
  let at = 0;
  let line = 1;
  let size = window;
  while (at < text.length) {
    const end = Math.min(text.length, at + size);
    const found = readPiece(text.slice(at, end), end === text.length, { file, line, delimiter });
    if (found.fault === "quote")
      throw new Refused(translate("{0}, line {1}: a quoted cell does not end.", file, found.line));
    // No record ends within the piece: reads a longer piece.
    if (found.readLength === 0) size *= 2;
    if (found.fault === "size" || size > maxRecordLength)
      throw new Refused(
        translate("{0}, line {1}: it is larger than a table that is read.", file, found.line),
      );
    for (const record of found.records) records.push(record);
    if (records.length > limits.csvRows)
      throw new Refused(translate("{0} has more rows than are read: {1}.", file, limits.csvRows));
    at += found.readLength;
    ({ line } = found);
    yield 0;
  }
  return records;
}

/** Reads the records that end within a piece of the text, at most those of one step. */
function readPiece(
  piece: string,
  isLast: boolean,
  { file, line: first, delimiter }: Pick<Place, "file" | "line"> & { readonly delimiter: string },
): {
  readonly records: readonly TableRecord[];
  /** Length of the text of these records. */
  readonly readLength: number;
  /** Number of the line after these records. */
  readonly line: number;
  readonly fault: "quote" | "size" | null;
} {
  const records: TableRecord[] = [];
  const found: { readLength: number; line: number; fault: "quote" | "size" | null } = {
    readLength: 0,
    line: first,
    fault: null,
  };
  let cells = 0;
  let count = 0;
  parse<string[]>(piece, {
    delimiter,
    newline: "\n",
    fastMode: false,
    step({ data, errors, meta: { cursor } }, parser) {
      const isQuoteOpen = errors.some(({ code }) => code === "MissingQuotes");
      // A record at the end of a piece may continue in the next one.
      if ((isQuoteOpen || cursor >= piece.length) && !isLast) {
        parser.abort();
        return;
      }
      if (isQuoteOpen) found.fault = "quote";
      else if (data.length > limits.csvColumns || data.some((cell) => cell.length > limits.csvCell))
        found.fault = "size";
      if (found.fault !== null) {
        parser.abort();
        return;
      }
      if (data.some((cell) => cell !== ""))
        records.push({ cells: data, place: { file, line: found.line, column: 1 } });
      found.line += breaksIn(piece, found.readLength, cursor);
      found.readLength = cursor;
      cells += data.length;
      count++;
      if (count >= recordsInStep || cells >= cellsInStep) parser.abort();
    },
  });
  return { records, ...found };
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

const separators = [",", ";", "\t", "|"] as const;

/**
 * Returns the separator with which most of the first records have as many cells as the first one, at least two; else a
 * comma.
 */
export function delimiterOf(text: string): string {
  const head = text.slice(0, 2 ** 16).replace(/\r\n?/g, "\n");
  let best: { readonly separator: string; readonly score: number } = { separator: ",", score: 0 };
  for (const separator of separators) {
    const { data } = parse<string[]>(head, { delimiter: separator, newline: "\n", preview: 20 });
    const widths = data.filter((cells) => cells.some((cell) => cell !== "")).map(({ length }) => length);
    const [width = 0] = widths;
    const even = widths.filter((one) => one === width).length / Math.max(1, widths.length);
    // The share of records of equal width counts more than the number of cells.
    const score = width < 2 ? 0 : even * 1_000 + Math.min(width, 100);
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** Finds the columns of a table by heading: of several columns with one heading, the first. */
export class Columns {
  readonly #indexes = new Map<string, number>();

  constructor(readonly headings: readonly string[]) {
    for (const [index, heading] of headings.entries()) {
      const name = heading.trim();
      if (!this.#indexes.has(name)) this.#indexes.set(name, index);
    }
  }

  has(heading: string): boolean {
    return this.#indexes.has(heading);
  }

  /**
   * Returns a record's text under a heading, processed by {@link withoutEscape}; empty if the table lacks the heading.
   */
  text({ cells }: TableRecord, heading: string): string {
    const index = this.#indexes.get(heading);
    return index === undefined ? "" : withoutEscape(cells[index] ?? "");
  }
}

/** Removes the `'` that keeps a spreadsheet from computing a text as a formula. */
export function withoutEscape(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
