import type * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import type { Registry } from "../registries/registry";
import type { TreeNode } from "./nodes/node";
import type { RegistryTree } from "./registryTree";

type RecordName = Pick<RegistryReference, "kind" | "id">;

/**
 * Shows the row of a group or person, with the focus on it. False where the tree does not hold it, for
 * example because the list of groups cannot be read.
 */
export async function revealRecord(
  tree: RegistryTree,
  treeView: vscode.TreeView<TreeNode>,
  registry: Registry,
  name: RecordName,
): Promise<boolean> {
  const row = await findRow(tree, registry, name);
  if (row === undefined) return false;
  registry.recent.add(name);
  await treeView.reveal(row, { select: true, focus: true });
  return true;
}

/**
 * Finds the row of a group or person by opening the levels that lead to it: the list of groups with its
 * buckets, or the people met. Undefined where the tree does not, or no longer, hold it.
 */
export async function findRow(
  tree: RegistryTree,
  registry: Registry,
  { kind, id }: RecordName,
): Promise<TreeNode | undefined> {
  const section = kind === "group" ? "groups" : "people";
  let level = (await tree.getChildren()).filter((node) => node.registry.client === registry.client);
  for (;;) {
    const found = level.find((node) => isRecord(node, kind, id));
    if (found !== undefined) return found;
    const next = level.find((node) => node.kind === section || node.kind === "registry" || holds(node, id));
    if (next === undefined) return undefined;
    level = [...(await tree.open(next))];
  }
}

function isRecord(node: TreeNode, kind: RecordName["kind"], id: string): boolean {
  if (node.kind === "group") return kind === "group" && node.group.groupId === id;
  return node.kind === "person" && kind === "person" && node.person.personId === id;
}

function holds(node: TreeNode, id: string): boolean {
  return node.kind === "bucket" && node.holds(id);
}
