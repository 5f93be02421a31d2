import * as vscode from "vscode";
import type { TreeNode } from "./nodes/node";
import type { Row, RowCommand } from "./row";

/** The row of a level that has nothing to show, with what helps. */
export function emptyRow(parent: TreeNode): Row {
  const { label, command } = emptiness(parent);
  return {
    label,
    ...(command === undefined ? {} : { description: command.title, command }),
    icon: { codicon: "circle-slash" },
    contextValue: "message empty",
    expansion: "none",
  };
}

function emptiness(parent: TreeNode): { readonly label: string; readonly command?: RowCommand } {
  const details = { name: "showDetails", title: vscode.l10n.t("Show Details"), target: parent };
  const refresh = { name: "refresh", title: vscode.l10n.t("Refresh"), target: parent };
  switch (parent.kind) {
    case "people":
      return {
        label: vscode.l10n.t("Nobody met yet"),
        command:
          parent.registry.client.account.kind === "signedIn"
            ? { name: "openPerson", title: vscode.l10n.t("Open a Person by Identifier"), target: parent }
            : { name: "signIn", title: vscode.l10n.t("Sign In"), target: parent },
      };
    case "group":
      return { label: vscode.l10n.t("No contact person and no subgroups"), command: details };
    case "groupType":
      return { label: vscode.l10n.t("No groups of this type"), command: details };
    case "person":
      return { label: vscode.l10n.t("No groups and no roles"), command: details };
    case "groupTypes":
      return { label: vscode.l10n.t("No group types"), command: refresh };
    case "groups":
      return { label: vscode.l10n.t("No groups"), command: refresh };
    case "me":
    case "registry":
    case "bucket":
    case "user":
    case "groupRole":
    case "documentRole":
    case "document":
    case "message":
      return { label: vscode.l10n.t("Nothing here") };
  }
}
