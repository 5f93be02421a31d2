import type { Diagnostic } from "vscode-languageserver-types";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { diagnosticSource } from "../../../protocol/src/diagnosticCodes";
import { translate } from "../localisation/translate";

/** What is told at the top of a schema file that cannot be used. */
export function schemaFileDiagnostic(reason: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: DiagnosticSeverity.Error,
    source: diagnosticSource,
    code: "item-schema-unavailable",
    message: translate("Analyses documents cannot follow this schema: {0}.", reason),
  };
}

/** What is told at the top of a configuration file that cannot be obeyed. */
export function configurationFileDiagnostic(reason: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: DiagnosticSeverity.Error,
    source: diagnosticSource,
    message: translate("These settings are not obeyed: {0}.", reason),
  };
}
