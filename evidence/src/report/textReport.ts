import { zeroCells } from "../checks/sensitivity";
import type { PooledRows } from "../pooling/computeAnalysis";
import type { ComputedItem } from "../roles/evidenceOfItem";
import type { Translate } from "../roles/problems";
import { problemSentence } from "../roles/problems";
import type {
  DocumentItem,
  ReportedAnalysis,
  ReportedDocument,
  ReportedHeterogeneity,
  ReportedResult,
} from "./evidenceReport";
import { reportNotes } from "./evidenceReport";
import {
  cochraneSentence,
  differencesLine,
  effectText,
  heterogeneityLine,
  measureName,
  methodLine,
  modelDetails,
  pointText,
  reportLine,
  studyLabel,
  testLine,
  weightText,
} from "./words";

const english: Translate = (sentence, ...values) =>
  sentence.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)] ?? ""));

/** A document's analyses as tables for people. */
export function textReport(path: string, items: readonly DocumentItem[]): string {
  return [path, ...items.flatMap((item) => ["", ...linesOf(item)]), ""].map(reportLine).join("\n");
}

function linesOf(item: DocumentItem): readonly string[] {
  const { group, number, name, evidence } = item;
  const title = `${group.number}.${number} ${name}`;
  if (evidence.kind === "problem") return [title, `  ${problemSentence(evidence.problem, english)}`];
  const { choices, result } = evidence;
  const { measure } = choices.pooling.choice;
  const details = modelDetails(choices.model);
  const { effect, heterogeneity, subgroupDifferences } = result;
  const interval = effect?.prediction ?? null;
  const prediction = effect === null || interval === null ? null : { estimate: effect.estimate, interval };
  return [
    title,
    `  ${measureName(measure, english)} (${methodLine(choices, english)}${details === "" ? "" : `; ${details}`})`,
    ...studyTable(evidence, english).map((text) => `  ${text}`),
    ...(heterogeneity === null ? [] : [`  Heterogeneity: ${heterogeneityLine(heterogeneity)}`]),
    ...(effect === null ? [] : [`  Test for overall effect: ${testLine(effect)}`]),
    ...(prediction === null
      ? []
      : [`  Prediction interval: ${effectText(prediction.estimate, prediction.interval, measure)}`]),
    ...(subgroupDifferences === null
      ? []
      : [`  Test for subgroup differences: ${differencesLine(subgroupDifferences)}`]),
    ...(effect === null ? [] : [`  ${cochraneSentence(choices, { ...result, effect }, english)}`]),
    ...zeroCells(evidence.analysis, result).flatMap(({ withoutCorrection }) =>
      withoutCorrection === null
        ? []
        : [`  Without the correction of zero cells: ${pointText(withoutCorrection, measure)}`],
    ),
    ...notesLine(reportNotes(evidence)),
  ];
}

/**
 * A line for each study and each pool, in columns: name, effect, weight.
 *
 * @param read puts numbers into the reader's notation
 */
export function studyTable(
  { choices, result }: ComputedItem,
  translate: Translate,
  read: (numbers: string) => string = String,
): readonly string[] {
  const { measure } = choices.pooling.choice;
  const line = (label: string, pooled: PooledRows, weight: number | null): Line[] =>
    pooled.effect === null
      ? []
      : [
          {
            label,
            effect: read(effectText(pooled.effect.estimate, pooled.effect, measure)),
            weight: weightOf(weight, read),
          },
        ];
  const studies = (subgroup: number | null): Line[] =>
    result.rows
      .filter((row) => row.subgroup === subgroup)
      .map(({ study, effect, interval, weight, excluded }) => ({
        label: studyLabel({ study, excluded }),
        effect:
          effect.kind === "estimable" && interval !== null
            ? read(effectText(effect.estimate, interval, measure))
            : translate("Not estimable"),
        weight: weightOf(weight, read),
      }));
  const table: Line[] = [
    ...studies(null),
    ...(result.subgroups ?? []).flatMap((subgroup, index) => [
      { label: subgroup.name, effect: "", weight: "" },
      ...studies(index).map((one) => ({ ...one, label: `  ${one.label}` })),
      ...line(`  ${translate("Subtotal")}`, subgroup, subgroup.weight),
    ]),
    ...line(translate("Total"), result, result.effect === null ? null : 1),
  ];
  return aligned(table);
}

interface Line {
  readonly label: string;
  readonly effect: string;
  readonly weight: string;
}

function weightOf(weight: number | null, read: (numbers: string) => string): string {
  return weight === null ? "" : read(weightText(weight));
}

function aligned(table: readonly Line[]): readonly string[] {
  const width = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));
  const label = width(table.map((line) => line.label));
  const effect = width(table.map((line) => line.effect));
  const weight = width(table.map((line) => line.weight));
  return table.map((line) =>
    [line.label.padEnd(label), line.effect.padStart(effect), line.weight.padStart(weight)]
      .join("  ")
      .trimEnd(),
  );
}

function notesLine(notes: readonly string[]): readonly string[] {
  return notes.length === 0 ? [] : [`  Notes: ${notes.join(", ")}`];
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

/**
 * The report as comma-separated values (RFC 4180): a line for each study, subgroup and total, of whichever document.
 */
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

/** Text that a spreadsheet would take for a formula gets an apostrophe before it. */
function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
