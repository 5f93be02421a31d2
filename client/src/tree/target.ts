import type * as vscode from "vscode";
import type { TreeNode } from "./nodes/node";

/** The row that a command was called on; undefined when it came from the palette or a key. */
export function rowTarget(target: unknown): TreeNode | undefined {
  return isTreeNode(target) ? target : undefined;
}

/**
 * The rows that a command is about: those selected together with the one that it was called on, else that
 * one; from the palette or a key, those selected.
 *
 * @param together what VS Code passes where several rows are selected
 */
export function rowTargets(
  treeView: Pick<vscode.TreeView<TreeNode>, "selection">,
  target: unknown,
  together: unknown,
): readonly TreeNode[] {
  const rows = Array.isArray(together) ? together.filter(isTreeNode) : [];
  if (rows.length > 0) return rows;
  return isTreeNode(target) ? [target] : treeView.selection;
}

function isTreeNode(target: unknown): target is TreeNode {
  return (
    typeof target === "object" &&
    target !== null &&
    "kind" in target &&
    "registry" in target &&
    "id" in target
  );
}
