import { unparse } from "papaparse";
import type { Losses } from "../model/report";

export interface CsvOptions {
  /** Whether to keep texts unchanged that a spreadsheet would compute. */
  readonly isRaw: boolean;
  readonly losses: Losses;
}

/**
 * Writes a table as UTF-8 with a byte order mark. Prefixes texts that a spreadsheet would compute with a `'`, which the
 * reader removes; does not prefix numbers.
 *
 * @param rows numbers as numbers, everything else as texts
 */
export function csvBytes(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  { isRaw, losses }: CsvOptions,
): Uint8Array {
  let escaped = 0;
  const cell = (value: string | number | null): string => {
    if (value === null) return "";
    if (typeof value === "number") return String(Object.is(value, -0) ? 0 : value);
    if (isRaw || !/^'*[=+\-@\t\r]/.test(value)) return value;
    escaped++;
    return `'${value}`;
  };
  const text = unparse([[...headings], ...rows.map((row) => row.map(cell))], { newline: "\n" });
  if (escaped > 0) {
    const { translate } = losses;
    const message = translate(
      "{0} texts that spreadsheets would compute begin with ' in the table.",
      escaped,
    );
    losses.add("note", "formula-escaped", {}, message);
  }
  return new TextEncoder().encode(`\uFEFF${text}\n`);
}
