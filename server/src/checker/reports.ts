import type { CheckedFile, CheckResult, CheckFailure, PlainRange, Problem } from "./checkFiles";
import { translate } from "../localisation/translate";
import { type CodedMessage, type Severity, findingsBeyond } from "../findings/finding";
import { onlySomeShown } from "../validation/validateDocument";
import { visible } from "@analyses/evidence";
import type { ArtifactLocation, Location, Log, Notification, ReportingDescriptor, Result } from "sarif";
import { type DiagnosticCode, diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import { isObject, parsedJson } from "@analyses/protocol/message";

export interface ReportInput extends CheckResult {
  readonly version: string;
  /** The URI of the folder from which reports for code hosts name files; ends in a slash. */
  readonly root: string;
  /** The page that explains a code, as Markdown, if available. */
  readonly pageOf: (code: string) => string | undefined;
  readonly paint: Paint;
  /** Whether certain fixes are only shown, not written to the files. */
  readonly isTrial: boolean;
}

/** The parts of a text report that are coloured differently. */
export type Style = "error" | "warning" | "information" | "hint" | "place" | "code" | "good";
export type Paint = (style: Style, text: string) => string;

interface Counts extends Readonly<Record<Severity, number>> {
  readonly files: number;
}

/** Counts the problems by severity, shown or not. */
export function countProblems(files: readonly CheckedFile[]): Counts {
  const counts = { error: 0, warning: 0, information: 0, hint: 0, files: 0 };
  for (const { problems } of files) {
    for (const { severity } of problems) counts[severity] += 1;
    if (problems.length > 0) counts.files += 1;
  }
  return counts;
}

/** The problems of a file that a report shows; beyond the limit, the last one says that there are more. */
function shownOf({ problems, mostShown }: CheckedFile): readonly Problem[] {
  const next = problems[mostShown];
  if (next === undefined) return problems;
  const last: Problem = {
    code: "schema",
    severity: "information",
    message: onlySomeShown(mostShown),
    range: next.range,
    related: [],
    fixable: false,
  };
  return [...problems.slice(0, mostShown), last];
}

/**
 * A line for each problem in compiler format, `file:line:column: severity: message [code]`, and a summary in the last
 * line.
 */
export function textReport({ files, failures, paint, isTrial }: ReportInput): string {
  const lines = files.flatMap((file) =>
    shownOf(file).map(({ range: { start }, severity, message, code }) => {
      const place = paint("place", `${visible(file.name)}:${start.line + 1}:${start.character + 1}`);
      return `${place}: ${paint(severity, severity)}: ${visible(message)} ${paint("code", `[${code}]`)}\n`;
    }),
  );
  return `${lines.join("")}${summary(files, failures.length, paint, isTrial)}\n`;
}

function summary(files: readonly CheckedFile[], failed: number, paint: Paint, isTrial: boolean): string {
  const counts = countProblems(files);
  const places = files.reduce((sum, { fixed }) => sum + (fixed?.changes.length ?? 0), 0);
  const sentences = [problemsSentence(counts, files.length, failed, paint)];
  if (files.some(({ problems, mostShown }) => problems.length > mostShown))
    sentences.push(translate("Not all are shown: the setting maxProblems cut some off."));
  const fixable = files.flatMap(({ problems }) => problems.filter((problem) => problem.fixable));
  if (fixable.length > 0) sentences.push(translate("Problems that --fix mends: {0}.", fixable.length));
  if (places > 0)
    sentences.push(
      isTrial
        ? translate("Places that --fix would mend besides: {0}.", places)
        : translate("Places mended: {0}.", places),
    );
  return sentences.join(" ");
}

/** The wording avoids singular and plural forms. */
function problemsSentence(counts: Counts, checked: number, failed: number, paint: Paint): string {
  const { error, warning, information, hint, files } = counts;
  const all = error + warning + information + hint;
  // A failed check cannot report "no problems".
  if (all === 0 && failed > 0)
    return paint("error", translate("Files checked: {0}. What could not be done: {1}.", checked, failed));
  if (all === 0) return paint("good", translate("Files checked: {0}. No problems.", checked));
  const sentence = translate(
    "Files checked: {0}, with problems: {1}. Problems: {2} (errors: {3}, warnings: {4}, notes: {5}).",
    ...[checked, files, all, error, warning, information + hint],
  );
  return paint(error > 0 ? "error" : "warning", sentence);
}

/**
 * `{ "files": [{ "file", "problems": [{ "code", "severity", "message", "range", "related", "fixable" }] }], "failures": [{ "file",
 * "reason" }], "summary": { "checked", "files", "error", "warning", "information", "hint" } }`; ranges as in LSP: lines
 * and characters (UTF-16 units) from 0. The summary counts all problems, shown or not.
 */
export function jsonReport({ files, failures }: ReportInput): string {
  const report = {
    files: files.map((file) => ({ file: file.name, problems: shownOf(file) })),
    failures: failures.map(({ name, reason }) => ({ file: name, reason })),
    summary: { checked: files.length, ...countProblems(files) },
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

const commands: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

/**
 * A GitHub Actions workflow command for each problem, which GitHub shows next to the line (docs.github.com, "Workflow
 * commands for GitHub Actions").
 */
export function githubReport({ files, failures, root }: ReportInput): string {
  const problems = files.flatMap((file) =>
    shownOf(file).map(({ code, severity, message, range: { start, end } }) => {
      // Workflow commands allow columns only within one line.
      const columns =
        start.line === end.line ? { col: start.character + 1, endColumn: end.character + 1 } : {};
      const place = { file: pathFrom(root, file), line: start.line + 1, endLine: end.line + 1, ...columns };
      return command(commands[severity], { ...place, title: code }, message);
    }),
  );
  const undone = failures.map(({ name, reason }) =>
    command("error", { title: "analyses-check" }, `${name}: ${reason}`),
  );
  return [...problems, ...undone].join("");
}

/** A file's path for code hosts: relative to the report's root folder, if the file is inside it. */
function pathFrom(root: string, { name, uri }: CheckedFile): string {
  return uri.startsWith(root) ? decodeURIComponent(uri.slice(root.length)) : name;
}

function command(
  name: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const written = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapeProperty(visible(String(value)))}`,
  );
  return `::${name} ${written.join(",")}::${escapeData(visible(message))}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes also the characters that separate the properties of a workflow command. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** A JUnit test suite for each file, with a test for each problem; only errors are failures. */
export function junitReport({ files, failures }: ReportInput): string {
  const suites = [...files.map(suiteOf), ...failures.map(failedSuiteOf)].join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="analyses-check">\n${suites}</testsuites>\n`;
}

function suiteOf(file: CheckedFile): string {
  const { name } = file;
  const problems = shownOf(file);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const cases = problems.map(({ code, severity, message, range: { start } }) => {
    const place = `${start.line + 1}:${start.character + 1}`;
    // Build servers stop at failures: only errors are reported as failures.
    const body =
      severity === "error"
        ? element("failure", { message, type: code }, escape(`${name}:${place}: ${message}`))
        : element("system-out", {}, escape(`${severity}: ${message}`));
    return `    ${element("testcase", { name: `${code} ${place}`, classname: name, file: name, line: String(start.line + 1) }, body)}\n`;
  });
  if (cases.length === 0)
    cases.push(`    ${element("testcase", { name: "check", classname: name, file: name }, "")}\n`);
  const counts = { tests: String(cases.length), failures: String(errors), errors: "0" };
  return `  ${element("testsuite", { name, ...counts }, `\n${cases.join("")}  `)}\n`;
}

function failedSuiteOf({ name, reason }: CheckFailure): string {
  const test = element(
    "testcase",
    { name: "check", classname: name },
    element("error", { message: reason }, ""),
  );
  return `  ${element("testsuite", { name, tests: "1", failures: "0", errors: "1" }, test)}\n`;
}

function element(name: string, attributes: Readonly<Record<string, string>>, content: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  return `<${name}${written.join("")}>${content}</${name}>`;
}

function escape(text: string): string {
  return (
    visible(text)
      .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
      // XML 1.0 (section 2.2) does not allow these characters, not even as references.
      .replace(/[\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd")
  );
}

const levels: Readonly<Record<Severity, Result.level>> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

/** The base of relative URIs: the root of a run's source code (SARIF 2.1.0, section 3.14.14). */
const sourceRoot = "%SRCROOT%";

/** The problems as a SARIF 2.1.0 log, which code hosts and build servers read (OASIS SARIF 2.1.0). */
export function sarifReport(input: ReportInput): string {
  const { files, failures, version, root } = input;
  const log: Log = {
    version: "2.1.0",
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    runs: [
      {
        tool: {
          driver: {
            name: "analyses-check",
            version,
            rules: diagnosticCodes.map((code) => ruleOf(code, input.pageOf(code))),
          },
        },
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: failures.map((failure) => notificationOf(failure, root)),
          },
        ],
        originalUriBaseIds: { [sourceRoot]: { uri: root } },
        columnKind: "utf16CodeUnits",
        artifacts: files.map(({ uri }) => ({ location: addressOf(uri, root) })),
        results: files.flatMap((file, index) =>
          shownOf(file).map((problem) => resultOf(addressOf(file.uri, root), index, problem)),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** @param page starts with a heading of the code, a colon and a short description */
function ruleOf(code: DiagnosticCode, page: string | undefined): ReportingDescriptor {
  const rule: ReportingDescriptor = { id: code };
  const heading = /^# `[^`]+`: (.+)$/m.exec(page ?? "")?.[1];
  if (page === undefined || heading === undefined) return rule;
  return { ...rule, shortDescription: { text: heading }, help: { text: page, markdown: page } };
}

function notificationOf({ name, uri, reason }: CheckFailure, root: string): Notification {
  const notification: Notification = { level: "error", message: { text: visible(`${name}: ${reason}`) } };
  if (uri === undefined) return notification;
  return { ...notification, locations: [{ physicalLocation: { artifactLocation: addressOf(uri, root) } }] };
}

/** A file's address, relative to the root if possible, so that code hosts find it wherever the check ran. */
function addressOf(uri: string, root: string): ArtifactLocation {
  return uri.startsWith(root) ? { uri: uri.slice(root.length), uriBaseId: sourceRoot } : { uri };
}

function resultOf(address: ArtifactLocation, artifact: number, problem: Problem): Result {
  const { code, severity, message, range, related } = problem;
  const result: Result = {
    ruleId: code,
    ruleIndex: diagnosticCodes.indexOf(code),
    level: levels[severity],
    message: { text: visible(message) },
    locations: [locationOf(address, artifact, range)],
  };
  if (related.length > 0)
    result.relatedLocations = related.map((place, id) => ({
      id,
      ...locationOf(address, artifact, place.range),
      message: { text: visible(place.message) },
    }));
  return result;
}

/** Lines and columns count from 1; the end column is the one after the last character. */
function locationOf(address: ArtifactLocation, index: number, { start, end }: PlainRange): Location {
  return {
    physicalLocation: {
      artifactLocation: { ...address, index },
      region: {
        startLine: start.line + 1,
        startColumn: start.character + 1,
        endLine: end.line + 1,
        endColumn: end.character + 1,
      },
    },
  };
}

/** The problems of each file in an earlier check. */
export type Baseline = ReadonlyMap<string, readonly CodedMessage[]>;

/** @returns undefined unless the text is a report of `--format json` */
export function readBaseline(text: string): Baseline | undefined {
  const report = parsedJson(text);
  if (!isObject(report) || !Array.isArray(report.files)) return undefined;
  return new Map(
    report.files.filter(isObject).map(({ file, problems }) => [
      fileKey(String(file)),
      (Array.isArray(problems) ? problems.filter(isObject) : []).map(({ code, message }) => ({
        code: String(code),
        message: String(message),
      })),
    ]),
  );
}

/** A file without the problems that it had in the earlier check, wherever in the file they are now. */
export function withoutKnown(file: CheckedFile, baseline: Baseline): CheckedFile {
  const known = baseline.get(fileKey(file.name)) ?? [];
  const { problems, problemsBefore } = file;
  return {
    ...file,
    problems: findingsBeyond(known, problems),
    problemsBefore: findingsBeyond(known, problemsBefore),
  };
}

/** A file's name for comparison: a baseline written on another operating system may have other path separators. */
const fileKey = (name: string): string => name.replaceAll("\\", "/");
