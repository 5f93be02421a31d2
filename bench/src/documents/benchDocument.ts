import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";

/** A half-open range of UTF-16 offsets in a text. */
export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

/** A deliberate problem of a document. */
export interface ExpectedProblem {
  readonly code: DiagnosticCode;
  /** The ranges of the problem: its diagnostic must touch at least one of them. */
  readonly places: readonly OffsetRange[];
}

export interface BenchDocument {
  readonly name: string;
  readonly text: string;
  /** The problem in the document's last analysis, which every response must report. */
  readonly problem: ExpectedProblem;
  readonly groups: number;
  readonly analyses: number;
}
