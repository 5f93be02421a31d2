import type { Location, Log, ReportingDescriptor, Result } from "sarif";
import { diagnosticCodes } from "../../../../protocol/src/diagnosticCodes";
import { documentationLink } from "../../../../protocol/src/documentation";
import type { Severity } from "../../validation/finding";
import type { CheckedFile, PlainRange, Problem } from "../checkedFile";

const levels: Readonly<Record<Severity, Result.level>> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

/** The problems as a SARIF 2.1.0 log, which code hosts and build servers read (OASIS SARIF 2.1.0). */
export function sarifReport(files: readonly CheckedFile[]): string {
  const rules = diagnosticCodes.map((id): ReportingDescriptor => ({ id, helpUri: documentationLink(id) }));
  const log: Log = {
    version: "2.1.0",
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    runs: [
      {
        tool: { driver: { name: "analyses-check", rules } },
        columnKind: "utf16CodeUnits",
        artifacts: files.map(({ uri }) => ({ location: { uri } })),
        results: files.flatMap((file, index) =>
          file.problems.map((problem) => resultOf(file, index, problem)),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function resultOf({ uri }: CheckedFile, artifact: number, problem: Problem): Result {
  const { code, severity, message, range, related } = problem;
  const result: Result = {
    ruleId: code,
    ruleIndex: diagnosticCodes.indexOf(code),
    level: levels[severity],
    message: { text: message },
    locations: [locationOf(uri, artifact, range)],
  };
  if (related.length > 0)
    result.relatedLocations = related.map((place, id) => ({
      id,
      ...locationOf(uri, artifact, place.range),
      message: { text: place.message },
    }));
  return result;
}

/** Lines and columns count from 1; the end column is the one behind the last character. */
function locationOf(uri: string, index: number, { start, end }: PlainRange): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri, index },
      region: {
        startLine: start.line + 1,
        startColumn: start.character + 1,
        endLine: end.line + 1,
        endColumn: end.character + 1,
      },
    },
  };
}
