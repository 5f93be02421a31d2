import type { Translate } from "@analyses/evidence";
import type { TableRecord } from "../reading/csv";
import { limits, Refused } from "../reading/limits";
import { numberIn } from "../reading/numbers";
import { sheetOfLines } from "./sheetLines";
import type { RawSheet, Sheet, SheetRow } from "./sheets";
import { type Turns, mapInTurns } from "../turns";

/**
 * Converts a sheet to a table with merged cells filled.
 *
 * @throws Refused if there are more cells than are read
 */
export function* sheetOfRows(sheet: RawSheet, file: string, translate: Translate): Turns<Sheet> {
  const { name } = sheet;
  const used = filledRows(sheet, file, translate).filter(({ cells }) => cells.size > 0);
  let width = 0;
  for (const { cells } of used) for (const column of cells.keys()) width = Math.max(width, column);
  if (width > limits.csvColumns)
    throw new Refused(translate("{0} has more columns than are read: {1}.", file, limits.csvColumns));
  if (width * used.length > limits.xlsxCells)
    throw new Refused(translate("{0} has more cells than are read.", file));
  const lines = yield* mapInTurns(used, ({ line, cells }): TableRecord => ({
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
