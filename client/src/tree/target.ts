import type { TreeNode } from "./nodes/node";

/** The row that a command was called on; undefined when it came from the palette or a key. */
export function rowTarget(target: unknown): TreeNode | undefined {
  return isTreeNode(target) ? target : undefined;
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
