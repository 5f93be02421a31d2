import { type Fix, replaced, fix } from "./fixes/fix";
import type { Finding, Severity } from "../findings/finding";
import type { Check } from "../findings/check";
import type { SchemaContext } from "../schema/schemaContext";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SeverityName } from "@analyses/protocol/settings";
import type { Finding as EvidenceFinding, FindingCode, ItemEvidence } from "@analyses/evidence";

/** Everything about one code: checks, messages, severity, fixes. The code's page is `docs/diagnostics/<code>.md`. */
export type Diagnostic =
  | CheckedDiagnostic
  | SchemaDiagnostic
  | (DiagnosticBase & Pick<NumbersDiagnostic<never>, "kind" | "checks" | "lateChecks">);

interface DiagnosticBase {
  /** The default severity, which the code's page repeats. */
  readonly severity: SeverityName;
  /** The fixes for a finding, best first. */
  readonly fixes?: (finding: Finding, document: AnalysesDocument, schemas: SchemaContext) => readonly Fix[];
  /** Whether a fix may be certain, without computing the fixes, which can be slow. By default false. */
  readonly mayHaveCertainFix?: (finding: Finding, document: AnalysesDocument) => boolean;
}

/** A code with its own checks. */
export interface CheckedDiagnostic extends DiagnosticBase {
  readonly kind: "checked";
  readonly checks: readonly Check[];
}

/**
 * A code for the problems of certain schema keywords; `validation/schemaFindings.ts` passes them to the code's file.
 */
export interface SchemaDiagnostic extends DiagnosticBase {
  readonly kind: "schema";
  /** Checks that need no schema. */
  readonly checks?: readonly Check[];
}

export type FindingOf<Code extends FindingCode> = {
  readonly [C in Code]: Extract<EvidenceFinding, { readonly code: C }>;
}[Code];

/** A code for findings about the numbers of an analysis, which `evidence/src/checks` makes. A team can accept them. */
export interface NumbersDiagnostic<Code extends FindingCode> extends DiagnosticBase {
  readonly kind: "numbers";
  /** The message: one sentence with the numbers that caused the finding. */
  readonly words: (finding: FindingOf<Code>, evidence: ItemEvidence) => string;
  /**
   * The second of two places that contradict each other: a JSON pointer in the analysis (RFC 6901), with its message.
   */
  readonly related?: (
    finding: FindingOf<Code>,
    evidence: ItemEvidence,
  ) => { readonly pointer: string; readonly message: string } | undefined;
  /** The severity, if it differs from the code's. */
  readonly severityOf?: (finding: FindingOf<Code>) => Severity | undefined;
  /** Additional checks of the text. */
  readonly checks?: readonly Check[];
  /** Additional checks of computed analyses. */
  readonly lateChecks?: readonly Check[];
}

/**
 * Creates a function for {@link DiagnosticBase.fixes}: its fix writes the numbers of the finding's repairs, and is
 * preferred for warnings and errors.
 */
export function writesNumbers(title: (written: string) => string): NonNullable<DiagnosticBase["fixes"]> {
  return ({ data, severity }) => {
    if (data.kind !== "evidence" || data.repairs.length === 0) return [];
    const preferred = severity === "warning" || severity === "error";
    const written = data.repairs.map(({ newText }) => newText).join(", ");
    return [
      fix(
        title(written),
        data.repairs.map((repair) => replaced(repair, repair.newText)),
        { preferred },
      ),
    ];
  };
}
