import type { Cell } from "../model/review";
import type { Columns, TableRecord } from "../reading/csv";
import { numberCell } from "../reading/numbers";

/** A table of a data package. */
export interface PackageTable {
  readonly columns: Columns;
  readonly headings: readonly string[];
  readonly records: readonly TableRecord[];
}

/** Reads a cell's number; undefined for blanks and `#N/A`. */
export function numberIn(
  table: PackageTable,
  record: TableRecord,
  heading: string,
): Cell<number> | undefined {
  return numberCell(table.columns.text(record, heading), record.place);
}

/** The number of a group, an analysis or a subgroup. */
export function countOf(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : 0;
}

/** Finds a row's subgroup by number or, in the oldest form without numbers, by name. */
export function findLabel(
  { columns }: PackageTable,
  record: TableRecord,
): { readonly id: string; readonly name: string; readonly number: string } | undefined {
  const name = columns.text(record, "Subgroup");
  const number = columns.text(record, "Subgroup number");
  if (name === "" && number === "") return undefined;
  return { id: number === "" ? `name ${name}` : `number ${number}`, name, number };
}
