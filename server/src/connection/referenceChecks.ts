import {
  type CancellationToken,
  type Connection,
  type CompletionList,
  type Hover,
  type Position,
  CancellationTokenSource,
} from "vscode-languageserver";
import {
  type LookUpResult,
  type NotCheckedCount,
  type ReferenceCheckReport,
  referencesCheckedNotification,
  maxReferencesUnasked,
  checkManyReferencesRequest,
  lookUpReferencesRequest,
  suggestReferencesRequest,
} from "@analyses/protocol/referenceMessages";
import type { AnalysesSettings } from "@analyses/protocol/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import {
  type ReferenceStatuses,
  type ReferencesToCheck,
  collectReferences,
  noReferenceStatuses,
} from "../references/referenceStatuses";
import type { SchemaContext } from "../schema/schemaContext";
import { maxSuggestions, referencePlaceAt, withReferences } from "../features/completion/referenceItems";
import { recordHover } from "../features/hover";
import { referenceAt } from "../references/writtenReferences";
import { type ConnectionRuntime, describeProblem, pauseOn } from "./runtime";
import type { SettingsStore } from "./documentContext";
import type { OpenDocuments } from "./documentMessages";
import { type ClientRequest, ask } from "@analyses/protocol/message";
import type { ClientFeatures } from "./clientFeatures";

/**
 * The server's requests to the client for registry data: the server opens no network connection itself. A request
 * returns undefined if the client does not support such requests, or if the request fails or is cancelled.
 */
export class RegistryQuestions {
  /** Whether the client announced that it answers requests for registry data. */
  areAnswered = false;
  private hasFailed = false;

  constructor(private readonly connection: Connection) {}

  async ask<Params extends object, Result>(
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

/** The result of the work, or `late` if it takes longer than some milliseconds; late work continues. */
async function answeredWithin<T>(
  { after }: Pick<ConnectionRuntime, "after">,
  milliseconds: number,
  work: Promise<T>,
): Promise<T | "late"> {
  let stop = (): void => undefined;
  const late = new Promise<"late">((resolve) => (stop = after(milliseconds, () => resolve("late"))));
  return Promise.race([work, late]).finally(() => stop());
}

/** How long a completion list without items from the schemas waits for registries: milliseconds. */
const completionTimeout = 300;
/** How long a list with items from the schemas waits: milliseconds in which a client can answer from its cache. */
const cacheTimeout = 50;
/** How long a hover waits for a record, in milliseconds. */
const hoverTimeout = 2000;

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
    const params = { uri: document.uri, kinds, text: typed, limit: maxSuggestions, mayWait };
    // Do not cancel a late request: its result speeds up the answer to the next keystroke.
    const work = questions.ask(suggestReferencesRequest, params, token);
    const answer = await answeredWithin(this.runtime, mayWait ? completionTimeout : cacheTimeout, work);
    const suggestions = answer === "late" ? undefined : answer;
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
    const params = { uri: document.uri, purpose: "hover", records: [{ kind, id, link }] } as const;
    const work = questions.ask(lookUpReferencesRequest, params, token);
    const answer = await answeredWithin(this.runtime, hoverTimeout, work);
    const result = answer === "late" ? ({ kind: answer } as const) : answer?.results[0];
    if (result === undefined) return own;
    return recordHover(own, reference, result, this.client().hoverFormat);
  }
}

/**
 * Checks references against registries when a document is opened or saved and on request, and stores the results. One
 * check per document runs at a time: the newest.
 */
export class ReferenceChecks {
  private readonly found = new Map<string, ReferenceStatuses>();
  private readonly running = new Map<string, CancellationTokenSource>();
  /** URIs of documents to check again after their running check, whose result may be outdated. */
  private readonly toCheckAgain = new Set<string>();
  /** Whether the settings last read for a document enabled its check; no entry before they were read. */
  private readonly wanted = new Map<string, boolean>();

  /** @param onChange called for a document whose reference statuses changed */
  constructor(
    private readonly connection: Connection,
    private readonly documents: OpenDocuments,
    private readonly settings: SettingsStore,
    private readonly questions: RegistryQuestions,
    private readonly runtime: ConnectionRuntime,
    private readonly onChange: (uri: string) => void,
  ) {}

  /** The result of the last check; the same object until a check has another result. */
  statusesOf(uri: string): ReferenceStatuses {
    return this.found.get(uri) ?? noReferenceStatuses;
  }

  /** Checks a document if the settings enable the check; if they no longer do, drops the document's results. */
  async check(document: AnalysesDocument): Promise<void> {
    const { uri } = document;
    try {
      const wanted = isWanted(await this.settings.get(uri));
      if (this.documents.get(uri) === undefined) return;
      const wasWanted = this.wanted.get(uri) === true;
      this.wanted.set(uri, wanted);
      if (wanted) await this.checkNow(uri);
      else if (wasWanted) await this.drop(uri);
    } catch (problem) {
      this.connection.console.error(`References could not be checked: ${describeProblem(problem)}`);
    }
  }

