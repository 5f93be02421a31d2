import type { ContainerNode, SealedNode } from "../syntax/nodes";
import { openSealed } from "../syntax/readTree";
import type { OpenedNodes } from "./analysesDocument";

const mostNodes = 50;
const mostText = 1_000_000;

/** Keeps the trees opened last, as many as a screenful of work needs. */
export function createOpenedNodes(): OpenedNodes {
  const trees = new Map<SealedNode, ContainerNode>();
  let textLength = 0;
  return {
    treeOf(node, text) {
      if (node.tree !== undefined) return node.tree;
      const known = trees.get(node);
      if (known !== undefined) {
        trees.delete(node);
        trees.set(node, known);
        return known;
      }
      const tree = openSealed(text());
      trees.set(node, tree);
      textLength += node.length;
      for (const oldest of trees.keys()) {
        if (trees.size <= 1 || (trees.size <= mostNodes && textLength <= mostText)) break;
        trees.delete(oldest);
        textLength -= oldest.length;
      }
      return tree;
    },
  };
}
