import * as vscode from "vscode";
import type { UserReference } from "../../registry/records";
import { recordContext } from "../contextValue";
import { userRecord } from "../records";
import type { Row } from "../row";
import type { NodeBase, TreeNode } from "./node";
import { idBelow } from "./node";

/** A user account (specification, section 2.3). */
export interface UserNode extends NodeBase {
  readonly kind: "user";
  readonly user: UserReference;
}

export function userNode(parent: TreeNode, user: UserReference): UserNode {
  const { registry } = parent;
  return { kind: "user", id: idBelow(parent, registry, "user", user.userId), registry, parent, user };
}

export function userRow({ user, registry }: UserNode): Row {
  return {
    label: user.userName || user.userId,
    description: vscode.l10n.t("user account"),
    icon: { codicon: "account" },
    contextValue: recordContext(userRecord(user), registry.pins),
    expansion: "none",
  };
}
