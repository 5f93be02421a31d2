import * as vscode from "vscode";
import { Disposable } from "../platform/disposable";
import type { Registries } from "../registries/registries";
import type { Registry } from "../registries/registry";
import { RegistryFollower } from "../registries/registryFollower";
import type { Accounts } from "../registry/accounts";

const providerId = "analysesRegistry";

/**
 * Shows the signed-in users in VS Code's Accounts menu, and signs them out there.
 *
 * Any extension may ask VS Code for a session, so a session never holds the credential: its token is empty.
 */
export class RegistryAuthenticationProvider extends Disposable implements vscode.AuthenticationProvider {
  private readonly changed = this.register(
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>(),
  );
  readonly onDidChangeSessions = this.changed.event;
  private shown: readonly vscode.AuthenticationSession[];

  constructor(
    private readonly registries: Registries,
    private readonly accounts: Accounts,
  ) {
    super();
    this.shown = this.sessions();
    const announce = () => this.announce();
    this.register(
      new RegistryFollower(registries, ({ client }) => [client.onDidChangeAccount(announce)], announce),
    );
    this.register(
      vscode.authentication.registerAuthenticationProvider(providerId, vscode.l10n.t("Registry"), this, {
        supportsMultipleAccounts: true,
      }),
    );
  }

  getSessions(): Promise<vscode.AuthenticationSession[]> {
    return Promise.resolve([...this.sessions()]);
  }

  async createSession(): Promise<vscode.AuthenticationSession> {
    const before = new Set(this.sessions().map(({ id }) => id));
    await vscode.commands.executeCommand("analysesRegistry.signIn");
    const created = this.sessions().find(({ id }) => !before.has(id));
    if (created === undefined) throw new vscode.CancellationError();
    return created;
  }

  async removeSession(sessionId: string): Promise<void> {
    const registry = this.registries.all.find(({ client }) => client.address === sessionId);
    if (registry !== undefined) await this.accounts.signOut(registry.client.address);
  }

  private sessions(): readonly vscode.AuthenticationSession[] {
    return this.registries.all.flatMap((registry) => sessionOf(registry));
  }

  private announce(): void {
    const before = this.shown;
    const now = (this.shown = this.sessions());
    const added = now.filter(({ account }) => !before.some((session) => session.account.id === account.id));
    const removed = before.filter(({ account }) => !now.some((session) => session.account.id === account.id));
    if (added.length + removed.length > 0) this.changed.fire({ added, removed, changed: [] });
  }
}

/** What every extension may learn of who is signed in to a registry. */
export function sessionOf({ name, client }: Registry): readonly vscode.AuthenticationSession[] {
  if (client.account.kind !== "signedIn") return [];
  const { account } = client.account;
  return [
    {
      id: client.address,
      accessToken: "",
      account: {
        id: `${client.address} ${account.userId}`,
        label: vscode.l10n.t("{0} at {1}", account.name, name),
      },
      scopes: [],
    },
  ];
}
