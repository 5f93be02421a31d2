import type { Yielding } from "@analyses/json";
import { type DataType, isRatio } from "@analyses/evidence";
import { loggedContrast } from "../model/contrast";
import { Losses } from "../model/report";
import {
  type Analysis,
  type Group,
  type Review,
  type RiskOfBiasMethod,
  type Row,
  type Stored,
  type StoredName,
  analysisKey,
  dataColumns,
  isJudged,
} from "../model/review";
import { domainTitles } from "../reading/riskOfBias";
import type { NamedBytes } from "../reading/zip";
import { packageHeadings } from "../revman/packageHeadings";
import { applicabilities, rowColumns, rowNumbers } from "../revman/packageRows";
import { differenceColumns, labelColumns, resultColumns } from "../revman/packageSettings";
import { type CsvOptions, csvBytes } from "./csv";
import { writeJson } from "./json";
import { html, listRevmanLosses, rowsOfPool, storedAs, sumsOf } from "./revmanResults";
import { hasForm, revmanDocument, showsJudgements, wordFor } from "./revmanJson";

/** The cells of a line, by heading. */
type Line = Readonly<Record<string, string | number | null | undefined>>;

interface PackageOptions extends Pick<CsvOptions, "isRaw"> {
  /** Null if unknown: the package then omits the document, which must name the method. */
  readonly riskOfBias: RiskOfBiasMethod | null;
  readonly withoutResults: boolean;
}

/** Writes RevMan's newest data package: its tables, and the document if it can represent all analyses. */
export function* revmanPackage(
  review: Review,
  name: string,
  options: PackageOptions,
  losses: Losses,
): Yielding<readonly NamedBytes[]> {
  const analyses = review.groups.flatMap((group) => group.analyses.map((analysis) => ({ group, analysis })));
  const csv = { isRaw: options.isRaw, losses };
  const file = (path: string, bytes: Uint8Array): NamedBytes => ({
    name: `${name}-${path.replace("*", name)}`,
    bytes,
  });
  const table = (headings: readonly string[], lines: Iterable<Line>): Yielding<Uint8Array> => {
    const cells = (function* () {
      for (const line of lines) yield headings.map((heading) => line[heading] ?? null);
    })();
    return csvBytes(headings, cells, csv);
  };
  for (const { group, analysis } of analyses)
    listRevmanLosses(analysis, analysisKey(group, analysis), losses);
  const of = { review, options };
  const subgroups = analyses.flatMap(({ group, analysis }) => subgroupLines(group, analysis, of));
  const files = [
    file(
      "analysis-data/*-overall-estimates-and-settings.csv",
      yield* table(
        packageHeadings.settings,
        analyses.map(({ group, analysis }) => settingsLine(group, analysis, of)),
      ),
    ),
    file(
      "analysis-data/*-data-rows.csv",
      yield* table(
        [...packageHeadings.rows, ...(options.riskOfBias === 2 ? judgementHeadings(2) : [])],
        (function* () {
          for (const { group, analysis } of analyses)
            for (const row of analysis.rows) yield rowLine(row, group, analysis, of);
        })(),
      ),
    ),
    ...(subgroups.length === 0
      ? []
      : [file("analysis-data/*-subgroup-estimates.csv", yield* table(packageHeadings.subgroups, subgroups))]),
    ...(yield* studyFiles(review, table, file)),
  ];
  const { riskOfBias, withoutResults } = options;
  const hasDocument = analyses.length > 0 && analyses.every(({ analysis }) => hasForm(analysis));
  if (riskOfBias === null || !hasDocument) return files;
  // Discards what the document reports: the tables report the same.
  const document = yield* writeJson(
    revmanDocument(review, { riskOfBias, withoutResults }, new Losses(losses.translate)),
    {
      isMinified: true,
      isOfRevman: true,
    },
  );
  return [file("analysis-data/*-analysis-data.json", document), ...files];
}

interface Around {
  readonly review: Review;
  readonly options: PackageOptions;
}

const dataTypes: Readonly<Record<DataType, string>> = {
  dichotomous: "Dichotomous",
  continuous: "Continuous",
  contrast: "Contrast level",
  "observed-expected": "O-E and variance",
};

