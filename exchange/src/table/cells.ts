import type { DecimalSign } from "@analyses/evidence";
import { decimalSignIn, numberFromText, twoReadings } from "@analyses/evidence";
import type { Cell, Place } from "../model/review";

const missing = /^(?:|na|n\/a|#n\/a|\.|-|–|nr|ne)$/i;

/** Whether a cell is empty or a word for a missing value. */
export function isMissing(text: string): boolean {
  return missing.test(text.trim());
}

/**
 * Determines the decimal separator of number columns; "open" if only ambiguous numbers such as `1,234` occur.
 *
 * @param numbers the texts of number cells
 */
export function decimalSignOf(numbers: readonly string[]): DecimalSign | "open" {
  const said = numbers.filter((text) => !isMissing(text));
  const sign = decimalSignIn(said, []);
  if (sign !== undefined) return sign;
  return said.some((text) => twoReadings(text) !== undefined) ? "open" : ".";
}

export function numberCellOf(
  text: string,
  place: Place,
  isCount: boolean,
  sign: DecimalSign,
): Cell<number> | undefined {
  const written = isMissing(text) ? undefined : numberFromText(text, isCount, sign);
  const value = written === undefined ? NaN : Number(written);
  return Number.isFinite(value) && written !== undefined ? { value, text: written, place } : undefined;
}

/** Splits `12/148` or `12 of 148` into events and total. */
export function eventsOfTotal(text: string): readonly [string, string] | undefined {
  const [, events, total] = /^\s*(\d+)\s*(?:\/|of)\s*(\d+)\s*(?:\([^)]*\))?\s*$/.exec(text) ?? [];
  return events === undefined || total === undefined ? undefined : [events, total];
}

/** Whether a text is a date, into which a spreadsheet may have converted `3/12` (3 of 12). */
export function isDate(text: string): boolean {
  return /^(?:\d{1,2}[-. ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:[-. ]\d{2,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-. ]\d{2,4}|\d{4}-\d{2}-\d{2}(?:[T ].*)?)$/i.test(
    text.trim(),
  );
}
