import type { Yielding } from "@analyses/json";
import { byKey, htmlText } from "@analyses/evidence";
import { listEmptySubgroup, listUnknownType, Losses } from "../model/report";
import { type Analysis, type Group, type Judgement, type Review, analysisKey } from "../model/review";
import { type TableRecord, Columns, delimiterOf, readCsv } from "../reading/csv";
import { decodeText } from "../reading/decode";
import { htmlCell } from "../reading/cells";
import { type NamedJudgement, judgedAs, judgementsByStudy } from "../reading/riskOfBias";
import { parsedJson } from "../reading/json";
import { Refused } from "../reading/limits";
import { mapYielding } from "../yieldingLists";
import type { NamedBytes } from "../reading/zip";
import {
  type PackageTable,
  countOf,
  findLabel,
  inferredChoices,
  poolOf,
  settingsOf,
} from "./packageSettings";
import { readRow } from "./packageRows";
import { readRevmanJson } from "./readRevmanJson";

/** The files of a data package that the reader uses, by the ends of their names. */
const parts = {
  rows: "-data-rows.csv",
  settings: "-overall-estimates-and-settings.csv",
  subgroups: "-subgroup-estimates.csv",
  riskOfBias: "-risk-of-bias.csv",
  json: "-analysis-data.json",
  parameters: "-parameters.csv",
} as const;

export function isPackageFile(name: string): boolean {
  return Object.values(parts).some((end) => name.endsWith(end));
}

/**
 * Reads RevMan's data package in any of its three forms (`spec/exchange.md` section 3). If the package contains an
 * analyses document, reads the document, and from the tables only the analyses that the document lacks.
 *
 * @param files the files that {@link isPackageFile} accepts
 * @throws Refused for a package of diagnostic accuracy
 */
export function* readPackage(files: readonly NamedBytes[], losses: Losses): Yielding<Review> {
  const fileOf = (part: keyof typeof parts): NamedBytes | undefined =>
    files.find(({ name }) => name.endsWith(parts[part]));
  const diagnostic = fileOf("parameters");
  if (diagnostic !== undefined)
    throw new Refused(losses.translate("{0} is of diagnostic accuracy, which is not read.", diagnostic.name));
  const byStudy = judgementsByStudy(yield* riskOfBiasIn(fileOf("riskOfBias"), losses), losses);
  const json = fileOf("json");
  const tables = { rows: fileOf("rows"), settings: fileOf("settings"), subgroups: fileOf("subgroups") };
  const review =
    json === undefined
      ? yield* readTables(tables, losses)
      : withMissing(
          yield* readRevmanJson(parsedJson(decodeText(json.bytes, json.name, losses)), json.name, losses),
          // Discards what the tables' reader reports: the document's reader reports the same.
          yield* readTables(tables, new Losses(losses.translate)),
          losses,
        );
  return withJudgements(review, byStudy);
}

/** Adds a package's analyses that only the tables contain: RevMan's document lacks some types of data. */
function withMissing(document: Review, tables: Review, losses: Losses): Review {
  const known = new Set(
    document.groups.flatMap((group) => group.analyses.map((analysis) => analysisKey(group, analysis))),
  );
  const missing = tables.groups.map((group) => ({
    ...group,
    analyses: group.analyses.filter((analysis) => !known.has(analysisKey(group, analysis))),
  }));
  const groups = document.groups.map((group) => {
    const more = missing.find(({ number }) => number === group.number)?.analyses ?? [];
    return {
      ...group,
      analyses: [...group.analyses, ...more].sort((one, other) => one.number - other.number),
    };
  });
  const others = missing.filter(
    ({ number, analyses }) => analyses.length > 0 && !groups.some((group) => group.number === number),
  );
  for (const group of missing)
    for (const analysis of group.analyses) {
      const key = analysisKey(group, analysis);
      losses
        .item("note", "outside-analyses", { analysis: key, place: analysis.place })
        .translate("Analysis {0} stands in the package's tables only: it was read from there.", key);
    }
  return { ...document, source: "revman-package", groups: [...groups, ...others] };
}

