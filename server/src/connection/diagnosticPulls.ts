import type { Connection, DocumentDiagnosticParams, DocumentDiagnosticReport } from "vscode-languageserver";
import { DocumentDiagnosticReportKind } from "vscode-languageserver";
import type { DiagnosticReports } from "./diagnosticReports";
import type { OpenDocuments } from "./openDocuments";
import type { RequestGuard } from "./requestGuard";

const nothing: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };

/**
 * Answers clients that ask for diagnostics themselves (LSP 3.17, `textDocument/diagnostic`).
 *
 * @param refresh has the client ask again. VS Code's client sends the two out of order where it has documents that
 *   it does not show: it asks about a document, and then says that it is open.
 */
export function answerDiagnosticPulls(
  connection: Connection,
  documents: OpenDocuments,
  guard: RequestGuard,
  reports: DiagnosticReports,
  refresh: () => void,
): void {
  const askedTooEarly = new Set<string>();
  const answer = guard.onDiagnosticPull<DocumentDiagnosticParams, DocumentDiagnosticReport>(
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
  );
  connection.languages.diagnostics.on((params, token) => {
    const { uri } = params.textDocument;
    if (documents.get(uri) === undefined) askedTooEarly.add(uri);
    return answer(params, token);
  });
  documents.onDidOpen(({ document: { uri } }) => {
    if (askedTooEarly.delete(uri)) refresh();
  });
}
