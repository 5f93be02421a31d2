// Edits of whole table rows: adds, duplicates, removes, moves and sorts studies in their lists.

import type { ArrayNode, DocumentText, Placed, TextReplacement } from "@analyses/json";
import {
  memberRemoval,
  membersInsertion,
  membersRemoval,
  pathOfPointer,
  pointerOfPath,
} from "@analyses/json";
import { isNumberRole, isResultRole, placeIn, studyInWords } from "@analyses/evidence";
import type { TableEdits, WrittenRow } from "@analyses/protocol/evidencePanel";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { Located } from "../../document/locate";
import { translate } from "../../localisation/translate";
import type { StudyList, WritableTable } from "./evidenceTable";
import type { CellPart, EvidenceTable, RowSketch, RowValues, TablePart, TableRow } from "./tableCells";
import { elementOf, locateIn, rowTexts, sketchOf, textAt } from "./tableCells";

export type Edits = readonly RowEdit[] | Refusal;
export type Refusal = Omit<Extract<TableEdits, { kind: "refused" }>, "version">;

/** A text edit, and the rows that it writes. */
export interface RowEdit extends TextReplacement {
  readonly written?: readonly Omit<WrittenRow, "edit">[];
}

/** The refusal of a change. `canForce`: whether the user may write the value as text instead. */
export function refused(message: string, canForce = false): Refusal {
  return { kind: "refused", message, canForce };
}

export function notInTable(): Refusal {
  return refused(translate("This cell is not in the text."));
}

/** The refusal of a value for a column without a place in a row. */
export function noPlace({ rows }: EvidenceTable, part: CellPart | "subgroup"): Refusal {
  if (rows.some(({ places }) => places.has(part)))
    return refused(translate("The text has no place for “{0}” in this study.", part));
  if (isNumberRole(part) && rows.some((row) => row.number(part) !== undefined))
    return refused(translate("“{0}” is the sum of other numbers of a study: write those in the text.", part));
  return refused(translate("No study says where “{0}” stands: write the first one in the text.", part));
}

/** The refusal of values for new rows, if there is no place for one of them. */
function refusalOf(
  table: EvidenceTable,
  { cells }: RowSketch,
  values: readonly RowValues[],
): Refusal | undefined {
  const given = values.flatMap((ofRow) => [...ofRow]);
  const [part] = given.find(([part, value]) => value !== "null" && !cells.has(part)) ?? [];
  return part && noPlace(table, part);
}

/** Adds rows after a row, with the structure of that row and the schema's defaults; other cells are empty. */
export function added(table: WritableTable, row: TableRow, values: readonly RowValues[]): Edits {
  const place = elementOf(table, row);
  if (place === undefined) return notInTable();
  const refusal = refusalOf(table, sketchOf(table, row), values);
  if (refusal !== undefined) return refusal;
  const subgroup = row.places.get("subgroup");
  const label = subgroup === undefined ? undefined : textAt(table, subgroup);
  return [insertion(table, place.list, place.index, newRows(table, place.list, row, values, label))];
}

/** The texts of new rows. `label` is the JSON text of the property that names their subgroup, if there is one. */
function newRows(
  table: WritableTable,
  list: Placed<ArrayNode>,
  row: TableRow,
  values: readonly RowValues[],
  label: string | undefined,
): readonly string[] {
  const { base = {} } = table.listAt(list.start + 1)?.sketch ?? {};
  const sketch = sketchOf(table, row);
  // If a number of the row is computed from others, such as a total, the new row needs no empty property for it.
  const empty = [...sketch.cells.keys()].filter(
    (part) =>
      part === "study" || (isNumberRole(part) && (row.places.has(part) || row.number(part) === undefined)),
  );
  const full = values.map((given) => {
    const all = new Map([...empty.map(emptyCell), ...given]);
    return label === undefined ? all : all.set("subgroup", label);
  });
  return rowTexts(table.document, list, { ...sketch, base }, full);
}

function emptyCell(part: TablePart | "subgroup"): readonly [TablePart | "subgroup", string] {
  return [part, part === "study" ? '""' : "null"];
}

/** Inserts elements into a list after the element at an index, and reports the place of the first new element. */
function insertion(
  { document }: EvidenceTable,
  list: Placed<ArrayNode>,
  index: number,
  texts: readonly string[],
): RowEdit {
  const edit = membersInsertion(document.text, list, index, texts);
  const [first = ""] = texts;
  return { ...edit, written: [{ from: null, offset: edit.text.indexOf(first), length: first.length }] };
}

/**
 * Adds studies after the last study of the table or of a subgroup. If there is no study, adds them to the list that the
 * subgroups share or to an empty list, in the form that the schema or another study shows.
 */
