// The cells of an analysis's table: where they are in the text, how new rows are laid out, how typed values are parsed.

import type { ArrayNode, JsonObject, JsonValue, Placed, PlacedElement } from "@analyses/json";
import {
  indentationStep,
  marginOfMembers,
  pathOfPointer,
  pointerOfPath,
  stringPattern,
} from "@analyses/json";
import type { DecimalSeparator, ItemEvidence, NumberRole } from "@analyses/evidence";
import { numberFromText, numberRoles, placeIn, twoReadings } from "@analyses/evidence";
import { fieldsOf } from "@analyses/protocol/message";
import { type AnalysesDocument, writtenText } from "../../document/analysesDocument";
import { type Located, locate } from "../../document/locate";

export type TableRow = NonNullable<ItemEvidence["content"]["rows"]>[number];
/** A column that a pasted block can fill. The table itself has no column of years. */
export type TablePart = NumberRole | "study" | "year";
/** A column whose cells can be edited. Neither pasted blocks nor new rows fill the footnotes. */
export type CellPart = TablePart | "footnotes";

/** The rows and columns of an analysis's table, and the places of their cells in the text. */
export interface EvidenceTable {
  readonly document: AnalysesDocument;
  readonly analysis: PlacedElement;
  readonly evidence: ItemEvidence;
  readonly rows: readonly TableRow[];
  /** The writable columns, from left to right. */
  readonly parts: readonly TablePart[];
}

/** The column of a name; undefined if the table has none of that name. */
export function cellPart({ parts }: EvidenceTable, name: string | null): CellPart | undefined {
  return name === "footnotes" ? name : parts.find((part) => part === name);
}

/** The row whose text begins at an offset. */
export function rowAt(table: EvidenceTable, offset: number): TableRow | undefined {
  return table.rows.find(({ pointer }) => locateIn(table, pointer)?.start === offset);
}

export function locateIn({ document, analysis }: EvidenceTable, pointer: string): Located | undefined {
  return locate(document, analysis, pathOfPointer(pointer));
}

/** The source text at a pointer within the analysis. */
export function textAt(table: EvidenceTable, pointer: string): string | undefined {
  const found = locateIn(table, pointer);
  return found && table.document.text.slice(found.start, found.start + found.node.length);
}

/** The list that holds a row, and its index there. */
export function elementOf(
  table: EvidenceTable,
  row: TableRow,
): { readonly list: Placed<ArrayNode>; readonly index: number; readonly element: Located } | undefined {
  const slash = row.pointer.lastIndexOf("/");
  const holder = locateIn(table, row.pointer.slice(0, slash));
  const element = locateIn(table, row.pointer);
  if (holder?.node.kind !== "array" || element === undefined) return undefined;
  return {
    list: { node: holder.node, start: holder.start },
    index: Number(row.pointer.slice(slash + 1)),
    element,
  };
}

/** The model for new rows. */
export interface RowSketch {
  /** The initial value of a row; undefined if a row consists of its cells only. */
  readonly base: JsonObject | undefined;
  /** The paths of cells in a row, and of the property that holds its subgroup. */
  readonly cells: ReadonlyMap<TablePart | "subgroup", readonly string[]>;
  /** The values next to cells that identify the arm of the cells, and the elements that complete lists of arms. */
  readonly neighbours: readonly NeighbourCells[];
  /** The text at a path of an existing study, and the names of its members: new rows copy their layout. */
  readonly like: Like;
}

type Like = (
  path: readonly string[],
) => { readonly text: string; readonly names: readonly string[] } | undefined;

interface NeighbourCells {
  /** Relative to the row. */
  readonly path: readonly string[];
  /** A value as JSON. */
  readonly text: string;
}

/** Values as JSON, by their columns. */
export type RowValues = ReadonlyMap<TablePart | "subgroup", string>;

/** A sketch modelled on a row of the table: its study, its subgroup and its numbers. */
export function sketchOf(table: EvidenceTable, row: TableRow): RowSketch {
  const cells = new Map<TablePart | "subgroup", readonly string[]>();
  // A new row has the study, the year and the subgroup before its numbers.
  const columns = new Set([...table.parts.slice(0, 1), "year" as const, "subgroup" as const, ...table.parts]);
  const placeOf = (part: TablePart | "subgroup"): string | undefined => placeIn(row, table.rows, part);
  // Numbers without a column, such as `bi`, are taken from this row. But if a column has no place in the row, because
  // the row has other numbers in its stead, they are also taken from other rows.
  const isWhole = table.parts.every((part) => placeOf(part) !== undefined);
  for (const part of new Set([...columns, ...numberRoles])) {
    const pointer = isWhole && !columns.has(part) ? row.places.get(part) : placeOf(part);
    const path = pointer === undefined ? [] : pathOfPointer(pointer.slice(row.pointer.length));
    if (path.length > 0) cells.set(part, path);
  }
  const model = [row, ...table.rows].find(({ pointer }) => locateIn(table, pointer) !== undefined);
  const paths = [...cells.values()];
  // An empty row does not name its arms: take the names from the first row that has them.
  const neighbours = [row, ...table.rows].map(({ value }) => neighbourCells(value, paths));
  return {
    base: undefined,
    cells,
    neighbours: neighbours.find((found) => found.length > 0) ?? [],
    like(path) {
      const pointer = `${model?.pointer}${pointerOfPath(path)}`;
      const text = model && textAt(table, pointer);
      return text === undefined
        ? undefined
        : { text, names: Object.keys(fieldsOf(valueAt(model?.value, path))) };
    },
  };
}

