import type { Yielding } from "@analyses/json";
import { unparse } from "papaparse";
import type { Losses } from "../model/report";
import { joined } from "../reading/zip";

export interface CsvOptions {
  /** Whether to write no `'` before texts that spreadsheets would compute as formulas. */
  readonly isRaw: boolean;
  readonly losses: Losses;
}

/** Number of lines to write before yielding. */
const linesInStep = 500;

/**
 * Writes a table as UTF-8 with a byte order mark, in steps. Writes a `'`, which the reader removes, before each text
 * that a spreadsheet would compute as a formula.
 *
 * @param rows numbers as numbers, everything else as texts
 */
export function* csvBytes(
  headings: readonly string[],
  rows: Iterable<readonly (string | number | null)[]>,
  { isRaw, losses }: CsvOptions,
): Yielding<Uint8Array> {
  let escaped = 0;
  const cell = (value: string | number | null): string => {
    if (value === null) return "";
    if (typeof value === "number") return String(Object.is(value, -0) ? 0 : value);
    if (isRaw || !/^'*[=+\-@\t\r]/.test(value)) return value;
    escaped++;
    return `'${value}`;
  };
  const chunks: Uint8Array[] = [];
  let lines = [[...headings]];
  const write = (before = ""): void => {
    chunks.push(new TextEncoder().encode(`${before}${unparse(lines, { newline: "\n" })}\n`));
    lines = [];
  };
  write("\uFEFF");
  for (const row of rows) {
    lines.push(row.map(cell));
    if (lines.length < linesInStep) continue;
    write();
    yield 0;
  }
  if (lines.length > 0) write();
  if (escaped > 0)
    losses
      .item("note", "formula-escaped")
      .translate("{0} texts that spreadsheets would compute begin with ' in the table.", escaped);
  return yield* joined(chunks);
}
