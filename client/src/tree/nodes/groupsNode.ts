import * as vscode from "vscode";
import type { Registry } from "../../registries/registry";
import type { GroupListItem } from "../../registry/records";
import { groupId } from "../../registry/ids";
import { rowLimit } from "../buckets";
import type { Row } from "../row";
import { described } from "../row";
import { listRows } from "./bucketNode";
import { groupForm, groupNode } from "./groupNode";
import type { Level, NodeBase, TreeNode } from "./node";
import { idBelow, readLevel } from "./node";

/** The list of all groups (specification, section 2.5), A to Z, pinned ones above. */
export interface GroupsNode extends NodeBase {
  readonly kind: "groups";
}

export function groupsNode(registry: Registry, parent: TreeNode | undefined): GroupsNode {
  return { kind: "groups", id: idBelow(parent, registry, "groups"), registry, parent };
}

export function groupsRow({ registry }: GroupsNode): Row {
  const count = registry.client.knowledge.groups?.length;
  return {
    label: vscode.l10n.t("Groups"),
    ...described(count?.toLocaleString(vscode.env.language) ?? ""),
    icon: { codicon: "organization" },
    contextValue: "groups refreshable",
    expansion: "collapsed",
  };
}

export function groupsLevel(node: GroupsNode): Level {
  return readLevel(
    (options) => node.registry.client.groups(options),
    (groups) => groupsRows(node, groups),
  );
}

function groupsRows(node: GroupsNode, groups: readonly GroupListItem[]): readonly TreeNode[] {
  const { pins } = node.registry;
  const pinned = pins.all.filter(({ kind }) => kind === "group");
  const pinnedRows = pinned.map(({ id, name, link }) =>
    groupNode(node, { groupId: groupId(id), name, link }, ""),
  );
  if (groups.length > rowLimit - pinned.length) {
    return [...pinnedRows, ...listRows(node, groups, groupForm, rowLimit - pinned.length)];
  }
  const isPinned = new Set(pinned.map(({ id }) => id));
  const others = groups.filter((group) => !isPinned.has(group.groupId));
  return [...pinnedRows, ...listRows(node, others, groupForm)];
}
