import type { GroupTypeListItem } from "../../registry/records";
import type { Row } from "../row";
import { groupRows } from "./groupBucketNode";
import type { Children, LoadOptions, NodeBase, TreeNode } from "./node";
import { childrenFrom, idBelow } from "./node";

/** A group type (specification, section 2.4); it opens to its groups. */
export interface GroupTypeNode extends NodeBase {
  readonly kind: "groupType";
  readonly groupType: GroupTypeListItem;
}

export function groupTypeNode(parent: TreeNode, groupType: GroupTypeListItem): GroupTypeNode {
  const { registry } = parent;
  const id = idBelow(parent, registry, groupType.groupTypeId);
  return { kind: "groupType", id, registry, parent, groupType };
}

export function groupTypeRow({ groupType, registry }: GroupTypeNode): Row {
  const { knowledge } = registry.client;
  const count = knowledge.groups && knowledge.groupsOfType(groupType.groupTypeId).length;
  return {
    label: groupType.name || groupType.groupTypeId,
    ...(count === undefined ? {} : { description: count.toLocaleString() }),
    icon: { codicon: "symbol-class" },
    contextValue: "groupType record",
    expansion: "collapsed",
  };
}

export async function groupTypeChildren(node: GroupTypeNode, options: LoadOptions): Promise<Children> {
  const outcome = await node.registry.client.groupType(node.groupType.groupTypeId, options);
  return childrenFrom(outcome, ({ groups }) => groupRows(node, groups));
}
