import type { ArrayNode, Placed, TextReplacement } from "../../../../json/src";
import {
  memberRemoval,
  membersInsertion,
  nextSignificant,
  pathOfPointer,
  pointerOfPath,
  previousSignificant,
} from "../../../../json/src";
import type { Translate } from "../../../../evidence/src/index";
import type { PastedRow, TableChange, TableEdits } from "../../../../protocol/src/evidenceTable";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { WritableTable } from "./evidenceTable";
import type { EvidenceTable, RowValues, Spaces, TablePart, TableRow } from "./tableCells";
import {
  cellPointer,
  elementOf,
  locateIn,
  rowMeant,
  rowTexts,
  sketchOf,
  spacesIn,
  decimalSignIn,
  valueText,
} from "./tableCells";

/*
 * What is done to a table, as edits of the text: a bundle of its own in Node, loaded when the first cell is written.
 */

type Edits = readonly TextReplacement[] | Refusal;
type Refusal = Extract<TableEdits, { kind: "refused" }>;

/**
 * The smallest edits of the text that make a change of an analysis's table, in the document's own layout.
 *
 * @param table undefined while the text of the analysis is not JSON
 */
export function tableEdits(
  table: WritableTable | undefined,
  change: TableChange,
  translate: Translate,
): TableEdits {
  if (table === undefined) return notJson(translate);
  const meant = change.kind === "paste" ? atItsRow(table, change) : change;
  const made = editsOf(table, meant);
  if ("kind" in made) return made;
  const { document } = table;
  const edits = [...made]
    .sort((first, second) => first.start - second.start)
    .map(({ start, end, text }) => ({ range: document.text.rangeBetween(start, end), newText: text }));
  const lines = meant.kind === "paste" ? pastedLines(table, meant) : [];
  const rows = "kind" in lines ? [] : lines.map((line) => shownRow(table, line));
  return { kind: "edits", version: document.version, edits, rows };
}

function editsOf(table: WritableTable, change: TableChange): Edits {
  const { document, rows, translate } = table;
  if (change.kind === "sort") return sorted(table, change.part, change.descending);
  if (change.kind === "addFirst") return addedFirst(table, change.subgroup);
  const row = rowMeant(rows, change.row, change.study);
  if (row === undefined) return refused(translate("This row is not in the text any more."));
  switch (change.kind) {
    case "cell": {
      const part = partNamed(table, change.part);
      return part === undefined ? notInTable(table) : cellEdits(table, row, part, change.text, change.asText);
    }
    case "paste":
      return pasted(table, change);
    case "add":
      return added(table, row, [new Map()]);
    default: {
      const place = elementOf(table, row);
      if (place === undefined) return notInTable(table);
      const { list, index } = place;
      const { text } = document;
      const own = textOfElement(document, list, index);
      if (own === undefined) return notInTable(table);
      if (change.kind === "remove") {
        const around = [previousSignificant(text, own.start), nextSignificant(text, own.end)];
        // In a comment there may be commas, which are none.
        if (!around.every((one) => /[[\],]/.test(one?.character ?? ""))) return notJson(translate);
        return [{ ...memberRemoval(text, own.start, own.end), text: "" }];
      }
      if (change.kind === "duplicate") return [membersInsertion(text, list, index, [own.text])];
      return moved(table, row, change.by);
    }
  }
}

/** Past the study that is seen before or after it: in the text, others of other subgroups may stand between. */
function moved(table: EvidenceTable, row: TableRow, by: -1 | 1): Edits {
  const { document, rows, translate } = table;
  const siblings = rows.filter(
    (one) => one.subgroup === row.subgroup && listPointer(one) === listPointer(row),
  );
  const other = siblings[siblings.indexOf(row) + by];
  const [from, to] = [elementOf(table, row), other && elementOf(table, other)];
  if (from === undefined || to === undefined)
    return refused(
      by === 1
        ? translate("“{0}” is the last study of its list.", row.study)
        : translate("“{0}” is the first study of its list.", row.study),
    );
  const [first, last] = [Math.min(from.index, to.index), Math.max(from.index, to.index)];
  const places = Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap(
    (at) => textOfElement(document, from.list, at) ?? [],
  );
  const order = places.map((_, at) => at);
  order.splice(to.index - first, 0, ...order.splice(from.index - first, 1));
  return reordered(document, places, order);
}

