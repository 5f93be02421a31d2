import type { SyntaxProblem } from "./problems";

/**
 * A piece of an analyses document, as it was written. Nodes are immutable and know their length, not
 * their place: children stand at offsets relative to their parent's start, so that an edit leaves
 * every node outside it as it is. Lengths and offsets are UTF-16 units.
 */
export type SyntaxNode = ContainerNode | ScalarNode | UnreadNode | SealedNode;
export type ContainerNode = ObjectNode | ArrayNode;
export type ScalarNode = StringNode | NumberNode | BooleanNode | NullNode;
export type UnreadNode = MissingNode | ErrorNode;

/** Every kind but the sealed one: what navigation hands out. */
export type OpenNode = Exclude<SyntaxNode, SealedNode>;

interface NodeBase {
  readonly length: number;
  /** What is wrong directly in this node (not in its children), relative to the node's start. */
  readonly problems: readonly SyntaxProblem[];
}

interface ContainerBase extends NodeBase {
  /** Where each child starts, from this node's start. */
  readonly starts: readonly number[];
  /** False when the opening bracket is not there and was only understood. */
  readonly opened: boolean;
  /** False when the closing bracket is not there. */
  readonly closed: boolean;
  /** Whether the whole text of the node is JSON as RFC 8259 has it. */
  readonly wellFormed: boolean;
  /** How many more children were read but not kept, since there are so very many. */
  readonly unlisted: number;
  notes: NodeNotes | undefined;
}

export interface ObjectNode extends ContainerBase {
  readonly kind: "object";
  readonly properties: readonly PropertyNode[];
}

export interface ArrayNode extends ContainerBase {
  readonly kind: "array";
  readonly elements: readonly SyntaxNode[];
}

/** One member of an object: it starts at its key and ends with its value. */
export interface PropertyNode {
  readonly length: number;
  /** The name, escapes resolved; empty for a value that stands without a key. */
  readonly name: string;
  /**
   * Length of the key as written, its quotes included; the key starts where the property starts.
   * 0 for a value that stands without a key.
   */
  readonly keyLength: number;
  /** Offset of the colon from the property's start; undefined when there is none. */
  readonly colon: number | undefined;
  /** The value; a missing node where none was written. */
  readonly value: SyntaxNode;
  /** Offset of the value from the property's start. */
  readonly valueStart: number;
}

export interface StringNode extends NodeBase {
  readonly kind: "string";
  /** False when the closing quote is not there: such a string ends with its line at the latest. */
  readonly closed: boolean;
}

export interface NumberNode extends NodeBase {
  readonly kind: "number";
}

export interface BooleanNode extends NodeBase {
  readonly kind: "boolean";
  readonly value: boolean;
}

export interface NullNode extends NodeBase {
  readonly kind: "null";
}

/** Nothing stands where a value should; length 0. */
export interface MissingNode extends NodeBase {
  readonly kind: "missing";
}

/** Text that is not a JSON value, such as `NaN` or a word without quotes. */
export interface ErrorNode extends NodeBase {
  readonly kind: "error";
}

/**
 * An object or array of which only the extent and a few facts are kept: every analysis, and whatever
 * else the format has no word on. Navigation opens it on demand.
 */
export interface SealedNode {
  readonly kind: "sealed";
  readonly length: number;
  readonly opens: "object" | "array";
  /** Whether the text is JSON as RFC 8259 has it. */
  readonly wellFormed: boolean;
  /** What could be read of a text that is not well-formed; undefined for well-formed text. */
  readonly tree: ContainerNode | undefined;
  /** How many property names are written in it, at any depth; 0 when it is not well-formed. */
  readonly keyCount: number;
  /** Whether it holds a number so long that digits could be lost when it is read as a double. */
  readonly longNumbers: boolean;
  notes: NodeNotes | undefined;
}

/** What other layers derived from a node and keep with it; only `NoteKey` reads and writes it. */
export type NodeNotes = unknown[];

/** A node and where it starts in the document's text. It ends at `start + node.length`. */
export interface Placed<N extends SyntaxNode = SyntaxNode> {
  readonly node: N;
  readonly start: number;
}

export function isContainer(node: SyntaxNode): node is ContainerNode | SealedNode {
  return node.kind === "sealed" || node.kind === "object" || node.kind === "array";
}

/** Whether all of a node's text is JSON as RFC 8259 has it. */
export function isWellFormed(node: SyntaxNode): boolean {
  switch (node.kind) {
    case "object":
    case "array":
    case "sealed":
      return node.wellFormed;
    case "missing":
    case "error":
      return false;
    default:
      return node.problems.length === 0;
  }
}
