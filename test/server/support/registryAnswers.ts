import type { CancellationToken } from "vscode-languageserver-protocol/node";
import {
  type CheckManyParams,
  type LookUpParams,
  type RecordToLookUp,
  type ReferenceCheckReport,
  type SuggestParams,
  type SuggestionsAnswer,
  checkManyReferencesRequest,
  lookUpReferencesRequest,
  referencesCheckedNotification,
  suggestReferencesRequest,
} from "@analyses/protocol/referenceMessages";
import type { LspClient } from "./lspClient";

/** The client's side of requests about references, with functions in place of a registry. */
export class RegistryAnswers {
  readonly lookUps: LookUpParams[] = [];
  readonly manyAsked: CheckManyParams[] = [];
  readonly suggestionsAsked: SuggestParams[] = [];
  readonly reports: ReferenceCheckReport[] = [];
  cancelled = 0;
  /** Looks up a record; may wait, may reject, and may return what only a client of another version would. */
  answer: (record: RecordToLookUp) => unknown = () => ({ kind: "otherRegistry" });
  suggest: () => SuggestionsAnswer | Promise<SuggestionsAnswer> = () => ({
    suggestions: [],
    isIncomplete: false,
  });
  mayCheckMany = true;

  constructor({ connection }: LspClient) {
    connection.onRequest(
      lookUpReferencesRequest.method,
      async (params: LookUpParams, token: CancellationToken): Promise<unknown> => {
        this.lookUps.push(params);
        token.onCancellationRequested(() => (this.cancelled += 1));
        return { results: await Promise.all(params.records.map(async (record) => this.answer(record))) };
      },
    );
    connection.onRequest(checkManyReferencesRequest.method, (params: CheckManyParams) => {
      this.manyAsked.push(params);
      return this.mayCheckMany;
    });
    connection.onRequest(
      suggestReferencesRequest.method,
      (params: SuggestParams, token: CancellationToken) => {
        this.suggestionsAsked.push(params);
        token.onCancellationRequested(() => (this.cancelled += 1));
        return this.suggest();
      },
    );
    connection.onNotification(referencesCheckedNotification.method, (report: ReferenceCheckReport) => {
      this.reports.push(report);
    });
  }
}
