import type { ReportedAnalysis, ReportedHeterogeneity, ReportedResult } from "./evidenceReport";

const columns = [
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
] as const;

type Column = (typeof columns)[number];
type Cells = Readonly<Partial<Record<Column, string | number | boolean | null>>>;

/** The report as comma-separated values (RFC 4180): a line for each study, subgroup and total. */
export function csvReport(analyses: readonly ReportedAnalysis[]): string {
  const lines = analyses.flatMap(linesOf).map((cells) => columns.map((column) => cell(cells[column])));
  return [columns, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

function linesOf(analysis: ReportedAnalysis): readonly Cells[] {
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
      ...pooled(result, heterogeneity),
    })),
    {
      ...of,
      kind: "total",
      studies: analysis.studies,
      participants: analysis.participants,
      ...pooled(analysis.result, analysis.heterogeneity),
    },
  ];
}

function pooled(result: ReportedResult | null, heterogeneity: ReportedHeterogeneity | null): Cells {
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
function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
