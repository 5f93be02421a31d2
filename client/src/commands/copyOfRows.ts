import * as vscode from "vscode";
import type { TreeNode } from "../tree/nodes/node";
import { rowTargets } from "../tree/target";

/** Copies what `textOf` says of the rows that a command is about, one line each. */
export async function copyOfRows(
  treeView: vscode.TreeView<TreeNode>,
  target: unknown,
  together: unknown,
  textOf: (row: TreeNode) => string | undefined,
): Promise<void> {
  const lines = rowTargets(treeView, target, together).flatMap((row) => textOf(row) ?? []);
  if (lines.length > 0) await vscode.env.clipboard.writeText(lines.join("\n"));
}
