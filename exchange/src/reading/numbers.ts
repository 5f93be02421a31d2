import type { Cell, Place } from "../model/review";

/** A number in program notation: with a decimal point, and exponents of Java and JavaScript. */
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** @returns undefined if the text is not a number or exceeds the range of a double */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  if (!number.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}

export function numberCell(text: string, place: Place): Cell<number> | undefined {
  const value = numberIn(text);
  return value === undefined ? undefined : { value, text: text.trim(), place };
}
