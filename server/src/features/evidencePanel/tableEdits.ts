// Converts table changes to edits of the text. In Node, this file and pasteStudies.ts share a bundle, because both
// parse spreadsheet blocks; the first edit of a cell loads the bundle.

import type { ObjectNode, Placed, TextReplacement } from "@analyses/json";
import { isContainer, membersInsertion, pathOfPointer, pointerOfPath } from "@analyses/json";
import { placeIn } from "@analyses/evidence";
import type { PastedRow, TableChange, TableEditParams, TableEdits } from "@analyses/protocol/evidencePanel";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { decimalSeparator, translate } from "../../localisation/translate";
import { copiedBlock, fractionsApart } from "./copiedBlock";
import type { WritableTable } from "./evidenceTable";
import { columnsByHeadings } from "./pasteStudies";
import { type PastedLine, asShown, linesOnRows } from "./pastedLines";
import type { Edits, Refusal, RowEdit } from "./rowEdits";
import {
  added,
  addedFirst,
  duplicated,
  hasYears,
  moved,
  noPlace,
  notInTable,
  refused,
  removed,
  sorted,
} from "./rowEdits";
import type { CellPart, EvidenceTable, RowValues, TablePart, TableRow, Tree } from "./tableCells";
import {
  cellPart,
  locateIn,
  membersOf,
  put,
  putList,
  rowAt,
  sketchOf,
  spacesIn,
  valueText,
  readingsOf,
  textAt,
} from "./tableCells";

export { pastedStudies } from "./pasteStudies";

/**
 * The minimal text edits for a change of an analysis's table, in the document's own layout.
 *
 * @param at the offset at which the row begins
 */
export function tableEdits(
  table: WritableTable,
  { at, change }: Pick<TableEditParams, "at" | "change">,
): TableEdits {
  const { document } = table;
  const { version } = document;
  const row = rowAt(table, at);
  // Refuses if no row begins at `at` any more: a pasted block would add studies instead of changing the row.
  if (row === undefined && at !== table.analysis.start) return { ...rowIsGone(), version };
  const block = change.kind === "paste" ? pastedBlock(table, row, change) : noBlock;
  if ("kind" in block) return { ...block, version };
  const edits = editsOf(table, row, change, block);
  if ("kind" in edits) return { ...edits, version };
  const inOrder = [...edits].sort((first, second) => first.start - second.start);
  return {
    kind: "edits",
    version,
    edits: inOrder.map(({ start, end, text }) => ({
      range: document.text.rangeBetween(start, end),
      newText: text,
    })),
    written: inOrder.flatMap(({ written = [] }, edit) => written.map((row) => ({ ...row, edit }))),
    rows: block.lines.map((line) => shownRow(table, line, block.parts)),
    columnsLeftOut: block.columnsLeftOut,
    linesLeftOut: block.leftOut,
  };
}

/** @param block the parsed block if the change is a paste, else an empty one */
function editsOf(
  table: WritableTable,
  row: TableRow | undefined,
  change: TableChange,
  block: PastedBlock,
): Edits {
  if (change.kind === "sort") return sorted(table, change.part, change.descending);
  if (change.kind === "addFirst") return addedFirst(table, change.subgroup);
  if (change.kind === "paste") return pasted(table, block);
  if (row === undefined) return rowIsGone();
  switch (change.kind) {
    case "cell": {
      const part = cellPart(table, change.part);
      return part === undefined ? notInTable() : cellEdits(table, row, part, change.text, change.asText);
    }
    case "add":
      return added(table, row, [new Map()]);
    case "duplicate":
      return duplicated(table, row);
    case "remove":
      return removed(table, row);
    case "move":
      return moved(table, row, change.by);
  }
}

function rowIsGone(): Refusal {
  return refused(translate("This row is not in the text any more."));
}

function cellEdits(
  table: EvidenceTable,
  row: TableRow,
  part: CellPart,
  typed: string,
  asText: boolean,
): Edits {
  // If the user's language has decimal commas, a typed comma is one; otherwise it can also separate thousands.
  const readings = asText || decimalSeparator() === "," ? undefined : readingsOf(part, typed, undefined);
  if (readings !== undefined) return canMeanBoth(typed, readings);
  const value = valueText(table, part, typed, asText, undefined);
  if (value === undefined) return refused(translate("“{0}” is no number.", typed), true);
  return valueEdits(table, row, new Map([[part, value]]));
}

