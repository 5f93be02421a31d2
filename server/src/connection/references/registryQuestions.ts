import type { CancellationToken, Connection } from "vscode-languageserver";
import type {
  CheckManyParams,
  LookUpParams,
  LookUpResult,
  SuggestParams,
  SuggestionsAnswer,
} from "../../../../protocol/src/referenceRequests";
import {
  checkManyReferencesRequest,
  lookUpReferencesRequest,
  suggestReferencesRequest,
} from "../../../../protocol/src/referenceRequests";
import { readLookUpAnswer, readSuggestions } from "../../references/readAnswers";
import { describeProblem } from "../describeProblem";

/**
 * What the server asks the client about registries, since it opens no connection itself. Every question
 * may come to nothing: the client does not answer such questions, the answer failed or was cancelled.
 */
export class RegistryQuestions {
  /** Whether the client said that it answers. */
  areAnswered = false;
  private hasFailed = false;

  constructor(private readonly connection: Connection) {}

  /** The results in the order of the records asked for. */
  async lookUp(params: LookUpParams, token: CancellationToken): Promise<readonly LookUpResult[] | undefined> {
    const answer = await this.ask(lookUpReferencesRequest, params, token);
    if (answer === undefined) return undefined;
    const read = readLookUpAnswer(answer, params.records);
    if (read === undefined) this.note(`${lookUpReferencesRequest} was not answered as the protocol says.`);
    return read?.results;
  }

  async suggest(params: SuggestParams, token: CancellationToken): Promise<SuggestionsAnswer | undefined> {
    const answer = await this.ask(suggestReferencesRequest, params, token);
    return answer === undefined ? undefined : readSuggestions(answer);
  }

  async mayCheckMany(params: CheckManyParams, token: CancellationToken): Promise<boolean> {
    return (await this.ask(checkManyReferencesRequest, params, token)) === true;
  }

  private async ask(method: string, params: object, token: CancellationToken): Promise<unknown> {
    const isCancelled = (): boolean => token.isCancellationRequested;
    if (!this.areAnswered || isCancelled()) return undefined;
    try {
      const answer: unknown = await this.connection.sendRequest(method, params, token);
      return isCancelled() ? undefined : answer;
    } catch (problem) {
      if (!isCancelled()) this.note(`${method} failed: ${describeProblem(problem)}`);
      return undefined;
    }
  }

  /** The log hears of it once: a client that fails is likely to go on failing. */
  private note(message: string): void {
    if (!this.hasFailed) this.connection.console.warn(message);
    this.hasFailed = true;
  }
}
