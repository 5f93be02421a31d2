import * as vscode from "vscode";
import { iconFreeText } from "../platform/displayText";
import type { RegistryClient } from "../registry/registryClient";
import { rowTarget } from "../tree/target";
import type { Registries } from "./registries";
import type { Registry } from "./registry";

/**
 * The registry that a command is about: the one of the row or the address that it was called with, the only
 * one there is, or the one that the user picks. Undefined where the user gives up, or where there is none yet and
 * so is asked to add one.
 *
 * @param isMeant which registries the command can be about
 */
export async function chooseRegistry(
  registries: Registries,
  target: unknown,
  isMeant: (client: RegistryClient) => boolean = () => true,
): Promise<Registry | undefined> {
  const { all } = registries;
  const named = rowTarget(target)?.registry ?? all.find(({ client }) => client.address === target);
  if (named !== undefined) return named;
  if (all.length === 0) {
    await offerToAdd();
    return undefined;
  }
  const meant = all.filter(({ client }) => isMeant(client));
  if (meant.length <= 1) return meant[0];
  const items = meant.map((registry) => ({
    label: iconFreeText(registry.name),
    description: registry.client.address,
    registry,
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Which registry?") });
  return chosen?.registry;
}

async function offerToAdd(): Promise<void> {
  const add = vscode.l10n.t("Add Registry…");
  const message = vscode.l10n.t("There is no registry yet.");
  if ((await vscode.window.showInformationMessage(message, add)) === add) {
    await vscode.commands.executeCommand("analysesRegistry.addRegistry");
  }
}
