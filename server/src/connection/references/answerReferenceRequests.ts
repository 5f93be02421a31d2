import type { CancellationToken, Connection, TextDocumentPositionParams } from "vscode-languageserver";
import type {
  DocumentParams,
  ProblemsAfterAnswer,
  ProblemsAfterParams,
  ReferenceAtPosition,
  ReferenceCheckReport,
} from "../../../../protocol/src/referenceRequests";
import {
  checkReferencesRequest,
  problemsAfterRequest,
  referenceAtRequest,
  registriesChangedNotification,
} from "../../../../protocol/src/referenceRequests";
import type { AnalysesLanguageService } from "../../languageService";
import type { DiagnosticReports } from "../diagnosticReports";
import type { RequestGuard } from "../requestGuard";
import type { ReferenceChecks } from "./referenceChecks";

/** Answers the requests of a client that knows registries (protocol, referenceRequests.ts). */
export function answerReferenceRequests(
  connection: Connection,
  service: AnalysesLanguageService,
  checks: ReferenceChecks,
  reports: DiagnosticReports,
  guard: RequestGuard,
): void {
  connection.onNotification(registriesChangedNotification, () => checks.checkAll());
  connection.onRequest(
    checkReferencesRequest,
    async ({ uri }: DocumentParams, token: CancellationToken): Promise<ReferenceCheckReport | null> =>
      (await checks.checkNow(uri, token)) ?? null,
  );
  connection.onRequest(
    referenceAtRequest,
    guard.onDocument<TextDocumentPositionParams, ReferenceAtPosition | null>(
      null,
      (document, { position }) => service.referenceAt(document, position) ?? null,
    ),
  );
  connection.onRequest(
    problemsAfterRequest,
    guard.onDocument<ProblemsAfterParams, ProblemsAfterAnswer | null>(
      null,
      async (document, { textDocument: { version }, changes }, token) => {
        if (version !== document.version) return null;
        return { messages: await reports.problemsAfter(document, changes, token) };
      },
    ),
  );
}
