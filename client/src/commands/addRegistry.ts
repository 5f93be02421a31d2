import * as vscode from "vscode";
import { displayText } from "../platform/displayText";
import { addressProblemText } from "../registries/addressProblem";
import { addConfiguredRegistry } from "../registries/configuredRegistries";
import type { Registries } from "../registries/registries";
import { readRegistryAddress } from "../registry/registryAddress";
import type { Command } from "./command";

/** Adds a registry to the user's settings. */
export const addRegistry: Command = {
  name: "addRegistry",
  async run({ registries }) {
    const title = vscode.l10n.t("Add Registry");
    const url = await vscode.window.showInputBox({
      title,
      prompt: vscode.l10n.t("The registry's address"),
      placeHolder: "https://registry.example.org",
      ignoreFocusOut: true,
      validateInput: (text) => problemOf(text, registries),
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
    await addConfiguredRegistry({ name: name.trim(), url: reading.address });
    await vscode.commands.executeCommand("analysesRegistry.registry.focus");
  },
};

function problemOf(text: string, registries: Registries): string | undefined {
  const reading = readRegistryAddress(text);
  if (reading.kind === "refused") return addressProblemText(reading.problem);
  const known = registries.all.find(({ client }) => client.address === reading.address);
  return known && vscode.l10n.t("This registry is there already: {0}.", displayText(known.name));
}