  /** Checks all open documents again; a running check finishes first, so that no look-up is sent twice. */
  checkAll(): void {
    for (const document of this.documents.all()) {
      if (this.running.has(document.uri)) this.toCheckAgain.add(document.uri);
      else void this.check(document);
    }
  }

  /** After a settings change, checks documents whose check is now enabled, and drops results where it is disabled. */
  async settingsChanged(): Promise<void> {
    for (const document of this.documents.all()) {
      const wanted = isWanted(await this.settings.get(document.uri));
      if (wanted !== this.wanted.get(document.uri)) await this.check(document);
    }
  }

  /**
   * Checks a document whatever its settings.
   *
   * @returns undefined if the document is not open, the client answers no registry requests, or the check fails or is
   * cancelled, for example by a newer check of the document
   */
  async checkNow(uri: string, asker?: CancellationToken): Promise<ReferenceCheckReport | undefined> {
    const document = this.documents.get(uri);
    if (document === undefined || !this.questions.areAnswered) return undefined;
    this.stop(uri);
    const cancellation = new CancellationTokenSource();
    this.running.set(uri, cancellation);
    const listener = asker?.onCancellationRequested(() => cancellation.cancel());
    try {
      return await this.run(document, cancellation.token);
    } finally {
      listener?.dispose();
      cancellation.dispose();
      if (this.running.get(uri) === cancellation) this.finish(uri);
    }
  }

  forget(uri: string): void {
    this.stop(uri);
    this.found.delete(uri);
    this.wanted.delete(uri);
  }

  private async run(
    document: AnalysesDocument,
    token: CancellationToken,
  ): Promise<ReferenceCheckReport | undefined> {
    const { uri } = document;
    const isCancelled = (): boolean => token.isCancellationRequested;
    const references = await collectReferences(document, { isCancelled, pause: pauseOn(this.runtime) });
    if (references === undefined) return undefined;
    const results = await this.lookUp(uri, references, token);
    if (results === undefined || isCancelled()) return undefined;
    this.keep(uri, references.compare(results, this.statusesOf(uri)));
    const report = checkReport(document, results);
    await this.connection.sendNotification(referencesCheckedNotification.method, report);
    return report;
  }

  private async lookUp(
    uri: string,
    { records }: ReferencesToCheck,
    token: CancellationToken,
  ): Promise<readonly LookUpResult[] | undefined> {
    const count = records.length;
    if (count === 0) return [];
    const { questions } = this;
    if (
      count > maxReferencesUnasked &&
      (await questions.ask(checkManyReferencesRequest, { uri, count }, token)) !== true
    )
      return records.map(() => declined);
    const params = { uri, purpose: "check", records } as const;
    return (await questions.ask(lookUpReferencesRequest, params, token))?.results;
  }

  private keep(uri: string, statuses: ReferenceStatuses): void {
    const before = this.statusesOf(uri);
    if (JSON.stringify([...before]) === JSON.stringify([...statuses])) return;
    this.found.set(uri, statuses);
    this.onChange(uri);
  }

  /** Forgets the results and notifies the client. */
  private async drop(uri: string): Promise<void> {
    this.stop(uri);
    this.keep(uri, noReferenceStatuses);
    const document = this.documents.get(uri);
    if (document === undefined) return;
    await this.connection.sendNotification(referencesCheckedNotification.method, checkReport(document, []));
  }

  private finish(uri: string): void {
    this.running.delete(uri);
    const document = this.toCheckAgain.delete(uri) ? this.documents.get(uri) : undefined;
    if (document !== undefined) void this.check(document);
  }

  private stop(uri: string): void {
    this.toCheckAgain.delete(uri);
    this.running.get(uri)?.cancel();
    this.running.delete(uri);
  }
}

const declined: LookUpResult = { kind: "notChecked", reason: "declined", registry: "", message: "" };

/** Whether the settings enable a check whose findings the user sees. */
function isWanted({ references, severity, validate }: AnalysesSettings): boolean {
  const isOff = severity["reference-outdated"] === "off" && severity["reference-unknown"] === "off";
  return references.check && validate !== "off" && !isOff;
}

/** Counts the results of a check, for the client to report. */
function checkReport(
  { uri, version }: Pick<ReferenceCheckReport, "uri" | "version">,
  results: readonly LookUpResult[],
): ReferenceCheckReport {
  const notChecked = new Map<string, NotCheckedCount>();
  let checked = 0;
  let otherRegistry = 0;
  for (const result of results) {
    switch (result.kind) {
      case "known":
      case "unknownId":
        checked += 1;
        break;
      case "otherRegistry":
        otherRegistry += 1;
        break;
      case "notChecked": {
        const { registry, reason, message } = result;
        const key = JSON.stringify([registry, reason, message]);
        const count = (notChecked.get(key)?.count ?? 0) + 1;
        notChecked.set(key, { registry, reason, message, count });
      }
    }
  }
  return { uri, version, checked, otherRegistry, notChecked: [...notChecked.values()] };
}