/**
 * The neighbours of a row's cells. If several objects hold the cells, one for each arm, the texts that differ between
 * these objects identify the arms. List elements without cells that precede these objects, such as the sum of both
 * arms, are neighbours too: without them, the arms would have other indexes.
 */
function neighbourCells(row: unknown, paths: readonly (readonly string[])[]): readonly NeighbourCells[] {
  const neighbours: NeighbourCells[] = [];
  const deepest = paths.reduce((most, path) => Math.max(most, path.length), 0);
  for (let depth = 1; depth <= deepest; depth++) {
    const holders = paths.filter((path) => path.length > depth).map((path) => path.slice(0, depth));
    const arms = [...new Map(holders.map((path) => [path.join("/"), path])).values()];
    const values = arms.map((arm) => fieldsOf(valueAt(row, arm)));
    const namesOfTexts = Object.keys(values[0] ?? {}).filter((name) => {
      const texts = values.flatMap(({ [name]: text }) => (typeof text === "string" ? [text] : []));
      return texts.length === arms.length && new Set(texts).size > 1;
    });
    const textsOf = (arm: readonly string[]): readonly NeighbourCells[] =>
      namesOfTexts.flatMap((name) => {
        const text = fieldsOf(valueAt(row, arm))[name];
        return typeof text === "string" ? [{ path: [...arm, name], text: JSON.stringify(text) }] : [];
      });
    for (const text of arms.flatMap(textsOf)) neighbours.push(text);
    for (const path of paths.filter(({ length }) => length >= depth))
      for (const element of elementsBefore(row, path.slice(0, depth), paths)) {
        const texts = textsOf(element);
        // An element without identifying texts is written with a property `null`, so that the arm keeps its index in
        // the list.
        const empty = { path: [...element, ...path.slice(depth, depth + 1)], text: "null" };
        for (const text of texts.length > 0 ? texts : [empty]) neighbours.push(text);
      }
  }
  return neighbours;
}

/** The preceding elements of the same list that hold no cell. */
function elementsBefore(
  row: unknown,
  element: readonly string[],
  paths: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const list = element.slice(0, -1);
  if (!Array.isArray(valueAt(row, list))) return [];
  const before = Array.from({ length: Number(element.at(-1)) }, (_, index) => [...list, String(index)]);
  return before.filter((sibling) => !paths.some((path) => leadsThrough(path, sibling)));
}

function leadsThrough(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((step, index) => path[index] === step);
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  return path.reduce((value, step) => fieldsOf(value)[step], row);
}

/**
 * The texts of new rows of a list, laid out as its other elements. A cell without a given value has the value of
 * `base`; without a base, the cell is empty.
 */
export function rowTexts(
  { text }: AnalysesDocument,
  list: Placed<ArrayNode>,
  { base, cells, neighbours, like }: RowSketch,
  values: readonly RowValues[],
): readonly string[] {
  const model = like([]);
  const isOneLine = model === undefined ? text.lineCount === 1 : !model.text.includes("\n");
  const layout: Layout = isOneLine
    ? { kind: "line", ...spacesIn(model?.text ?? "") }
    : { kind: "lines", margin: marginOfMembers(text, list), step: indentationStep(text) };
  return values.map((given) => {
    const tree = base === undefined ? new Map<string, Branch | string>() : treeOf(base);
    for (const [part, path] of cells) {
      const value = given.get(part);
      for (const neighbour of neighbours)
        if (neighbour.path[0] === path[0]) put(tree, neighbour.path, neighbour.text);
      // The subgroup and the year have no empty form: without a value, the row lacks the property.
      if (value !== undefined || (base === undefined && part !== "subgroup" && part !== "year"))
        put(tree, path, value ?? (part === "study" ? '""' : "null"));
    }
    return laidOut(tree, layout, like, []);
  });
}

/** Nested values as JSON text, by name. */
export type Tree = Map<string, Branch | string>;
interface Branch {
  readonly tree: Tree;
}

function treeOf(value: JsonObject | readonly JsonValue[]): Tree {
  return new Map(
    Object.entries(value).map(([name, child]) => {
      const isLeaf = typeof child !== "object" || child === null || Object.keys(child).length === 0;
      return [name, isLeaf ? JSON.stringify(child) : { tree: treeOf(child) }];
    }),
  );
}

/** Sets the text of a value at a path in a tree. */
export function put(tree: Tree, [name = "", ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    tree.set(name, value);
    return;
  }
  const inner = tree.get(name);
  const branch = typeof inner === "object" ? inner : { tree: new Map() };
  tree.set(name, branch);
  put(branch.tree, rest, value);
}

