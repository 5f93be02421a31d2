import { ClientPool } from "../registryClient/clientPool";
import { Emitter, systemClock } from "../registryClient/clock";
import type { Event } from "../registryClient/clock";
import type { RequestLog, RequestLogEntry } from "../registryClient/guardedRequest";
import { usualLimits } from "../registryClient/guardedRequest";
import type { LoadSignIn } from "../registryClient/httpRegistryClient";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { Transport } from "../registryClient/transport";
import * as vscode from "vscode";
import { displayText, iconFreeText, shortened } from "../platform/displayText";
import { Disposable } from "../platform/disposable";
import type { AccountState } from "../registryClient/account";
import type { Registries } from "./registries";
import type { Registry } from "./registry";
import { RegistryFollower } from "./registryFollower";

/** How the last request to a registry went: `notAsked` before the first one. */
export type ConnectionState = "notAsked" | "answers" | "fails";

/** Watches the requests to the registries and knows which registry answers. */
export class ConnectionStates implements RequestLog {
  private readonly states = new Map<RegistryAddress, ConnectionState>();
  private readonly changed = new Emitter<RegistryAddress>();
  readonly onDidChange: Event<RegistryAddress> = this.changed.event;

  of(address: RegistryAddress): ConnectionState {
    return this.states.get(address) ?? "notAsked";
  }

  add({ address, result }: RequestLogEntry): void {
    if (result === "cancelled") return;
    const state = typeof result === "number" && result < 500 ? "answers" : "fails";
    if (this.of(address) === state) return;
    this.states.set(address, state);
    this.changed.fire(address);
  }

  dispose(): void {
    this.changed.dispose();
  }
}

/** The connections to registries; each of `watchers` learns of every request. */
export function createConnections(
  transport: Transport,
  watchers: readonly RequestLog[],
  loadSignIn: LoadSignIn,
): ClientPool {
  const log: RequestLog = {
    add: (entry) => {
      for (const watcher of watchers) watcher.add(entry);
    },
    remark: (remark) => {
      for (const watcher of watchers) watcher.remark?.(remark);
    },
  };
  return new ClientPool({ transport, clock: systemClock, limits: usualLimits, log, loadSignIn });
}

/** Writes each request to the log: its address and result, never a header or a body. */
export function requestLogOf(log: vscode.LogOutputChannel): RequestLog {
  return {
    add: ({ address, path, result, milliseconds }) =>
      log.info(`GET ${address}${path} → ${result} (${Math.round(milliseconds)} ms)`),
    remark: ({ address, path, remark }) => log.warn(`GET ${address}${path}: ${remark}`),
  };
}

/** What the status bar says of the registries, as plain data. */
interface RegistryStatus {
  readonly text: string;
  readonly tooltip: string;
  /** What a screen reader says. */
  readonly said: string;
  readonly needsAttention: boolean;
  /** What a click does. */
  readonly command: vscode.Command;
}

/** The status of the registry that needs attention, else of one with an account, else of the first. */
export function registryStatus(
  registries: readonly Registry[],
  connectionOf: (registry: Registry) => ConnectionState,
): RegistryStatus | undefined {
  const needsAttention = (registry: Registry) =>
    registry.client.account.kind === "rejected" || connectionOf(registry) === "fails";
  const shown =
    registries.find(needsAttention) ??
    registries.find(({ client }) => client.account.kind === "signedIn") ??
    registries[0];
  if (shown === undefined) return undefined;
  const fails = connectionOf(shown) === "fails";
  const tooltip = displayText(sentence(shown, fails));
  return {
    text: `$(${fails ? "debug-disconnect" : "organization"}) ${namesOf(shown)}`,
    tooltip,
    said: `${vscode.l10n.t("Registry")} ${tooltip}`,
    needsAttention: needsAttention(shown),
    command: commandFor(shown, fails),
  };
}

function namesOf({ name, client: { account } }: Registry): string {
  const names = account.kind === "signedIn" ? [name, account.account.name] : [name];
  return names.map((each) => iconFreeText(shortened(each, 30))).join(" · ");
}

function sentence({ name, client: { account } }: Registry, fails: boolean): string {
  return fails
    ? vscode.l10n.t("{0} does not answer.", name)
    : vscode.l10n.t("{0}: {1}", name, accountText(account));
}

function accountText(account: AccountState): string {
  switch (account.kind) {
    case "signedIn":
      return vscode.l10n.t("signed in as {0}", account.account.name);
    case "signedOut":
      return vscode.l10n.t("not signed in");
    case "rejected":
      return account.credential === "expired"
        ? vscode.l10n.t("access token expired")
        : vscode.l10n.t("sign-in no longer accepted");
  }
}

/** The view is where everything else is said that can be done. */
function commandFor({ client: { account, address } }: Registry, fails: boolean): vscode.Command {
  if (account.kind === "rejected" && !fails) {
    return { command: "analysesRegistry.signIn", title: vscode.l10n.t("Sign In"), arguments: [address] };
  }
  return { command: "analysesRegistry.registry.focus", title: vscode.l10n.t("Show the Registry") };
}

/** Names the registry and the account, from the first use of the view on; a click leads to what helps. */
export class RegistryStatusBarItem extends Disposable {
  private readonly item = this.register(
    vscode.window.createStatusBarItem("analysesRegistry.status", vscode.StatusBarAlignment.Left),
  );
  private isUsed: boolean;

  constructor(
    private readonly registries: Registries,
    private readonly connections: ConnectionStates,
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
    this.register(connections.onDidChange(show));
    this.register(new RegistryFollower(registries, ({ client }) => [client.onDidChangeAccount(show)], show));
    show();
  }

  private show(): void {
    const status = registryStatus(this.registries.all, ({ client }) => this.connections.of(client.address));
    if (!this.isUsed || status === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = status.text;
    this.item.tooltip = status.tooltip;
    this.item.accessibilityInformation = { label: status.said };
    this.item.backgroundColor = status.needsAttention
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
    this.item.command = status.command;
    this.item.show();
  }
}
