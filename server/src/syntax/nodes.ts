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
  /** How many characters from the node's start decided what it is; at least its length. */
  readonly reach: number;
  /** What is wrong directly in this node (not in its children), relative to the node's start. */
  readonly problems: readonly SyntaxProblem[];
}

export interface ObjectNode extends NodeBase {
  readonly kind: "object";
  readonly properties: readonly PropertyNode[];
  /** Where each property starts, from the object's start. */
  readonly starts: readonly number[];
  /** False when the opening brace is not there and was only understood. */
  readonly opened: boolean;
  /** False when the closing brace is not there. */
  readonly closed: boolean;
}

export interface ArrayNode extends NodeBase {
  readonly kind: "array";
  readonly elements: readonly SyntaxNode[];
  /** Where each element starts, from the array's start. */
  readonly starts: readonly number[];
  readonly opened: boolean;
  readonly closed: boolean;
}

/** One member of an object: it starts at its key and ends with its value. */
export interface PropertyNode {
  readonly length: number;
  /** The name, escapes resolved. */
  readonly name: string;
  /** Length of the key as written, its quotes included; the key starts where the property starts. */
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
 * else lies as deep. Navigation opens it on demand.
 */
export interface SealedNode {
  readonly kind: "sealed";
  readonly length: number;
  readonly reach: number;
  readonly opens: "object" | "array";
  /** Whether the text is JSON as RFC 8259 has it. */
  readonly wellFormed: boolean;
  /** How many property names are written in it, at any depth; 0 when it is not well-formed. */
  readonly keyCount: number;
  /** Whether it holds a number so long that digits could be lost when it is read as a double. */
  readonly longNumbers: boolean;
}

/** A node and where it starts in the document's text. It ends at `start + node.length`. */
export interface Placed<N extends SyntaxNode = SyntaxNode> {
  readonly node: N;
  readonly start: number;
}
