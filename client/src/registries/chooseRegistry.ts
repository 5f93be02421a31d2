import * as vscode from "vscode";
import type { TreeNode } from "../tree/nodes/node";
import type { Registries } from "./registries";
import type { Registry } from "./registry";

/**
 * The registry that a command is about: the one of the row it was called on, the only one there is, or the
 * one that the user picks. Undefined where the user gives up, or where there is none yet and so is asked to
 * add one.
 */
export async function chooseRegistry(
  registries: Registries,
  row: TreeNode | undefined,
): Promise<Registry | undefined> {
  if (row !== undefined) return row.registry;
  const { all } = registries;
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
