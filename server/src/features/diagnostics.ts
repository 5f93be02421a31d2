import type { Diagnostic } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { ProblemPages } from "../presentation/toDiagnostic";
import { toDiagnostic } from "../presentation/toDiagnostic";
import type { Finding } from "../validation/finding";

/** The findings in a document as diagnostics (LSP 3.17, `textDocument/publishDiagnostics`). */
export function diagnostics(
  document: AnalysesDocument,
  findings: readonly Finding[],
  pageOf?: ProblemPages,
): Diagnostic[] {
  return findings.map((finding) => toDiagnostic(document, finding, pageOf));
}
