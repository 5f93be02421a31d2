import type { CancellationToken } from "vscode-languageserver-protocol/node";
import type {
  CheckManyParams,
  LookUpParams,
  LookUpResult,
  RecordToLookUp,
  ReferenceCheckReport,
  SuggestParams,
  SuggestionsAnswer,
} from "@analyses/protocol/referenceRequests";
import {
  checkManyReferencesRequest,
  lookUpReferencesRequest,
  referencesCheckedNotification,
  suggestReferencesRequest,
} from "@analyses/protocol/referenceMessages";
import type { LspClient } from "./lspClient";

/** The client's side of the talk about references, with a registry in a function. */
export class RegistryAnswers {
  readonly lookUps: LookUpParams[] = [];
  readonly manyAsked: CheckManyParams[] = [];
  readonly suggestionsAsked: SuggestParams[] = [];
  readonly reports: ReferenceCheckReport[] = [];
  cancelled = 0;
  /** How a record is answered for; may wait, and may fail. */
  answer: (record: RecordToLookUp) => LookUpResult | Promise<LookUpResult> = () => ({
    kind: "otherRegistry",
  });
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