const methods = {
  "mantel-haenszel": "MH",
  "inverse-variance": "IV",
  peto: "PETO",
  "observed-expected": "EXP_O_E_VAR",
};

const measures = {
  "risk-ratio": "Risk Ratio",
  "odds-ratio": "Odds Ratio",
  "risk-difference": "Risk Difference",
  "peto-odds-ratio": "Peto Odds Ratio",
  "mean-difference": "Mean Difference",
  "standardized-mean-difference": "Std. Mean Difference",
  "hazard-ratio": "Hazard Ratio",
  "rate-ratio": "Rate Ratio",
  "other-ratio": "",
  "other-difference": "",
} as const;

function resultsOf(
  columns: readonly (readonly [StoredName, string])[],
  stored: Stored,
  analysis: Analysis,
  { options }: Around,
): Line {
  if (options.withoutResults) return {};
  return Object.fromEntries(
    columns.map(([name, heading]) => {
      const value = storedAs(stored, name, "printed", analysis);
      return [heading, value === undefined || !Number.isFinite(value) ? null : value];
    }),
  );
}

function sumColumns(analysis: Analysis, subgroup: number | null): Line {
  const rows = rowsOfPool(analysis, subgroup);
  const [experimental, comparator] = [sumsOf(rows, "experimental"), sumsOf(rows, "comparator")];
  return {
    "Experimental cases": experimental.events,
    "Experimental N": experimental.total,
    "Control cases": comparator.events,
    "Control N": comparator.total,
  };
}

function settingsLine(group: Group, analysis: Analysis, around: Around): Line {
  const { review } = around;
  const { choices, labels, extras } = analysis;
  const measure = choices["effect-measure"]?.value;
  const dataType = choices["data-type"]?.value;
  const isRandom = choices.model?.value === "random-effects";
  const totals = choices.totals?.value ?? "totals-and-subtotals";
  const isOverall = totals === "totals-and-subtotals";
  return {
    "Analysis group": group.number,
    "Analysis number": analysis.number,
    "Analysis name": html(analysis.name, review),
    "Analysis group name": html(group.name, review),
    "Data source": "Custom input",
    "Data source eligibility": "#N/A",
    ...Object.fromEntries(labelColumns.map(([role, heading]) => [heading, html(labels[role], review)])),
    "Data type": dataType === undefined ? null : dataTypes[dataType],
    "Log-scale data": String(measure !== undefined && isRatio(measure)),
    "Statistical method": choices.method === undefined ? null : methods[choices.method.value],
    "Effect measure": measure === undefined ? null : (extras.otherMeasure ?? measures[measure]),
    "Analysis model": choices.model === undefined ? null : isRandom ? "Random effect" : "Fixed effect",
    "Heterogeneity estimator": isRandom
      ? choices["heterogeneity-estimator"]?.value === "reml"
        ? "REML"
        : "DL"
      : "#N/A",
    "Tau² CI": String(extras.tau2Interval ?? false),
    "Subgroup estimates": String(totals !== "no-totals"),
    "Overall estimates": String(isOverall),
    "Test for subgroup differences": String(extras.subgroupTest ?? totals !== "no-totals"),
    "Prediction interval": String(choices["prediction-interval"]?.value ?? false),
    "Swap event and non-event": String(choices["swap-events"]?.value ?? false),
    "CI method": choices["interval-method"]?.value === "hksj" ? "HKSJ" : "Wald",
    "CI/PI level": `${Number(((choices["confidence-level"]?.value ?? 0.95) * 100).toPrecision(12))}%`,
    "Sort studies by": extras.sortBy ?? "STUDY",
    "Graph scale": extras.graphScale?.value ?? 100,
    "Show risk of bias": String(showsJudgements(analysis)),
    ...(isOverall ? sumColumns(analysis, null) : {}),
    ...resultsOf(resultColumns, analysis.stored, analysis, around),
    ...resultsOf(differenceColumns, analysis.subgroupDifferences, analysis, around),
    ID: extras.id,
  };
}

