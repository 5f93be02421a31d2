import * as vscode from "vscode";
import { type DisposableLike, Disposable } from "../platform/lifetime";
import { setContextKey } from "../platform/editor";
import type { AccountState } from "../registryClient/records";
import { refusalLabel } from "../registryClient/registryError";
import type { Registries, Registry } from "./registries";
import { displayText, iconFreeText, shortened, messageText } from "../platform/displayText";
import type { Accounts } from "../registryClient/accounts";

interface RegistryStatus {
  readonly text: string;
  readonly tooltip: string;
  /** The text for screen readers. */
  readonly message: string;
  readonly needsAttention: boolean;
  readonly command: vscode.Command;
}

/**
 * The status of one registry: the first registry that needs attention, else the first with a sign-in, else the first.
 */
export function registryStatus(registries: readonly Registry[]): RegistryStatus | undefined {
  const needsAttention = ({ store }: Registry) =>
    store.account.kind === "rejected" || store.connection === "fails";
  const shown =
    registries.find(needsAttention) ??
    registries.find(({ store }) => store.account.kind === "signedIn") ??
    registries[0];
  if (shown === undefined) return undefined;
  const fails = shown.store.connection === "fails";
  const signIn = shown.client.describeSignIn(vscode.l10n.t, vscode.env.language);
  // A long name must leave room for the sign-in method.
  const line = shortened(displayText(sentence(shown, fails)), 200);
  const tooltip = signIn === undefined ? line : `${line}\n${signIn}`;
  return {
    text: `$(${fails ? "debug-disconnect" : "organization"}) ${namesOf(shown)}`,
    tooltip,
    message: `${vscode.l10n.t("Registry")} ${tooltip}`,
    needsAttention: needsAttention(shown),
    command: commandFor(shown, fails),
  };
}

function namesOf({ name, store: { account } }: Registry): string {
  const names = account.kind === "signedIn" ? [name, account.account.name] : [name];
  return names.map((each) => iconFreeText(shortened(each, 30))).join(" · ");
}

function sentence({ name, store: { account } }: Registry, fails: boolean): string {
  if (fails) return vscode.l10n.t("{0} does not answer.", name);
  switch (account.kind) {
    case "signedIn":
      return vscode.l10n.t("{0}: signed in as {1}", name, account.account.name);
    case "signedOut":
      return vscode.l10n.t("{0}: not signed in", name);
    case "rejected":
      return `${name}: ${refusalLabel(account.credential, vscode.l10n.t)}`;
  }
}

/** Signs in again after a rejection, if the registry answers; else opens the view, which offers all other actions. */
function commandFor({ client: { address }, store: { account } }: Registry, fails: boolean): vscode.Command {
  if (account.kind === "rejected" && !fails) {
    return { command: "analysesRegistry.signIn", title: vscode.l10n.t("Sign In"), arguments: [address] };
  }
  return { command: "analysesRegistry.registry.focus", title: vscode.l10n.t("Show the Registry") };
}

/** Shows a registry and its account in the status bar once the user has opened the registry view. */
export class RegistryStatusBarItem extends Disposable {
  private readonly item = this.register(
    vscode.window.createStatusBarItem("analysesRegistry.status", vscode.StatusBarAlignment.Left),
  );
  private isUsed: boolean;

  constructor(
    private readonly registries: Registries,
    treeView: Pick<vscode.TreeView<unknown>, "visible" | "onDidChangeVisibility">,
  ) {
    super();
    this.isUsed = treeView.visible;
    this.item.name = vscode.l10n.t("Registry");
    const show = () => this.show();
    this.register(
      treeView.onDidChangeVisibility(({ visible }) => {
        this.isUsed ||= visible;
        show();
      }),
    );
    this.register(
      registries.onDidChange(({ kind }) => {
        if (kind === "account" || kind === "connection" || kind === "registries") show();
      }),
    );
    show();
  }

  private show(): void {
    const status = registryStatus(this.registries.all);
    if (!this.isUsed || status === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = status.text;
    this.item.tooltip = status.tooltip;
    this.item.accessibilityInformation = { label: status.message };
    this.item.backgroundColor = status.needsAttention
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
    this.item.command = status.command;
    this.item.show();
  }
}

/**
 * The context keys for registries and accounts: `hasRegistry`; `isSignedIn` if the user is signed in to at least one
 * registry; `needsSignIn` if there are registries and the user is signed in to none; `hasAccount`, which also counts a
 * rejected sign-in.
 *
 * @param accounts one for each registry
 * @param isRestored whether the stored sign-ins are in use; before that, `needsSignIn` is false
 */
export function registryContext(accounts: readonly AccountState["kind"][], isRestored: boolean) {
  return {
    hasRegistry: accounts.length > 0,
    isSignedIn: accounts.includes("signedIn"),
    needsSignIn: isRestored && accounts.length > 0 && !accounts.includes("signedIn"),
    hasAccount: accounts.some((kind) => kind !== "signedOut"),
  };
}

/**
 * Keeps the context keys of {@link registryContext} up to date.
 *
 * @param restored resolves once the stored sign-ins are in use
 */
export function keepContextKeys(registries: Registries, restored: Promise<void>): DisposableLike {
  let isRestored = false;
  const update = () => {
    const context = registryContext(
      registries.all.map(({ store }) => store.account.kind),
      isRestored,
    );
    for (const [name, value] of Object.entries(context)) setContextKey(name, value);
  };
  update();
  void restored.then(() => {
    isRestored = true;
    update();
  });
  return registries.onDidChange(({ kind }) => {
    if (kind === "account" || kind === "registries") update();
  });
}

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
  /** Resolves after the last announcement of changed sessions; the next one waits for it, which keeps their order. */
  private announced: Promise<void> = Promise.resolve();

  constructor(
    private readonly registries: Registries,
    private readonly accounts: Accounts,
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
      await vscode.commands.executeCommand("analysesRegistry.signIn");
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

/** A registry's account as a session, which every extension may read; empty while the user is not signed in. */
export async function sessionOf({
  name,
  client,
  store,
}: Registry): Promise<readonly vscode.AuthenticationSession[]> {
  if (store.account.kind !== "signedIn") return [];
  const { account } = store.account;
  const signIn = client.describeSignIn(vscode.l10n.t, vscode.env.language) ?? "";
  const label = vscode.l10n.t("{0} at {1} – {2}", messageText(account.name), messageText(name), signIn);
  // VS Code keeps the label of a known account ID, so another label needs another ID.
  const id = await digestOf(`${client.address} ${account.userId} ${label}`);
  return [{ id: `session ${id}`, accessToken: "", account: { id, label }, scopes: [] }];
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