export function addedFirst(
  table: WritableTable,
  subgroup: number | null,
  values: readonly RowValues[] = [new Map()],
): Edits {
  const { document, rows } = table;
  const last = rows.findLast((row) => subgroup === null || row.subgroup === subgroup);
  if (last !== undefined) return added(table, last, values);
  const shared = subgroup === null ? undefined : addedToSubgroup(table, subgroup);
  if (shared !== undefined) return shared;
  const place = emptyPlace(table, subgroup);
  if (place === undefined || place.sketch.cells.size === 0)
    return refused(translate("Neither the schema nor another study says what a study looks like here."));
  const { list, sketch } = place;
  const refusal = refusalOf(table, sketch, values);
  if (refusal !== undefined) return refusal;
  const { parts } = place.table;
  const empty = parts.filter((part) => part === "study" || (part !== "year" && sketch.base !== undefined));
  const full = values.map((given) => new Map([...empty.map(emptyCell), ...given]));
  return [insertion(table, list, -1, rowTexts(document, list, sketch, full))];
}

/**
 * Adds the first study of a subgroup if all subgroups share one list, in which a property of each study refers to its
 * subgroup. The study goes after those of the preceding subgroups. Undefined if each subgroup has its own list, or if
 * it is ambiguous which property of a subgroup the studies refer to.
 */
function addedToSubgroup(table: WritableTable, subgroup: number): Edits | undefined {
  const { rows, evidence } = table;
  const subgroups = (evidence.content.subgroups ?? []).map(({ pointer }) => pointer ?? "");
  const own = subgroups[subgroup] ?? "";
  const row = rows.find((one) => one.places.has("subgroup"));
  const place = row && elementOf(table, row);
  if (own === "" || row === undefined || place === undefined) return undefined;
  const textIn = (pointer: string, name: string) => textAt(table, pointer + pointerOfPath([name]));
  const { node } = locateIn(table, own) ?? {};
  const names = node?.kind === "object" ? node.properties.map(({ name }) => name) : [];
  // The property of a subgroup that studies refer to. If two match, one of them matches by coincidence.
  const [name, ...more] = names.filter((candidate) => {
    const numbers = subgroups.map((pointer) => textIn(pointer, candidate));
    const refersToOwn = ({ places, subgroup: of }: TableRow): boolean =>
      of !== null && textAt(table, places.get("subgroup") ?? "") === numbers[of];
    return new Set(numbers).size === numbers.length && rows.every(refersToOwn);
  });
  if (name === undefined || more.length > 0) return undefined;
  const before = rows.findLast((one) => one.subgroup !== null && one.subgroup < subgroup);
  const index = before === undefined ? -1 : (elementOf(table, before)?.index ?? -1);
  const texts = newRows(table, place.list, row, [new Map()], textIn(own, name));
  return [insertion(table, place.list, index, texts)];
}

/** The empty list for the first studies of the analysis or of a subgroup. */
function emptyPlace(table: WritableTable, subgroup: number | null): StudyList | undefined {
  const pointer = emptyList(table, subgroup);
  const found = pointer === undefined ? undefined : locateIn(table, pointer);
  return found && table.listAt(found.start + 1);
}

/** Whether studies have a place for their year. */
export function hasYears(table: WritableTable): boolean {
  const [row] = table.rows;
  if (row !== undefined) return placeIn(row, table.rows, "year") !== undefined;
  return emptyPlace(table, null)?.table.parts.includes("year") === true;
}

/**
 * The pointer to the list of a subgroup without studies, at the path of another subgroup's list; if `subgroup` is null,
 * to the analysis's first list of studies.
 */
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

/** Duplicates a study without its stored results, because the user will change its numbers. */
export function duplicated(table: EvidenceTable, row: TableRow): Edits {
  const place = elementOf(table, row);
  if (place === undefined) return notInTable();
  const { list, index, element } = place;
  return [insertion(table, list, index, [withoutResults(table, row, element)])];
}

/** A row's text without the members that hold only stored results. */
function withoutResults({ document: { text } }: EvidenceTable, row: TableRow, element: Located): string {
  const { node, start } = element;
  const end = start + node.length;
  if (node.kind !== "object") return text.slice(start, end);
  const memberOf = (pointer: string): string => pathOfPointer(pointer.slice(row.pointer.length))[0] ?? "";
  const results = new Set([...row.results.values()].map(({ pointer }) => memberOf(pointer)));
  for (const [role, pointer] of row.places) if (!isResultRole(role)) results.delete(memberOf(pointer));
  const indices = node.properties.flatMap(({ name }, index) => (results.has(name) ? [index] : []));
  let result = "";
  let at = start;
  for (const edit of membersRemoval(text, { node, start }, indices)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at, end);
}

