import * as vscode from "vscode";
import { settingsSection } from "../../../protocol/src/settings";
import { configuredRegistries } from "../registries/configuredRegistries";
import type { AddressProblem } from "../registry/registryAddress";
import { readRegistryAddress } from "../registry/registryAddress";
import type { Command } from "./command";

/** Adds a registry to the user's settings. */
export const addRegistry: Command = {
  name: "addRegistry",
  async run() {
    const title = vscode.l10n.t("Add Registry");
    const url = await vscode.window.showInputBox({
      title,
      prompt: vscode.l10n.t("The registry's address"),
      placeHolder: "https://registry.example.org",
      ignoreFocusOut: true,
      validateInput: (text) => {
        const reading = readRegistryAddress(text);
        return reading.kind === "refused" ? addressProblemText(reading.problem) : undefined;
      },
    });
    if (url === undefined) return;
    const reading = readRegistryAddress(url);
    if (reading.kind === "refused") return;
    const name = await vscode.window.showInputBox({
      title,
      prompt: vscode.l10n.t("What do you call it?"),
      value: new URL(reading.address).host,
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a name.") : undefined),
    });
    if (name === undefined) return;
    await vscode.workspace
      .getConfiguration(settingsSection)
      .update(
        "registries",
        [...configuredRegistries(), { name: name.trim(), url: reading.address }],
        vscode.ConfigurationTarget.Global,
      );
    await vscode.commands.executeCommand("analysesRegistry.registry.focus");
  },
};

export function addressProblemText(problem: AddressProblem): string {
  switch (problem) {
    case "notAnAddress":
      return vscode.l10n.t("Enter an address, for example https://registry.example.org.");
    case "notSecure":
      return vscode.l10n.t("The address must start with https://: nothing is sent over an open connection.");
    case "holdsCredentials":
      return vscode.l10n.t("Leave user name and password out of the address: you are asked for them later.");
    case "holdsQueryOrFragment":
      return vscode.l10n.t("The address cannot hold ? or #.");
  }
}