/** Puts neighbouring elements into another order; what stands between them stays. */
function reordered(
  { text }: AnalysesDocument,
  places: readonly TextReplacement[],
  order: readonly number[],
): readonly TextReplacement[] {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || order.every((index, at) => index === at)) return [];
  const parts = order.map((index, at) => {
    const [here, next] = [places[at], places[at + 1]];
    const between = here === undefined || next === undefined ? "" : text.slice(here.end, next.start);
    return (places[index]?.text ?? "") + between;
  });
  return [{ start: first.start, end: last.end, text: parts.join("") }];
}

function listPointer({ pointer }: TableRow): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** A block begins at the row that is meant: the others are counted from there. */
function atItsRow({ rows }: EvidenceTable, change: Paste): Paste {
  return { ...change, row: rowMeant(rows, change.row, change.study)?.pointer ?? change.row };
}

function partNamed({ parts }: EvidenceTable, name: string): TablePart | undefined {
  return parts.find((part) => part === name);
}

function cellEdits(
  table: EvidenceTable,
  row: TableRow,
  part: TablePart,
  typed: string,
  asText: boolean,
): Edits {
  const { translate } = table;
  const value = valueText(part, typed, asText, undefined);
  if (value === undefined)
    return refused(translate("“{0}” is no number. Press Enter again to write it as text.", typed), true);
  return written(table, row, part, value);
}

/** Puts the text of a value into a cell. */
function written(table: EvidenceTable, row: TableRow, part: TablePart, value: string): Edits {
  const { document, translate } = table;
  const pointer = cellPointer(table, row, part);
  if (pointer === undefined)
    return refused(translate("No study says where “{0}” stands: write the first one in the text.", part));
  const path = pathOfPointer(pointer);
  const found = locateIn(table, pointer);
  if (found !== undefined) {
    const { start, node } = found;
    const end = start + node.length;
    return document.text.slice(start, end) === value ? [] : [{ start, end, text: value }];
  }
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const holder = locateIn(table, pointerOfPath(path.slice(0, depth)));
    if (holder === undefined) continue;
    const { node, start } = holder;
    if (node.kind !== "object") break;
    const spaces = spacesIn(document.text.slice(start, start + node.length));
    const member = nested(path.slice(depth), value, spaces);
    return [membersInsertion(document.text, { node, start }, node.properties.length - 1, [member])];
  }
  return refused(translate("The text has no place for “{0}” in this study.", part));
}

/** `"experimental": { "events": 3 }`. */
function nested([name = "", ...rest]: readonly string[], value: string, spaces: Spaces): string {
  const { inside, afterColon } = spaces;
  const inner = rest.length === 0 ? value : `{${inside}${nested(rest, value, spaces)}${inside}}`;
  return `${JSON.stringify(name)}:${afterColon}${inner}`;
}

/** What a line of a block makes of a row; of none where it is added. */
interface PastedLine {
  readonly target: TableRow | undefined;
  readonly values: ReadonlyMap<TablePart, string>;
}

type Paste = Extract<TableChange, { kind: "paste" }>;

