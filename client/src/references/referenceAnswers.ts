import * as vscode from "vscode";
import type {
  CheckManyParams,
  LookUpAnswer,
  LookUpParams,
  LookUpResult,
  SuggestionsAnswer,
  SuggestParams,
} from "../../../protocol/src/referenceRequests";
import { analysesLanguage } from "../language/documentLanguage";
import { Disposable } from "../platform/disposable";
import { messageText } from "../platform/displayText";
import type { PublicAddresses } from "../registries/publicAddresses";
import type { Registries } from "../registries/registries";
import { RegistryFollower } from "../registries/registryFollower";
import { RecordLookUp } from "./recordLookUp";
import { ReferenceSuggestions } from "./referenceSuggestions";

/**
 * Answers what the language server asks about references (protocol, referenceRequests.ts), from what is known
 * of the registries or by asking them. In a workspace that is not trusted no registry is asked.
 */
export class ReferenceAnswers extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  /** Fires when lookups may come to something else than before. */
  readonly onDidChange = this.changed.event;
  private readonly suggestions: ReferenceSuggestions;
  /** What was said to checking a document of many references, by the document's URI. */
  private readonly permissions = new Map<string, Promise<boolean>>();
  /** The documents that are being checked because somebody asked for it. */
  private readonly onDemand = new Set<string>();
  /** The documents whose next check is to ask the registries anew. */
  private readonly due = new Set<string>();

  /** @param ask asks the author whether a document that refers to `count` records is to be checked */
  constructor(
    registries: Registries,
    private readonly addresses: PublicAddresses,
    private readonly ask: (uri: vscode.Uri, count: number) => Promise<boolean> = askToCheckMany,
  ) {
    super();
    this.suggestions = this.register(new ReferenceSuggestions(registries));
    const tell = () => this.changed.fire();
    this.register(new RegistryFollower(registries, ({ client }) => [client.onDidChangeAccount(tell)], tell));
    this.register(addresses.onDidChange(tell));
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(tell));
    this.register(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.permissions.delete(uri.toString());
        this.due.delete(uri.toString());
      }),
    );
  }

  /** One result for each record asked for; ends early, with `cancelled`, when the signal is aborted. */
  async lookUp({ uri, purpose, records }: LookUpParams, signal: AbortSignal): Promise<LookUpAnswer> {
    const key = keyOf(uri);
    const refresh = this.onDemand.has(key) || (purpose === "check" && this.due.delete(key));
    const lookUp = new RecordLookUp({ signal, purpose, refresh });
    const results = records.map(async ({ kind, id, link }): Promise<LookUpResult> => {
      const linked = this.addresses.find(link);
      if (linked === undefined) return { kind: "otherRegistry" };
      if (!vscode.workspace.isTrusted) return untrusted(linked.registry.name);
      return lookUp.find({ ...linked, kind, id });
    });
    return { results: await Promise.all(results) };
  }

  suggest(params: SuggestParams): Promise<SuggestionsAnswer> {
    return this.suggestions.suggest(params);
  }

  /** Asks once for each document whether that many records may be looked up. */
  mayCheckMany({ uri, count }: CheckManyParams): Promise<boolean> {
    const key = keyOf(uri);
    const permission = this.permissions.get(key) ?? this.ask(vscode.Uri.parse(uri), count);
    this.permissions.set(key, permission);
    return permission;
  }

  /** Has open documents checked again, by what the registries say now. */
  checkAgain(): void {
    for (const { uri, languageId } of vscode.workspace.textDocuments) {
      if (languageId === analysesLanguage) this.due.add(uri.toString());
    }
    this.changed.fire();
  }

  /** Has everything that `check` looks up for a document asked of the registry anew. */
  async checkAnew<T>(uri: vscode.Uri, check: () => Promise<T>): Promise<T> {
    const key = uri.toString();
    this.permissions.delete(key);
    this.onDemand.add(key);
    try {
      return await check();
    } finally {
      this.onDemand.delete(key);
    }
  }
}

/** A document's URI in VS Code's form: the server writes it in its own. */
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

async function askToCheckMany(uri: vscode.Uri, count: number): Promise<boolean> {
  const check = vscode.l10n.t("Check");
  const message = vscode.l10n.t(
    "{0} refers to {1} different groups and people. Checking them asks the registry for many of them one by one.",
    messageText(vscode.workspace.asRelativePath(uri)),
    count,
  );
  return (await vscode.window.showInformationMessage(message, check, vscode.l10n.t("Not Now"))) === check;
}
