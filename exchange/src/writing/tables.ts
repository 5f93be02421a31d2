import type { Yielding } from "@analyses/json";
import { type DataType, byKey, choiceName, columnRoles, valueText } from "@analyses/evidence";
import { loggedContrast, reportConvertedEstimates } from "../model/contrast";
import type { Losses } from "../model/report";
import {
  type Analysis,
  type Group,
  type NumberNames,
  type Review,
  type Row,
  analysisKey,
  dataColumns,
  isJudged,
} from "../model/review";
import type { NamedBytes } from "../reading/zip";
import { type CsvOptions, csvBytes } from "./csv";
import { isUsual } from "./itemDocument";

/** Tables for statistics programs: R's metafor and meta, and one with a row for each arm. */
export const tableFormats = ["metafor", "meta", "arms"] as const;
type TableFormat = (typeof tableFormats)[number];

const numberNames: Readonly<Record<Exclude<TableFormat, "arms">, NumberNames>> = {
  metafor: {
    "experimental-events": "ai",
    "experimental-mean": "m1i",
    "experimental-sd": "sd1i",
    "experimental-total": "n1i",
    "comparator-events": "ci",
    "comparator-mean": "m2i",
    "comparator-sd": "sd2i",
    "comparator-total": "n2i",
    estimate: "yi",
    "standard-error": "sei",
    "observed-minus-expected": "o-e",
    variance: "variance",
  },
  meta: {
    "experimental-events": "event.e",
    "experimental-mean": "mean.e",
    "experimental-sd": "sd.e",
    "experimental-total": "n.e",
    "comparator-events": "event.c",
    "comparator-mean": "mean.c",
    "comparator-sd": "sd.c",
    "comparator-total": "n.c",
    estimate: "TE",
    "standard-error": "seTE",
    "observed-minus-expected": "o-e",
    variance: "variance",
  },
};

interface Named {
  readonly group: Group;
  readonly analysis: Analysis;
}

/**
 * Writes analyses as tables, one for each type of data: their numbers, names, subgroups and order. Reports the data
 * for which a table has no column.
 */
export function* tables(
  review: Review,
  name: string,
  format: TableFormat,
  options: CsvOptions,
): Yielding<readonly NamedBytes[]> {
  const { losses } = options;
  const all = review.groups.flatMap((group) =>
    group.analyses.map((analysis): Named => ({ group, analysis })),
  );
  for (const { group, analysis } of all) listLost(analysis, analysisKey(group, analysis), losses);
  listTexts(review, losses);
  const byType = byKey(all, ({ analysis }) => analysis.choices["data-type"]?.value ?? "dichotomous");
  const files: NamedBytes[] = [];
  for (const [dataType, own] of byType) {
    const table =
      format === "arms" ? armTable(own, dataType, options) : pairTable(own, dataType, format, options);
    const file = byType.size === 1 ? `${name}.csv` : `${name}-${dataType}.csv`;
    if (table !== null) files.push({ name: file, bytes: yield* table });
  }
  return files;
}

const common = ["comparison", "outcome", "subgroup", "study", "year"] as const;

function commonCells({ group, analysis }: Named, row: Row): readonly (string | null)[] {
  const subgroup = row.subgroup === null ? null : (analysis.subgroups[row.subgroup]?.name.value ?? null);
  return [group.name.value, analysis.name.value, subgroup, row.study.value, row.year?.value ?? null];
}

