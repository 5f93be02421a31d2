import * as vscode from "vscode";
import type { Parts } from "../parts";
import { chooseRegistry } from "../registries/chooseRegistry";
import type { RegistryClient } from "../registry/registryClient";
import type { Command } from "./command";

export const openPerson: Command = {
  name: "openPerson",
  run: (parts, target) => open(parts, target, "person", vscode.l10n.t("Identifier of the person")),
};

export const openUser: Command = {
  name: "openUser",
  run: (parts, target) => open(parts, target, "user", vscode.l10n.t("Identifier of the user account")),
};

async function open(
  { registries, details }: Parts,
  target: unknown,
  kind: "person" | "user",
  prompt: string,
): Promise<void> {
  const { all } = registries;
  if (all.length > 0 && !all.some(({ client }) => isSignedIn(client))) {
    await vscode.commands.executeCommand("analysesRegistry.signIn", target);
    if (!all.some(({ client }) => isSignedIn(client))) return;
  }
  const registry = await chooseRegistry(registries, target, isSignedIn);
  if (registry === undefined) return;
  const id = await vscode.window.showInputBox({
    prompt,
    placeHolder: "11143",
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter an identifier.") : undefined),
  });
  if (id !== undefined) await details.open(registry, { kind, id: id.trim(), name: "" });
}

/** Only who is signed in may read people and user accounts. */
function isSignedIn({ account }: RegistryClient): boolean {
  return account.kind === "signedIn";
}
