import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../document/analysesDocument";
import { methodProperty } from "../schemaLookup/riskOfBias";
import type { Finding, RelatedPlace, Severity } from "../findings/finding";
import { diagnosticSource } from "@analyses/protocol/diagnosticCodes";
import { translate } from "../localisation/translate";

/** Converts the findings in a document to diagnostics (LSP 3.17, `textDocument/publishDiagnostics`). */
export function diagnostics(
  document: AnalysesDocument,
  findings: readonly Finding[],
  pageOf?: ProblemPages,
): Diagnostic[] {
  return findings.map((finding) => toDiagnostic(document, finding, pageOf));
}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Returns the address of the page about a diagnostic code. */
type ProblemPages = (code: string) => string;

/** Converts a finding to a diagnostic (LSP 3.17, Diagnostic). */
export function toDiagnostic(
  document: AnalysesDocument,
  finding: Finding,
  pageOf?: ProblemPages,
): Diagnostic {
  const { code, severity, message, start, end } = finding;
  const related = relatedPlaces(document, finding);
  const diagnostic: Diagnostic = {
    range: document.text.rangeBetween(start, end),
    severity: severities[severity],
    code,
    source: diagnosticSource,
    message,
  };
  if (pageOf !== undefined) diagnostic.codeDescription = { href: pageOf(code) };
  if (code === "deprecated-property") diagnostic.tags = [DiagnosticTag.Deprecated];
  if (related.length > 0)
    diagnostic.relatedInformation = related.map((place) => ({
      location: { uri: document.uri, range: document.text.rangeBetween(place.start, place.end) },
      message: place.message,
    }));
  return diagnostic;
}

/** The places that explain a finding, with a message each. */
export function relatedPlaces(document: AnalysesDocument, finding: Finding): readonly RelatedPlace[] {
  return [...finding.related, ...reasonAtTop(document, finding)];
}

/**
 * The place of the document's risk-of-bias method; a cached finding cannot have it, because edits move it separately.
 */
function reasonAtTop(document: AnalysesDocument, { data }: Finding): readonly RelatedPlace[] {
  const property = data.kind === "other-method" ? methodProperty(document) : undefined;
  if (property === undefined) return [];
  const { start, node } = property.value;
  return [{ message: translate("The document's method is chosen here."), start, end: start + node.length }];
}

/** A diagnostic about a whole file: at its top, by default an error. */
export function diagnosticOfFile(
  message: string,
  more: Pick<Diagnostic, "code" | "severity"> = {},
): Diagnostic {
  const start = { line: 0, character: 0 };
  const range = { start, end: start };
  return { range, severity: DiagnosticSeverity.Error, source: diagnosticSource, message, ...more };
}
