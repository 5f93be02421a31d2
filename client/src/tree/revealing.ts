import type { Candidate } from "../search/searchIndex";
import type { TreeNode } from "./nodes/node";
import type { RegistryTree } from "./registryTree";

/**
 * Finds the row of a group or person by opening the levels that lead to it: the list of groups with its
 * buckets, or the people met. Undefined where the tree does not, or no longer, hold it.
 */
export async function findRow(
  tree: RegistryTree,
  { kind, id }: Pick<Candidate, "kind" | "id">,
  isOfRegistry: (node: TreeNode) => boolean,
): Promise<TreeNode | undefined> {
  const section = kind === "group" ? "groups" : "people";
  let level: readonly TreeNode[] = (await tree.getChildren()).filter(isOfRegistry);
  for (;;) {
    const found = level.find((node) => isRecord(node, kind, id));
    if (found !== undefined) return found;
    const next = level.find((node) => node.kind === section || node.kind === "registry" || holds(node, id));
    if (next === undefined) return undefined;
    level = await tree.rowsOf(next);
  }
}

function isRecord(node: TreeNode, kind: Candidate["kind"], id: string): boolean {
  if (node.kind === "group") return kind === "group" && node.group.groupId === id;
  return node.kind === "person" && kind === "person" && node.person.personId === id;
}

function holds(node: TreeNode, id: string): boolean {
  return node.kind === "groupBucket" && node.bucket.items.some(({ groupId }) => groupId === id);
}
