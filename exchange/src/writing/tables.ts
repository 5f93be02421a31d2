import type { Yielding } from "@analyses/json";
import { type DataType, type NumberRole, choiceName, valueText } from "@analyses/evidence";
import { loggedContrast, reportConvertedEstimates } from "../model/contrast";
import type { Losses } from "../model/report";
import { type Analysis, type Group, type Review, type Row, analysisKey } from "../model/review";
import type { NamedBytes } from "../reading/zip";
import { type CsvOptions, csvBytes } from "./csv";
import { isUsual } from "./itemDocument";

/** Tables for statistics programs: R's metafor and meta, and one with a row for each arm. */
export const tableFormats = ["metafor", "meta", "arms"] as const;
type TableFormat = (typeof tableFormats)[number];

/** The names of number columns, by type of data. */
const numberColumns: Readonly<
  Record<Exclude<TableFormat, "arms">, Readonly<Record<DataType, readonly (readonly [string, NumberRole])[]>>>
> = {
  metafor: {
    dichotomous: [
      ["ai", "experimental-events"],
      ["n1i", "experimental-total"],
      ["ci", "comparator-events"],
      ["n2i", "comparator-total"],
    ],
    continuous: [
      ["m1i", "experimental-mean"],
      ["sd1i", "experimental-sd"],
      ["n1i", "experimental-total"],
      ["m2i", "comparator-mean"],
      ["sd2i", "comparator-sd"],
      ["n2i", "comparator-total"],
    ],
    contrast: [
      ["yi", "estimate"],
      ["sei", "standard-error"],
      ["n1i", "experimental-total"],
      ["n2i", "comparator-total"],
    ],
    "observed-expected": [
      ["o-e", "observed-minus-expected"],
      ["variance", "variance"],
    ],
  },
  meta: {
    dichotomous: [
      ["event.e", "experimental-events"],
      ["n.e", "experimental-total"],
      ["event.c", "comparator-events"],
      ["n.c", "comparator-total"],
    ],
    continuous: [
      ["n.e", "experimental-total"],
      ["mean.e", "experimental-mean"],
      ["sd.e", "experimental-sd"],
      ["n.c", "comparator-total"],
      ["mean.c", "comparator-mean"],
      ["sd.c", "comparator-sd"],
    ],
    contrast: [
      ["TE", "estimate"],
      ["seTE", "standard-error"],
      ["n.e", "experimental-total"],
      ["n.c", "comparator-total"],
    ],
    "observed-expected": [
      ["o-e", "observed-minus-expected"],
      ["variance", "variance"],
    ],
  },
};

interface Named {
  readonly group: Group;
  readonly analysis: Analysis;
  readonly dataType: DataType;
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
    group.analyses.map((analysis): Named => {
      const dataType = analysis.choices["data-type"]?.value ?? "dichotomous";
      listLost(analysis, analysisKey(group, analysis), losses);
      return { group, analysis, dataType };
    }),
  );
  listTexts(review, losses);
  const types = [...new Set(all.map(({ dataType }) => dataType))];
  const files: NamedBytes[] = [];
  for (const dataType of types) {
    const own = all.filter((one) => one.dataType === dataType);
    const table =
      format === "arms" ? armTable(own, dataType, options) : pairTable(own, dataType, format, options);
    const file = types.length === 1 ? `${name}.csv` : `${name}-${dataType}.csv`;
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
  const columns = numberColumns[format][dataType];
  const hasExcluded = isAnyExcluded(all);
  const headings = [
    ...common.map((heading) => (format === "meta" && heading === "study" ? "studlab" : heading)),
    ...columns.map(([heading]) => heading),
    ...(hasExcluded ? ["exclude"] : []),
    "footnotes",
  ];
  const rows = (function* () {
    for (const named of all)
      for (const row of named.analysis.rows) {
        const contrast = dataType === "contrast" ? loggedContrast(row, named.analysis) : null;
        const numbers = columns.map(([, role]) => {
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

/** @returns null for estimates, which have no arms */
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

/** Lists settings that change the numbers of an analysis, and rows that count in only some of its pools. */
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
  const rows = groups.flatMap(({ analyses }) => analyses.flatMap((analysis) => analysis.rows));
  if (rows.some(({ riskOfBias }) => riskOfBias.length > 0))
    losses
      .item("lost", "risk-of-bias-domain")
      .translate("Tables have no place for judgements of risk of bias.");
  const isLabelled = groups.some(({ analyses }) =>
    analyses.some(({ labels }) => Object.keys(labels).length > 0),
  );
  if (isLabelled)
    losses.item("note", "setting-not-kept").translate("Tables have no place for labels and units.");
}
