// Converts rows copied from a spreadsheet to the text of new studies, and finds out what their columns mean.

import { type DecimalSeparator, type NumberRole, columnTitle, numberRoles } from "@analyses/evidence";
import { isOfInterval, meaningsNamed } from "@analyses/exchange";
import type { TextReplacement } from "@analyses/json";
import { gapOfMembers, indentationOf, membersInsertion, nextSignificant } from "@analyses/json";
import { type PastedStudies, copiedCells } from "@analyses/protocol/evidencePanel";
import { translate } from "../../localisation/translate";
import type { Column, Line } from "./copiedBlock";
import { copiedBlock, fractionsApart, isNumber, isOfNumbers, possibleParts } from "./copiedBlock";
import type { StudyList } from "./evidenceTable";
import { refused } from "./rowEdits";
import type { EvidenceTable, RowValues, TablePart } from "./tableCells";
import { readingsOf, rowTexts, valueText } from "./tableCells";

/**
 * Converts copied spreadsheet rows to studies.
 *
 * @param text one row a line, with tabs, semicolons or commas between cells
 * @param chosen the columns that the user chose; null before the user was asked
 * @param decimal the decimal separator that the user chose; null before the user was asked
 * @returns the edit that inserts the studies; or a question, if the headings do not name all columns or the decimal
 *   separator is ambiguous; or the reason why there is nothing to insert
 */
export function pastedStudies(
  place: StudyList,
  text: string,
  chosen: readonly (string | null)[] | null,
  decimal: DecimalSeparator | null,
): PastedStudies {
  const { table, sketch } = place;
  const { document } = table;
  const isBetween = place.within === undefined;
  if (sketch.cells.size === 0)
    return {
      ...refused(translate("Neither the schema nor another study says what a study looks like here.")),
      version: document.version,
    };
  const lines = fractionsApart(table, linesOf(text));
  const { columns, isCertain, headings, rows, columnsLeftOut } = columnsToUse(table, lines, chosen);
  const { studies, leftOut: linesLeftOut, sign: decimalOfNumbers } = copiedBlock(table, rows, columns);
  const decimalSeparator = decimal ?? decimalOfNumbers;
  const isDecimalOpen = studies.some((line) =>
    columns.some(
      (part, column) => part !== null && readingsOf(part, line[column] ?? "", decimalSeparator) !== undefined,
    ),
  );
  if (!isCertain || isDecimalOpen) {
    const examples = Array.from({ length: widthOf(lines) }, (_, column) => exampleOf(lines, column));
    const parts = table.parts.map((part) => ({ part, label: labelOf(table, part) }));
    return {
      ...{ kind: "columns", isBetween, parts, examples, guess: columns, isSeparatorUnclear: isDecimalOpen },
      headings: headings.slice(-2).flat(),
    };
  }
  if (studies.length === 0)
    return { ...refused(translate("There is no study in what was copied.")), version: document.version };
  const values = studies.map((line) => valuesOf(table, line, columns, decimalSeparator));
  const { start, end, text: newText } = insertion(place, rowTexts(document, place.list, sketch, values));
  return {
    kind: "edits",
    version: document.version,
    edits: [{ range: document.text.rangeBetween(start, end), newText }],
    isBetween,
    columnsLeftOut,
    linesLeftOut,
  };
}

/** The columns of a block, and where they come from. */
interface ColumnsToUse {
  readonly columns: readonly Column[];
  /** Whether the headings, or the user, name all columns; otherwise `columns` is a proposal. */
  readonly isCertain: boolean;
  readonly headings: readonly Line[];
  /** The lines below the headings; all lines if the headings name no columns. */
  readonly rows: readonly Line[];
  readonly columnsLeftOut: readonly string[];
}

