import type { Cell, Place } from "../model/review";

/** A number as a program writes it: with a point, Java's and JavaScript's exponents. */
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** @returns undefined for what is no number, or leaves double precision's range */
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
