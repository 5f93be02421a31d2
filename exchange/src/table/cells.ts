import { type DecimalSeparator, decimalSeparatorIn, numberFromText, twoReadings } from "@analyses/evidence";
import type { Cell, Place } from "../model/review";

const missing = /^(?:|na|n\/a|#n\/a|\.|-|–|nr|ne)$/i;

/** Whether a cell is empty or a word for a missing value. */
export function isMissing(text: string): boolean {
  return missing.test(text.trim());
}

/**
 * Determines the decimal separator of number columns. In counts of people and events a separator separates thousands.
 *
 * @param numbers the texts of number cells
 * @param counts the texts of cells that count people or events
 * @returns "open" if only ambiguous numbers such as `1,234` occur; undefined if each number shows its own separator
 */
export function decimalSeparatorOf(
  numbers: readonly string[],
  counts: readonly string[],
): DecimalSeparator | "open" | undefined {
  const numberTexts = numbers.filter((text) => !isMissing(text));
  const sign = decimalSeparatorIn(numberTexts, counts);
  if (sign !== undefined) return sign;
  return numberTexts.some((text) => twoReadings(text) !== undefined) ? "open" : undefined;
}

/**
 * Whether the other separator only separates thousands. With a decimal point, `5,2` is refused: it would be read as 52.
 */
function isGrouped(text: string, sign: DecimalSeparator): boolean {
  const other = sign === "," ? "." : ",";
  return !text.includes(other) || new RegExp(`^\\D?\\d{1,3}(?:\\${other}\\d{3})+(?!\\d)`).test(text.trim());
}

export function numberCellOf(
  text: string,
  place: Place,
  isCount: boolean,
  sign: DecimalSeparator | undefined,
): Cell<number> | undefined {
  if (isMissing(text) || (sign !== undefined && !isGrouped(text, sign))) return undefined;
  const written = numberFromText(text, isCount, sign);
  if (written === undefined) return undefined;
  const value = Number(written);
  // In a table with decimal points, a count `1.234` is no fraction, and 1234 would be a guess.
  if (isCount && !Number.isInteger(value) && /\d[.,]\d{3}$/.test(text.trim())) return undefined;
  return { value, text: written, place };
}

/** The number of a text such as `12*`, without the marks of its footnotes; undefined without such marks. */
export function withoutMarks(text: string): string | undefined {
  return /^(.*\d)\s*[*†‡§¶#]+$/u.exec(text.trim())?.[1];
}

/** The source of a pattern for what stands between events and total, in three languages: `12/148`, `12 von 148`. */
export const outOf = String.raw`\s*(?:\/|of|von|de)\s*`;
const eventsAndTotal = new RegExp(String.raw`^\s*(\d+)${outOf}(\d+)\s*(?:\([^)]*\))?\s*$`);

/** Splits `12/148`, `12 of 148`, `12 von 148` or `12 de 148` into events and total. */
export function eventsOfTotal(text: string): readonly [string, string] | undefined {
  const [, events, total] = eventsAndTotal.exec(text) ?? [];
  return events === undefined || total === undefined ? undefined : [events, total];
}

/** Whether a text is a date, into which a spreadsheet may have converted `3/12` (3 of 12). */
export function isDate(text: string): boolean {
  return /^(?:\d{1,2}[-. ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:[-. ]\d{2,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-. ]\d{2,4}|\d{4}-\d{2}-\d{2}(?:[T ].*)?)$/i.test(
    text.trim(),
  );
}
