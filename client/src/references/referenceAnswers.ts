import * as vscode from "vscode";
import {
  type CheckManyParams,
  type LookUpAnswer,
  type LookUpParams,
  type LookUpResult,
  type ReferenceCheckReport,
  type ReferenceSuggestion,
  type SuggestParams,
  type SuggestionsAnswer,
  checkManyReferencesRequest,
  lookUpReferencesRequest,
  referencesCheckedNotification,
  registriesChangedNotification,
  suggestReferencesRequest,
} from "@analyses/protocol/referenceMessages";
import type { ServerFeature } from "../language/analysesLanguageClient";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import { displayText } from "../platform/displayText";
import { Disposable, withSignalOf, withinTime } from "../platform/lifetime";
import { showInformation } from "../platform/editor";
import { type PublicAddresses, type Rivals, recordLink } from "../registries/publicAddresses";
import type { Registries, Registry } from "../registries/registries";
import { type RegistryCandidate, candidateLists, firstCandidates, readGroups } from "../search/candidates";
import { SearchIndex } from "../search/searchList";
import { RecordLookUp, ofSeveralRegistries, chooseRecord } from "./recordLookUp";
import { type ReferenceFinder, revealLink } from "./recordProviders";

/**
 * Handles the language server's requests about references (protocol, referenceMessages.ts), with cached records or
 * requests to the registries. In an untrusted workspace sends no request to a registry.
 */
export class ReferenceAnswers extends Disposable {
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  /** Fires when lookups may have other results than before. */
  readonly onDidChange = this.#changed.event;
  readonly #suggestions: ReferenceSuggestions;
  /** The user's permissions to check documents with many references, by the document's URI. */
  readonly #permissions = new Map<string, Promise<boolean>>();
  /** The documents for which a check that the user requested is in progress. */
  readonly #onDemand = new Set<string>();
  /** The documents whose next check must not use cached answers. */
  readonly #due = new Set<string>();
  /** The base URLs for which the user was prompted to choose a registry. */
  readonly #asked = new Set<string>();

  /**
   * @param ask prompts whether to check a document that refers to `count` records
   * @param choose prompts the user to choose among several registries
   */
  constructor(
    registries: Registries,
    private readonly addresses: PublicAddresses,
    private readonly ask: (uri: vscode.Uri, count: number) => Promise<boolean> = askToCheckMany,
    private readonly choose: (rivals: Rivals) => Promise<Registry | undefined> = askWhichRecord,
  ) {
    super();
    this.#suggestions = this.register(new ReferenceSuggestions(registries));
    const fire = () => this.#changed.fire();
    this.register(
      registries.onDidChange(({ kind }) => {
        if (kind === "account" || kind === "registries") fire();
      }),
    );
    this.register(addresses.onDidChange(fire));
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(fire));
    this.register(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#permissions.delete(uri.toString());
        this.#due.delete(uri.toString());
      }),
    );
  }

  /** Returns one result per requested record; after an abort, some of them have the reason `cancelled`. */
  async lookUp({ uri, purpose, records }: LookUpParams, signal: AbortSignal): Promise<LookUpAnswer> {
    const key = keyOf(uri);
    const refresh = this.#onDemand.has(key) || (purpose === "check" && this.#due.delete(key));
    const lookUp = new RecordLookUp({ signal, purpose, refresh });
    const results = records.map(async ({ kind, id, link }): Promise<LookUpResult> => {
      const linked = this.addresses.find(link);
      if (linked === undefined) return this.#withoutRegistry(link);
      if (!vscode.workspace.isTrusted) return untrusted(linked.registry.name);
      return lookUp.find({ ...linked, kind, id });
    });
    return { results: await Promise.all(results) };
  }

  #withoutRegistry(link: string): LookUpResult {
    const rivals = this.addresses.rivals(link);
    if (rivals === undefined) return { kind: "otherRegistry" };
    if (!vscode.workspace.isTrusted) return untrusted("");
    const { baseUrl } = rivals;
    if (!this.#asked.has(baseUrl)) {
      this.#asked.add(baseUrl);
      void this.choose(rivals).then((chosen) => chosen && this.addresses.choose(baseUrl, chosen));
    }
    return ofSeveralRegistries(rivals);
  }

  suggest(params: SuggestParams): Promise<SuggestionsAnswer> {
    return this.#suggestions.suggest(params);
  }

  /** Prompts once per document whether to look up its `count` records. */
  mayCheckMany({ uri, count }: CheckManyParams): Promise<boolean> {
    const key = keyOf(uri);
    const permission = this.#permissions.get(key) ?? this.ask(vscode.Uri.parse(uri), count);
    this.#permissions.set(key, permission);
    return permission;
  }

  /** Has the server check open documents again, without cached answers; the user can choose registries again. */
  checkAgain(): void {
    this.#asked.clear();
    for (const { uri, languageId } of vscode.workspace.textDocuments) {
      if (languageId === analysesLanguage) this.#due.add(uri.toString());
    }
    this.#changed.fire();
  }

  /** Runs a check for which the lookups use no cached answers, and the user is prompted again about many records. */
  async checkAnew<T>(uri: vscode.Uri, check: () => Promise<T>): Promise<T> {
    const key = uri.toString();
    this.#permissions.delete(key);
    this.#onDemand.add(key);
    try {
      return await check();
    } finally {
      this.#onDemand.delete(key);
    }
  }
}

/** Normalizes a document's URI to VS Code's form: the server formats URIs differently. */
function keyOf(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}

function untrusted(registry: string): LookUpResult {
  return {
    kind: "notChecked",
    reason: "untrustedWorkspace",
    registry,
    message: vscode.l10n.t("In Restricted Mode no registry is asked about a document."),
  };
}

