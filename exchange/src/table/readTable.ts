import type { DataType } from "../../../evidence/src/index";
import type { Losses } from "../model/report";
import type { Analysis, Cell, Choices, Group, Place, Review, Row, Subgroup } from "../model/review";
import { delimiterOf, readCsv } from "../reading/csv";
import { Refused } from "../reading/limits";
import { present } from "../reading/present";
import type { Turns } from "../turns";
import type { Answers, Questions } from "./answers";
import { noAnswers } from "./answers";
import { armPairs } from "./arms";
import { decimalSignOf, isMissing } from "./cells";
import { folded, meaningsOf } from "./columns";
import { openQuestions } from "./questions";
import { isRevman5Csv, readRevman5Csv } from "./revman5Csv";
import type { RowReading } from "./rows";
import type { Sheet, TableSource } from "./sheets";
import { listIncomplete, pairNumbers, rowOf, textAt } from "./rows";

export interface TableOptions {
  readonly answers?: Answers;
  readonly sheet?: string;
  /** Whether also what a document may leave open is asked. */
  readonly asksAll?: boolean;
}

type ReadTable =
  | { readonly kind: "review"; readonly review: Review }
  | { readonly kind: "questions"; readonly questions: Questions };

export function* readTable(source: TableSource, options: TableOptions, losses: Losses): Turns<ReadTable> {
  const { translate } = losses;
  const sheets = source.kind === "sheets" ? source.sheets : [yield* sheetOf(source, losses)];
  const sheet = chosen(sheets, source.file, options, losses);
  refuseOther(sheet, source.file, losses);
  if (isRevman5Csv(sheet.headings)) return { kind: "review", review: readRevman5Csv(sheet, losses) };
  const answers = options.answers ?? noAnswers;
  const meanings = meaningsOf(sheet.headings, answers).map((meaning, index) =>
    !isNumber(meaning) || answers.columns.has(sheet.headings[index] ?? "") || isUsed(sheet, index)
      ? meaning
      : "ignored",
  );
  if (sheet.records.length === 0) throw new Refused(translate("{0} has headings, but no rows.", source.file));
  const numbers = yield* numbersWithSigns(sheet, meanings);
  const shown = decimalSignOf(numbers);
  const sign = answers.decimal ?? shown;
  const reading: RowReading = {
    headings: sheet.headings,
    meanings,
    sign: sign === "open" ? "." : sign,
    losses,
  };
  const open = openQuestions(sheet, reading, answers, sign === "open", translate);
  if (open.kind === "questions") {
    const isAsked = open.questions.questions.some(({ isNeeded }) => isNeeded || options.asksAll === true);
    if (isAsked) return open;
  }
  if (open.dataType === null)
    throw new Refused(translate("{0} has no columns of a meta-analysis.", source.file));
  return { kind: "review", review: yield* reviewOf(sheet, reading, answers, open.dataType) };
}

/** How many rows are looked at in a turn. */
const rowsInTurn = 2_000;

/** The cells of numbers that have a sign before decimals, or between thousands. */
function* numbersWithSigns({ records }: Sheet, meanings: RowReading["meanings"]): Turns<readonly string[]> {
  const columns = [...meanings.keys()].filter((index) => isNumber(meanings[index] ?? "ignored"));
  const found: string[] = [];
  for (const [at, { cells }] of records.entries()) {
    for (const index of columns) {
      const text = cells[index] ?? "";
      if (text.includes(",") || text.includes(".")) found.push(text);
    }
    if (at % rowsInTurn === rowsInTurn - 1) yield;
  }
  return found;
}

/** Whether a column has anything. */
function isUsed({ records }: Sheet, index: number): boolean {
  return records.some(({ cells }) => !isMissing(cells[index] ?? ""));
}

function isNumber(meaning: RowReading["meanings"][number]): boolean {
  return ![
    "study",
    "year",
    "subgroup",
    "footnotes",
    "excluded",
    "included",
    "outcome",
    "comparison",
    "arm",
    "ignored",
  ].includes(meaning);
}

function* sheetOf({ text, file }: Extract<TableSource, { kind: "text" }>, losses: Losses): Turns<Sheet> {
  const [headings, ...records] = yield* readCsv(text, { delimiter: delimiterOf(text), file, losses });
  const name = file.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
  return { name, headings: headings?.cells.map((heading) => heading.trim()) ?? [], records };
}

