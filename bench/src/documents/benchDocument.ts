import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";

/** A stretch of a text: UTF-16 offsets. */
export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

/** A deliberate problem of a document. */
export interface ExpectedProblem {
  readonly code: DiagnosticCode;
  /** Ranges of which a diagnostic of the problem touches at least one. */
  readonly places: readonly OffsetRange[];
}

export interface BenchDocument {
  readonly name: string;
  readonly text: string;
  /** The problem in its last analysis, which every response must report. */
  readonly problem: ExpectedProblem;
  readonly groups: number;
  readonly analyses: number;
}