/** The lines of a block of a spreadsheet, read from a cell on. */
function pastedLines(
  { parts, rows, translate }: EvidenceTable,
  { row, part: partName, cells: block }: Paste,
): readonly PastedLine[] | Refusal {
  const first = parts.findIndex((part) => part === partName);
  if (first === -1) return refused(translate("This cell is not in the text."));
  const width = Math.max(0, ...block.map((line) => line.length));
  if (first + width > parts.length)
    return refused(
      translate("The block has {0} columns; from here the table has {1}.", width, parts.length - first),
    );
  const lines = withoutHeader(block, parts, first);
  const sign = decimalSignIn(lines.flat());
  const start = rows.findIndex(({ pointer }) => pointer === row);
  const read: PastedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const values = new Map<TablePart, string>();
    for (const [column, cell] of line.entries()) {
      const part = parts[first + column];
      if (part === undefined) continue;
      const value = valueText(part, cell, false, sign);
      if (value === undefined) return refused(translate("“{0}” in row {1} is no number.", cell, index + 1));
      values.set(part, value);
    }
    read.push({ target: rows[start + index], values });
  }
  return read;
}

/** A block of a spreadsheet from a cell on; rows beyond the last are added after it. */
function pasted(table: EvidenceTable, change: Paste): Edits {
  const lines = pastedLines(table, change);
  if ("kind" in lines) return lines;
  const edits: TextReplacement[] = [];
  const further: RowValues[] = [];
  for (const { target, values } of lines) {
    if (target === undefined) further.push(values);
    else
      for (const [part, value] of values) {
        const made = written(table, target, part, value);
        if ("kind" in made) return made;
        edits.push(...made);
      }
  }
  const last = table.rows.at(-1);
  if (further.length === 0 || last === undefined) return edits;
  const made = added(table, last, further);
  return "kind" in made ? made : [...edits, ...made];
}

/** What a line makes of a row, for the reader. */
function shownRow(table: EvidenceTable, { target, values }: PastedLine): PastedRow {
  const { text } = table.document;
  return {
    study: target?.study ?? null,
    cells: Array.from(values, ([part, value]) => {
      const pointer = target && cellPointer(table, target, part);
      const found = pointer === undefined ? undefined : locateIn(table, pointer);
      const before = found === undefined ? "" : text.slice(found.start, found.start + found.node.length);
      return { part, before: withoutQuotes(before), after: withoutQuotes(value) };
    }),
  };
}

