import { diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import type { SchemaAssociation, SeverityName } from "@analyses/protocol/settings";
import { configurationFileName, severityNames } from "@analyses/protocol/settings";
import { translate } from "../localisation/translate";
import type { CheckOptions } from "../checker/checkFiles";
import { type NoRequest, configurationChoice, readOptions, wrong } from "./program";

export const formats = ["text", "json", "sarif", "github", "junit"] as const;
export type ReportFormat = (typeof formats)[number];

/** A request to `analyses-check`. File names are as given on the command line. */
export interface CheckRequest {
  readonly kind: "check";
  /** Files, folders and globs; `-` is the standard input. */
  readonly names: readonly string[];
  readonly stdinFilename: string | undefined;
  /** Globs, relative to the current folder, of files to leave out of those that folders and globs stand for. */
  readonly exclude: readonly string[];
  /** Whether a folder or glob may match no document. */
  readonly mayBeNone: boolean;
  /** The base folder of paths in reports for code hosts; if undefined, the repository's root. */
  readonly base: string | undefined;
  /** The JSON report of an earlier check, whose problems do not count. */
  readonly baseline: string | undefined;
  readonly itemSchema: string | undefined;
  readonly schemas: readonly SchemaAssociation[];
  readonly severity: Readonly<Record<string, SeverityName>>;
  readonly maxProblems: number | undefined;
  readonly maxWarnings: number;
  readonly configuration: CheckOptions["configuration"];
  readonly format: ReportFormat;
  readonly isQuiet: boolean;
  /** Whether certain fixes are left out, written to the files, or shown as a patch. */
  readonly fixing: "no" | "files" | "diff";
  readonly isWatching: boolean;
}

export type CommandLine = CheckRequest | NoRequest;

const options = {
  "item-schema": { type: "string" },
  schema: { type: "string", multiple: true },
  severity: { type: "string", multiple: true },
  "max-problems": { type: "string" },
  config: { type: "string" },
  "no-config": { type: "boolean" },
  "stdin-filename": { type: "string" },
  exclude: { type: "string", multiple: true },
  "allow-none": { type: "boolean" },
  base: { type: "string" },
  baseline: { type: "string" },
  fix: { type: "boolean" },
  diff: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  "max-warnings": { type: "string" },
  format: { type: "string" },
  watch: { type: "boolean", short: "w" },
} as const;

/** @param words the arguments after the program's name */
export function readCommandLine(words: readonly string[]): CommandLine {
  const given = readOptions(words, options);
  if (given.kind !== "given") return given;
  const { names } = given;
  const format = formats.find((one) => one === (given.last("format") ?? "text"));
  if (format === undefined) return wrong(translate("{0} must be one of {1}", "--format", formats.join(", ")));
  const counts: { "max-problems"?: number; "max-warnings"?: number } = {};
  for (const name of ["max-problems", "max-warnings"] as const) {
    const written = given.last(name);
    if (written === undefined) continue;
    if (!/^\d{1,15}$/.test(written)) return wrong(translate("{0} must be a whole number", `--${name}`));
    counts[name] = Number(written);
  }
  const schemas: SchemaAssociation[] = [];
  for (const written of given.all("schema")) {
    // An identifier may contain `=`; file names seldom do.
    const at = written.lastIndexOf("=");
    if (at < 1 || at === written.length - 1)
      return wrong(translate("{0} must be {1}", "--schema", "ID=FILE"));
    schemas.push({ id: written.slice(0, at), path: written.slice(at + 1) });
  }
  const severity: Record<string, SeverityName> = {};
  for (const written of given.all("severity")) {
    const [code = "", ...names] = written.split("=");
    const level = severityNames.find((name) => name === names.join("="));
    if (level === undefined)
      return wrong(translate("{0} must be {1}", "--severity", `CODE=${severityNames.join("|")}`));
    if (!diagnosticCodes.some((known) => known === code))
      return wrong(translate("there is no problem with the code {0}", code));
    severity[code] = level;
  }
  const configuration = configurationChoice(given);
  if (configuration.kind === "wrong") return configuration;
  const isFixing = given.has("fix") ? "files" : "no";
  const request: CheckRequest = {
    kind: "check",
    names,
    stdinFilename: given.last("stdin-filename"),
    exclude: given.all("exclude"),
    mayBeNone: given.has("allow-none"),
    base: given.last("base"),
    baseline: given.last("baseline"),
    itemSchema: given.last("item-schema"),
    schemas,
    severity,
    maxProblems: counts["max-problems"],
    maxWarnings: counts["max-warnings"] ?? Infinity,
    configuration,
    format,
    isQuiet: given.has("quiet"),
    fixing: given.has("diff") ? "diff" : isFixing,
    isWatching: given.has("watch"),
  };
  if (names.length === 0) return wrong(translate("no file was named"));
  if (names.includes("-") && names.length > 1)
    return wrong(translate("{0} is checked alone, without other files", "-"));
  if (request.stdinFilename !== undefined && !names.includes("-"))
    return wrong(translate("{0} goes only with {1}", "--stdin-filename", "-"));
  if (names.includes("-") && request.isWatching) return wrong(translate("{0} cannot be watched", "-"));
  return request;
}

/** The output of `--help`. */
export function usage(): string {
  const rows: readonly (readonly [string, string])[] = [
    ["--item-schema FILE", translate("the JSON Schema that each analysis must follow")],
    ["--schema ID=FILE", translate("the JSON Schema of documents whose $schema is ID; may be repeated")],
    ["--severity CODE=LEVEL", translate("error, warning, information, hint or off; may be repeated")],
    ["--max-problems N", translate("at most so many problems for each file")],
    ["--config FILE", translate("this configuration file and no other")],
    ["--no-config", translate("no configuration file")],
    ["--exclude GLOB", translate("leave out these files of folders and globs; may be repeated")],
    ["--allow-none", translate("a folder or glob may have no document")],
    ["", ""],
    ["--fix", translate("mend what has one certain fix, in the files")],
    ["--diff", translate("show what --fix would change, and change nothing")],
    ["-w, --watch", translate("check again whenever a file changes")],
    ["--stdin-filename FILE", translate("the name of what comes from the standard input")],
    ["", ""],
    ["--format FORMAT", formats.join(", ")],
    ["--base FOLDER", translate("the folder that github and sarif name files from")],
    ["--baseline FILE", translate("leave out the problems in this report of --format json")],
    ["-q, --quiet", translate("show errors only")],
    ["--max-warnings N", translate("end with status 1 when there are more warnings")],
    ["-h, --help", translate("show this help")],
    ["-V, --version", translate("show the version")],
  ];
  const lines = rows.map(([option, meaning]) => `  ${option.padEnd(23)}${meaning}`.trimEnd());
  return [
    translate("Usage: {0}", "analyses-check [OPTION…] FILE|FOLDER|GLOB|-…"),
    "",
    translate("Checks analyses documents as the editor does. A folder stands for the documents in it."),
    translate("Settings come from the nearest {0}; options come first.", configurationFileName),
    "",
    ...lines,
    "",
    translate("Exit status: 0 no errors, 1 errors, 2 the check could not be done."),
  ].join("\n");
}

/** The lines of {@link usage} that say how to call the program and how to see all lines. */
export function shortUsage(): string {
  const isLeading = (line: string, index: number): boolean => index === 0 || line.includes("--help");
  return usage().split("\n").filter(isLeading).join("\n");
}
