import * as vscode from "vscode";
import type { DocumentReference } from "../../registry/records";
import { documentContext } from "../contextValue";
import type { Row } from "../row";
import { described } from "../row";
import type { NodeBase, TreeNode } from "./node";
import { idBelow } from "./node";

/** A document that a person has a role in (specification, section 2.1). The registry holds no more of it. */
export interface DocumentNode extends NodeBase {
  readonly kind: "document";
  readonly document: DocumentReference;
}

export function documentNode(parent: TreeNode, document: DocumentReference): DocumentNode {
  const { registry } = parent;
  return { kind: "document", id: idBelow(parent, registry, "document"), registry, parent, document };
}

export function documentRow({ document }: DocumentNode): Row {
  const { documentPK, title } = document;
  return {
    label: title || documentPK || vscode.l10n.t("Document without a title"),
    ...described(vscode.l10n.t("document")),
    icon: { codicon: "file" },
    contextValue: documentContext("document", document),
    expansion: "none",
  };
}
