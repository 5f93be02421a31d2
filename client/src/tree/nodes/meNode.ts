import * as vscode from "vscode";
import type { Registry } from "../../registries/registry";
import type { Row } from "../row";
import type { Children, LoadOptions, NodeBase, TreeNode } from "./node";
import { childrenFrom, idBelow } from "./node";
import { personContent } from "./personNode";

/** The signed-in caller (specification, section 4, `people/me` and `users/me`). */
export interface MeNode extends NodeBase {
  readonly kind: "me";
}

export function meNode(registry: Registry, parent: TreeNode | undefined): MeNode {
  return { kind: "me", id: idBelow(parent, registry, "me"), registry, parent };
}

export function meRow({ registry }: MeNode): Row {
  const { account } = registry.client;
  const icon = { codicon: "account" };
  switch (account.kind) {
    case "signedIn":
      return {
        label: vscode.l10n.t("Me"),
        description: account.account.name,
        icon,
        contextValue: "me signedIn",
        expansion: "collapsed",
      };
    case "rejected":
      return {
        label: vscode.l10n.t("Sign in again"),
        description: vscode.l10n.t("{0} no longer accepts your sign-in", registry.name),
        icon: { codicon: "warning", color: "list.warningForeground" },
        contextValue: "me rejected",
        expansion: "none",
        command: { name: "signIn", title: vscode.l10n.t("Sign In") },
      };
    case "signedOut":
      return {
        label: vscode.l10n.t("Sign in"),
        description: vscode.l10n.t("to see group details and people"),
        icon,
        contextValue: "me signedOut",
        expansion: "none",
        command: { name: "signIn", title: vscode.l10n.t("Sign In") },
      };
  }
}

export async function meChildren(node: MeNode, options: LoadOptions): Promise<Children> {
  const outcome = await node.registry.client.personMe(options);
  return childrenFrom(outcome, (person) => personContent(node, person));
}
