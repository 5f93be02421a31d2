import * as vscode from "vscode";
import type { Registry } from "../../registries/registry";
import type { Row } from "../row";
import { described } from "../row";
import { listRows } from "./bucketNode";
import { groupTypeForm } from "./groupTypeNode";
import type { Level, NodeBase, TreeNode } from "./node";
import { idBelow, readLevel } from "./node";

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
    ...described(count?.toLocaleString(vscode.env.language) ?? ""),
    icon: { codicon: "symbol-class" },
    contextValue: "groupTypes refreshable",
    expansion: "collapsed",
  };
}

export function groupTypesLevel(node: GroupTypesNode): Level {
  return readLevel(
    (options) => node.registry.client.groupTypes(options),
    (groupTypes) => listRows(node, groupTypes, groupTypeForm),
  );
}
