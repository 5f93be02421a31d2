import * as vscode from "vscode";
import type { Group, GroupListItem, GroupReference } from "../../registry/records";
import { recordContext } from "../contextValue";
import { rowLimit } from "../buckets";
import { groupRecord } from "../records";
import type { Row } from "../row";
import { described } from "../row";
import type { ListForm } from "./bucketNode";
import { listRows } from "./bucketNode";
import type { Level, NodeBase, TreeNode } from "./node";
import { idBelow, readLevel } from "./node";
import { personNode } from "./personNode";

/** A group (specification, section 2.5); it opens to its contact person, parent and subgroups. */
export interface GroupNode extends NodeBase {
  readonly kind: "group";
  readonly group: GroupReference | GroupListItem;
  /** What the group is to the row above it, for example a primary group; "" where nothing is to be said. */
  readonly role: string;
}

/** Groups as rows of a list. */
export const groupForm: ListForm<GroupReference> = {
  idOf: ({ groupId }) => groupId,
  row: (parent, group) => groupNode(parent, group, ""),
};

const subgroupForm: ListForm<GroupReference> = {
  ...groupForm,
  row: (parent, group) => groupNode(parent, group, vscode.l10n.t("subgroup")),
};

export function groupNode(parent: TreeNode, group: GroupReference | GroupListItem, role: string): GroupNode {
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
  const { groupId, name } = group;
  const { client, groupFacts, pins } = registry;
  const groupType = "groupType" in group ? group.groupType : client.knowledge.group(groupId)?.groupType;
  const pinned = pins.has({ kind: "group", id: groupId }) ? vscode.l10n.t("pinned") : "";
  return {
    label: name || groupId,
    ...described(role, groupType?.name ?? "", groupFacts.statusOf(groupId), pinned),
    icon: { codicon: "organization" },
    contextValue: recordContext(groupRecord(group), pins),
    expansion: "collapsed",
  };
}

export function groupLevel(node: GroupNode): Level {
  const { client, groupFacts } = node.registry;
  return readLevel(
    async (options) => {
      const outcome = await client.group(node.group.groupId, options);
      if (outcome.kind === "ok") groupFacts.learn(outcome.value);
      return outcome;
    },
    (group) => groupRows(node, group),
  );
}

function groupRows(node: GroupNode, { contactPerson, subgroups }: Group): readonly TreeNode[] {
  const parentGroup = node.registry.groupFacts.parentOf(node.group.groupId);
  const relatives = [
    ...(contactPerson.personId === ""
      ? []
      : [personNode(node, contactPerson, vscode.l10n.t("contact person"))]),
    ...(parentGroup === undefined ? [] : [groupNode(node, parentGroup, vscode.l10n.t("parent group"))]),
  ];
  return [...relatives, ...listRows(node, subgroups, subgroupForm, rowLimit - relatives.length)];
}
