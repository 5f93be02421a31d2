import * as vscode from "vscode";
import type { PersonReason } from "../../registry/knowledge";
import type { Person, PersonReference } from "../../registry/records";
import type { Row } from "../row";
import { documentRoleNode } from "./documentRoleNode";
import { groupNode } from "./groupNode";
import { groupRoleNode } from "./groupRoleNode";
import type { Children, LoadOptions, NodeBase, TreeNode } from "./node";
import { childrenFrom, idBelow } from "./node";
import { userNode } from "./userNode";

/** A person (specification, section 2.1); it opens to account, primary group and roles. */
export interface PersonNode extends NodeBase {
  readonly kind: "person";
  readonly person: PersonReference;
  /** Why the person is here. */
  readonly reason: PersonReason["kind"] | undefined;
}

export function personNode(
  parent: TreeNode,
  { personId, name, link }: PersonReference,
  reason: PersonReason["kind"] | undefined,
): PersonNode {
  const { registry } = parent;
  const id = idBelow(parent, registry, "person", personId);
  return { kind: "person", id, registry, parent, person: { personId, name, link }, reason };
}

export function personRow({ person, registry, reason }: PersonNode): Row {
  const isInactive = registry.client.knowledge.person(person.personId)?.active === false;
  const description = [
    reason === undefined ? "" : reasonText(reason),
    isInactive ? vscode.l10n.t("inactive") : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
  return {
    label: person.name || person.personId,
    ...(description === "" ? {} : { description }),
    icon: { codicon: "person" },
    contextValue: "person record reference",
    expansion: "collapsed",
    isDimmed: isInactive,
  };
}

export async function personChildren(node: PersonNode, options: LoadOptions): Promise<Children> {
  const outcome = await node.registry.client.person(node.person.personId, options);
  return childrenFrom(outcome, (person) => personContent(node, person));
}

/** What a person's record leads to. */
export function personContent(parent: TreeNode, person: Person): readonly TreeNode[] {
  const { primaryGroup, user } = person;
  return [
    ...(user.userId === "" ? [] : [userNode(parent, user)]),
    ...(primaryGroup.groupId === "" ? [] : [groupNode(parent, primaryGroup, vscode.l10n.t("primary group"))]),
    ...person.groupRoles.map((role, index) => groupRoleNode(parent, role, index)),
    ...person.documentRoles.map((role, index) => documentRoleNode(parent, role, index)),
  ];
}

function reasonText(reason: PersonReason["kind"]): string {
  switch (reason) {
    case "me":
      return vscode.l10n.t("you");
    case "contactPerson":
      return vscode.l10n.t("contact person");
    case "openedById":
      return vscode.l10n.t("opened by id");
    case "ofUser":
      return vscode.l10n.t("of a user account");
  }
}
