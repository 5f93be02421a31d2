import type { DataType, DecimalSeparator, NumberRole } from "@analyses/evidence";
import { columnRoles, numberRoles, readChoice, readExcluded } from "@analyses/evidence";
import type { Losses } from "../model/report";
import { type Cell, type Row, dataRoles } from "../model/review";
import { type TableRecord, withoutEscape } from "../reading/csv";
import { textCell } from "../reading/cells";
import { Refused } from "../reading/limits";
import { type Answers, type ColumnMeaning, isCount, isNumberMeaning } from "./answers";
import { eventsOfTotal, isDate, isMissing, numberCellOf, withoutMarks } from "./cells";

/** How to read the rows of a table: the meanings of its columns, and the notation of its numbers. */
export interface RowReading {
  readonly headings: readonly string[];
  readonly meanings: readonly ColumnMeaning[];
  /** The decimal separator; undefined if each number shows its own separator. */
  readonly sign: DecimalSeparator | undefined;
  readonly losses: Losses;
}

/** Returns a record's text in the column with a meaning, empty without such a column; joins several outcome columns. */
export function textAt({ meanings }: RowReading, { cells }: TableRecord, meaning: ColumnMeaning): string {
  const textIn = (index: number): string => withoutEscape(cells[index] ?? "").trim();
  const index = meanings.indexOf(meaning);
  if (meaning !== "outcome") return index === -1 ? "" : textIn(index);
  const texts = meanings.flatMap((one, at) => (one === meaning ? [textIn(at)] : []));
  return texts.filter((text) => text !== "").join(", ");
}

/** Whether a row is excluded; undefined for a text that is neither a yes nor a no. */
function isLeftOut(reading: RowReading, record: TableRecord): boolean | undefined {
  const excluded = readExcluded(textAt(reading, record, "excluded"));
  const included = textAt(reading, record, "included");
  const isIncluded = readChoice["prediction-interval"](included);
  const byOther = isIncluded === undefined ? readExcluded(included) : !isIncluded;
  if (excluded === true || byOther === true) return true;
  return excluded === undefined || byOther === undefined ? undefined : false;
}

/** Returns a row's words about exclusion, if they mean neither yes nor no. */
export function wordsOfState(reading: RowReading, record: TableRecord): readonly string[] {
  if (isLeftOut(reading, record) !== undefined) return [];
  return (["excluded", "included"] as const)
    .map((meaning) => textAt(reading, record, meaning))
    .filter((text) => text !== "");
}

/** Reads a cell's number, or events and total as in `12/148`; refuses a date, which a spreadsheet made of a number. */
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
  const unmarked = withoutMarks(text);
  if (unmarked !== undefined)
    reading.losses
      .itemOnce("note", "text-decoded", { place: record.place })
      .translate("“{0}” was read as {1}, without its mark.", text, unmarked);
  const plain = unmarked ?? text;
  const pair = meaning.endsWith("-events") ? eventsOfTotal(plain) : undefined;
  const cell = (written: string): Cell<number> | undefined =>
    numberCellOf(written, record.place, isCount(meaning), reading.sign);
  const number = cell(pair?.[0] ?? plain);
  const total = pair === undefined ? undefined : cell(pair[1]);
  return { ...(number === undefined ? {} : { number }), ...(total === undefined ? {} : { total }) };
}

/** What an estimate may have instead of its standard error. */
const errorRoles = ["variance", "interval-low", "interval-high"] as const;

export type Numbers = Partial<Record<NumberRole, Cell<number>>>;

/** Reads the numbers of a row with both arms. */
export function pairNumbers(
  reading: RowReading,
  record: TableRecord,
  { scale }: Answers,
  dataType: DataType,
): Numbers {
  const numbers: Numbers = {};
  const others = dataType === "contrast" ? errorRoles : [];
  for (const role of [...dataRoles(dataType), ...others]) {
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
  return dataType === "contrast" && scale === "natural-log-error"
    ? withLogarithms(numbers, reading.losses)
    : numbers;
}

/** Converts ratios and their intervals to logarithms; the standard errors already are those of logarithms. */
function withLogarithms(numbers: Numbers, losses: Losses): Numbers {
  const logarithms: Numbers = {};
  for (const role of numberRoles) {
    const cell = numbers[role];
    const isRatio = role === "estimate" || role.startsWith("interval-");
    const value = cell !== undefined && isRatio ? Math.log(cell.value) : cell?.value;
    if (cell === undefined || value === undefined || !Number.isFinite(value)) continue;
    logarithms[role] = isRatio ? { value, text: String(value), place: cell.place } : cell;
  }
  losses
    .itemOnce("changed", "number-asked")
    .translate("Ratios became logarithms, as their standard errors are.");
  return logarithms;
}

/** Whether a row has the numbers that its type of data requires. */
function isComplete(numbers: Numbers, dataType: DataType): boolean {
  const isThere = (role: NumberRole): boolean => numbers[role] !== undefined;
  if (dataType !== "contrast") return columnRoles(dataType).every(isThere);
  const hasInterval = isThere("interval-low") && isThere("interval-high");
  return isThere("estimate") && (hasInterval || isThere("standard-error") || isThere("variance"));
}

/** Creates a row with its numbers, without a subgroup. */
export function rowOf(
  reading: RowReading,
  record: TableRecord,
  numbers: Numbers,
  { leftOut = [] }: Answers,
): Row {
  const { place } = record;
  const year = textAt(reading, record, "year");
  const footnote = textAt(reading, record, "footnotes");
  return {
    study: textCell(textAt(reading, record, "study"), place),
    year: isMissing(year) ? null : textCell(year, place),
    subgroup: null,
    appliesTo: "subgroup-and-overall",
    excluded:
      isLeftOut(reading, record) ?? wordsOfState(reading, record).some((word) => leftOut.includes(word)),
    numbers,
    footnotes: footnote === "" ? [] : [textCell(footnote, place)],
    riskOfBias: [],
    stored: {},
    place,
  };
}

/**
 * Reports a row that lacks numbers, and each of the row's number cells that has no number.
 *
 * @returns whether the row has any number: the conversion then keeps the row
 */
export function listIncomplete(
  numbers: Numbers,
  record: TableRecord,
  dataType: DataType,
  analysis: string,
  reading: RowReading,
): boolean {
  const { meanings, headings, losses } = reading;
  const { place } = record;
  if (isComplete(numbers, dataType)) return true;
  const study = textAt(reading, record, "study") || (record.cells.find((text) => text.trim() !== "") ?? "");
  for (const [index, meaning] of meanings.entries()) {
    const text = (record.cells[index] ?? "").trim();
    if (!isNumberMeaning(meaning) || isMissing(text)) continue;
    const { number, total } = numberAt(reading, record, meaning);
    if (number !== undefined || total !== undefined) continue;
    losses
      .item("lost", "row-incomplete", { analysis, place })
      .translate("“{0}”: “{1}” ({2}) is no number.", study, text, headings[index] ?? "");
  }
  const isEmpty = Object.keys(numbers).length === 0;
  if (isEmpty)
    losses
      .item("lost", "row-incomplete", { analysis, place })
      .translate("“{0}” has no numbers: it was left out.", study);
  else
    losses
      .item("changed", "row-incomplete", { analysis, place })
      .translate("“{0}” lacks a number: it is still to be filled in.", study);
  return !isEmpty;
}