function withoutQuotes(json: string): string {
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

/** What stands for a number that is not there, as people write it. */
const noNumber =
  /^(?:n\.?\s?[\/.]?\s?[adrs]\.?|not (?:reported|available|applicable|stated)|missing|unknown|unclear|[-–—.?*\s]*)$/i;

/** The first line says what columns are called where it has words where the others have numbers. */
function withoutHeader(
  block: readonly (readonly string[])[],
  parts: readonly TablePart[],
  first: number,
): readonly (readonly string[])[] {
  const [header, ...rest] = block;
  const isNumber = (cell: string, column: number): boolean =>
    parts[first + column] !== "study" && /\d/.test(cell);
  const isWords =
    header?.every((cell, column) => parts[first + column] === "study" || !/\d/.test(cell)) === true &&
    header.some((cell, column) => parts[first + column] !== "study" && !noNumber.test(cell.trim()));
  return isWords && rest[0]?.some(isNumber) === true ? rest : block;
}

/** New rows after one, made like it; empty where nothing is given. */
function added(table: EvidenceTable, row: TableRow, values: readonly RowValues[]): Edits {
  const place = elementOf(table, row);
  if (place === undefined) return notInTable(table);
  const { document } = table;
  const subgroup = row.places.get("subgroup");
  const said = subgroup === undefined ? undefined : locateIn(table, subgroup);
  const label =
    said === undefined ? undefined : document.text.slice(said.start, said.start + said.node.length);
  const full = label === undefined ? values : values.map((given) => new Map(given).set("subgroup", label));
  const texts = rowTexts(document, place.list, sketchOf(table, row), full);
  return [membersInsertion(document.text, place.list, place.index, texts)];
}

/** The first study of a list, as the schema or another study has it. */
function addedFirst(table: WritableTable, subgroup: number | null): Edits {
  const { document, rows, translate } = table;
  const last = rows.findLast((row) => subgroup === null || row.subgroup === subgroup);
  if (last !== undefined) return added(table, last, [new Map()]);
  const pointer = emptyList(table, subgroup);
  const found = pointer === undefined ? undefined : locateIn(table, pointer);
  const place = found && table.listAt(found.start + 1);
  if (place === undefined || place.sketch.cells.size === 0)
    return refused(translate("Neither the schema nor another study says what a study looks like here."));
  const { list, sketch } = place;
  const empty = place.table.parts.filter((part) => part === "study" || sketch.base !== undefined);
  const values = new Map(empty.map((part) => [part, part === "study" ? '""' : "null"] as const));
  return [membersInsertion(document.text, list, -1, rowTexts(document, list, sketch, [values]))];
}

/** The pointer of the list of a subgroup, which stands where others have theirs; of an analysis without studies its first. */
function emptyList(
  { rows, evidence: { content } }: EvidenceTable,
  subgroup: number | null,
): string | undefined {
  if (subgroup === null) return content.studyLists[0];
  const own = content.subgroups?.[subgroup]?.pointer;
  const other = rows.find((row) => row.subgroup !== null);
  const others = content.subgroups?.[other?.subgroup ?? -1]?.pointer;
  if (own === undefined || own === null || other === undefined || others === undefined || others === null)
    return undefined;
  const list = listPointer(other);
  return list.startsWith(`${others}/`) ? own + list.slice(others.length) : undefined;
}

/** Puts the rows of each list into an order; rows without a number come last. */
function sorted(table: EvidenceTable, partName: string, descending: boolean): Edits {
  const { document, rows, evidence } = table;
  const part = partNamed(table, partName);
  const keyOf = (row: TableRow): number | string | undefined => {
    if (partName === "study") return row.study;
    if (partName === "year") return row.year ?? undefined;
    if (partName === "weight" || partName === "effect") {
      const found = evidence.kind === "computed" ? evidence.result.rows[rows.indexOf(row)] : undefined;
      if (partName === "weight") return found?.weight ?? undefined;
      return found?.effect.kind === "estimable" ? found.effect.estimate : undefined;
    }
    return part === undefined || part === "study" ? undefined : row.number(part);
  };
  const lists = new Map<
    string,
    { readonly row: TableRow; readonly index: number; readonly list: Placed<ArrayNode> }[]
  >();
  for (const row of rows) {
    const place = elementOf(table, row);
    if (place === undefined) return notInTable(table);
    const name = listPointer(row);
    lists.set(name, [...(lists.get(name) ?? []), { row, ...place }]);
  }
  return [...lists.values()].flatMap((members): TextReplacement[] => {
    const places = members.flatMap(({ list, index }) => textOfElement(document, list, index) ?? []);
    const order = members.map(({ row }, index) => ({ key: keyOf(row), index }));
    order.sort(({ key: a }, { key: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      const compared =
        typeof a === "number" && typeof b === "number"
          ? a - b
          : String(a).localeCompare(String(b), undefined, { numeric: true });
      return descending ? -compared : compared;
    });
    const indexes = order.map(({ index }) => index);
    return [...reordered(document, places, indexes)];
  });
}

function textOfElement(
  { text }: AnalysesDocument,
  { node, start }: Placed<ArrayNode>,
  index: number,
): TextReplacement | undefined {
  const [element, offset] = [node.elements[index], node.starts[index]];
  if (element === undefined || offset === undefined) return undefined;
  const [from, to] = [start + offset, start + offset + element.length];
  return { start: from, end: to, text: text.slice(from, to) };
}

function notJson(translate: Translate): Refusal {
  return refused(translate("The text of this analysis is not JSON at the moment: mend it first."));
}

function refused(message: string, canForce = false): Refusal {
  return { kind: "refused", message, canForce };
}

function notInTable({ translate }: EvidenceTable): Refusal {
  return refused(translate("This cell is not in the text."));
}
