import * as vscode from "vscode";
import type { GroupTypeListItem } from "../../registry/records";
import { recordContext } from "../contextValue";
import { groupTypeRecord } from "../records";
import type { Row } from "../row";
import { described } from "../row";
import type { ListForm } from "./bucketNode";
import { listRows } from "./bucketNode";
import { groupForm } from "./groupNode";
import type { Level, NodeBase, TreeNode } from "./node";
import { idBelow, readLevel } from "./node";

/** A group type (specification, section 2.4); it opens to its groups. */
export interface GroupTypeNode extends NodeBase {
  readonly kind: "groupType";
  readonly groupType: GroupTypeListItem;
}

/** Group types as rows of a list. */
export const groupTypeForm: ListForm<GroupTypeListItem> = {
  idOf: ({ groupTypeId }) => groupTypeId,
  row: groupTypeNode,
};

function groupTypeNode(parent: TreeNode, groupType: GroupTypeListItem): GroupTypeNode {
  const { registry } = parent;
  const id = idBelow(parent, registry, "groupType", groupType.groupTypeId);
  return { kind: "groupType", id, registry, parent, groupType };
}

export function groupTypeRow({ groupType, registry }: GroupTypeNode): Row {
  const { knowledge } = registry.client;
  const count = knowledge.groups && knowledge.groupsOfType(groupType.groupTypeId).length;
  return {
    label: groupType.name || groupType.groupTypeId,
    ...described(count?.toLocaleString(vscode.env.language) ?? ""),
    icon: { codicon: "symbol-class" },
    contextValue: recordContext(groupTypeRecord(groupType), registry.pins),
    expansion: "collapsed",
  };
}

export function groupTypeLevel(node: GroupTypeNode): Level {
  return readLevel(
    (options) => node.registry.client.groupType(node.groupType.groupTypeId, options),
    ({ groups }) => listRows(node, groups, groupForm),
  );
}
