import { DocumentText } from "../text/documentText";
import type { LinePosition } from "../text/documentText";
import { KeptText } from "../syntax/earlierTree";
import { isWellFormed } from "../syntax/nodes";
import type { ContainerNode, LazyNode, LazyPolicy } from "../syntax/nodes";
import { openLazy, readTree } from "../syntax/readTree";
import type { EarlierText, SyntaxTree } from "../syntax/readTree";

/**
 * One version of a document: its text and the tree read from it. Immutable; an edit makes a new version that shares
 * with the old one whatever the edit left alone, so that a node's identity can stand for its text in caches.
 */
export interface JsonDocument extends SyntaxTree {
  readonly text: DocumentText;
  /** How deep the tree goes. */
  readonly policy: LazyPolicy;
  readonly openedNodes: OpenedNodes;
  /**
   * While the text is not JSON: the version before it was broken, and what of its text still stands.
   * Most of its nodes come back when the text is mended.
   */
  readonly lastValid: EarlierText | undefined;
}

/** A change as LSP sends it (LSP 3.17, TextDocumentContentChangeEvent); without a range, the whole text. */
export interface DocumentChange {
  readonly range?: { readonly start: LinePosition; readonly end: LinePosition };
  readonly text: string;
}

/** Reads a document for the first time. */
export function readDocument(content: string, policy: LazyPolicy): JsonDocument {
  const text = DocumentText.of(content);
  const openedNodes = createOpenedNodes();
  return { text, policy, ...readTree(text, policy, []), openedNodes, lastValid: undefined };
}

/**
 * The document after the changes, applied in order. Only what the changes touch is read again; the result is what
 * `readDocument` would make of the new text.
 */
export function changeDocument(document: JsonDocument, changes: readonly DocumentChange[]): JsonDocument {
  const { root, policy, openedNodes } = document;
  let { text } = document;
  let kept = KeptText.all(text.length);
  let keptLonger = document.lastValid?.kept;
  for (const { range, text: insert } of changes) {
    const from = range === undefined ? 0 : text.offsetAt(range.start);
    const to = range === undefined ? text.length : Math.max(from, text.offsetAt(range.end));
    text = text.replace(from, to, insert);
    kept = kept.replaced(from, to, insert.length);
    keptLonger = keptLonger?.replaced(from, to, insert.length);
  }
  const last = { root, kept };
  const lastValid =
    document.lastValid === undefined || keptLonger === undefined
      ? last
      : { root: document.lastValid.root, kept: keptLonger };
  const tree = readTree(text, policy, lastValid === last ? [last] : [last, lastValid]);
  const isMended = isWellFormed(tree.root.node);
  return { text, policy, ...tree, openedNodes, lastValid: isMended ? undefined : lastValid };
}

/** Trees of lazy nodes that were opened lately; shared by the versions of a document. */
interface OpenedNodes {
  readonly treeOf: (node: LazyNode, text: () => string) => ContainerNode;
}

const mostNodes = 50;
const mostText = 1_000_000;

/** Keeps the trees opened last, as many as a screenful of work needs. */
function createOpenedNodes(): OpenedNodes {
  const trees = new Map<LazyNode, ContainerNode>();
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
      const tree = openLazy(text());
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
