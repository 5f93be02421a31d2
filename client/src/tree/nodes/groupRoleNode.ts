import * as vscode from "vscode";
import type { GroupRole } from "../../registry/records";
import type { Row } from "../row";
import { groupNode } from "./groupNode";
import type { Children, NodeBase, TreeNode } from "./node";
import { idBelow, known } from "./node";

/** A role that a person has in a group (specification, section 2.1). */
export interface GroupRoleNode extends NodeBase {
  readonly kind: "groupRole";
  readonly role: GroupRole;
}

/** `index` is the role's place in the person's record: a person can have a role twice. */
export function groupRoleNode(parent: TreeNode, role: GroupRole, index: number): GroupRoleNode {
  const { registry } = parent;
  return {
    kind: "groupRole",
    id: idBelow(parent, registry, "groupRole", String(index)),
    registry,
    parent,
    role,
  };
}

export function groupRoleRow({ role }: GroupRoleNode): Row {
  const isInactive = role.active === false;
  const group = role.group.name || role.group.groupId;
  return {
    label: role.name || vscode.l10n.t("Group role"),
    description: isInactive ? vscode.l10n.t("{0}, inactive", group) : group,
    icon: { codicon: "briefcase" },
    contextValue: "groupRole",
    expansion: role.group.groupId === "" ? "none" : "collapsed",
    isDimmed: isInactive,
  };
}

export function groupRoleChildren(node: GroupRoleNode): Children {
  return known([groupNode(node, node.role.group)]);
}
