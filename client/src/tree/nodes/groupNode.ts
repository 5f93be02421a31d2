import type { GroupReference } from "../../registry/records";
import type { Row } from "../row";
import type { Children, LoadOptions, NodeBase, TreeNode } from "./node";
import { childrenFrom, idBelow } from "./node";
import { personNode } from "./personNode";

/** A group (specification, section 2.5); it opens to its contact person and its subgroups. */
export interface GroupNode extends NodeBase {
  readonly kind: "group";
  readonly group: GroupReference;
  /** What the group is to the row above it, for example a primary group. */
  readonly role: string | undefined;
}

export function groupNode(parent: TreeNode, group: GroupReference, role?: string): GroupNode {
  const { registry } = parent;
  return {
    kind: "group",
    id: idBelow(parent, registry, "group", group.groupId),
    registry,
    parent,
    group,
    role,
  };
}

export function groupRow({ group, registry, role }: GroupNode): Row {
  const groupType = registry.client.knowledge.group(group.groupId)?.groupType.name ?? "";
  const description = role ?? groupType;
  return {
    label: group.name || group.groupId,
    ...(description === "" ? {} : { description }),
    icon: { codicon: "organization" },
    contextValue: "group record reference",
    expansion: "collapsed",
  };
}

export async function groupChildren(node: GroupNode, options: LoadOptions): Promise<Children> {
  const outcome = await node.registry.client.group(node.group.groupId, options);
  return childrenFrom(outcome, ({ contactPerson, subgroups }) => [
    ...(contactPerson.personId === "" ? [] : [personNode(node, contactPerson, "contactPerson")]),
    ...subgroups.map((subgroup) => groupNode(node, subgroup)),
  ]);
}
