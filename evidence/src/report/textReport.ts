import { checksOn } from "../checks/checkItem";
import { largestOf } from "../lists";
import type { ComputedItem, ItemEvidence } from "../evidenceOfItem";
import { type Translate, english } from "../roles/problems";
import type { ComparedAnalysis, EvidenceComparison } from "./compareReports";
import { formerSubgroups, numberOf, studiesBetween, tellingSubgroups } from "./compareReports";
import type {
  AnalysisVersion,
  DocumentItem,
  ReportedAnalysis,
  ReportedDocument,
  ReportedHeterogeneity,
  ReportedResult,
  RowVersion,
} from "./evidenceReport";
import { isSameData } from "./evidenceReport";
import { notesInWords } from "./notes";
import { type LineTexts, lineTexts, tableLines } from "./tableLines";
import type { AnalysisName } from "./words";
import {
  cochraneSentence,
  countsText,
  differencesLine,
  effectText,
  formerName,
  heterogeneityLine,
  markdownText,
  measureAbbreviation,
  measureName,
  methodLine,
  modelDetails,
  percentText,
  predictionText,
  studyName,
  testLine,
  visible,
} from "./words";

/** A document's analyses as plain-text tables. */
export function textReport(path: string, items: readonly DocumentItem[]): string {
  return [path, ...items.flatMap((item) => ["", ...linesOf(item)]), ""].map(visible).join("\n");
}

function linesOf(item: DocumentItem): readonly string[] {
  const { group, number, name, evidence } = item;
  const title = `${group.number}.${number} ${name}`;
  if (evidence.kind === "problem")
    return [title, `  ${evidence.problem.sentence(english)}`, checksLine(evidence)];
  const { choices, result } = evidence;
  const { measure } = choices.pooling.choice;
  const details = modelDetails(choices.model);
  const { effect, heterogeneity, subgroupDifferences } = result;
  const sentence = cochraneSentence(evidence, english);
  return [
    title,
    `  ${measureName(measure, english)} (${methodLine(choices, english)}${details === "" ? "" : `; ${details}`})`,
    ...studyTable(evidence, english).map((text) => `  ${text}`),
    ...(heterogeneity === null ? [] : [`  Heterogeneity: ${heterogeneityLine(heterogeneity)}`]),
    ...(effect === null ? [] : [`  Test for overall effect: ${testLine(effect)}`]),
    ...(effect?.prediction
      ? [`  Prediction interval: ${predictionText(effect.prediction, effect, measure)}`]
      : []),
    ...(subgroupDifferences === null
      ? []
      : [`  Test for subgroup differences: ${differencesLine(subgroupDifferences)}`]),
    ...(sentence === null ? [] : [`  ${sentence}`]),
    ...notesInWords(evidence, english).map((note) => `  Note: ${note}`),
    checksLine(evidence),
  ];
}

/** How many checks passed, and which failed; passing does not mean that there are no errors. */
function checksLine(evidence: ItemEvidence): string {
  const { all, failed } = checksOn(evidence);
  const which = failed.length === 0 ? "" : ` (not ${failed.join(", ")})`;
  return `  Checks passed: ${all - failed.length} of ${all}${which}`;
}

/**
 * A line for each study and each pool, in columns: name, effect, weight.
 *
 * @param read puts numbers into the user's notation
 */
export function studyTable(
  { choices, result }: ComputedItem,
  translate: Translate,
  read: (numbers: string) => string = String,
): readonly string[] {
  const { measure } = choices.pooling.choice;
  const table = tableLines({ choices, result }).flatMap((line): readonly LineTexts[] => {
    const texts = lineTexts(line, measure, translate, read);
    if (texts === null) return [];
    const indent = line.subgroup === null || line.kind === "subgroup" ? "" : "  ";
    return [{ ...texts, label: indent + texts.label }];
  });
  return aligned(table);
}

function aligned(table: readonly LineTexts[]): readonly string[] {
  const width = (texts: readonly string[]): number =>
    largestOf(
      texts.map(({ length }) => length),
      0,
    );
  const label = width(table.map((line) => line.label));
  const effect = width(table.map((line) => line.effect));
  const weight = width(table.map((line) => line.weight));
  return table.map((line) =>
    [line.label.padEnd(label), line.effect.padStart(effect), line.weight.padStart(weight)]
      .join("  ")
      .trimEnd(),
  );
}

