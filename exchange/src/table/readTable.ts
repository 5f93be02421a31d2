import type { Yielding } from "@analyses/json";
import { placesOfRows, readChoice } from "@analyses/evidence";
import type { Losses } from "../model/report";
import type { Review } from "../model/review";
import { delimiterOf, readCsv, withoutEscape } from "../reading/csv";
import { Refused } from "../reading/limits";
import { mapYielding } from "../yieldingLists";
import {
  type Answers,
  type ColumnMeaning,
  type Questions,
  isCount,
  isNumberMeaning,
  noAnswers,
} from "./answers";
import { decimalSeparatorOf, isMissing } from "./cells";
import { folded, inEnglish, meaningsOf, typesThatFit } from "./columns";
import { openQuestions, whichArm, whichSheet } from "./questions";
import { isRevman5Csv, readRevman5Csv } from "./revman5Csv";
import type { RowReading } from "./rows";
import { type Sheet, type TableSource, firstText, isTable, sheetOfLines, withStudies } from "./sheetLines";
import { reviewOf } from "./tableReview";
import { withRowsOfArms } from "./wideArms";

export interface TableOptions {
  /** Answers to the reader's questions. */
  readonly answers?: Answers;
  /** Whether to also ask about values that a document may omit. */
  readonly asksAll?: boolean;
}

export function* readTable(
  source: TableSource,
  options: TableOptions,
  losses: Losses,
): Yielding<Review | { readonly kind: "questions"; readonly questions: Questions }> {
  const { translate } = losses;
  const sheets = source.kind === "sheets" ? source.sheets : [yield* sheetOf(source, losses)];
  const given = options.answers ?? noAnswers;
  const raw = sheetToRead(sheets, source.file, given.sheet, translate);
  if (raw === undefined) return { kind: "questions", questions: whichSheet(sheets, given, translate) };
  const known = typesThatFit(meaningsOf(raw.headings, given));
  const isKnown = known.includes("dichotomous") || known.includes("continuous");
  const whole = yield* withRowsOfArms(raw, given, isKnown);
  if ("names" in whole) return { kind: "questions", questions: whichArm(raw, whole.names, given, translate) };
  refuseOther(whole, source.file, losses);
  if (isRevman5Csv(whole.headings)) return readRevman5Csv(whole, losses);
  if (whole.records.length === 0) throw new Refused(translate("{0} has headings, but no rows.", source.file));
  const isAnswered = (index: number): boolean => given.columns.has(whole.headings[index] ?? "");
  const used = whole.headings.map((heading, index) =>
    isAnswered(index) || whole.records.some(({ cells }) => (cells[index] ?? "").trim() !== "") ? heading : "",
  );
  const named = meaningsOf(used, given).map((meaning, index) =>
    !isNumberMeaning(meaning) || isAnswered(index) || isUsed(whole, index) ? meaning : "ignored",
  );
  const place = sheetName(whole, source.file);
  const names = [...new Set([titleOf(whole, named) ?? place, place])];
  const called = { analysisName: names[0] ?? place, ...given };
  const { sheet, meanings, titles, unnamed } = yield* withStudies(
    { ...whole, name: place },
    named,
    called,
    losses,
  );
  const answers = withNamedEffect(called, sheet, meanings);
  const isOfCounts = (index: number): boolean => isCount(meanings[index] ?? "ignored");
  const numbers = yield* numbersWithSigns(sheet, meanings, () => true);
  const shown = decimalSeparatorOf(numbers, yield* numbersWithSigns(sheet, meanings, isOfCounts));
  const sign = answers.decimal ?? shown;
  const reading: RowReading = {
    headings: sheet.headings,
    meanings,
    sign: sign === "open" ? undefined : sign,
    losses,
  };
  const { dataType, questions } = yield* openQuestions(sheet, reading, answers, {
    isSeparatorUnclear: sign === "open",
    titles,
    unnamed,
    names: given.analysisName === undefined ? names : [],
  });
  if (questions.questions.some(({ isNeeded }) => isNeeded || options.asksAll === true))
    return { kind: "questions", questions };
  if (dataType === null) throw new Refused(translate("{0} has no columns of a meta-analysis.", source.file));
  listUnread(sheet, reading);
  return yield* reviewOf(sheet, reading, answers, dataType);
}

/** Returns the number cells with a decimal or a thousands separator in some columns. */
function* numbersWithSigns(
  { records }: Sheet,
  meanings: RowReading["meanings"],
  isOf: (index: number) => boolean,
): Yielding<readonly string[]> {
  const columns = [...meanings.keys()].filter(
    (index) => isNumberMeaning(meanings[index] ?? "ignored") && isOf(index),
  );
  const hasSign = (text: string): boolean => text.includes(",") || text.includes(".");
  const found = yield* mapYielding(records, ({ cells }) =>
    columns.map((index) => cells[index] ?? "").filter(hasSign),
  );
  return found.flat();
}

