import * as vscode from "vscode";
import { chooseRegistry } from "../registries/chooseRegistry";
import type { Command } from "./command";

export const signOut: Command = {
  name: "signOut",
  async run({ accounts, registries }, target) {
    const registry = await chooseRegistry(registries, target, ({ account }) => account.kind !== "signedOut");
    if (registry === undefined) return;
    await accounts.signOut(registry.client.address);
    void vscode.window.showInformationMessage(vscode.l10n.t("Signed out of {0}.", registry.name));
  },
};
