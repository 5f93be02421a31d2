import * as vscode from "vscode";
import type { DocumentRole, GroupRole, Person, PersonReference } from "../../registry/records";
import { rowLimit } from "../buckets";
import { recordContext } from "../contextValue";
import { personRecord } from "../records";
import type { Row } from "../row";
import { described } from "../row";
import type { ListForm } from "./bucketNode";
import { listRows } from "./bucketNode";
import { documentRoleNode } from "./documentRoleNode";
import { groupNode } from "./groupNode";
import { groupRoleNode } from "./groupRoleNode";
import type { Level, NodeBase, TreeNode } from "./node";
import { idBelow, readLevel } from "./node";
import { userNode } from "./userNode";

/** A person (specification, section 2.1); it opens to account, primary group and roles. */
export interface PersonNode extends NodeBase {
  readonly kind: "person";
  readonly person: PersonReference;
  /** Why the person is here. */
  readonly reason: string;
}

export function personNode(
  parent: TreeNode,
  { personId, name, link }: PersonReference,
  reason: string,
): PersonNode {
  const { registry } = parent;
  const id = idBelow(parent, registry, "person", personId);
  return { kind: "person", id, registry, parent, person: { personId, name, link }, reason };
}

export function personRow({ person, registry, reason }: PersonNode): Row {
  const isInactive = registry.client.knowledge.person(person.personId)?.active === false;
  return {
    label: person.name || person.personId,
    ...described(reason, isInactive ? vscode.l10n.t("inactive") : ""),
    icon: { codicon: "person" },
    contextValue: recordContext(personRecord(person), registry.pins),
    expansion: "collapsed",
    isDimmed: isInactive,
  };
}

export function personLevel(node: PersonNode): Level {
  return readLevel(
    (options) => node.registry.client.person(node.person.personId, options),
    (person) => personRows(node, person),
  );
}

/** What a person's record leads to. */
export function personRows(parent: TreeNode, person: Person): readonly TreeNode[] {
  const { primaryGroup, user } = person;
  const groupRoles = numbered(person.groupRoles);
  const documentRoles = numbered(person.documentRoles);
  const rows = [
    ...(user.userId === "" ? [] : [userNode(parent, user)]),
    ...(primaryGroup.groupId === "" ? [] : [groupNode(parent, primaryGroup, vscode.l10n.t("primary group"))]),
  ];
  const room = Math.floor((rowLimit - rows.length) / 2);
  return [
    ...rows,
    ...listRows(parent, groupRoles, groupRoleForm, room),
    ...listRows(parent, documentRoles, documentRoleForm, room),
  ];
}

/** A role and its place in the person's record: a person can have a role twice. */
interface Numbered<T> {
  readonly name: string;
  readonly index: number;
  readonly role: T;
}

function numbered<T extends { readonly name: string }>(roles: readonly T[]): readonly Numbered<T>[] {
  return roles.map((role, index) => ({ name: role.name, index, role }));
}

const groupRoleForm: ListForm<Numbered<GroupRole>> = {
  idOf: ({ index }) => String(index),
  row: (parent, { role, index }) => groupRoleNode(parent, role, index),
};

const documentRoleForm: ListForm<Numbered<DocumentRole>> = {
  idOf: ({ index }) => String(index),
  row: (parent, { role, index }) => documentRoleNode(parent, role, index),
};