/** The columns that the user chose; else those of the headings; else a proposal by the table's order. */
function columnsToUse(
  table: EvidenceTable,
  lines: readonly Line[],
  chosen: readonly (string | null)[] | null,
): ColumnsToUse {
  const header = chosen === null ? columnsNamedInPart(table, lines) : undefined;
  if (header !== undefined) {
    const proposal = columnsToConfirm(table, header);
    const { headings, rows, leftOut: columnsLeftOut } = header;
    return {
      ...{ headings, rows, columnsLeftOut, isCertain: proposal === undefined },
      columns: proposal ?? header.columns,
    };
  }
  const { headings } = copiedBlock(table, lines, byOrder(table, [], lines));
  const columns =
    chosen?.map((name) => partNamed(table, name)) ?? byOrder(table, headings.at(-1) ?? [], lines);
  return { headings, rows: lines, columnsLeftOut: [], isCertain: chosen !== null, columns };
}

function widthOf(lines: readonly Line[]): number {
  return lines.reduce((widest, line) => Math.max(widest, line.length), 0);
}

/** The non-empty lines of a block. */
function linesOf(text: string): readonly Line[] {
  const separator = ["\t", ";", ","].find((character) => text.includes(character)) ?? "\t";
  return copiedCells(text, separator).filter((line) => line.some((cell) => cell !== ""));
}

/** A block whose columns are named by headings. */
interface Headed {
  /** The lines above the studies; the last one names the columns. */
  readonly headings: readonly Line[];
  readonly columns: readonly Column[];
  readonly rows: readonly Line[];
  readonly leftOut: readonly string[];
}

/** The columns of a block, if its headings name all of them; else undefined. */
export function columnsByHeadings(table: EvidenceTable, lines: readonly Line[]): Headed | undefined {
  const headed = columnsNamedInPart(table, lines);
  return headed === undefined || columnsToConfirm(table, headed) !== undefined ? undefined : headed;
}

/**
 * The columns that the one or two lines above the first numbers name; undefined if these lines name no column of
 * numbers, or only one of several.
 */
function columnsNamedInPart(table: EvidenceTable, lines: readonly Line[]): Headed | undefined {
  const first = lines.findIndex((line) => line.some(isNumber));
  const header = first === -1 ? undefined : lines[first - 1];
  if (header === undefined) return undefined;
  const above = lines[first - 2] ?? [];
  const assigned = new Set<TablePart>();
  let group = "";
  const named = header.map((name, column): Column => {
    // An arm's name stands above the first of its columns.
    if (above[column]) group = above[column];
    const part = possibleParts(table, name, group).find((candidate) => !assigned.has(candidate)) ?? null;
    if (part !== null) assigned.add(part);
    // Text above the column of study names is the title of the table, not the name of an arm.
    if (part === "study") group = "";
    return part;
  });
  const numbers = named.filter(isOfNumbers).length;
  if (numbers === 0 || (table.parts.filter(isOfNumbers).length > 1 && numbers < 2)) return undefined;
  const rows = lines.slice(first);
  const columns = withStudyColumn(table, named, rows);
  const leftOut = header.filter((name, column) => name !== "" && columns[column] === null);
  return { headings: lines.slice(0, first), columns, rows, leftOut };
}

/**
 * Makes the first column that of the studies if no heading names such a column: the heading may be in any language.
 */
function withStudyColumn(
  table: EvidenceTable,
  columns: readonly Column[],
  rows: readonly Line[],
): readonly Column[] {
  const [first, ...others] = columns;
  const isKnown = first !== null || columns.includes("study") || !table.parts.includes("study");
  const isOfNames = rows.some(([cell = ""]) => cell !== "" && !isNumber(cell));
  return isKnown || !isOfNames ? columns : ["study", ...others];
}

/**
 * A proposal for columns without headings: the table's columns in their order. A heading of an interval's limit or of a
 * year still decides its column, because such numbers are easily taken for others. After the first column, columns
 * without numbers stay empty.
 */
function byOrder(table: EvidenceTable, headings: Line, lines: readonly Line[]): readonly Column[] {
  const hasNumbers = (column: number): boolean => lines.some((line) => isNumber(line[column] ?? ""));
  const namedByHeading = headings.map((heading) => {
    const [part = null] = possibleParts(table, heading, "");
    return part === "year" || isOfInterval(heading) ? part : undefined;
  });
  const remaining = table.parts.filter((part) => part !== "year" && !namedByHeading.includes(part));
  return Array.from({ length: widthOf(lines) }, (_, column) => {
    const byHeading = namedByHeading[column];
    if (byHeading !== undefined) return byHeading;
    return column === 0 || hasNumbers(column) ? (remaining.shift() ?? null) : null;
  });
}

