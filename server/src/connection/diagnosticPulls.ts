import type { Connection, DocumentDiagnosticParams, DocumentDiagnosticReport } from "vscode-languageserver";
import { DocumentDiagnosticReportKind } from "./lspLibrary";
import type { DiagnosticReports } from "./diagnosticReports";
import type { RequestGuard } from "./requestGuard";

const nothing: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };

/** Answers clients that ask for diagnostics themselves (LSP 3.17, `textDocument/diagnostic`). */
export function answerDiagnosticPulls(
  connection: Connection,
  guard: RequestGuard,
  reports: DiagnosticReports,
): void {
  connection.languages.diagnostics.on(
    guard.onDiagnosticPull<DocumentDiagnosticParams, DocumentDiagnosticReport>(
      nothing,
      async (document, { previousResultId }, token) => {
        const report = await reports.report(document, previousResultId, token);
        switch (report.kind) {
          case "full":
            return { ...report, kind: DocumentDiagnosticReportKind.Full };
          case "unchanged":
            return { ...report, kind: DocumentDiagnosticReportKind.Unchanged };
          case "cancelled":
            return nothing;
        }
      },
    ),
  );
}
