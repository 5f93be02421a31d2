import { diagnostics, numbersDiagnostics } from "./codes";
import { withAlike } from "./words/numbers";
import type { FindingCode, ItemEvidence } from "@analyses/evidence";
import type { Check, ValidationSettings } from "../findings/check";
import type { Fix } from "./fixes/fix";
import type { Finding, FindingDraft } from "../findings/finding";
import type { SchemaContext } from "../schema/schemaContext";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SeverityName } from "@analyses/protocol/settings";
import { toPlainText } from "../schemaLookup/template";
import type { FindingOf } from "./diagnostic";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";

/** A code's severity unless the finding or the user overrides it. */
export function defaultSeverity(code: DiagnosticCode): SeverityName {
  return diagnostics[code].severity;
}

/** The severity that the user sets for the code; if not set, the finding's own severity; by default the code's. */
export function severityOf(
  { code, severity }: Pick<FindingDraft, "code" | "severity">,
  settings: Pick<ValidationSettings, "severity">,
): SeverityName {
  return settings.severity[code] ?? severity ?? defaultSeverity(code);
}

/** The fixes for a finding that change the text, best first. */
export function fixesFor(
  document: AnalysesDocument,
  schemas: SchemaContext,
  finding: Finding,
): readonly Fix[] {
  const fixes = diagnostics[finding.code].fixes?.(finding, document, schemas) ?? [];
  return fixes.filter(({ replacements }) =>
    replacements.some(
      ({ start, end, template }) => toPlainText(template) !== document.text.slice(start, end),
    ),
  );
}

/** Whether a fix may be certain, without computing the fixes, which can be slow. */
export function mayHaveCertainFix(document: AnalysesDocument, finding: Finding): boolean {
  return diagnostics[finding.code].mayHaveCertainFix?.(finding, document) ?? false;
}

/** The checks of text and of analyses that need no computed evidence. */
export const checks: readonly Check[] = Object.values(diagnostics).flatMap(
  (diagnostic) => diagnostic.checks ?? [],
);

/** The checks of computed analyses that are not in the package `evidence`. */
export const lateChecks: readonly Check[] = Object.values(diagnostics).flatMap((diagnostic) =>
  diagnostic.kind === "numbers" ? (diagnostic.lateChecks ?? []) : [],
);

/** The message of a finding about numbers, its related place, and its severity if not the code's. */
export function messageOf<Code extends FindingCode>(
  code: Code,
  finding: FindingOf<Code>,
  evidence: ItemEvidence,
) {
  const { words, related, severityOf: severity } = numbersDiagnostics[code];
  return {
    message: withAlike(words(finding, evidence), finding),
    related: related?.(finding, evidence),
    severity: severity?.(finding),
  };
}
