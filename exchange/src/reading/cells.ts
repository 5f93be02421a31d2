import { htmlText } from "@analyses/evidence";
import type { Cell, Place } from "../model/review";
import type { Losses } from "../model/report";

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

type Present<Found> = { readonly [Name in keyof Found]?: Exclude<Found[Name], undefined> };

/** Returns a copy of an object without undefined properties. */
export function present<Found extends object>(found: Found): Present<Found> {
  return Object.fromEntries(
    Object.entries(found).filter(([, value]) => value !== undefined),
  ) as Present<Found>;
}

/** Converts RevMan's HTML to plain text, and reports dropped formatting in a note. */
export function htmlCell(text: string, place: Place, losses: Losses): Cell<string> {
  const value = htmlText(text);
  if (/<\/?[a-z][^<>]*>/i.test(text))
    losses
      .itemOnce("note", "text-decoded", { place })
      .translate("Names or footnotes are formatted: they became plain text.");
  return { value, text, place };
}

export function textCell<Text extends string>(text: Text, place: Place): Cell<Text> {
  return { value: text, text, place };
}

/** Reads a choice; undefined for an empty or unknown text. */
export function choiceCell<Value>(
  text: string,
  read: (text: string) => Value | undefined,
  place: Place,
): Cell<Value> | undefined {
  const value = text === "" ? undefined : read(text);
  return value === undefined ? undefined : { value, text, place };
}

/** Returns the numbers that a source has, by our names; `columns` has the source's names. */
export function numbersNamed(
  columns: readonly (readonly [string, string])[],
  read: (column: string) => Cell<number> | undefined,
): Readonly<Record<string, Cell<number>>> {
  return Object.fromEntries(
    columns.flatMap(([name, column]) => {
      const cell = read(column);
      return cell === undefined ? [] : [[name, cell] as const];
    }),
  );
}