/** Reads the rows of a data package without its other files. */
export function* readPackageRows(rows: NamedBytes, losses: Losses): Yielding<Review> {
  return yield* readTables({ rows, settings: undefined, subgroups: undefined }, losses);
}

/** Copies each study's judgements by RoB 1 to its rows. */
function withJudgements(review: Review, byStudy: ReadonlyMap<string, readonly Judgement[]>): Review {
  if (review.riskOfBiasMethod === 2 || byStudy.size === 0) return review;
  return {
    ...review,
    riskOfBiasMethod: 1,
    groups: review.groups.map((group) => ({
      ...group,
      analyses: group.analyses.map((analysis) => ({
        ...analysis,
        rows: analysis.rows.map((row) => ({ ...row, riskOfBias: byStudy.get(row.study.value) ?? [] })),
      })),
    })),
  };
}

/** Reads a table of a data package; an empty table for a missing file. */
function* tableOf(file: NamedBytes | undefined, losses: Losses): Yielding<PackageTable> {
  if (file === undefined) return { columns: new Columns([]), records: [] };
  const text = decodeText(file.bytes, file.name, losses);
  const [headings, ...records] = yield* readCsv(text, {
    delimiter: delimiterOf(text),
    file: file.name,
    losses,
  });
  return { columns: new Columns(headings?.cells ?? []), records };
}

function* riskOfBiasIn(file: NamedBytes | undefined, losses: Losses): Yielding<readonly NamedJudgement[]> {
  const table = yield* tableOf(file, losses);
  const domains = table.columns.headings.flatMap((heading, index) => {
    const domain = /^Domain \(judgement\): (.*)$/.exec(heading)?.[1];
    return domain === undefined ? [] : [{ domain, index }];
  });
  return table.records.flatMap((record) =>
    domains.flatMap(({ domain, index }) => {
      const { cells, place } = record;
      const judged = judgedAs(cells[index] ?? "", 1);
      const support = cells[index + 1] ?? "";
      const study = htmlText(table.columns.text(record, "Study"));
      return judged === undefined
        ? []
        : [{ study, domain, judged, support: support === "" ? null : support, place }];
    }),
  );
}

/** Number of rows to read before yielding. */
const rowsInStep = 1_000;

interface Tables<Table> {
  readonly rows: Table;
  readonly settings: Table;
  readonly subgroups: Table;
}

function keyOf({ columns }: PackageTable, record: TableRecord): string {
  return `${columns.text(record, "Analysis group")}.${columns.text(record, "Analysis number")}`;
}

/** An analysis of a data package. */
interface PackageAnalysis extends Tables<PackageTable> {
  readonly key: string;
  /** The table that names the analysis: that of the settings or, if it lacks the analysis, that of the rows. */
  readonly named: PackageTable;
  /** The line of the analysis in `named`. */
  readonly record: TableRecord;
  readonly ownRows: readonly TableRecord[];
  readonly ownSubgroups: readonly TableRecord[];
  readonly losses: Losses;
}

