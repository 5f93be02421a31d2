import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";

/** A stretch of a text: UTF-16 offsets. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A problem that a document has on purpose. */
export interface Plant {
  readonly code: DiagnosticCode;
  /** A finding of it touches one of these. */
  readonly places: readonly Stretch[];
}

export interface BenchDocument {
  readonly name: string;
  readonly text: string;
  /** In its last analysis: what every answer must report. */
  readonly problem: Plant;
  readonly groups: number;
  readonly analyses: number;
}
