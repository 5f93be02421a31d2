import type { DecimalSign } from "@analyses/evidence";
import { decimalSignIn, numberFromText, twoReadings } from "@analyses/evidence";
import type { Cell, Place } from "../model/review";

const missing = /^(?:|na|n\/a|#n\/a|\.|-|–|nr|ne)$/i;

/** Whether a cell says that there is nothing. */
export function isMissing(text: string): boolean {
  return missing.test(text.trim());
}

/**
 * What stands before decimals in the columns of numbers; "open" where only numbers such as `1,234` could say it.
 *
 * @param numbers the texts of cells of numbers
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

/** `12/148`, or `12 of 148`, as both of them. */
export function eventsOfTotal(text: string): readonly [string, string] | undefined {
  const [, events, total] = /^\s*(\d+)\s*(?:\/|of)\s*(\d+)\s*(?:\([^)]*\))?\s*$/.exec(text) ?? [];
  return events === undefined || total === undefined ? undefined : [events, total];
}

/** What a spreadsheet made a date of, such as `3/12` of 12 that were 3. */
export function isDate(text: string): boolean {
  return /^(?:\d{1,2}[-. ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:[-. ]\d{2,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-. ]\d{2,4}|\d{4}-\d{2}-\d{2}(?:[T ].*)?)$/i.test(
    text.trim(),
  );
}
