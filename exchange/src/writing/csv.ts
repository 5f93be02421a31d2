import { unparse } from "papaparse";
import type { Losses } from "../model/report";

export interface CsvOptions {
  /** Whether texts that a spreadsheet would compute stay as they are. */
  readonly isRaw: boolean;
  /** RevMan's own files begin with a byte order mark, as all do here. */
  readonly losses: Losses;
}

/**
 * A table as UTF-8 with a byte order mark. Texts that a spreadsheet would compute get a `'`, which the reader takes off;
 * numbers stay as they are.
 *
 * @param rows numbers as numbers, all else as texts
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