function canMeanBoth(typed: string, readings: readonly [string, string]): Refusal {
  return refused(translate("“{0}” can mean {1} or {2}: write one of them.", typed, ...readings));
}

/** The edits that write values into cells of a row. An object that lacks a cell gets the cell after its last member. */
function valueEdits(table: EvidenceTable, row: TableRow, values: ReadonlyMap<CellPart, string>): Edits {
  const { document, rows } = table;
  const edits: TextReplacement[] = [];
  /** The values of cells that the text lacks, by the offset of the innermost existing object around the cell. */
  const lacking = new Map<number, { readonly holder: Placed<ObjectNode>; readonly tree: Tree }>();
  for (const [part, value] of values) {
    const pointer = placeIn(row, rows, part);
    if (pointer === undefined) return noPlace(table, part);
    const found = locateIn(table, pointer);
    if (found !== undefined) {
      const { start, node } = found;
      if (isContainer(node)) return noPlace(table, part);
      const end = start + node.length;
      if (document.text.slice(start, end) !== value) edits.push({ start, end, text: value });
      continue;
    }
    const path = pathOfPointer(pointer);
    const depth = path.findLastIndex(
      (_, length) => locateIn(table, pointerOfPath(path.slice(0, length))) !== undefined,
    );
    const holder = locateIn(table, pointerOfPath(path.slice(0, depth)));
    if (depth < 1 || holder?.node.kind !== "object") return noPlace(table, part);
    const { node, start } = holder;
    const missing = lacking.get(start) ?? { holder: { node, start }, tree: new Map() };
    lacking.set(start, missing);
    const inRow = pointer.slice(row.pointer.length);
    const model = rows.find(({ places, pointer: rowPointer }) => places.get(part) === rowPointer + inRow);
    if (model !== undefined) {
      const there = depth - pathOfPointer(row.pointer).length;
      const list = firstList(table, model, pathOfPointer(inRow), there);
      if (list !== undefined) putList(missing.tree, list, there, sketchOf(table, model));
    }
    put(missing.tree, path.slice(depth), value);
  }
  for (const { holder, tree } of lacking.values()) {
    const { node, start } = holder;
    const spaces = spacesIn(document.text.slice(start, start + node.length));
    const members = membersOf(tree, { kind: "line", ...spaces });
    edits.push(membersInsertion(document.text, holder, node.properties.length - 1, members));
  }
  return edits;
}

/**
 * The path to the outermost list that the edited row lacks around a cell.
 *
 * @param row a row that has the cell
 * @param path the path from the row to the cell
 * @param there the number of steps of the path that the edited row has
 */
function firstList(
  table: EvidenceTable,
  row: TableRow,
  path: readonly string[],
  there: number,
): readonly string[] | undefined {
  return path
    .map((_, length) => path.slice(0, length))
    .slice(there + 1)
    .find((prefix) => locateIn(table, row.pointer + pointerOfPath(prefix))?.node.kind === "array");
}

/** The rows in the order of the table, which shows the rows of each subgroup together. */
function asSeen(rows: readonly TableRow[]): readonly TableRow[] {
  return [...rows].sort((one, other) => (one.subgroup ?? -1) - (other.subgroup ?? -1));
}

/** A pasted block, parsed. */
interface PastedBlock {
  /** The table's columns that the block fills. */
  readonly parts: readonly TablePart[];
  readonly lines: readonly PastedLine[];
  /** The names of lines that are no studies, such as totals. */
  readonly leftOut: readonly string[];
  /** The headings of columns that the table does not have. */
  readonly columnsLeftOut: readonly string[];
}

const noBlock: PastedBlock = { parts: [], lines: [], leftOut: [], columnsLeftOut: [] };

/**
 * Parses a spreadsheet block pasted at a cell. The block fills the columns from the cell on. If the cell is the first
 * of its row, headings in the block can assign other columns.
 *
 * @param row undefined to add rows after the last one
 */