/**
 * The columns for the user to confirm; undefined if the headings leave no question, because they name all columns of
 * numbers, either of the block or of the table. Assigns the unnamed columns in the table's order if the block and the
 * table have equally many of them; else leaves them open.
 */
function columnsToConfirm(
  table: EvidenceTable,
  { headings, columns, rows }: Headed,
): readonly Column[] | undefined {
  const free = table.parts.filter((part) => isOfNumbers(part) && !columns.includes(part));
  const headingOf = (column: number): string => headings.at(-1)?.[column] ?? "";
  const unknown = [...columns.keys()].filter(
    (column) =>
      columns[column] === null &&
      rows.some((row) => isNumber(row[column] ?? "")) &&
      !meaningsNamed(headingOf(column)).includes("year"),
  );
  if (free.length === 0 || unknown.length === 0) return undefined;
  const open = unknown.filter((column) => !isOfInterval(headingOf(column)));
  if (free.length !== open.length) return columns;
  return columns.map((part, column) => part ?? free[open.indexOf(column)] ?? null);
}

/** The values of a line by column. An empty cell has no value, except the name of a study. */
function valuesOf(
  table: EvidenceTable,
  line: Line,
  columns: readonly Column[],
  decimalSeparator: DecimalSeparator | undefined,
): RowValues {
  const values = new Map<TablePart, string>();
  for (const [column, part] of columns.entries()) {
    const cell = line[column] ?? "";
    if (part === null || (cell === "" && part !== "study")) continue;
    // A cell that is no number stays as text, where diagnostics report it.
    values.set(part, valueText(table, part, cell, false, decimalSeparator) ?? JSON.stringify(cell));
  }
  return values;
}

function exampleOf(lines: readonly Line[], column: number): string {
  return lines
    .map((line) => line[column] ?? "")
    .filter((cell) => cell !== "")
    .slice(0, 3)
    .join(", ");
}

function partNamed({ parts }: EvidenceTable, name: string | null): Column {
  return parts.find((part) => part === name) ?? null;
}

function labelOf({ evidence }: EvidenceTable, part: TablePart): string {
  const role = numberRoles.find((one): one is NumberRole => one === part);
  if (role === undefined) return part === "year" ? translate("Year") : translate("Study");
  const title = columnTitle(role, translate);
  const { labels } = evidence.content;
  if (role.startsWith("experimental"))
    return `${labels.get("experimental-label")?.value ?? translate("Experimental")}: ${title}`;
  return role.startsWith("comparator")
    ? `${labels.get("comparator-label")?.value ?? translate("Comparator")}: ${title}`
    : title;
}

/** Inserts studies after the study at or before the caret, with missing commas. */
function insertion({ table, list, within, offset }: StudyList, texts: readonly string[]): TextReplacement {
  const { text } = table.document;
  const { elements, starts } = list.node;
  const index = within ?? starts.findLastIndex((start) => list.start + start < offset);
  const inserted = membersInsertion(text, list, index, texts);
  if (within !== undefined || elements.length === 0) return inserted;
  // Replaces the white space and the comma that the user typed to continue here.
  const next = nextSignificant(text, inserted.end);
  const after = next?.character === "," ? nextSignificant(text, next.at + 1) : next;
  if (after !== undefined && /[/#<]/.test(after.character)) return inserted;
  const gap = gapOfMembers(text, list);
  // An unclosed list ends with the text, or with its parent.
  const isLast = after === undefined || after.character === "]" || after.character === "}";
  const outer = indentationOf(text, text.positionAt(list.start).line);
  const gapAfter = isLast && gap.includes("\n") ? `\n${outer}` : gap;
  const comma = isLast || inserted.text.endsWith(",") ? "" : ",";
  return { ...inserted, end: after?.at ?? text.length, text: inserted.text + comma + gapAfter };
}