function chosen(
  sheets: readonly Sheet[],
  file: string,
  { sheet: name }: TableOptions,
  losses: Losses,
): Sheet {
  const { translate } = losses;
  const tables = sheets.filter(({ headings }) => headings.filter((heading) => heading !== "").length > 1);
  const sheet = name === undefined ? tables[0] : sheets.find((one) => one.name === name);
  if (sheet === undefined)
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
  if (name === undefined && tables.length > 1)
    losses.add(
      "note",
      "outside-analyses",
      {},
      translate(
        "Of several sheets “{0}” was read: {1}.",
        sheet.name,
        tables.map((one) => one.name).join(", "),
      ),
    );
  return sheet;
}

/** Tables of other kinds of analyses, by headings that only they have. */
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

function* reviewOf(sheet: Sheet, reading: RowReading, answers: Answers, dataType: DataType): Turns<Review> {
  const place: Place = sheet.records[0]?.place ?? { file: sheet.name, line: 1, column: 1 };
  const found: ReturnType<typeof armPairs>[number][] = [];
  if (reading.meanings.includes("arm"))
    for (const pair of armPairs(sheet, reading, answers, dataType)) found.push(pair);
  else
    for (const [at, record] of sheet.records.entries()) {
      found.push({ record, arms: null, numbers: pairNumbers(reading, record, dataType) });
      if (at % rowsInTurn === rowsInTurn - 1) yield;
    }
  const groups = new Map<string, Map<string, (typeof found)[number][]>>();
  for (const one of found) {
    const { record, arms } = one;
    const pair = arms === null ? "" : `${arms.experimental} / ${arms.comparator}`;
    const comparison = textAt(reading, record, "comparison") || pair || sheet.name;
    const outcomes = groups.get(comparison) ?? new Map<string, (typeof found)[number][]>();
    groups.set(comparison, outcomes);
    const outcome = textAt(reading, record, "outcome") || sheet.name;
    const rows = outcomes.get(outcome);
    if (rows === undefined) outcomes.set(outcome, [one]);
    else rows.push(one);
  }
  const cell = <Value extends string>(text: Value): Cell<Value> => ({ value: text, text, place });
  const made: Group[] = [];
  for (const [name, outcomes] of groups) {
    const number = made.length + 1;
    const analyses: Analysis[] = [];
    for (const [outcome, rows] of outcomes) {
      const at = analyses.length;
      const own = yield* rowsOf(rows, { reading, dataType, key: `${number}.${at + 1}` });
      const { arms } = rows[0] ?? { arms: null };
      analyses.push({
        number: at + 1,
        name: cell(outcome),
        choices: choicesOf(answers, dataType, place),
        labels:
          arms === null
            ? {}
            : { "experimental-label": cell(arms.experimental), "comparator-label": cell(arms.comparator) },
        extras: {},
        ...own,
        stored: {},
        subgroupDifferences: {},
        storedForm: "printed",
        place: rows[0]?.record.place ?? place,
      });
    }
    made.push({ number, name: cell(name), analyses });
  }
  return { source: "table", groups: made, riskOfBiasMethod: null, isHtml: false };
}

function choicesOf(answers: Answers, dataType: DataType, place: Place): Choices {
  const cell = <Value extends string>(value: Value | undefined): Cell<Value> | undefined =>
    value === undefined ? undefined : { value, text: value, place };
  return present({
    "data-type": cell(dataType),
    "effect-measure": cell(answers.effectMeasure),
    method: cell(answers.method),
    model: cell(answers.model),
    scale: dataType === "contrast" ? cell(answers.scale) : undefined,
  });
}

function* rowsOf(
  found: ReturnType<typeof armPairs>,
  {
    reading,
    dataType,
    key,
  }: { readonly reading: RowReading; readonly dataType: DataType; readonly key: string },
): Turns<{ readonly subgroups: readonly Subgroup[]; readonly rows: readonly Row[] }> {
  const rows: { readonly row: Row; readonly subgroup: string }[] = [];
  for (const [at, { record, numbers }] of found.entries()) {
    const { place } = record;
    const row = rowOf(reading, record, numbers);
    const study = row.study.value;
    if (listIncomplete({ study, numbers, place }, dataType, key, reading.losses))
      rows.push({ row, subgroup: textAt(reading, record, "subgroup") });
    if (at % rowsInTurn === rowsInTurn - 1) yield;
  }
  const place = found[0]?.record.place ?? { file: "", line: 1, column: 1 };
  const names = [...new Set(rows.map(({ subgroup }) => subgroup))].filter((name) => name !== "");
  const indexes = new Map(names.map((name, index) => [name, index]));
  return {
    subgroups: names.map((name, index) => ({
      name: { value: name, text: name, place },
      number: index + 1,
      id: null,
      stored: {},
    })),
    rows: rows.map(({ row, subgroup }) => ({ ...row, subgroup: indexes.get(subgroup) ?? null })),
  };
}