/**
 * Adds a missing list of arms to a tree, modelled on another row's list, with the names of the arms: a number that the
 * user enters for one arm must not stand in another arm.
 *
 * @param prefix the path from the row to the list
 * @param start the number of steps of `prefix` that lead to the tree
 */
export function putList(
  tree: Tree,
  prefix: readonly string[],
  start: number,
  { cells, neighbours }: RowSketch,
): void {
  const isThere = (path: readonly string[]): boolean =>
    path.slice(start).reduce((inner: Tree | undefined, step) => {
      const branch = inner?.get(step);
      return typeof branch === "object" ? branch.tree : undefined;
    }, tree) !== undefined;
  if (isThere(prefix)) return;
  const inList = neighbours.filter(({ path }) => leadsThrough(path, prefix));
  for (const { path, text } of inList) put(tree, path.slice(start), text);
  for (const path of cells.values())
    if (leadsThrough(path, prefix) && !isThere(path.slice(0, prefix.length + 1)))
      put(tree, path.slice(start), "null");
}

export interface Spaces {
  readonly inside: string;
  readonly afterColon: string;
  readonly afterComma: string;
}

type Layout =
  | ({ readonly kind: "line" } & Spaces)
  | { readonly kind: "lines"; readonly margin: string; readonly step: string };

/** The spaces that an object's text has at each place; a single space at each if the object spans several lines. */
export function spacesIn(object: string): Spaces {
  if (object.includes("\n")) return { inside: " ", afterColon: " ", afterComma: " " };
  const [, inside = "", afterColon = ""] =
    new RegExp(`^\\{([ \t]*)${stringPattern}\\s*:([ \t]*)`).exec(object) ?? [];
  const [, afterComma = afterColon] = new RegExp(`,([ \t]*)${stringPattern}\\s*:`).exec(object) ?? [];
  return { inside, afterColon, afterComma };
}

/** The members of a tree as texts, in the order of an existing study. A tree whose keys are 0, 1, … is a list. */
export function membersOf(
  tree: Tree,
  layout: Layout,
  like: Like = () => undefined,
  path: readonly string[] = [],
): readonly string[] {
  const isList = isListTree(tree);
  const names = like(path)?.names ?? [];
  const rank = (name: string): number =>
    isList ? Number(name) : names.includes(name) ? names.indexOf(name) : names.length;
  const members = [...tree].sort(([one], [other]) => rank(one) - rank(other));
  return members.map(([name, value]) => {
    const text = typeof value === "string" ? value : laidOut(value.tree, layout, like, [...path, name]);
    return isList
      ? text
      : `${JSON.stringify(name)}:${layout.kind === "line" ? layout.afterColon : " "}${text}`;
  });
}

function isListTree(tree: Tree): boolean {
  return [...tree.keys()].every((_, index) => tree.has(String(index)));
}

function laidOut(tree: Tree, around: Layout, like: Like, path: readonly string[]): string {
  const isList = isListTree(tree);
  const model = like(path)?.text;
  // An object that is on one line in the existing study is on one line in the new study.
  const isOneLine = model?.startsWith("{") === true && !model.includes("\n");
  const layout =
    around.kind === "lines" && isOneLine ? { kind: "line" as const, ...spacesIn(model) } : around;
  const isLine = layout.kind === "line";
  const inner = isLine ? layout : { ...layout, margin: layout.margin + layout.step };
  const members = membersOf(tree, inner, like, path);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (isLine) return open + layout.inside + members.join(`,${layout.afterComma}`) + layout.inside + close;
  const gap = `\n${layout.margin}${layout.step}`;
  return `${open}${gap}${members.join(`,${gap}`)}\n${layout.margin}${close}`;
}

/**
 * The text typed into a cell, as JSON; undefined if the column needs a number and the text is none.
 *
 * @param asText whether to write the text as a JSON string even in a column of numbers
 * @param sign the decimal separator; undefined if unknown
 */
export function valueText(
  { document, rows }: EvidenceTable,
  part: CellPart,
  typed: string,
  asText: boolean,
  sign: DecimalSeparator | undefined,
): string | undefined {
  const isNumber = part === "year" && rows.some((row) => typeof row.stated(part) === "number");
  if (isNumber && /^\d+$/.test(typed.trim())) return typed.trim();
  if (isText(part)) return writtenText(document, typed.trim());
  if (asText) return JSON.stringify(typed.trim());
  if (typed.trim() === "") return "null";
  return numberFromText(typed, isCount(part), sign);
}

/** The two possible values of a number with an ambiguous separator, such as `1,234`; undefined if it has one value. */
export function readingsOf(
  part: CellPart,
  text: string,
  sign: DecimalSeparator | undefined,
): readonly [string, string] | undefined {
  return sign === undefined && !isText(part) && !isCount(part) ? twoReadings(text) : undefined;
}

function isText(part: CellPart): boolean {
  return part === "study" || part === "year" || part === "footnotes";
}

/** Whether a column holds counts, of people or events. */
export function isCount(part: CellPart): boolean {
  return part.endsWith("-events") || part.endsWith("-total");
}