const csvColumns = [
  ...["group", "analysis", "name", "kind", "study", "subgroup", "estimate", "standardError", "low", "high"],
  ...[
    "weight",
    "estimable",
    "corrected",
    "studies",
    "participants",
    "p",
    "q",
    "degreesOfFreedom",
    "i2",
    "tau2",
  ],
  "problem",
  "document",
] as const;

type Column = (typeof csvColumns)[number];
type Cells = Readonly<Partial<Record<Column, string | number | boolean | null>>>;

/** The reports as comma-separated values (RFC 4180): a line for each study, subgroup and total of all documents. */
export function csvReport(documents: readonly ReportedDocument[]): string {
  const lines = documents.flatMap(({ path, analyses }) =>
    analyses
      .flatMap(csvLines)
      .map((cells) => csvColumns.map((column) => csvCell(column === "document" ? path : cells[column]))),
  );
  return [csvColumns, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

function csvLines(analysis: ReportedAnalysis): readonly Cells[] {
  const of = { group: analysis.group.number, analysis: analysis.number, name: analysis.name };
  if (analysis.problem !== null) return [{ ...of, kind: "problem", problem: analysis.problem }];
  return [
    ...(analysis.rows ?? []).map((row) => ({ ...of, kind: "study", ...row })),
    ...(analysis.subgroups ?? []).map(({ name, studies, participants, weight, result, heterogeneity }) => ({
      ...of,
      kind: "subgroup",
      subgroup: name,
      studies,
      participants,
      weight,
      ...pooledCells(result, heterogeneity),
    })),
    {
      ...of,
      kind: "total",
      studies: analysis.studies,
      participants: analysis.participants,
      ...pooledCells(analysis.result, analysis.heterogeneity),
    },
  ];
}

function pooledCells(result: ReportedResult | null, heterogeneity: ReportedHeterogeneity | null): Cells {
  return {
    estimate: result?.estimate ?? null,
    standardError: result?.standardError ?? null,
    low: result?.low ?? null,
    high: result?.high ?? null,
    p: result?.p ?? null,
    q: heterogeneity?.q ?? null,
    degreesOfFreedom: heterogeneity?.degreesOfFreedom ?? null,
    i2: heterogeneity?.i2 ?? null,
    tau2: heterogeneity?.tau2 ?? null,
  };
}

/**
 * Puts an apostrophe before text that a spreadsheet would parse as a formula: at the start of the cell, of a line, or
 * after a semicolon, which separates cells in locales with decimal commas.
 */
function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  if (typeof value === "boolean") return String(value);
  const text = value.replace(/(^|[;\r\n])(?=[=+\-@\t\r＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A comparison as plain text.
 *
 * @param cells the changed cells, one per line
 */
export function comparisonText(
  { base, path, analyses, unchanged }: EvidenceComparison,
  translate: Translate,
  cells: readonly string[] = [],
): string {
  const blocks = analyses.map((analysis) => {
    const [before = "", ...moreBefore] = resultLines(analysis, "before", translate);
    const [after = "", ...moreAfter] = resultLines(analysis, "after", translate);
    const lines = [
      ...titleLines(analysis, translate),
      translate("before: {0}", before),
      ...moreBefore.map(indented),
      translate("after: {0}", after),
      ...moreAfter.map(indented),
      ...studyLines(analysis, translate),
      ...(analysis.conclusionChanges ? [translate("The conclusion changes.")] : []),
    ];
    return lines.map((line, index) => `${visible(index === 0 ? line : indented(line))}\n`).join("");
  });
  const listed = cells.length === 0 ? [] : [cells.map((cell) => `${visible(cell)}\n`).join("")];
  return [
    `${visible(`${base} → ${path}`)}\n`,
    ...blocks,
    ...listed,
    `${unchangedLine(unchanged, translate)}\n`,
  ].join("\n");
}

function indented(line: string): string {
  return `  ${line}`;
}

/** The comparison as Markdown, for a pull request. */
export function comparisonMarkdown(
  { analyses, unchanged }: EvidenceComparison,
  translate: Translate,
): string {
  if (analyses.length === 0) return `${unchangedLine(unchanged, translate)}\n`;
  const lines = analyses.map((analysis) => {
    const conclusion = analysis.conclusionChanges ? [`**${translate("The conclusion changes.")}**`] : [];
    return [
      titleLines(analysis, translate).map(markdownText),
      resultLines(analysis, "before", translate).map(markdownText),
      resultLines(analysis, "after", translate).map(markdownText),
      [...conclusion, ...studyLines(analysis, translate).map(markdownText)],
    ].map((cell) => cell.join("<br>"));
  });
  const heading = [translate("Analysis"), translate("Before"), translate("After"), translate("Studies")];
  const table = [heading, heading.map(() => "---"), ...lines]
    .map((line) => `| ${line.join(" | ")} |\n`)
    .join("");
  return `${table}\n${unchangedLine(unchanged, translate)}\n`;
}

/** The name of an analysis, its former name and group if they changed, and the former names of its subgroups. */
function titleLines({ before, after }: ComparedAnalysis, translate: Translate): readonly string[] {
  const nameOf = (analysis: AnalysisVersion): AnalysisName => ({
    title: `${numberOf(analysis)} ${analysis.name}`,
    group: `${analysis.group.number} ${analysis.group.name}`.trimEnd(),
  });
  const shown = after ?? before;
  if (shown === null) return [];
  const { title, group } = nameOf(shown);
  const former = before && after && formerName(nameOf(before), nameOf(after), translate);
  return [
    ...(former === null ? [title] : [`${title} · ${group}`, former]),
    ...(before === null || after === null ? [] : formerSubgroups(before, after, translate)),
  ];
}

/** The result of one version, and its method if that changed. */
function resultLines(
  compared: ComparedAnalysis,
  side: "before" | "after",
  translate: Translate,
): readonly string[] {
  const { before, after } = compared;
  const analysis = compared[side];
  if (analysis === null) return [translate("not there")];
  const { problem, result, effectMeasure, methodSentence } = analysis;
  if (problem !== null) return [problem];
  const subgroups = result === null ? tellingSubgroups(compared) : [];
  const isOtherMethod = before !== null && after !== null && before.methodSentence !== after.methodSentence;
  return [
    poolText(analysis, effectMeasure, translate),
    ...subgroups.flatMap((pair) => {
      const pool = pair[side];
      return pool === null ? [] : [`${pair.name}: ${poolText(pool, effectMeasure, translate)}`];
    }),
    ...(isOtherMethod && methodSentence !== "" ? [methodSentence] : []),
  ];
}

function poolText(
  {
    result,
    heterogeneity,
    studies,
    participants,
  }: Pick<AnalysisVersion, "result" | "heterogeneity" | "studies" | "participants">,
  measure: AnalysisVersion["effectMeasure"],
  translate: Translate,
): string {
  const all = countsText(studies ?? 0, participants, translate);
  if (measure === null || result === null) return all;
  const effect = `${measureAbbreviation(measure, translate)} ${effectText(result.estimate, result, measure)}`;
  const i2 = heterogeneity === null ? [] : [`I² = ${percentText(heterogeneity.i2)}%`];
  return [effect, ...i2, all].join("; ");
}

function studyLines({ before, after }: ComparedAnalysis, translate: Translate): readonly string[] {
  if (before === null || after === null) return [];
  const { added, removed, changed: others } = studiesBetween(before, after);
  const names = (rows: readonly RowVersion[]): string => rows.map(studyName).join(", ");
  const otherData = others.flatMap((other) => (isSameData(other.before, other.after) ? [] : [other.after]));
  const turned = others.flatMap((other) =>
    other.before.excluded === other.after.excluded ? [] : [other.after],
  );
  const excluded = turned.filter((row) => row.excluded);
  const included = turned.filter((row) => !row.excluded);
  return [
    ...(added.length > 0 ? [translate("added: {0}", names(added))] : []),
    ...(removed.length > 0 ? [translate("removed: {0}", names(removed))] : []),
    ...(otherData.length > 0 ? [translate("changed: {0}", names(otherData))] : []),
    ...(excluded.length > 0 ? [translate("now excluded: {0}", names(excluded))] : []),
    ...(included.length > 0 ? [translate("no longer excluded: {0}", names(included))] : []),
  ];
}

function unchangedLine(count: number, translate: Translate): string {
  return count === 1
    ? translate("1 analysis has the result that it had.")
    : translate("{0} analyses have the results that they had.", count);
}
