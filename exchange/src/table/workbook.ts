import type { Yielding } from "@analyses/json";
import type { Translate } from "@analyses/evidence";
import type { Losses } from "../model/report";
import { limits, Refused } from "../reading/limits";
import { mapYielding } from "../yieldingLists";
import type { NamedBytes } from "../reading/zip";
import { type Element, elementsIn, readXml } from "../reading/xml";
import { decodeXml } from "../reading/decode";
import type { TableRecord } from "../reading/csv";
import { numberIn } from "../reading/cells";
import { type Sheet, type TableSource, sheetOfLines } from "./sheetLines";

/** A row of a sheet: its cells by column. */
interface SheetRow {
  readonly line: number;
  readonly cells: ReadonlyMap<number, string>;
}

/** A sheet as in the workbook. */
interface RawSheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** Ranges of merged cells. */
  readonly merged: readonly {
    readonly top: number;
    readonly left: number;
    readonly bottom: number;
    readonly right: number;
  }[];
  readonly hasHidden: boolean;
}

export function isWorkbook(names: readonly string[]): boolean {
  return names.includes("xl/workbook.xml");
}

/** Whether the reader needs a part of a workbook (ECMA-376): the reader never unpacks other parts. */
export function isWorkbookPart(name: string): boolean {
  return /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/.test(
    name,
  );
}

/** Returns the local name of an element, since prefixes differ between programs. */
const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Reads the sheets of a workbook with the stored results of formulas; treats errors as missing.
 *
 * @throws Refused for invalid XML or too many cells
 */
export function* readWorkbook(
  parts: readonly NamedBytes[],
  file: string,
  losses: Losses,
): Yielding<Extract<TableSource, { kind: "sheets" }>> {
  const { translate } = losses;
  const elements = function* (path: string, wanted: readonly string[]): Yielding<readonly Element[]> {
    const part = parts.find(({ name }) => name === path);
    const found: Element[] = [];
    if (part === undefined) return found;
    yield* readXml(decodeXml(part.bytes, part.name, losses), `${file}: ${part.name}`, losses, {
      start: ({ name }) => wanted.includes(local(name)),
      end: (element) => {
        found.push(element);
      },
    });
    return found;
  };
  const relations = new Map(
    (yield* elements("xl/_rels/workbook.xml.rels", ["Relationship"])).map(({ attributes }) => [
      attributes.get("Id"),
      (attributes.get("Target") ?? "").replace(/^\/?(?:xl\/)?/, "xl/"),
    ]),
  );
  const texts = (yield* elements("xl/sharedStrings.xml", ["si"])).map(textIn);
  const dates = dateStyles(yield* elements("xl/styles.xml", ["numFmt", "cellXfs"]));
  const sheets: Sheet[] = [];
  let cells = 0;
  for (const { attributes } of yield* elements("xl/workbook.xml", ["sheet"])) {
    const id = Array.from(attributes).find(([name]) => local(name) === "id" && name !== "sheetId")?.[1];
    const path = relations.get(id);
    if (path === undefined) continue;
    const found = yield* elements(path, ["row", "col", "mergeCell"]);
    const rows: SheetRow[] = [];
    for (const row of found) {
      if (local(row.name) !== "row") continue;
      const read = rowIn(row, rows.length + 1, texts, dates);
      cells += read.cells.size;
      if (cells > limits.xlsxCells) throw new Refused(translate("{0} has more cells than are read.", file));
      rows.push(read);
      if (rows.length % 5_000 === 0) yield 0;
    }
    const raw: RawSheet = {
      name: attributes.get("name") ?? "",
      rows,
      merged: found.flatMap(mergedRange),
      hasHidden: found.some((element) => /^(?:1|true)$/.test(element.attributes.get("hidden") ?? "")),
    };
    if (raw.hasHidden)
      losses
        .item("note", "outside-analyses")
        .translate("Sheet “{0}” has hidden rows or columns: they were read as well.", raw.name);
    sheets.push(yield* sheetOfRows(raw, file, translate));
    yield 0;
  }
  return { kind: "sheets", sheets, file };
}

/** Returns the text of a cell, without phonetic annotations. */
function textIn(element: Element): string {
  return element.children
    .map((child) => {
      if (typeof child === "string") return local(element.name) === "t" ? child : "";
      return local(child.name) === "rPh" ? "" : textIn(child);
    })
    .join("");
}

