import { replaced, fix } from "./fixes/fix";
import type { Finding, Severity } from "../findings/finding";
import type { Check } from "../findings/check";
import type { Fix } from "./fixes/fix";
import type { SchemaContext } from "../schema/schemaContext";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SeverityName } from "@analyses/protocol/settings";
import type { Finding as EvidenceFinding, FindingCode, ItemEvidence } from "@analyses/evidence";

/** All about one code: what is looked at, the words, the severity, the fixes. Its page is `docs/diagnostics/<code>.md`. */
export type Diagnostic =
  | CheckedDiagnostic
  | SchemaDiagnostic
  | (DiagnosticBase & Pick<NumbersDiagnostic<never>, "kind" | "checks" | "lateChecks">);

interface DiagnosticBase {
  /** Where neither the finding nor the user says otherwise; the page says the same. */
  readonly severity: SeverityName;
  /** The ways to make a finding go away, the best first. */
  readonly fixes?: (finding: Finding, document: AnalysesDocument, schemas: SchemaContext) => readonly Fix[];
  /** Whether one of the fixes may be certain: for most a glance tells, and the fixes may take long. None is when absent. */
  readonly mayHaveCertainFix?: (finding: Finding, document: AnalysesDocument) => boolean;
}

/** What checks of its own find. */
export interface CheckedDiagnostic extends DiagnosticBase {
  readonly kind: "checked";
  readonly checks: readonly Check[];
}

/** What schemas object to, by their keywords (`validation/schemaFindings.ts`); the file has what makes these its findings. */
export interface SchemaDiagnostic extends DiagnosticBase {
  readonly kind: "schema";
  /** What finds it without a schema. */
  readonly checks?: readonly Check[];
}

export type FindingOf<Code extends FindingCode> = {
  readonly [C in Code]: Extract<EvidenceFinding, { readonly code: C }>;
}[Code];

/** What the numbers of an analysis say, found by `evidence/src/checks`; a team can accept it. */
export interface NumbersDiagnostic<Code extends FindingCode> extends DiagnosticBase {
  readonly kind: "numbers";
  /** One sentence with the numbers that caused it. */
  readonly words: (finding: FindingOf<Code>, evidence: ItemEvidence) => string;
  /** The other place of two that do not fit each other: a pointer in the item (RFC 6901). */
  readonly beside?: (
    finding: FindingOf<Code>,
    evidence: ItemEvidence,
  ) => { readonly pointer: string; readonly message: string } | undefined;
  /** Where the severity is another than that of the code. */
  readonly severityOf?: (finding: FindingOf<Code>) => Severity | undefined;
  /** What is checked besides: of the text, and of analyses that are computed. */
  readonly checks?: readonly Check[];
  readonly lateChecks?: readonly Check[];
}

/** A fix that writes the numbers of a finding's repairs; preferred where the finding is a warning or an error. */
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
