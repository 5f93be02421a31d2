import type { ArtifactLocation, Location, Log, Notification, ReportingDescriptor, Result } from "sarif";
import type { DiagnosticCode } from "../../../../protocol/src/diagnosticCodes";
import { diagnosticCodes } from "../../../../protocol/src/diagnosticCodes";
import type { Severity } from "../../languageService";
import type { CheckFailure, PlainRange, Problem } from "../checkedFile";
import { visible } from "../visible";
import type { ReportInput } from "./report";

const levels: Readonly<Record<Severity, Result.level>> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

/** By which addresses of files are relative: where the source code of a run lies (SARIF 2.1.0, section 3.14.14). */
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
          file.problems.map((problem) => resultOf(addressOf(file.uri, root), index, problem)),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** @param page its heading is the code, a colon and what is wrong */
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

/** Relative where it can be: code hosts find the file whatever the machine of the check called its folder. */
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

/** Lines and columns count from 1; the end column is the one behind the last character. */
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
