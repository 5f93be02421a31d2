import type { Diagnostic } from "vscode-languageserver-types";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { diagnosticSource } from "../../../protocol/src/diagnosticCodes";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { Finding, Severity } from "../validation/finding";

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The address of the page that explains a code. */
export type ProblemPages = (code: string) => string;

/** A finding as the protocol has it (LSP 3.17, Diagnostic). */
export function toDiagnostic(
  document: AnalysesDocument,
  finding: Finding,
  pageOf?: ProblemPages,
): Diagnostic {
  const { code, severity, message, start, end, related } = finding;
  const diagnostic: Diagnostic = {
    range: document.text.rangeBetween(start, end),
    severity: severities[severity],
    code,
    source: diagnosticSource,
    message,
  };
  if (pageOf !== undefined) diagnostic.codeDescription = { href: pageOf(code) };
  if (related.length > 0)
    diagnostic.relatedInformation = related.map((place) => ({
      location: { uri: document.uri, range: document.text.rangeBetween(place.start, place.end) },
      message: place.message,
    }));
  return diagnostic;
}
