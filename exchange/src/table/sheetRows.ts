import type { Translate } from "@analyses/evidence";
import type { TableRecord } from "../reading/csv";
import { limits, Refused } from "../reading/limits";
import { numberIn } from "../reading/numbers";
import type { RawSheet, Sheet, SheetRow } from "./sheets";

/**
 * Converts a sheet to a table: fills merged cells, and joins two rows of headings (arm above part).
 *
 * @throws Refused if merged cells would exceed the limit
 */
export function sheetOfRows(sheet: RawSheet, file: string, translate: Translate): Sheet {
  const { name, merged } = sheet;
  const used = filledRows(sheet, file, translate).filter(({ cells }) => cells.size > 0);
  const first = used.findIndex(({ cells }) => cells.size > 1);
  const [top, next] = first === -1 ? [] : used.slice(first, first + 2);
  if (top === undefined) return { name, headings: [], records: [] };
  const isTwo =
    next !== undefined &&
    isHeading(next) &&
    merged.some((range) => range.top === top.line && range.right > range.left);
  let width = 0;
  for (const { cells } of used) for (const column of cells.keys()) width = Math.max(width, column);
  if (width > limits.csvColumns)
    throw new Refused(translate("{0} has more columns than are read: {1}.", file, limits.csvColumns));
  const columns = Array.from({ length: width }, (_, index) => index + 1);
  const headings = columns.map((column) => {
    const above = top.cells.get(column) ?? "";
    const below = isTwo ? (next.cells.get(column) ?? "") : "";
    return above === below || below === "" ? above : `${above} ${below}`.trim();
  });
  const records = used.slice(first + (isTwo ? 2 : 1)).map(({ line, cells }): TableRecord => ({
    cells: columns.map((column) => cells.get(column) ?? ""),
    place: { file: `${file}: ${name}`, line, column: 1 },
  }));
  return { name, headings, records };
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

function isHeading({ cells }: SheetRow): boolean {
  return cells.size > 1 && Array.from(cells.values()).every((text) => numberIn(text) === undefined);
}
