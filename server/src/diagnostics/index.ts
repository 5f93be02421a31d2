import { diagnostics, numbersDiagnostics } from "./codes";
import { withAlike } from "./words/alike";
import type { FindingCode, ItemEvidence } from "@analyses/evidence";
import type { Check } from "../findings/check";
import type { Fix } from "./fixes/fix";
import type { Finding } from "../findings/finding";
import type { SchemaContext } from "../schema/schemaContext";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SeverityName } from "@analyses/protocol/settings";
import type { FindingOf } from "./diagnostic";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";

/** What a finding's severity is where neither the finding nor the user says otherwise. */
export function defaultSeverity(code: DiagnosticCode): SeverityName {
  return diagnostics[code].severity;
}

/** The ways to make a finding go away, the best first. */
export function fixesFor(
  document: AnalysesDocument,
  schemas: SchemaContext,
  finding: Finding,
): readonly Fix[] {
  return diagnostics[finding.code].fixes?.(finding, document, schemas) ?? [];
}

/** Whether one of a finding's fixes may be certain: for most a glance tells, and the fixes may take long. */
export function mayHaveCertainFix(document: AnalysesDocument, finding: Finding): boolean {
  return diagnostics[finding.code].mayHaveCertainFix?.(finding, document) ?? false;
}

/** What looks at the text, and at the analyses that are not computed for it. */
export const checks: readonly Check[] = Object.values(diagnostics).flatMap((one) => one.checks ?? []);

/** What looks at computed analyses besides what `evidence` finds in each. */
export const lateChecks: readonly Check[] = Object.values(diagnostics).flatMap((one) =>
  one.kind === "numbers" ? (one.lateChecks ?? []) : [],
);

/** What is said of a finding of numbers, beside which other place, and how severe it is where that is not its code's. */
export function saidOf<Code extends FindingCode>(
  code: Code,
  finding: FindingOf<Code>,
  evidence: ItemEvidence,
) {
  const { words, beside, severityOf } = numbersDiagnostics[code];
  return {
    message: withAlike(words(finding, evidence), finding),
    beside: beside?.(finding, evidence),
    severity: severityOf?.(finding),
  };
}
