import type { CancellationToken, CompletionList, Connection, Hover, Position } from "vscode-languageserver";
import {
  type CheckManyParams,
  type LookUpParams,
  type LookUpResult,
  type SuggestParams,
  type SuggestionsAnswer,
  checkManyReferencesRequest,
  lookUpReferencesRequest,
  suggestReferencesRequest,
} from "@analyses/protocol/referenceMessages";
import type { ClientRequest } from "@analyses/protocol/message";
import { ask } from "@analyses/protocol/message";
import { describeProblem } from "./runtime";
import type { ConnectionRuntime } from "./runtime";
import type { AnalysesDocument, SchemaContext } from "../languageService";
import {
  mostSuggestions,
  recordHover,
  referenceAt,
  referencePlaceAt,
  withReferences,
} from "../languageService";
import type { ClientFeatures } from "./clientFeatures";

/**
 * The server's registry requests to the client; the server opens no network connection itself. Each may yield
 * undefined: if the client does not support them, on failure and on cancellation.
 */
export class RegistryQuestions {
  /** Whether the client announced that it answers these requests. */
  areAnswered = false;
  private hasFailed = false;

  constructor(private readonly connection: Connection) {}

  /** The results in the order of the requested records. */
  async lookUp(params: LookUpParams, token: CancellationToken): Promise<readonly LookUpResult[] | undefined> {
    return (await this.ask(lookUpReferencesRequest, params, token))?.results;
  }

  async suggest(params: SuggestParams, token: CancellationToken): Promise<SuggestionsAnswer | undefined> {
    return this.ask(suggestReferencesRequest, params, token);
  }

  async mayCheckMany(params: CheckManyParams, token: CancellationToken): Promise<boolean> {
    return (await this.ask(checkManyReferencesRequest, params, token)) === true;
  }

  private async ask<Params extends object, Result>(
    message: ClientRequest<Params, Result>,
    params: Params,
    token: CancellationToken,
  ): Promise<Result | undefined> {
    const isCancelled = (): boolean => token.isCancellationRequested;
    if (!this.areAnswered || isCancelled()) return undefined;
    try {
      const answer = await ask(this.connection, message, params, token);
      if (isCancelled()) return undefined;
      if (answer === undefined) this.note(`${message.method} was not answered as the protocol says.`);
      return answer;
    } catch (problem) {
      if (!isCancelled()) this.note(`${message.method} failed: ${describeProblem(problem)}`);
      return undefined;
    }
  }

  /** Logs only the first failure: a client that fails is likely to keep failing. */
  private note(message: string): void {
    if (!this.hasFailed) this.connection.console.warn(message);
    this.hasFailed = true;
  }
}

/** The result of some work, or `late` after the time limit. */
type Timely<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "late" };

/** Waits for work at most some milliseconds; the work itself continues. Rejects as the work does. */
async function answeredWithin<T>(
  { after }: Pick<ConnectionRuntime, "after">,
  milliseconds: number,
  work: Promise<T>,
): Promise<Timely<T>> {
  let stop = (): void => undefined;
  const late = new Promise<Timely<T>>((resolve) => {
    stop = after(milliseconds, () => resolve({ kind: "late" }));
  });
  const done = work.then((value): Timely<T> => ({ kind: "done", value }));
  try {
    return await Promise.race([done, late]);
  } finally {
    stop();
  }
}

/** How long a completion list waits for registries, in milliseconds. */
const completionPatience = 300;
/** The same if the schemas offer items too: as long as a client takes to answer without a look-up. */
const briefPatience = 50;
/** How long a hover waits for a record, in milliseconds. */
const hoverPatience = 2000;

/** Adds registry records to completion and hover, if the client answers registry requests. */
export class RecordAdditions {
  constructor(
    private readonly questions: RegistryQuestions,
    private readonly runtime: ConnectionRuntime,
    private readonly client: () => ClientFeatures,
  ) {}

  /** @param own the items from the schemas */
  async complete(
    document: AnalysesDocument,
    schemas: SchemaContext,
    position: Position,
    own: CompletionList,
    token: CancellationToken,
  ): Promise<CompletionList> {
    const { questions } = this;
    if (!questions.areAnswered) return own;
    const place = referencePlaceAt(document, schemas, position);
    if (place === undefined) return own;
    const { kinds, typed } = place;
    const mayWait = own.items.length === 0;
    const params = { uri: document.uri, kinds, text: typed, limit: mostSuggestions, mayWait };
    // Do not cancel a late request: its result speeds up the answer to the next keystroke.
    const work = questions.suggest(params, token);
    const answer = await answeredWithin(this.runtime, mayWait ? completionPatience : briefPatience, work);
    const suggestions = answer.kind === "done" ? answer.value : undefined;
    return withReferences(document, place, own, suggestions, this.client().completion);
  }

  /** @param own the hover from the schemas */
  async hover(
    document: AnalysesDocument,
    position: Position,
    own: Hover | null,
    token: CancellationToken,
  ): Promise<Hover | null> {
    const { questions } = this;
    if (!questions.areAnswered) return own;
    const reference = referenceAt(document, position);
    if (reference === undefined || reference.link === "") return own;
    const { kind, id, link } = reference;
    const work = questions.lookUp(
      { uri: document.uri, purpose: "hover", records: [{ kind, id, link }] },
      token,
    );
    const answer = await answeredWithin(this.runtime, hoverPatience, work);
    const result = answer.kind === "done" ? answer.value?.[0] : answer;
    if (result === undefined) return own;
    return recordHover(own, reference, result, this.client().hoverFormat);
  }
}
