import type { DataType, DecimalSign, NumberRole } from "../../../evidence/src/index";
import type { Losses } from "../model/report";
import type { Cell, Place, Row } from "../model/review";
import type { TableRecord } from "../reading/csv";
import { withoutEscape } from "../reading/csv";
import { Refused } from "../reading/limits";
import type { ColumnMeaning } from "./answers";
import { eventsOfTotal, isDate, isMissing, numberCellOf } from "./cells";
import { rolesOfType } from "./columns";

/** Reads the rows of one table: which column is what, and how its numbers are written. */
export interface RowReading {
  readonly headings: readonly string[];
  readonly meanings: readonly ColumnMeaning[];
  readonly sign: DecimalSign;
  readonly losses: Losses;
}

/** A cell of a meaning, with its text; empty where no column has it. */
export function textAt({ meanings }: RowReading, { cells }: TableRecord, meaning: ColumnMeaning): string {
  const index = meanings.indexOf(meaning);
  return index === -1 ? "" : withoutEscape(cells[index] ?? "").trim();
}

/** A number, or events of a total, of a cell; refused where a spreadsheet made a date of it. */
export function numberAt(
  reading: RowReading,
  record: TableRecord,
  meaning: ColumnMeaning,
): { readonly number?: Cell<number>; readonly total?: Cell<number> } {
  const text = textAt(reading, record, meaning);
  const { translate } = reading.losses;
  if (isDate(text)) {
    const heading = reading.headings[reading.meanings.indexOf(meaning)] ?? "";
    const { file, line } = record.place;
    throw new Refused(
      translate(
        "{0}, line {1}, “{2}”: a spreadsheet made a date of a number: {3}.",
        file,
        line,
        heading,
        text,
      ),
    );
  }
  const pair = meaning.endsWith("-events") ? eventsOfTotal(text) : undefined;
  const isCount = /-(?:events|total)$/.test(meaning);
  const cell = (written: string): Cell<number> | undefined =>
    numberCellOf(written, record.place, isCount, reading.sign);
  const number = cell(pair?.[0] ?? text);
  const total = pair === undefined ? undefined : cell(pair[1]);
  return { ...(number === undefined ? {} : { number }), ...(total === undefined ? {} : { total }) };
}

export type Numbers = Partial<Record<NumberRole, Cell<number>>>;

/** The numbers of a row with both arms. */
export function pairNumbers(reading: RowReading, record: TableRecord, dataType: DataType): Numbers {
  const numbers: Numbers = {};
  const { needed, besides } = rolesOfType(dataType);
  for (const role of [...needed, ...besides]) {
    const { number, total } = numberAt(reading, record, role);
    if (number !== undefined) numbers[role] = number;
    if (total !== undefined)
      numbers[role === "experimental-events" ? "experimental-total" : "comparator-total"] ??= total;
  }
  for (const arm of ["experimental", "comparator"] as const) {
    const events = numbers[`${arm}-events`];
    const { number: without } = numberAt(reading, record, `${arm}-non-events`);
    if (events === undefined || without === undefined || numbers[`${arm}-total`] !== undefined) continue;
    const value = events.value + without.value;
    numbers[`${arm}-total`] = { value, text: String(value), place: record.place };
  }
  return numbers;
}

/** Whether a row has what its type of data needs. */
export function isComplete(numbers: Numbers, dataType: DataType): boolean {
  const isThere = (role: NumberRole): boolean => numbers[role] !== undefined;
  if (!rolesOfType(dataType).needed.every(isThere)) return false;
  if (dataType !== "contrast") return true;
  const hasInterval = isThere("interval-low") && isThere("interval-high");
  return hasInterval || isThere("standard-error") || isThere("variance");
}

/** A row with its numbers, of no subgroup yet. */
export function rowOf(reading: RowReading, record: TableRecord, numbers: Numbers): Row {
  const { place } = record;
  const cell = (text: string): Cell<string> => ({ value: text, text, place });
  const year = textAt(reading, record, "year");
  const footnote = textAt(reading, record, "footnotes");
  const isLeftOut =
    /^(?:yes|true|1|x)$/i.test(textAt(reading, record, "excluded")) ||
    /^(?:no|false|0)$/i.test(textAt(reading, record, "included"));
  return {
    study: cell(textAt(reading, record, "study")),
    year: isMissing(year) ? null : cell(year),
    subgroup: null,
    appliesTo: "subgroup-and-overall",
    excluded: isLeftOut,
    numbers,
    footnotes: footnote === "" ? [] : [cell(footnote)],
    riskOfBias: [],
    stored: {},
    place,
  };
}

/** Lists a row that lacks numbers. @returns whether it has any, so that it is carried over as it is */
export function listIncomplete(
  row: { readonly study: string; readonly numbers: Numbers; readonly place: Place },
  dataType: DataType,
  analysis: string,
  losses: Losses,
): boolean {
  const { study, numbers, place } = row;
  const { translate } = losses;
  if (isComplete(numbers, dataType)) return true;
  const isEmpty = Object.keys(numbers).length === 0;
  if (isEmpty)
    losses.add(
      "lost",
      "row-incomplete",
      { analysis, place },
      translate("“{0}” has no numbers: it was left out.", study),
    );
  else
    losses.add(
      "changed",
      "row-incomplete",
      { analysis, place },
      translate("“{0}” lacks a number: it is still to be filled in.", study),
    );
  return !isEmpty;
}
