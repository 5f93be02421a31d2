import type { SealedNode, ContainerNode, Placed } from "../syntax/nodes";
import type { SyntaxProblem } from "../syntax/problems";
import type { EarlierText } from "../syntax/readTree";
import type { DocumentText } from "../text/documentText";

/**
 * One version of an analyses document: its text and the tree read from it. Immutable; an update makes
 * a new document that shares with the old one whatever the edit left alone, so that a node's identity
 * can stand for its text in caches.
 */
export interface AnalysesDocument {
  readonly uri: string;
  readonly version: number;
  readonly text: DocumentText;
  /** The document's value (a missing node when there is none) and where it starts. */
  readonly root: Placed;
  /** What is wrong before and behind the value; offsets in the text. */
  readonly problems: readonly SyntaxProblem[];
  readonly openedNodes: OpenedNodes;
  readonly lineage: Lineage;
  /**
   * While the text is not JSON: the version before it was broken, and what of its text still stands.
   * Most of its nodes come back when the text is mended.
   */
  readonly beforeBreak: EarlierText | undefined;
}

/** Stands for all versions of a document: on it hangs what is remembered of the one looked at last. */
export interface Lineage {
  readonly uri: string;
}

/** Trees of sealed nodes that were opened lately; shared by the versions of a document. */
export interface OpenedNodes {
  readonly treeOf: (node: SealedNode, text: () => string) => ContainerNode;
}
