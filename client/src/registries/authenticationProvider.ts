import * as vscode from "vscode";
import type { DisposableLike } from "../platform/lifetime";
import { Disposable } from "../platform/lifetime";
import { messageText } from "../platform/displayText";
import type { Accounts } from "../registryClient/accounts";
import type { Registries, Registry } from "./registries";

/** Adds the signed-in users to VS Code's Accounts menu, where they can sign out. */
export function showInAccountsMenu(registries: Registries, accounts: Accounts): DisposableLike {
  const provider = new RegistryAuthenticationProvider(registries, accounts);
  const registration = vscode.authentication.registerAuthenticationProvider(
    "analysesRegistry",
    vscode.l10n.t("Registry"),
    provider,
    { supportsMultipleAccounts: true },
  );
  return vscode.Disposable.from(registration, provider);
}

/**
 * Any extension may request a session from VS Code, and the list of accounts without a prompt. So a session never
 * holds the credential: its token is empty; and its identifiers reveal neither the registry's address nor the user's.
 */
export class RegistryAuthenticationProvider extends Disposable implements vscode.AuthenticationProvider {
  private readonly changed = this.register(
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>(),
  );
  readonly onDidChangeSessions = this.changed.event;
  private shown: readonly vscode.AuthenticationSession[] = [];
  /** Serialises the announcements: creating a session is asynchronous. */
  private announced: Promise<void> = Promise.resolve();

  /** @param signIn lets the user sign in to a registry of their choice */
  constructor(
    private readonly registries: Registries,
    private readonly accounts: Accounts,
    private readonly signIn = (): PromiseLike<unknown> =>
      vscode.commands.executeCommand("analysesRegistry.signIn"),
  ) {
    super();
    const announce = () => {
      this.announced = this.announced.then(() => this.announce());
    };
    this.register(
      registries.onDidChange(({ kind }) => {
        if (kind === "account" || kind === "registries") announce();
      }),
    );
    announce();
  }

  /** Returns no session for a request with scopes: these sessions have none. */
  async getSessions(
    scopes?: readonly string[],
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    if (scopes !== undefined && scopes.length > 0) return [];
    const { account } = options ?? {};
    const sessions = await this.sessions();
    return sessions.filter((session) => account === undefined || session.account.id === account.id);
  }

  async createSession(): Promise<vscode.AuthenticationSession> {
    const signedIn: Registry[] = [];
    const listening = this.registries.onDidChange((change) => {
      if (change.kind === "account" && change.account.kind === "signedIn") signedIn.push(change.registry);
    });
    try {
      await this.signIn();
    } finally {
      listening.dispose();
    }
    const last = signedIn.at(-1);
    const [created] = last === undefined ? [] : await sessionOf(last);
    if (created === undefined) throw new vscode.CancellationError();
    return created;
  }

  async removeSession(sessionId: string): Promise<void> {
    for (const registry of this.registries.all) {
      const [session] = await sessionOf(registry);
      if (session?.id === sessionId) await this.accounts.signOut(registry.client.address);
    }
  }

  private async sessions(): Promise<readonly vscode.AuthenticationSession[]> {
    return (await Promise.all(this.registries.all.map(sessionOf))).flat();
  }

  private async announce(): Promise<void> {
    const before = this.shown;
    const now = (this.shown = await this.sessions());
    const added = now.filter(({ id }) => !before.some((session) => session.id === id));
    const removed = before.filter(({ id }) => !now.some((session) => session.id === id));
    if (added.length + removed.length > 0 && !this.isDisposed) {
      this.changed.fire({ added, removed, changed: [] });
    }
  }
}

/** The session that every extension may read of a registry's account: one, or none. */
export async function sessionOf({
  name,
  client,
  store,
}: Registry): Promise<readonly vscode.AuthenticationSession[]> {
  if (store.account.kind !== "signedIn") return [];
  const { account } = store.account;
  const way = client.describeSignIn(vscode.l10n.t, vscode.env.language) ?? "";
  const label = vscode.l10n.t("{0} at {1} – {2}", messageText(account.name), messageText(name), way);
  // VS Code keeps the label of a known account ID, so another label needs another ID.
  const id = await digestOf(`${client.address} ${account.userId} ${label}`);
  return [{ id: `session ${id}`, accessToken: "", account: { id, label }, scopes: [] }];
}

/** SHA-256, as hexadecimal digits. */
async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