function* readTables(files: Tables<NamedBytes | undefined>, losses: Losses): Yielding<Review> {
  const settings = yield* tableOf(files.settings, losses);
  const rows = yield* tableOf(files.rows, losses);
  const subgroups = yield* tableOf(files.subgroups, losses);
  const rowsOf = byKey(rows.records, (record) => keyOf(rows, record));
  const subgroupsOf = byKey(subgroups.records, (record) => keyOf(subgroups, record));
  const withSettings = settings.records.map((record) => ({
    key: keyOf(settings, record),
    named: settings,
    record,
  }));
  const known = new Set(withSettings.map(({ key }) => key));
  const others = Array.from(rowsOf).flatMap(([key, [record]]) =>
    record === undefined || known.has(key) ? [] : [{ key, named: rows, record }],
  );
  const groups = new Map<string, Group & { readonly analyses: Analysis[] }>();
  let rowsRead = 0;
  for (const one of [...withSettings, ...others]) {
    const { key, named, record } = one;
    const ownRows = rowsOf.get(key) ?? [];
    const number = named.columns.text(record, "Analysis group");
    const name = htmlCell(named.columns.text(record, "Analysis group name"), record.place, losses);
    const group = groups.get(number) ?? { number: countOf(number), name, analyses: [] };
    groups.set(number, group);
    const ownSubgroups = subgroupsOf.get(key) ?? [];
    const from = { ...one, settings, rows, subgroups, ownRows, ownSubgroups, losses };
    const analysis = yield* analysisOf(from);
    if (analysis !== undefined) group.analyses.push(analysis);
    rowsRead += ownRows.length;
    if (rowsRead < rowsInStep) continue;
    rowsRead = 0;
    yield 0;
  }
  const has2 = rows.columns.headings.some((heading) => heading.endsWith(" (judgement)"));
  return {
    source: "revman-package",
    groups: [...groups.values()],
    riskOfBiasMethod: has2 ? 2 : null,
    isHtml: true,
  };
}

function* analysisOf(from: PackageAnalysis): Yielding<Analysis | undefined> {
  const { key, settings, named, record, rows, ownRows, losses } = from;
  const { place } = record;
  const analysisSettings =
    named === settings
      ? settingsOf(key, settings, record, losses)
      : inferredChoices({ analysis: key, place }, rows, ownRows, losses);
  const dataType = analysisSettings.choices["data-type"]?.value;
  if (dataType === undefined) {
    listUnknownType(losses, { analysis: key, place }, named.columns.text(record, "Data type"));
    return undefined;
  }
  const subgroups = subgroupsIn(from);
  const { totals } = analysisSettings.choices;
  return {
    number: countOf(named.columns.text(record, "Analysis number")),
    name: htmlCell(named.columns.text(record, "Analysis name"), place, losses),
    ...analysisSettings,
    // Without subgroups, "subtotals only" leaves no totals at all.
    choices:
      totals?.value === "subtotals-only" && subgroups.list.length === 0
        ? { ...analysisSettings.choices, totals: { ...totals, value: "no-totals" } }
        : analysisSettings.choices,
    subgroups: subgroups.list,
    rows: yield* mapYielding(ownRows, (one) => readRow(one, rows, dataType, subgroups.indexOf, losses)),
    place,
  };
}

/** The subgroups of an analysis in order, and the lookup for rows. Reports and omits a subgroup without rows. */
function subgroupsIn({ key, rows, ownRows, subgroups, ownSubgroups, losses }: PackageAnalysis): {
  readonly list: Analysis["subgroups"];
  readonly indexOf: (record: TableRecord) => number | null;
} {
  const labels = ownRows.flatMap((record) => findLabel(rows, record) ?? []);
  const used = new Set(labels.map(({ id }) => id));
  const order = new Map<
    string,
    { readonly name: string; readonly number: string; readonly record: TableRecord | undefined }
  >();
  for (const record of ownSubgroups) {
    const label = findLabel(subgroups, record);
    if (label === undefined) continue;
    const id = used.has(label.id) ? label.id : `name ${label.name}`;
    if (used.has(id)) order.set(id, { ...label, record });
    else listEmptySubgroup(losses, { analysis: key, place: record.place }, htmlText(label.name));
  }
  for (const label of labels) if (!order.has(label.id)) order.set(label.id, { ...label, record: undefined });
  const indexes = new Map([...order.keys()].map((id, index) => [id, index]));
  return {
    list: Array.from(order.values(), ({ name, number, record }, index) => ({
      name: htmlCell(name, record?.place ?? { file: "", line: 1, column: 1 }, losses),
      number: number === "" ? index + 1 : countOf(number),
      id: record === undefined ? null : subgroups.columns.text(record, "ID") || null,
      stored: record === undefined ? {} : poolOf(subgroups, record),
    })),
    indexOf: (record) => indexes.get(findLabel(rows, record)?.id ?? "") ?? null,
  };
}