async function askWhichRecord({ baseUrl, registries }: Rivals): Promise<Registry | undefined> {
  // The full address, because two registries of one server have the same host.
  const labelOf = ({ nameInSettings, client }: Registry) =>
    `${displayText(nameInSettings)} (${client.address})`;
  // The settings name few registries, so few arguments are spread.
  // eslint-disable-next-line house/spreading
  const chosen = await showInformation(chooseRecord(baseUrl), ...registries.map(labelOf));
  return registries.find((registry) => labelOf(registry) === chosen);
}

async function askToCheckMany(uri: vscode.Uri, count: number): Promise<boolean> {
  const check = vscode.l10n.t("Check");
  const message = vscode.l10n.t(
    "{0} refers to {1} different groups and people. Checking them asks the registry for many of them one by one.",
    displayText(vscode.workspace.asRelativePath(uri)),
    count,
  );
  return (await showInformation(message, check, vscode.l10n.t("Not Now"))) === check;
}

/** The maximum time that completion waits for an unread list of groups, in milliseconds. */
const maxListWait = 200;

/** The time before another request to a registry whose list could not be read, in milliseconds. */
const retryDelay = 30_000;

/** Suggests groups and people for a reference, from the records known so far. */
class ReferenceSuggestions extends Disposable {
  readonly #end = new AbortController();
  #reading: Promise<void> | undefined;
  #problem: { readonly text: string; readonly at: number } | undefined;

  constructor(private readonly registries: Registries) {
    super();
    this.register({ dispose: () => this.#end.abort() });
    this.register(
      registries.onDidChange(({ kind }) => {
        if (kind === "registries") this.#problem = undefined;
      }),
    );
  }

  /** Waits at most {@link maxListWait} for a list of groups, and sends no request in an untrusted workspace. */
  async suggest({ kinds, text, limit, mayWait }: SuggestParams): Promise<SuggestionsAnswer> {
    const reading = kinds.includes("group") ? this.#readGroups() : undefined;
    if (reading !== undefined && mayWait) await withinTime(maxListWait, reading);
    // Which people are known depends on the account, so wait until the account is restored.
    if (kinds.includes("person") && vscode.workspace.isTrusted) {
      await Promise.all(this.registries.all.map(({ client }) => client.ready()));
    }
    const found = this.#find(kinds, text.trim(), limit);
    const note = this.#note(kinds);
    return {
      suggestions: found.map(suggestionOf),
      isIncomplete: this.#reading !== undefined || found.length >= limit,
      ...(note === undefined ? {} : { note }),
    };
  }

  #find(kinds: SuggestParams["kinds"], text: string, limit: number): readonly RegistryCandidate[] {
    const { all } = this.registries;
    const index = new SearchIndex(candidateLists(all, kinds));
    return text === "" ? firstCandidates(all, kinds, index, limit) : index.find(text, limit);
  }

  /** Reads the unread lists of groups; undefined if no list has to be read, or can be read now. */
  #readGroups(): Promise<void> | undefined {
    const unread = this.registries.all.filter(({ store }) => store.groups === undefined);
    const isPausing = this.#problem !== undefined && performance.now() - this.#problem.at < retryDelay;
    if (unread.length === 0) this.#problem = undefined;
    if (unread.length === 0 || isPausing || !vscode.workspace.isTrusted) return undefined;
    this.#reading ??= this.#readAll(unread).then((text) => {
      this.#problem = text === undefined ? undefined : { text, at: performance.now() };
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Reads all lists, and resolves to the first error message, if any. */
  async #readAll(unread: readonly Registry[]): Promise<string | undefined> {
    const readings = readGroups(unread, this.#end.signal);
    const problems = await Promise.all(readings.map(({ problem }) => problem));
    return problems.find((each) => each !== undefined);
  }

  #note(kinds: SuggestParams["kinds"]): string | undefined {
    if (this.#problem !== undefined) return this.#problem.text;
    if (this.#reading !== undefined) return vscode.l10n.t("The list of groups is still being read.");
    const isSignedIn = this.registries.all.some(({ store }) => store.account.kind === "signedIn");
    if (kinds.includes("person") && !isSignedIn) {
      return vscode.l10n.t("Not signed in: more people are offered after you sign in.");
    }
    return undefined;
  }
}

function suggestionOf(candidate: RegistryCandidate): ReferenceSuggestion {
  const { kind, id, name, detail, registry } = candidate;
  return { kind, id, name, link: recordLink(registry, candidate), detail, registry: registry.name };
}

/** Connects the answers to the language server, and reports its finished checks. */
export function referenceFeature(
  answers: ReferenceAnswers,
  finder: ReferenceFinder,
  onDidCheck: (report: ReferenceCheckReport) => void,
): ServerFeature {
  return {
    connect(client) {
      client.onRequest(
        lookUpReferencesRequest.method,
        (params: LookUpParams, token: vscode.CancellationToken) =>
          withSignalOf(token, (signal) => answers.lookUp(params, signal)),
      );
      client.onRequest(suggestReferencesRequest.method, (params: SuggestParams) => answers.suggest(params));
      client.onRequest<boolean, never>(checkManyReferencesRequest.method, (params: CheckManyParams) =>
        answers.mayCheckMany(params),
      );
      client.onNotification(referencesCheckedNotification.method, onDidCheck);
      return answers.onDidChange(() => {
        // A stopped server needs no notification: it sends new requests after its restart.
        if (!client.isRunning()) return;
        client.sendNotification(registriesChangedNotification.method).catch(() => undefined);
      });
    },
    /** The link below the server's hover that reveals the record's row in the sidebar. */
    async belowHover(document, position, token) {
      const found = await finder.at(document, position, token);
      return found && revealLink(found.record);
    },
  };
}
