import * as vscode from "vscode";
import type { DocumentRole } from "../../registry/records";
import type { Row } from "../row";
import type { NodeBase, TreeNode } from "./node";
import { idBelow } from "./node";

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
    description: role.document.title || role.document.documentPK,
    icon: { codicon: "book" },
    contextValue: "documentRole link",
    expansion: "none",
  };
}
