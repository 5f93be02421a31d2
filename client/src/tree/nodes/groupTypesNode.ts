import * as vscode from "vscode";
import type { Registry } from "../../registries/registry";
import { sortedByName } from "../buckets";
import type { Row } from "../row";
import { groupTypeNode } from "./groupTypeNode";
import type { Children, LoadOptions, NodeBase, TreeNode } from "./node";
import { childrenFrom, idBelow } from "./node";

/** The list of group types (specification, section 2.4). */
export interface GroupTypesNode extends NodeBase {
  readonly kind: "groupTypes";
}

export function groupTypesNode(registry: Registry, parent: TreeNode | undefined): GroupTypesNode {
  return { kind: "groupTypes", id: idBelow(parent, registry, "groupTypes"), registry, parent };
}

export function groupTypesRow({ registry }: GroupTypesNode): Row {
  const count = registry.client.knowledge.groupTypes?.length;
  return {
    label: vscode.l10n.t("Group types"),
    ...(count === undefined ? {} : { description: count.toLocaleString() }),
    icon: { codicon: "symbol-class" },
    contextValue: "groupTypes",
    expansion: "collapsed",
  };
}

export async function groupTypesChildren(node: GroupTypesNode, options: LoadOptions): Promise<Children> {
  const outcome = await node.registry.client.groupTypes(options);
  return childrenFrom(outcome, (types) => sortedByName(types).map((type) => groupTypeNode(node, type)));
}
