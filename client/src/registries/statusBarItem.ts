import * as vscode from "vscode";
import { Disposable } from "../platform/disposable";
import { displayText, iconFreeText, shortened } from "../platform/displayText";
import type { AccountState } from "../registry/account";
import type { TreeNode } from "../tree/nodes/node";
import type { ConnectionStates } from "./connectionStates";
import type { Registries } from "./registries";
import type { Registry } from "./registry";
import { RegistryFollower } from "./registryFollower";

/** Names the registry and the account, from the first use of the view on; a click leads to what helps. */
export class RegistryStatusBarItem extends Disposable {
  private readonly item = this.register(
    vscode.window.createStatusBarItem("analysesRegistry.status", vscode.StatusBarAlignment.Left),
  );
  private isUsed: boolean;

  constructor(
    private readonly registries: Registries,
    private readonly connections: ConnectionStates,
    treeView: vscode.TreeView<TreeNode>,
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
    const { all } = this.registries;
    // The one that needs attention, else the one that someone is signed in to, else the first.
    const shown =
      all.find((registry) => this.needsAttention(registry)) ??
      all.find(({ client }) => client.account.kind === "signedIn") ??
      all[0];
    if (!this.isUsed || shown === undefined) {
      this.item.hide();
      return;
    }
    this.present(shown);
    this.item.show();
  }

  private needsAttention({ client }: Registry): boolean {
    return client.account.kind === "rejected" || this.connections.of(client.address) === "fails";
  }

  private present(registry: Registry): void {
    const { name, client } = registry;
    const { account, address } = client;
    const fails = this.connections.of(address) === "fails";
    const names = account.kind === "signedIn" ? [name, account.account.name] : [name];
    const text = names.map((each) => iconFreeText(shortened(each, 30))).join(" · ");
    this.item.text = `$(${fails ? "debug-disconnect" : "organization"}) ${text}`;
    this.item.backgroundColor = this.needsAttention(registry)
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
    const state = fails
      ? vscode.l10n.t("{0} does not answer.", name)
      : vscode.l10n.t("{0}: {1}", name, accountText(account));
    this.item.tooltip = displayText(state);
    this.item.accessibilityInformation = { label: displayText(`${vscode.l10n.t("Registry")} ${state}`) };
    this.item.command = this.commandFor(registry, fails);
  }

  private commandFor({ client: { account, address } }: Registry, fails: boolean): vscode.Command {
    if (account.kind === "rejected" && !fails) {
      return { command: "analysesRegistry.signIn", title: vscode.l10n.t("Sign In"), arguments: [address] };
    }
    return { command: "analysesRegistry.registry.focus", title: vscode.l10n.t("Show the Registry") };
  }
}

function accountText(account: AccountState): string {
  switch (account.kind) {
    case "signedIn":
      return account.account.name;
    case "signedOut":
      return vscode.l10n.t("not signed in");
    case "rejected":
      return vscode.l10n.t("sign-in no longer accepted");
  }
}
