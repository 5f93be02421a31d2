import type { Yielding } from "@analyses/json";
import type { TableRecord } from "../reading/csv";
import { isNumberMeaning, noAnswers } from "./answers";
import { isMissing } from "./cells";
import { meaningsOf } from "./columns";
import { type compositionOf, compositionYielding } from "./composed";
import { isValue } from "./lines";
import type { Sheet } from "./sheets";
import { mapYielding } from "../yieldingLists";

/**
 * Converts lines to a table: sets titles above the headings apart, joins up to three lines of headings, gives each
 * column a heading of its own, and divides columns of several numbers.
 *
 * @param lines lines with the same number of cells each
 */
export function* sheetOfLines(name: string, lines: readonly TableRecord[]): Yielding<Sheet> {
  const used = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const first = used.findIndex(({ cells }) => new Set(textsIn(cells)).size > 1);
  const [top, ...below] = first === -1 ? [] : used.slice(first);
  if (top === undefined) return { name, titles: [], headings: [], records: [] };
  let joined = top.cells.map((cell) => cell.trim());
  let joinedLines = 0;
  // At most two lines continue the headings: an outcome, then an arm, then the part of its numbers.
  for (; joinedLines < 2; joinedLines++) {
    const next = below[joinedLines];
    if (next === undefined || !isContinued(joined, next.cells)) break;
    joined = joinedHeadings(joined, next.cells);
  }
  const records = below.slice(joinedLines);
  const divided = yield* divideColumns(uniqueHeadings(joined, records), records);
  return { name, titles: used.slice(0, first), ...divided };
}

function textsIn(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
}

/** Whether a line continues the headings: it has no values, and two of its cells are under one text of the line above. */
function isContinued(top: readonly string[], next: readonly string[]): boolean {
  const texts = textsIn(next);
  if (texts.length < 2 || texts.some((text) => isValue(text) || isMissing(text))) return false;
  let [group, under] = ["", 0];
  return next.some((cell, index) => {
    const above = top[index]?.trim() ?? "";
    if (above !== "" && above !== group) [group, under] = [above, 0];
    if (cell.trim() !== "" && group !== "") under++;
    return under > 1;
  });
}

function joinedHeadings(top: readonly string[], next: readonly string[]): string[] {
  let group = "";
  return next.map((cell, index) => {
    const [above, below] = [(top[index] ?? "").trim(), cell.trim()];
    if (above !== "") group = above;
    if (below === "" || above === below) return above;
    return `${group} ${below}`.trim();
  });
}

/** Names columns without a heading by the number of the column, and adds this number to repeated headings. */
function uniqueHeadings(headings: readonly string[], records: readonly TableRecord[]): readonly string[] {
  const all = new Set<string>();
  return headings.map((heading, index) => {
    const isEmpty = !records.some(({ cells }) => (cells[index] ?? "").trim() !== "");
    if (heading === "" && isEmpty) return "";
    let text = heading === "" ? `(${index + 1})` : heading;
    // Not "Events 2", which names the events of the second arm.
    if (all.has(text)) text = `${heading} (column ${index + 1})`;
    all.add(text);
    return text;
  });
}

/** Divides the columns whose cells have several numbers. */
function* divideColumns(
  headings: readonly string[],
  records: readonly TableRecord[],
): Yielding<Pick<Sheet, "headings" | "records">> {
  const meanings = meaningsOf(headings, noAnswers);
  const compositions: ReturnType<typeof compositionOf>[] = [];
  for (const [index, heading] of headings.entries()) {
    const meaning = meanings[index] ?? "ignored";
    const cells = records.map((record) => (record.cells[index] ?? "").trim());
    // Divides no column of names: a study may be called 12/148.
    const isOther = meaning !== "ignored" && !isNumberMeaning(meaning);
    compositions.push(isOther ? undefined : yield* compositionYielding(heading, cells));
    yield 0;
  }
  if (compositions.every((composition) => composition === undefined)) return { headings, records };
  const divided = headings.flatMap((heading, index) => compositions[index]?.headings ?? heading);
  return {
    headings: uniqueHeadings(divided, records),
    records: yield* mapYielding(records, ({ cells, place }) => ({
      place,
      cells: headings.flatMap((_, index) => {
        const [cell = "", composition] = [cells[index], compositions[index]];
        if (composition === undefined) return cell;
        return (
          composition.apart(cell.trim()) ?? composition.headings.map((_, part) => (part === 0 ? cell : ""))
        );
      }),
    })),
  };
}
