import type { DiagnosticCode } from "../../../protocol/src/diagnosticCodes";
import type { LinePosition } from "../text/documentText";
import type { Severity } from "../validation/finding";

/** What was found in a file; lines and characters count from 0, as in LSP. */
export interface CheckedFile {
  /** As it was named on the command line. */
  readonly name: string;
  readonly uri: string;
  readonly problems: readonly Problem[];
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
