import * as vscode from "vscode";
import type {
  ReferenceSuggestion,
  SuggestionsAnswer,
  SuggestParams,
} from "../../../protocol/src/referenceRequests";
import { Disposable } from "../platform/disposable";
import { withinTime } from "../platform/withinTime";
import type { Registries } from "../registries/registries";
import type { RegistryCandidate } from "../search/candidates";
import { firstCandidates, groupCandidates, personCandidates } from "../search/candidates";
import { readGroups } from "../search/readGroups";
import { SearchIndex } from "../search/searchIndex";

/** How long an answer waits for a list of groups that nobody has read yet, in milliseconds. */
const patience = 200;

/** How long a registry that did not give its list is left in peace, in milliseconds. */
const pause = 30_000;

/** Suggests groups and people to whoever writes a reference, from what is known of the registries. */
export class ReferenceSuggestions extends Disposable {
  private readonly end = new AbortController();
  private reading: Promise<void> | undefined;
  private problem: { readonly text: string; readonly at: number } | undefined;

  constructor(private readonly registries: Registries) {
    super();
    this.register({ dispose: () => this.end.abort() });
    this.register(registries.onDidChange(() => (this.problem = undefined)));
  }

  /** Never slower than {@link patience} allows, and never with a request in a workspace that is not trusted. */
  async suggest({ kinds, text, limit, mayWait }: SuggestParams): Promise<SuggestionsAnswer> {
    const reading = kinds.includes("group") ? this.readGroups() : undefined;
    if (reading !== undefined && mayWait) await withinTime(patience, reading);
    const found = this.find(kinds, text.trim(), limit);
    const note = this.note(kinds);
    return {
      suggestions: found.map(suggestionOf),
      isIncomplete: this.reading !== undefined || found.length >= limit,
      ...(note === undefined ? {} : { note }),
    };
  }

  private find(kinds: SuggestParams["kinds"], text: string, limit: number): readonly RegistryCandidate[] {
    const { all } = this.registries;
    const lists = [
      ...(kinds.includes("group") ? all.map(groupCandidates) : []),
      ...(kinds.includes("person") ? all.map(personCandidates) : []),
    ];
    const index = new SearchIndex(lists);
    if (text !== "") return index.find(text, limit);
    const first = [...all.flatMap((registry) => firstCandidates(registry, kinds)), ...index.first(limit)];
    const byKey = new Map(
      first.map((each) => [JSON.stringify([each.registry.client.address, each.kind, each.id]), each]),
    );
    return [...byKey.values()].slice(0, limit);
  }

  /** Reads the lists of groups that are not known yet; undefined where there is none to be read now. */
  private readGroups(): Promise<void> | undefined {
    const unread = this.registries.all.filter(({ client }) => client.knowledge.groups === undefined);
    const isPausing = this.problem !== undefined && performance.now() - this.problem.at < pause;
    if (unread.length === 0) this.problem = undefined;
    if (unread.length === 0 || isPausing || !vscode.workspace.isTrusted) return undefined;
    this.reading ??= readGroups(unread, this.end.signal).then((text) => {
      this.problem = text === undefined ? undefined : { text, at: performance.now() };
      this.reading = undefined;
    });
    return this.reading;
  }

  private note(kinds: SuggestParams["kinds"]): string | undefined {
    if (this.problem !== undefined) return this.problem.text;
    if (this.reading !== undefined) return vscode.l10n.t("The list of groups is still being read.");
    const isSignedIn = this.registries.all.some(({ client }) => client.account.kind === "signedIn");
    if (kinds.includes("person") && !isSignedIn) {
      return vscode.l10n.t("Not signed in: only people who are pinned are offered.");
    }
    return undefined;
  }
}

function suggestionOf({ kind, id, name, link, detail, registry }: RegistryCandidate): ReferenceSuggestion {
  return { kind, id, name, link, detail, registry: registry.name };
}