/** Whether a column has a value. */
function isUsed({ records }: Sheet, index: number): boolean {
  return records.some(({ cells }) => !isMissing(cells[index] ?? ""));
}

/** Reports the columns with values that the reader ignores. */
function listUnread(sheet: Sheet, { headings, meanings, losses }: RowReading): void {
  const unread = headings.filter((_, index) => meanings[index] === "ignored" && isUsed(sheet, index));
  if (unread.length === 0) return;
  const names = unread.map((heading, index) => heading || `(${index + 1})`).join(", ");
  losses.item("note", "outside-analyses").translate("Columns that were not read: {0}.", names);
}

function* sheetOf({ text, file }: Extract<TableSource, { kind: "text" }>, losses: Losses): Yielding<Sheet> {
  const lines = yield* readCsv(text, { delimiter: delimiterOf(text), file, losses });
  const name = file.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
  return yield* sheetOfLines(name, lines);
}

/** Returns the sheet to read; undefined if several have headings and the user has not chosen one. */
function sheetToRead(
  sheets: readonly Sheet[],
  file: string,
  name: string | undefined,
  translate: Losses["translate"],
): Sheet | undefined {
  const tables = sheets.filter(isTable);
  if (name === undefined && tables.length > 1) return undefined;
  const sheet = name === undefined ? tables[0] : sheets.find((one) => one.name === name);
  if (sheet !== undefined) return sheet;
  throw new Refused(
    name === undefined
      ? translate("{0} is no table: it has no row of headings.", file)
      : translate(
          "{0} has no sheet “{1}”; there are {2}.",
          file,
          name,
          sheets.map((one) => one.name).join(", "),
        ),
  );
}

/** Refuses tables of other kinds of analyses, by headings that only they have. */
function refuseOther({ headings }: Sheet, file: string, { translate }: Losses): void {
  const words = new Set(headings.map(folded));
  const has = (...wanted: readonly string[]): boolean => wanted.every((word) => words.has(word));
  if (has("timee") || has("t1i") || has("x1i"))
    throw new Refused(translate("{0} has rates by person-time, which are not read.", file));
  if ((has("xi", "ni") || has("event", "n")) && !words.has("treatment") && !words.has("arm"))
    throw new Refused(translate("{0} has proportions of single arms, which are not read.", file));
  if (has("ri", "ni") || has("cor", "n"))
    throw new Refused(translate("{0} has correlations, which are not read.", file));
  if (has("treat1", "treat2"))
    throw new Refused(translate("{0} is of a network of treatments, which is not read.", file));
}

const numberOfTable =
  /^(?:(?:supplementary|supplemental|e)?\s*(?:table|tabelle|tabla|tab\.))\s*\p{L}?\d*\p{L}?[\s.:)–-]*/iu;
const unnamedSheet = /^(?:sheet|tabelle|table|hoja|feuil)\s*\d*$/iu;

/** The name of a sheet or, for a name such as `Sheet1`, the name of the file. */
function sheetName({ name }: Sheet, file: string): string {
  return unnamedSheet.test(name) ? file.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "") : name;
}

/** The title of an analysis in a line above the headings; undefined if a column names the outcomes. */
function titleOf({ titles }: Sheet, meanings: readonly ColumnMeaning[]): string | undefined {
  if (meanings.includes("outcome")) return undefined;
  return titles.map((title) => firstText(title).replace(numberOfTable, "")).find((text) => text !== "");
}

/**
 * Adds the measure and the scale of estimates that the table itself states: a column of measures, or a heading such as
 * `HR` or `log OR`.
 */
function withNamedEffect(
  answers: Answers,
  { headings, records }: Sheet,
  meanings: readonly ColumnMeaning[],
): Answers {
  const heading = headings[meanings.indexOf("estimate")];
  if (heading === undefined) return answers;
  const column = meanings.indexOf("effect-measure");
  const measureTexts =
    column === -1 ? [] : records.map(({ cells }) => withoutEscape(cells[column] ?? "").trim());
  const measures = new Set(measureTexts.map((text) => readChoice["effect-measure"](text)));
  const [byColumn, ...others] = measures;
  const byHeading = placesOfRows()
    .flatMap((place) => place.property(inEnglish(heading)).roles)
    .find(({ role }) => role === "estimate")?.effect;
  const named = byColumn !== undefined && others.length === 0 ? byColumn : byHeading?.measure;
  const measure = answers.effectMeasure ?? named;
  if (measure === undefined) return answers;
  // If the estimate is a ratio, its interval consists of ratios too, but its standard error may be that of the
  // logarithm.
  const hasInterval = meanings.includes("interval-low") && meanings.includes("interval-high");
  const isClear = byHeading?.measure === measure && (byHeading.scale === "log" || hasInterval);
  const scale = answers.scale ?? (isClear ? byHeading.scale : undefined);
  return { ...answers, effectMeasure: measure, ...(scale === undefined ? {} : { scale }) };
}
