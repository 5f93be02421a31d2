import * as vscode from "vscode";
import type { GroupRole } from "../../registry/records";
import type { Row } from "../row";
import { described } from "../row";
import { groupNode } from "./groupNode";
import type { Level, NodeBase, TreeNode } from "./node";
import { idBelow, knownLevel } from "./node";

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
  return {
    label: role.name || vscode.l10n.t("Group role"),
    ...described(role.group.name || role.group.groupId, isInactive ? vscode.l10n.t("inactive") : ""),
    icon: { codicon: "briefcase" },
    contextValue: "groupRole",
    expansion: role.group.groupId === "" ? "none" : "collapsed",
    isDimmed: isInactive,
  };
}

export function groupRoleLevel(node: GroupRoleNode): Level {
  const { group } = node.role;
  return knownLevel(() => (group.groupId === "" ? [] : [groupNode(node, group, "")]));
}
