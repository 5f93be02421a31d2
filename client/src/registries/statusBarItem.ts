import * as vscode from "vscode";
import { Disposable } from "../platform/disposable";
import type { ConnectionStates } from "./connectionStates";
import type { Registries } from "./registries";
import { RegistryFollower } from "./registryFollower";
import { registryStatus } from "./registryStatus";

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
