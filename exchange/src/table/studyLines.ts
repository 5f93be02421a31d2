import type { Yielding } from "@analyses/json";
import type { Losses } from "../model/report";
import type { TableRecord } from "../reading/csv";
import { type Answers, type ColumnMeaning, isNumberMeaning } from "./answers";
import { isValue, sumTest } from "./lines";
import { mapYielding } from "../yieldingLists";
import type { Sheet } from "./sheets";

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
    else {
      const message = translate("The analysis is called “{0}”, as in the line above the headings.", name);
      losses.add("note", "name-changed", { place: title.place }, message);
    }
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

function firstText({ cells }: TableRecord): string {
  return (cells.find((cell) => cell.trim() !== "") ?? "").trim();
}