function pairTable(
  all: readonly Named[],
  dataType: DataType,
  format: Exclude<TableFormat, "arms">,
  options: CsvOptions,
): Yielding<Uint8Array> {
  // With events and totals, a table of O−E would be read as one of counts.
  const columns = dataColumns(dataType, numberNames[format]).filter(
    ([role]) => dataType !== "observed-expected" || columnRoles(dataType).includes(role),
  );
  const hasExcluded = isAnyExcluded(all);
  const headings = [
    ...common.map((heading) => (format === "meta" && heading === "study" ? "studlab" : heading)),
    ...columns.map(([, heading]) => heading),
    ...(hasExcluded ? ["exclude"] : []),
    "footnotes",
  ];
  const rows = (function* () {
    for (const named of all)
      for (const row of named.analysis.rows) {
        const contrast = dataType === "contrast" ? loggedContrast(row, named.analysis) : null;
        const numbers = columns.map(([role]) => {
          if (contrast !== null && role === "estimate") return contrast.estimate;
          if (contrast !== null && role === "standard-error") return contrast.standardError;
          return row.numbers[role]?.value ?? null;
        });
        yield [
          ...commonCells(named, row),
          ...numbers,
          ...(hasExcluded ? [row.excluded ? "true" : "false"] : []),
          row.footnotes.map(({ value }) => value).join(" "),
        ];
      }
  })();
  return csvBytes(headings, rows, options);
}

function isAnyExcluded(all: readonly Named[]): boolean {
  return all.some(({ analysis }) => analysis.rows.some(({ excluded }) => excluded));
}

/** @returns null for estimates and O−E, which have no numbers of single arms */
function armTable(
  all: readonly Named[],
  dataType: DataType,
  options: CsvOptions,
): Yielding<Uint8Array> | null {
  const { losses } = options;
  if (dataType === "contrast" || dataType === "observed-expected") {
    for (const { group, analysis } of all) {
      const where = { analysis: analysisKey(group, analysis), place: analysis.place };
      losses
        .item("lost", "setting-not-kept", where)
        .translate("Estimates are of no arm: the analysis was left out.");
    }
    return null;
  }
  const isOfCounts = dataType === "dichotomous";
  const hasExcluded = isAnyExcluded(all);
  const headings = [
    ...common,
    "arm",
    ...(isOfCounts ? ["events", "n"] : ["mean", "sd", "n"]),
    ...(hasExcluded ? ["exclude"] : []),
  ];
  const parts = isOfCounts ? (["events", "total"] as const) : (["mean", "sd", "total"] as const);
  const rows = (function* () {
    for (const named of all)
      for (const row of named.analysis.rows)
        for (const arm of ["experimental", "comparator"] as const)
          yield [
            ...commonCells(named, row),
            named.analysis.labels[`${arm}-label`]?.value ?? arm,
            ...parts.map((part) => row.numbers[`${arm}-${part}`]?.value ?? null),
            ...(hasExcluded ? [row.excluded ? "true" : "false"] : []),
          ];
  })();
  return csvBytes(headings, rows, options);
}

const settings = [
  "effect-measure",
  "method",
  "model",
  "heterogeneity-estimator",
  "interval-method",
  "totals",
  "swap-events",
  "confidence-level",
] as const;

/**
 * Reports settings that change the numbers of an analysis, and rows that count in only some of its pools: tables have
 * no columns for them.
 */
function listLost(analysis: Analysis, key: string, losses: Losses): void {
  const { translate } = losses;
  const { choices, rows, place } = analysis;
  reportConvertedEstimates(analysis, key, losses);
  for (const role of settings) {
    const cell = choices[role];
    if (cell === undefined || isUsual(role, cell, choices)) continue;
    const value = valueText(role, cell.value, translate);
    losses
      .item("lost", "setting-not-kept", { analysis: key, place: cell.place })
      .translate("A table has no place for “{0}” ({1}).", value, choiceName(role, translate));
  }
  if (rows.some(({ appliesTo }) => appliesTo !== "subgroup-and-overall"))
    losses
      .item("lost", "row-outside-total", { analysis: key, place })
      .translate("Tables cannot say that rows count for subgroups, or for the total, only.");
}

function listTexts({ groups }: Review, losses: Losses): void {
  if (isJudged({ groups }))
    losses
      .item("lost", "risk-of-bias-domain")
      .translate("Tables have no place for judgements of risk of bias.");
  const isLabelled = groups.some(({ analyses }) =>
    analyses.some(({ labels }) => Object.keys(labels).length > 0),
  );
  if (isLabelled)
    losses.item("note", "setting-not-kept").translate("Tables have no place for labels and units.");
}