function pastedBlock(
  table: WritableTable,
  row: TableRow | undefined,
  { part: partName, cells }: Extract<TableChange, { kind: "paste" }>,
): PastedBlock | Refusal {
  const { parts, rows } = table;
  const first = parts.findIndex((part) => part === partName);
  if (first === -1) return notInTable();
  const block = fractionsApart(table, cells);
  const tableWithYears = hasYears(table) ? { ...table, parts: [...parts, "year" as const] } : table;
  const headed = first === 0 ? columnsByHeadings(tableWithYears, block) : undefined;
  const width = block.reduce((most, line) => Math.max(most, line.length), 0);
  if (headed === undefined && first + width > parts.length)
    return refused(
      translate("The block has {0} columns; from here the table has {1}.", width, parts.length - first),
    );
  const columns = headed?.columns ?? parts.slice(first, first + width);
  const { studies, leftOut, sign } = copiedBlock(tableWithYears, headed?.rows ?? block, columns);
  if (studies.length === 0) return refused(translate("There is no study in what was copied."));
  const valuesOfLines: Map<TablePart, string>[] = [];
  for (const line of studies) {
    const values = new Map<TablePart, string>();
    for (const [column, cell] of line.entries()) {
      const part = columns[column] ?? null;
      if (part === null || (part === "year" && cell === "")) continue;
      const readings = readingsOf(part, cell, sign);
      if (readings !== undefined) return canMeanBoth(cell, readings);
      const value = valueText(table, part, cell, false, sign);
      if (value === undefined)
        return refused(translate("“{0}” in row {1} is no number.", cell, block.indexOf(line) + 1));
      values.set(part, value);
    }
    valuesOfLines.push(values);
  }
  const seen = asSeen(rows);
  const lines = linesOnRows(
    table,
    valuesOfLines,
    seen.slice(row === undefined ? seen.length : seen.indexOf(row)),
  );
  if ("kind" in lines) return lines;
  return {
    parts: columns.filter((part) => part !== null),
    lines,
    leftOut,
    columnsLeftOut: headed?.leftOut ?? [],
  };
}

/** The edits of a pasted block: changed rows, and new rows for the lines beyond the last row. */
function pasted(table: WritableTable, { lines }: PastedBlock): Edits {
  const edits: RowEdit[] = [];
  const further: RowValues[] = [];
  for (const { target, values } of lines) {
    if (target === undefined) further.push(values);
    else {
      const rowEdits = valueEdits(table, target, values);
      if ("kind" in rowEdits) return rowEdits;
      for (const edit of rowEdits) edits.push(edit);
    }
  }
  if (further.length === 0) return edits;
  const last = asSeen(table.rows).at(-1);
  const additions = last === undefined ? addedFirst(table, null, further) : added(table, last, further);
  return "kind" in additions ? additions : [...edits, ...additions];
}

/** The preview of a line's changes to a row. */
function shownRow(
  table: EvidenceTable,
  { target, values }: PastedLine,
  parts: readonly TablePart[],
): PastedRow {
  return {
    study: target?.study ?? null,
    cells: parts.map((part) => {
      const pointer = target && placeIn(target, table.rows, part);
      const before = (pointer === undefined ? undefined : textAt(table, pointer)) ?? "null";
      return { part, before: asShown(before), after: asShown(values.get(part) ?? before) };
    }),
    isMixed: target !== undefined && isMixed(target, values),
  };
}

/** Whether a paste replaces the name of a row's study but keeps some of its data, so that two studies would mix. */
function isMixed(row: TableRow, values: RowValues): boolean {
  const study = asShown(values.get("study") ?? "null");
  if (row.name === null || study === "" || study === row.name) return false;
  return (
    row.numbers.some(([role]) => !values.has(role)) ||
    row.otherNumbers.length > 0 ||
    [values.has("year") ? null : row.year, row.stated("risk-of-bias"), row.stated("footnotes")].some(
      saysSomething,
    )
  );
}

function saysSomething(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(saysSomething);
  return value !== undefined && value !== null && value !== "";
}

/** The refusal for an analysis whose text is not valid JSON. */
export function notJson({ version }: AnalysesDocument): TableEdits {
  const message = translate("The text of this analysis is not JSON at the moment: mend it first.");
  return { kind: "refused", version, message, canForce: false };
}
