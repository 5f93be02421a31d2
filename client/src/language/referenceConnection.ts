import type { CancellationToken } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import type {
  CheckManyParams,
  LookUpParams,
  ReferenceCheckReport,
  SuggestParams,
} from "../../../protocol/src/referenceRequests";
import {
  checkManyReferencesRequest,
  lookUpReferencesRequest,
  referencesCheckedNotification,
  registriesChangedNotification,
  suggestReferencesRequest,
} from "../../../protocol/src/referenceRequests";
import type { DisposableLike } from "../platform/disposable";
import { withSignalOf } from "../platform/cancellation";
import type { ReferenceAnswers } from "../references/referenceAnswers";

/** Connects a language server with what the registries say about references. */
export function connectReferences(
  client: BaseLanguageClient,
  answers: ReferenceAnswers,
  onDidCheck: (report: ReferenceCheckReport) => void,
): DisposableLike {
  client.onRequest(lookUpReferencesRequest, (params: LookUpParams, token: CancellationToken) =>
    withSignalOf(token, (signal) => answers.lookUp(params, signal)),
  );
  client.onRequest(suggestReferencesRequest, (params: SuggestParams) => answers.suggest(params));
  client.onRequest(checkManyReferencesRequest, (params: CheckManyParams) => answers.mayCheckMany(params));
  client.onNotification(referencesCheckedNotification, onDidCheck);
  return answers.onDidChange(() => {
    // A server that has just ended asks anew when it is there again.
    if (client.isRunning()) client.sendNotification(registriesChangedNotification).catch(() => undefined);
  });
}
