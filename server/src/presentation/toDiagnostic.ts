import type { Diagnostic } from "vscode-languageserver-types";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { diagnosticSource } from "../../../protocol/src/diagnosticCodes";
import { documentationLink } from "../../../protocol/src/documentation";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { Finding, Severity } from "../validation/finding";
import { rangeBetween } from "./rangeBetween";

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** A finding as the protocol has it (LSP 3.17, Diagnostic). */
export function toDiagnostic(document: AnalysesDocument, finding: Finding): Diagnostic {
  const { code, severity, message, start, end, related } = finding;
  const diagnostic: Diagnostic = {
    range: rangeBetween(document, start, end),
    severity: severities[severity],
    code,
    codeDescription: { href: documentationLink(code) },
    source: diagnosticSource,
    message,
  };
  if (related.length > 0)
    diagnostic.relatedInformation = related.map((place) => ({
      location: { uri: document.uri, range: rangeBetween(document, place.start, place.end) },
      message: place.message,
    }));
  return diagnostic;
}
