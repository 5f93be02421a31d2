import type { DiagnosticCode } from "../../../protocol/src/diagnosticCodes";
import type { LinePosition } from "../../../json/src";
import type { Severity } from "../languageService";

/** What came of a check. */
export interface CheckResult {
  readonly files: readonly CheckedFile[];
  readonly failures: readonly CheckFailure[];
}

/** Something that could not be done. */
export interface CheckFailure {
  /** Of a file, for people. */
  readonly name: string;
  readonly uri: string | undefined;
  /** The end of a sentence. */
  readonly reason: string;
}

/** What was found in a file; lines and characters count from 0, as in LSP. */
export interface CheckedFile {
  /** As it was named on the command line. */
  readonly name: string;
  readonly uri: string;
  readonly problems: readonly Problem[];
  /** Whether there are more than the setting `maxProblems` lets through; the last problem says so. */
  readonly isCut: boolean;
  /** What its certain fixes make of it, where it has any: the problems are those that are left. */
  readonly fixed: FixedText | undefined;
}

/** A text before and after, and how many places differ. */
export interface FixedText {
  readonly before: string;
  readonly after: string;
  /** By offsets of `before`, in its order, none touching another. */
  readonly changes: readonly { readonly start: number; readonly end: number; readonly newText: string }[];
}

export interface Problem {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly range: PlainRange;
  readonly related: readonly { readonly message: string; readonly range: PlainRange }[];
}

export interface PlainRange {
  readonly start: LinePosition;
  readonly end: LinePosition;
}
