import { type SourceKind, type TargetFormat, sourceKinds, targetFormats } from "@analyses/exchange";
import { configurationFileName } from "@analyses/protocol/settings";
import type { CheckOptions } from "../checker/checkFiles";
import { type NoRequest, configurationChoice, readOptions, wrong } from "./program";

/** A request to `analyses-convert`. */
export interface ConvertRequest {
  readonly kind: "convert";
  /** As given on the command line; `-` is the standard input. */
  readonly files: readonly string[];
  readonly from: SourceKind | null;
  readonly to: TargetFormat;
  readonly itemSchema: string | null;
  readonly configuration: CheckOptions["configuration"];
  /** The analyses to convert, as `1.2`; null for all. */
  readonly analyses: ReadonlySet<string> | null;
  readonly columns: string | null;
  readonly sheet: string | null;
  readonly riskOfBias: 1 | 2 | null;
  readonly withoutResults: boolean;
  readonly rawText: boolean;
  readonly report: "text" | "json";
  readonly reportFile: string | null;
  readonly output: string | null;
  readonly force: boolean;
  readonly strict: boolean;
}

type ConvertCommandLine = ConvertRequest | NoRequest;

export const convertUsage = `Usage: analyses-convert [--from KIND] --to FORMAT [--item-schema FILE] [--config FILE | --no-config]
                        [--analysis G.N]… [--columns FILE] [--sheet NAME] [--risk-of-bias 1|2]
                        [--without-results] [--raw-text] [--report text|json] [--report-file FILE]
                        [--output FILE|FOLDER [--force]] [--strict] FILE…

Reads reviews of RevMan 5 (.rm5), RevMan's data packages (folders or .zip), tables (CSV, TSV, XLSX) and
analyses documents, and writes them in another format; what a file is, its content says. The report says
what was not carried over. FILE may be -, the standard input.

  --from KIND            ${sourceKinds.join(", ")}
  --to FORMAT            ${targetFormats.join(", ")}
  --item-schema FILE     the JSON Schema of an analysis; else that of the nearest ${configurationFileName}
  --config FILE          this configuration file and no other
  --no-config            no configuration file
  --analysis G.N         only this one: analysis N of group G; may be repeated
  --columns FILE         the answers to what a table leaves open, as JSON; without them the questions are printed
  --sheet NAME           the sheet of a workbook
  --risk-of-bias 1|2     the method of the judgements, where the source does not say it
  --without-results      without the results that the source stores
  --raw-text             texts that spreadsheets would compute stay as they are
  --report text|json     what the report looks like, on the standard error
  --report-file FILE     the report goes here
  --output FILE|FOLDER   the result goes here, else to the standard output; a package into a folder, or a .zip
  --force                files that are there are written over
  --strict               what was changed or assumed, and results that differ, count as well
  -h, --help             show this help
  -V, --version          show the version

Exit status: 0 everything of the analyses was carried over, 1 some of it was not, 2 it could not do its work.`;

const options = {
  from: { type: "string" },
  to: { type: "string" },
  "item-schema": { type: "string" },
  config: { type: "string" },
  "no-config": { type: "boolean" },
  analysis: { type: "string" },
  columns: { type: "string" },
  sheet: { type: "string" },
  "risk-of-bias": { type: "string" },
  "without-results": { type: "boolean" },
  "raw-text": { type: "boolean" },
  report: { type: "string" },
  "report-file": { type: "string" },
  output: { type: "string" },
  force: { type: "boolean" },
  strict: { type: "boolean" },
} as const;

/** @param words the arguments after the program's name */
export function readConvertCommandLine(words: readonly string[]): ConvertCommandLine {
  const given = readOptions(words, options);
  if (given.kind !== "given") return given;
  const { names: files } = given;
  const analyses = new Set(given.all("analysis"));
  if ([...analyses].some((number) => !/^\d+\.\d+$/.test(number))) return wrong("--analysis must be like 1.2");
  const to = targetFormats.find((format) => format === given.last("to"));
  if (to === undefined) return wrong(`--to must be one of ${targetFormats.join(", ")}`);
  const from = sourceKinds.find((kind) => kind === given.last("from")) ?? null;
  if (given.has("from") && from === null) return wrong(`--from must be one of ${sourceKinds.join(", ")}`);
  if (files.length === 0) return wrong("no file was named");
  if (files.filter((name) => name === "-").length > 1) return wrong("- can be read only once");
  if (files.includes("-") && from === null) return wrong("- needs --from");
  const report = given.last("report") ?? "text";
  if (report !== "text" && report !== "json") return wrong("--report must be text or json");
  const method = given.last("risk-of-bias");
  if (method !== undefined && method !== "1" && method !== "2") return wrong("--risk-of-bias must be 1 or 2");
  const configuration = configurationChoice(given);
  if (configuration.kind === "wrong") return configuration;
  const output = given.last("output") ?? null;
  if (given.has("force") && output === null && !given.has("report-file"))
    return wrong("--force goes only with --output or --report-file");
  return {
    kind: "convert",
    files,
    from,
    to,
    itemSchema: given.last("item-schema") ?? null,
    configuration,
    analyses: analyses.size === 0 ? null : analyses,
    columns: given.last("columns") ?? null,
    sheet: given.last("sheet") ?? null,
    riskOfBias: method === undefined ? null : method === "1" ? 1 : 2,
    withoutResults: given.has("without-results"),
    rawText: given.has("raw-text"),
    report,
    reportFile: given.last("report-file") ?? null,
    output,
    force: given.has("force"),
    strict: given.has("strict"),
  };
}
