// Finds the rows of the table that the lines of a pasted block change.

import { translate } from "../../localisation/translate";
import { type Refusal, refused } from "./rowEdits";
import { type EvidenceTable, type TablePart, type TableRow, textAt } from "./tableCells";

/** The values of a pasted line, and the row that they change; undefined if it adds a row. */
export interface PastedLine {
  readonly target: TableRow | undefined;
  readonly values: ReadonlyMap<TablePart, string>;
}

/**
 * Assigns lines to rows. If no line names a study that is in another row than the line's own, the lines change the rows
 * from the cell on in their order. Otherwise each line changes the row of the study that it names, or adds a row.
 *
 * @param from the rows from the cell on
 * @returns a refusal if a study is in several rows or lines
 */
export function linesOnRows(
  table: EvidenceTable,
  lines: readonly Map<TablePart, string>[],
  from: readonly TableRow[],
): readonly PastedLine[] | Refusal {
  const { rows } = table;
  const studies = rows.map((row) => ({ row, study: studyOf(row.name ?? "", row.year ?? "") }));
  const rowsNamed = lines.map((values) => {
    const named = studyOf(asShown(values.get("study") ?? "null"), asShown(values.get("year") ?? "null"));
    return studies.flatMap(({ row, study }) => (isSame(study, named) ? [row] : []));
  });
  const isInOrder = rowsNamed.every(
    (found, line) => found.length === 0 || found.some((row) => row === from[line]),
  );
  const targets = isInOrder ? from : rowsNamed.map(([row]) => row);
  // A study in several rows or lines does not identify the row to change.
  const repeated = isInOrder
    ? undefined
    : targets.find((row, line) => row && (targets.indexOf(row) !== line || rowsNamed[line]?.length !== 1));
  if (repeated !== undefined)
    return refused(
      translate(
        "“{0}” is in more than one row or line: paste only its numbers, at their cell.",
        repeated.study,
      ),
    );
  return lines.map((values, line): PastedLine => {
    const target = targets[line];
    if (target === undefined || rowsNamed[line]?.includes(target) !== true) return { target, values };
    // The same name may be written differently: the document keeps its own form.
    const name = textAt(table, target.places.get("study") ?? "") ?? "null";
    return { target, values: values.set("study", name) };
  });
}

/** The name and year of a study, for comparison. */
interface Study {
  /** The name in lower case with single spaces. */
  readonly name: string;
  /** The name with the year; the name alone if it already ends with a year, or the year is unknown. */
  readonly dated: string;
  /** Whether the year is given apart from the name. */
  readonly hasYear: boolean;
}

function studyOf(study: string, year: string): Study {
  const name = study.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
  const dated = /\b(?:19|20)\d\d[a-z]?$/.test(name) ? name : `${name} ${year}`.trim();
  return { name, dated, hasYear: year !== "" };
}

function isSame(one: Study, other: Study): boolean {
  if (one.name === "" || other.name === "") return false;
  // Two known years must agree; a missing one can be any.
  const isYearMissing = !one.hasYear || !other.hasYear;
  return one.dated === other.dated || (isYearMissing && one.name === other.name);
}

/** A cell's text: empty for null. */
export function asShown(json: string): string {
  if (json === "null") return "";
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}
