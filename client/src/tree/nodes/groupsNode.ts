import * as vscode from "vscode";
import type { Registry } from "../../registries/registry";
import type { Row } from "../row";
import { groupRows } from "./groupBucketNode";
import type { Children, LoadOptions, NodeBase, TreeNode } from "./node";
import { childrenFrom, idBelow } from "./node";

/** The list of all groups (specification, section 2.5), A to Z. */
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
    ...(count === undefined ? {} : { description: count.toLocaleString() }),
    icon: { codicon: "organization" },
    contextValue: "groups",
    expansion: "collapsed",
  };
}

export async function groupsChildren(node: GroupsNode, options: LoadOptions): Promise<Children> {
  const outcome = await node.registry.client.groups(options);
  return childrenFrom(outcome, (groups) => groupRows(node, groups));
}
