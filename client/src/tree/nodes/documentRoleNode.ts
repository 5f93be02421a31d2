import * as vscode from "vscode";
import type { DocumentRole } from "../../registry/records";
import { documentContext } from "../contextValue";
import type { Row } from "../row";
import { described } from "../row";
import { documentNode } from "./documentNode";
import { groupNode } from "./groupNode";
import type { Level, NodeBase, TreeNode } from "./node";
import { idBelow, knownLevel } from "./node";

/** A role that a person has in a document, for example a review (specification, section 2.1). */
export interface DocumentRoleNode extends NodeBase {
  readonly kind: "documentRole";
  readonly role: DocumentRole;
}

/** `index` is the role's place in the person's record: a person can have a role twice. */
export function documentRoleNode(parent: TreeNode, role: DocumentRole, index: number): DocumentRoleNode {
  const { registry } = parent;
  const id = idBelow(parent, registry, "documentRole", String(index));
  return { kind: "documentRole", id, registry, parent, role };
}

export function documentRoleRow({ role }: DocumentRoleNode): Row {
  return {
    label: role.name || vscode.l10n.t("Document role"),
    ...described(role.document.title || role.document.documentPK),
    icon: { codicon: "book" },
    contextValue: documentContext("documentRole", role.document),
    expansion: "collapsed",
  };
}

export function documentRoleLevel(node: DocumentRoleNode): Level {
  const { document, group } = node.role;
  return knownLevel(() => [
    documentNode(node, document),
    ...(group.groupId === "" ? [] : [groupNode(node, group, vscode.l10n.t("group of the document"))]),
  ]);
}
