import * as vscode from "vscode";
import type { Parts } from "../parts";
import { chooseRegistry } from "../registries/chooseRegistry";
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
  const registry = await chooseRegistry(registries, target, ({ account }) => account.kind === "signedIn");
  if (registry === undefined) return;
  const id = await vscode.window.showInputBox({
    prompt,
    placeHolder: "11143",
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter an identifier.") : undefined),
  });
  if (id !== undefined) await details.open(registry, { kind, id: id.trim(), name: "" });
}