function subgroupLines(group: Group, analysis: Analysis, around: Around): readonly Line[] {
  return analysis.subgroups.map((subgroup, index) => ({
    "Analysis group": group.number,
    "Analysis number": analysis.number,
    Subgroup: html(subgroup.name, around.review),
    "Subgroup number": subgroup.number,
    ...sumColumns(analysis, index),
    ...resultsOf(resultColumns, subgroup.stored, analysis, around),
    ID: subgroup.id,
  }));
}

function rowLine(row: Row, group: Group, analysis: Analysis, around: Around): Line {
  const { review } = around;
  const dataType = analysis.choices["data-type"]?.value ?? "dichotomous";
  const subgroup = row.subgroup === null ? undefined : analysis.subgroups[row.subgroup];
  const contrast = dataType === "contrast" ? loggedContrast(row, analysis) : null;
  const numbers = Object.fromEntries(
    dataColumns(dataType, rowNumbers).map(([role, heading]) => [heading, row.numbers[role]?.value ?? null]),
  );
  return {
    "Analysis group": group.number,
    "Analysis number": analysis.number,
    "Analysis name": html(analysis.name, review),
    Subgroup: html(subgroup?.name, review),
    "Subgroup number": subgroup?.number ?? null,
    Applicability: wordFor(applicabilities, { value: row.appliesTo }),
    Study: html(row.study, review),
    "Study year": row.year?.value ?? "",
    ...numbers,
    ...(contrast === null ? {} : { "GIV Mean": contrast.estimate, "GIV SE": contrast.standardError }),
    ...resultsOf(rowColumns, row.stored, analysis, around),
    Footnotes: row.footnotes.map((footnote) => html(footnote, review)).join("<br>"),
    ...judgementCells(row, 2),
  };
}

/** The headings of the judgements in a domain: by the first method in the table of studies, by the second in that of rows. */
const headingsOfDomain = {
  1: (title: string) => [`Domain (judgement): ${title}`, `Domain (support): ${title}`] as const,
  2: (title: string) => [`${title} (judgement)`, `${title} (support)`] as const,
};

function judgementHeadings(method: RiskOfBiasMethod): readonly string[] {
  return Array.from(domainTitles[method].values()).flatMap(headingsOfDomain[method]);
}

function judgementCells({ riskOfBias }: Row, method: RiskOfBiasMethod): Line {
  return Object.fromEntries(
    Array.from(domainTitles[method]).flatMap(([domain, title]) => {
      const one = riskOfBias.find((judgement) => judgement.domain === domain);
      const [judgement, support] = headingsOfDomain[method](title);
      const none = method === 1 ? "Not applicable" : "";
      return [
        [judgement, one === undefined ? none : judgements[one.judged]],
        [support, one?.support ?? ""],
      ];
    }),
  );
}

const judgements = {
  low: "Low risk",
  unclear: "Unclear risk",
  "some-concerns": "Some concerns",
  high: "High risk",
};

/** Writes the files of studies: their years, and judgements by the first method. */
function* studyFiles(
  review: Review,
  table: (headings: readonly string[], lines: Iterable<Line>) => Yielding<Uint8Array>,
  file: (path: string, bytes: Uint8Array) => NamedBytes,
): Yielding<readonly NamedBytes[]> {
  const rows = review.groups.flatMap(({ analyses }) => analyses.flatMap((analysis) => analysis.rows));
  const studies = [...new Map(rows.map((row) => [row.study.value, row])).values()];
  const information = yield* table(
    ["Study", "Year", "Data source"],
    studies.map(({ study, year }) => ({
      Study: html(study, review),
      Year: year?.value ?? "",
      "Data source": "",
    })),
  );
  const files = [file("study-data/*-study-information.csv", information)];
  if (review.riskOfBiasMethod !== 1 || !isJudged(review)) return files;
  const lines = studies.map((row) => ({ Study: html(row.study, review), ...judgementCells(row, 1) }));
  const judged = yield* table(["Study", ...judgementHeadings(1)], lines);
  return [...files, file("study-data/*-risk-of-bias.csv", judged)];
}
