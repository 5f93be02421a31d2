import type { Diagnostic, Position, Range } from "vscode-languageserver-types";
import { evidenceCodes } from "@analyses/protocol/diagnosticCodes";
import type { Subject } from "../servers/subject";
import type { Expectation, ExpectedFinding } from "./trace";

/** Describes the errors in a server's diagnostics; undefined if they are right. */
export function wrongFindings(
  { answers }: Subject,
  diagnostics: readonly Diagnostic[],
  { findings, mayHaveMore }: Expectation,
): string | undefined {
  const meets = (diagnostic: Diagnostic, { code, ranges }: ExpectedFinding) =>
    ranges.some((range) => touch(diagnostic.range, range)) &&
    (answers !== "withOurCodes" || diagnostic.code === code);
  const missing = findings.find((finding) => !diagnostics.some((diagnostic) => meets(diagnostic, finding)));
  if (missing !== undefined) {
    return `no ${missing.code} at ${missing.ranges.map(showRange).join(" or ")}, but ${showAll(diagnostics)}`;
  }
  // The server publishes evidence diagnostics after computing them, and those of random numbers are unpredictable.
  const more = diagnostics.filter(
    (diagnostic) =>
      !evidenceCodes.some((code) => code === diagnostic.code) &&
      !findings.some((finding) => meets(diagnostic, finding)),
  );
  return mayHaveMore || more.length === 0 ? undefined : `more than there is: ${showAll(more)}`;
}

function isBefore(one: Position, other: Position): boolean {
  return one.line === other.line ? one.character < other.character : one.line < other.line;
}

function touch(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function showAll(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return "nothing";
  const shown = diagnostics.slice(0, 3).map(({ code, message, range }) => {
    const text = typeof message === "string" ? message : message.value;
    return `${code === undefined ? "" : `${code} `}“${text.slice(0, 80)}” at ${showRange(range)}`;
  });
  return shown.join("; ") + (diagnostics.length > 3 ? `; and ${diagnostics.length - 3} more` : "");
}

function showRange({ start, end }: Range): string {
  return `${showPosition(start)} to ${showPosition(end)}`;
}

function showPosition({ line, character }: Position): string {
  return `${line + 1}:${character + 1}`;
}