function rowIn(row: Element, next: number, texts: readonly string[], dates: ReadonlySet<number>): SheetRow {
  const cells = new Map<number, string>();
  let column = 0;
  for (const cell of elementsIn(row)) {
    if (local(cell.name) !== "c") continue;
    const letters = /^[A-Z]{1,3}/.exec(cell.attributes.get("r") ?? "")?.[0];
    column = letters === undefined ? column + 1 : columnOf(letters);
    const text = valueOf(cell, texts, dates);
    if (text !== "") cells.set(column, text);
  }
  return { line: Number(row.attributes.get("r") ?? next), cells };
}

function columnOf(letters: string): number {
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}

function valueOf(cell: Element, texts: readonly string[], dates: ReadonlySet<number>): string {
  const child = (name: string): Element | undefined =>
    elementsIn(cell).find((element) => local(element.name) === name);
  const type = cell.attributes.get("t") ?? "n";
  const value = (child("v")?.children ?? []).filter((one) => typeof one === "string").join("");
  if (type === "inlineStr") return textIn(child("is") ?? cell).trim();
  if (type === "s") return (texts[Number(value)] ?? "").trim();
  if (type === "e") return "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "str") return value.trim();
  return dates.has(Number(cell.attributes.get("s") ?? -1)) && value !== ""
    ? dateText(Number(value))
    : value.trim();
}

/** @param days days since 1899-12-30 */
function dateText(days: number): string {
  const date = new Date(Math.round((days - 25_569) * 86_400_000));
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/** Returns the cell styles that show a number as a date. */
function dateStyles(elements: readonly Element[]): ReadonlySet<number> {
  const formats = new Map<number, string>();
  for (const { name, attributes } of elements)
    if (local(name) === "numFmt")
      formats.set(Number(attributes.get("numFmtId")), attributes.get("formatCode") ?? "");
  const isDate = (id: number): boolean => {
    if (id >= 14 && id <= 22) return true;
    const code = (formats.get(id) ?? "").replace(/"[^"]*"|\[[^\]]*\]|\\./g, "");
    return /[dy]|m{3}/i.test(code);
  };
  const styles = elements.flatMap((element) =>
    local(element.name) === "cellXfs" ? elementsIn(element) : [],
  );
  return new Set(
    styles.flatMap(({ attributes }, index) =>
      isDate(Number(attributes.get("numFmtId") ?? 0)) ? [index] : [],
    ),
  );
}

function mergedRange({ name, attributes }: Element): RawSheet["merged"] {
  const [, left, top, right, bottom] =
    /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(attributes.get("ref") ?? "") ?? [];
  if (local(name) !== "mergeCell" || left === undefined || right === undefined) return [];
  return [{ top: Number(top), left: columnOf(left), bottom: Number(bottom), right: columnOf(right) }];
}

/**
 * Converts a sheet to a table with merged cells filled.
 *
 * @throws Refused if there are more cells than are read
 */
function* sheetOfRows(sheet: RawSheet, file: string, translate: Translate): Yielding<Sheet> {
  const { name } = sheet;
  const used = filledRows(sheet, file, translate).filter(({ cells }) => cells.size > 0);
  let width = 0;
  for (const { cells } of used) for (const column of cells.keys()) width = Math.max(width, column);
  if (width > limits.csvColumns)
    throw new Refused(translate("{0} has more columns than are read: {1}.", file, limits.csvColumns));
  if (width * used.length > limits.xlsxCells)
    throw new Refused(translate("{0} has more cells than are read.", file));
  const lines = yield* mapYielding(used, ({ line, cells }): TableRecord => ({
    cells: Array.from({ length: width }, (_, index) => cells.get(index + 1) ?? ""),
    place: { file: `${file}: ${name}`, line, column: 1 },
  }));
  return yield* sheetOfLines(name, lines);
}

/** Returns the rows with the text of merged cells repeated in each cell; does not repeat numbers. */
function filledRows({ rows, merged }: RawSheet, file: string, translate: Translate): readonly SheetRow[] {
  const byLine = new Map(rows.map(({ line, cells }) => [line, new Map(cells)]));
  let filled = 0;
  for (const { top, left, bottom, right } of merged) {
    const text = byLine.get(top)?.get(left);
    if (text === undefined || numberIn(text) !== undefined) continue;
    filled += (bottom - top + 1) * (right - left + 1);
    if (filled > limits.xlsxCells) throw new Refused(translate("{0} has more cells than are read.", file));
    for (let line = top; line <= bottom; line++)
      for (let column = left; column <= right; column++) byLine.get(line)?.set(column, text);
  }
  return Array.from(byLine, ([line, cells]) => ({ line, cells }));
}
