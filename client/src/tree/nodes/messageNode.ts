import * as vscode from "vscode";
import type { RegistryError } from "../../registry/registryError";
import { emptyRow } from "../emptyRow";
import { failureRow } from "../failureRow";
import type { Row } from "../row";
import type { NodeBase, TreeNode } from "./node";
import { idBelow } from "./node";

/** A row that says how things stand instead of showing a record. */
export interface MessageNode extends NodeBase {
  readonly kind: "message";
  readonly parent: TreeNode;
  readonly message:
    { readonly kind: "loading" | "empty" } | { readonly kind: "failed"; readonly error: RegistryError };
}

export function messageNode(parent: TreeNode, message: MessageNode["message"]): MessageNode {
  const { registry } = parent;
  return { kind: "message", id: idBelow(parent, registry, "message"), registry, parent, message };
}

export function messageRow(node: MessageNode): Row {
  switch (node.message.kind) {
    case "loading":
      return {
        label: vscode.l10n.t("Loading…"),
        description: vscode.l10n.t("Cancel"),
        icon: { codicon: "loading~spin" },
        contextValue: "message loading",
        expansion: "none",
        command: { name: "cancelRefresh", title: vscode.l10n.t("Cancel"), target: node },
      };
    case "empty":
      return emptyRow(node.parent);
    case "failed":
      return failureRow(node, node.message.error);
  }
}
