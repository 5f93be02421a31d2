import * as vscode from "vscode";
import { rowTarget } from "../tree/target";
import type { Registries } from "./registries";
import type { Registry } from "./registry";

/**
 * The registry that a command is about: the one of the row or the address that it was called with, the only
 * one there is, or the one that the user picks. Undefined where the user gives up, or where there is none yet and so is asked to
 * add one.
 */
export async function chooseRegistry({ all }: Registries, target: unknown): Promise<Registry | undefined> {
  const named = rowTarget(target)?.registry ?? all.find(({ client }) => client.address === target);
  if (named !== undefined) return named;
  if (all.length === 0) {
    const add = vscode.l10n.t("Add Registry…");
    const chosen = await vscode.window.showInformationMessage(
      vscode.l10n.t("There is no registry yet."),
      add,
    );
    if (chosen === add) await vscode.commands.executeCommand("analysesRegistry.addRegistry");
    return undefined;
  }
  if (all.length === 1) return all[0];
  const items = all.map((registry) => ({
    label: registry.name,
    description: registry.client.address,
    registry,
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Which registry?") });
  return chosen?.registry;
}