/** Removes the study and its comma. */
export function removed(table: EvidenceTable, row: TableRow): Edits {
  const place = elementOf(table, row);
  if (place === undefined) return notInTable();
  return memberRemoval(table.document.text, place.list, place.element.start);
}

/** Exchanges a study with the next or previous one in the table; in the text, others may lie between the two. */
export function moved(table: EvidenceTable, row: TableRow, by: -1 | 1): Edits {
  const { document, rows } = table;
  const siblings = rows.filter(
    (one) => one.subgroup === row.subgroup && listPointer(one) === listPointer(row),
  );
  const other = siblings[siblings.indexOf(row) + by];
  const [from, to] = [elementOf(table, row), other && elementOf(table, other)];
  if (from === undefined || to === undefined)
    return refused(
      by === 1
        ? translate("“{0}” is the last study of its list.", studyInWords(row, translate))
        : translate("“{0}” is the first study of its list.", studyInWords(row, translate)),
    );
  const [first, last] = [Math.min(from.index, to.index), Math.max(from.index, to.index)];
  const places = Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap(
    (at) => textOfElement(document, from.list, at) ?? [],
  );
  // The studies between the two stay, because each subgroup's first study determines the order of subgroups.
  const end = last - first;
  const order = places.map((_, at) => (at === 0 ? end : at === end ? 0 : at));
  return reordered(table, from.list, places, order);
}

/** Puts the element `order[index]` at each index of neighbouring elements; the white space between them stays. */
function reordered(
  { document: { text } }: EvidenceTable,
  list: Placed<ArrayNode>,
  places: readonly TextReplacement[],
  order: readonly number[],
): Edits {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || order.every((index, at) => index === at)) return [];
  if (!gapsOf(text, list).every((gap) => /^[\s,]*$/.test(gap)))
    return refused(
      translate("Between the studies there are comments, which would come to stand beside others."),
    );
  const written: Omit<WrittenRow, "edit">[] = [];
  let whole = "";
  for (const [at, index] of order.entries()) {
    const [place, here, next] = [places[index], places[at], places[at + 1]];
    if (place === undefined || here === undefined) continue;
    written.push({ from: place.start, offset: whole.length, length: place.text.length });
    whole += place.text + (next === undefined ? "" : text.slice(here.end, next.start));
  }
  return [{ start: first.start, end: last.end, text: whole, written }];
}

/** The text before each element of a list, and after the last one. */
function gapsOf(text: DocumentText, { node, start }: Placed<ArrayNode>): readonly string[] {
  const ends = node.elements.map((element, index) => (node.starts[index] ?? 0) + element.length);
  const starts = [...node.starts, node.length - (node.closed ? 1 : 0)];
  return starts.map((from, index) => text.slice(start + (ends[index - 1] ?? 1), start + from));
}

function listPointer({ pointer }: TableRow): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** Sorts the rows of each list within each subgroup; rows without a value come last. */
export function sorted(table: EvidenceTable, partName: string, descending: boolean): Edits {
  const { document, rows } = table;
  const part = table.parts.find((one) => one === partName);
  const keyOf = (row: TableRow): number | string | undefined => {
    if (partName === "study") return row.study;
    if (partName === "year") return row.year ?? undefined;
    return part === undefined || part === "study" || part === "year" ? undefined : row.number(part);
  };
  const lists = new Map<
    string,
    { readonly row: TableRow; readonly index: number; readonly list: Placed<ArrayNode> }[]
  >();
  for (const row of rows) {
    const place = elementOf(table, row);
    if (place === undefined) return notInTable();
    const name = listPointer(row);
    lists.set(name, [...(lists.get(name) ?? []), { row, ...place }]);
  }
  const edits: RowEdit[] = [];
  for (const members of lists.values()) {
    const list = members[0]?.list;
    if (list === undefined) continue;
    const places = members.flatMap(({ index }) => textOfElement(document, list, index) ?? []);
    const keys = members.map(({ row }, index) => ({ key: keyOf(row), index, subgroup: row.subgroup }));
    const order = [...keys].sort(({ key: a }, { key: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      const compared =
        typeof a === "number" && typeof b === "number"
          ? a - b
          : String(a).localeCompare(String(b), undefined, { numeric: true });
      return descending ? -compared : compared;
    });
    // A subgroup's rows use the positions that the subgroup already has: its first row determines the order of
    // subgroups.
    const takeNext = (of: number | null): number | undefined =>
      order.splice(
        order.findIndex(({ subgroup }) => subgroup === of),
        1,
      )[0]?.index;
    const indexes = keys.map(({ index, subgroup }) => takeNext(subgroup) ?? index);
    const listEdits = reordered(table, list, places, indexes);
    if ("kind" in listEdits) return listEdits;
    for (const edit of listEdits) edits.push(edit);
  }
  return edits;
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
