import type { Yielding } from "@analyses/json";
import type { TableRecord } from "../reading/csv";
import { mapYielding } from "../yieldingLists";
import type { Losses } from "../model/report";
import { type Answers, type ColumnMeaning, isNumberMeaning, noAnswers } from "./answers";
import { isMissing } from "./cells";
import { meaningsOf, withoutColumnNumber } from "./columns";
import { type compositionOf, compositionYielding } from "./composed";
import { isValue, sumTest } from "./lines";

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
    compositions.push(isOther ? undefined : yield* compositionYielding(withoutColumnNumber(heading), cells));
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

/** A table of studies, and what its lines leave open. */
interface Studies {
  readonly sheet: Sheet;
  readonly meanings: readonly ColumnMeaning[];
  /** Lines with a single text between the studies, if the user has not answered what they mean. */
  readonly titles: readonly string[];
  /** Whether lines with numbers name no study, and the user has not answered to which study they belong. */
  readonly unnamed: boolean;
}

/**
 * Separates studies from the other lines of a table. Reports totals and notes and leaves them out. By the user's
 * answer, texts between studies name subgroups, and lines without a study belong to the study above.
 */
export function* withStudies(
  sheet: Sheet,
  meanings: readonly ColumnMeaning[],
  { analysisName: name, titleLines, unnamedLines }: Answers,
  losses: Losses,
): Yielding<Studies> {
  const { translate } = losses;
  const isSum = sumTest(translate);
  const studyAt = meanings.indexOf("study");
  const textIn = ({ cells }: TableRecord, index: number): string => (cells[index] ?? "").trim();
  const hasNumbers = ({ cells }: TableRecord): boolean =>
    cells.some((cell, index) => isNumberMeaning(meanings[index] ?? "ignored") && isValue(cell));
  // Reports a line only once: the rows of its arms have the same place.
  let leftOut: TableRecord["place"] | undefined;
  const leaveOut = ({ place }: TableRecord, message: string): void => {
    if (place !== leftOut) losses.add("note", "outside-analyses", { place }, message);
    leftOut = place;
  };
  for (const title of sheet.titles)
    if (name === undefined || !firstText(title).endsWith(name))
      leaveOut(title, translate("“{0}” above the headings was not read.", firstText(title)));
    else
      losses
        .item("note", "name-changed", { place: title.place })
        .translate("The analysis is called “{0}”, as in the line above the headings.", name);
  const last = sheet.records.findLastIndex(hasNumbers);
  const isOfNames = !meanings.includes("subgroup") && studyAt !== -1;
  const records: TableRecord[] = [];
  const titles: string[] = [];
  let [unnamed, subgroup, study] = [false, "", ""];
  yield* mapYielding(sheet.records, (record, at) => {
    const first = firstText(record);
    const own = textIn(record, studyAt);
    const isNamedByYear = /\d{4}\p{L}?$/u.test(first);
    const isAlone = own !== "" && record.cells.filter((cell) => cell.trim() !== "").length === 1;
    if (isSum(own || first, hasNumbers(record)))
      leaveOut(record, translate("“{0}” is a total, which is not read.", first));
    else if (studyAt !== -1 && own === "" && !hasNumbers(record))
      leaveOut(record, translate("“{0}” names no study and has no numbers: it was not read.", first));
    else if (isAlone && last !== -1 && at > last && !isNamedByYear)
      leaveOut(record, translate("“{0}” below the studies was not read.", first));
    else if (isAlone && isOfNames && !isNamedByYear && at < last && titleLines !== "ignored") {
      if (titleLines === "subgroup") subgroup = own;
      else titles.push(own);
    } else {
      const isUnnamed = studyAt !== -1 && own === "" && study !== "" && hasNumbers(record);
      if (isUnnamed && unnamedLines === undefined) unnamed = true;
      const isFilled = isUnnamed && unnamedLines === "above";
      if (own !== "") study = own;
      const cells = isFilled ? record.cells.with(studyAt, study) : record.cells;
      records.push({ ...record, cells: titleLines === "subgroup" ? [...cells, subgroup] : cells });
    }
  });
  const isDivided = titleLines === "subgroup" && isOfNames;
  return {
    sheet: { ...sheet, records, headings: isDivided ? [...sheet.headings, ""] : sheet.headings },
    meanings: isDivided ? [...meanings, "subgroup"] : meanings,
    titles,
    unnamed,
  };
}

export function firstText({ cells }: TableRecord): string {
  return (cells.find((cell) => cell.trim() !== "") ?? "").trim();
}

/** A table: its name, headings and rows. */
export interface Sheet {
  readonly name: string;
  /** The lines above the headings. */
  readonly titles: readonly TableRecord[];
  readonly headings: readonly string[];
  readonly records: readonly TableRecord[];
}

/** Whether a sheet has a row of headings. */
export function isTable({ headings }: Sheet): boolean {
  return headings.filter((heading) => heading !== "").length > 1;
}

/** A table of any kind: `spec/exchange.md` section 5. */
export type TableSource =
  | { readonly kind: "text"; readonly text: string; readonly file: string }
  | { readonly kind: "sheets"; readonly sheets: readonly Sheet[]; readonly file: string };
