import type { SyntaxProblem } from "./problems";
import type { ScanFacts } from "./strictScan";

/**
 * A node of a syntax tree. Nodes are immutable and store their length, not their position: offsets of children are
 * relative to their parent's start, so that an edit changes only the nodes that contain it. Lengths and offsets are in
 * UTF-16 units.
 */
export type SyntaxNode = ContainerNode | ScalarNode | UnreadNode | LazyNode;
export type ContainerNode = ObjectNode | ArrayNode;
type ScalarNode = StringNode | NumberNode | BooleanNode | NullNode;
type UnreadNode = MissingNode | ErrorNode;

/** A node of every kind except lazy nodes: what `open`, `walkTree` and `pathAt` return. */
export type OpenNode = Exclude<SyntaxNode, LazyNode>;

interface NodeBase {
  readonly length: number;
  /** Problems of this node itself (not of its children), relative to the node's start. */
  readonly problems: readonly SyntaxProblem[];
}

interface ContainerBase extends NodeBase {
  /** Start of each child, relative to this node's start. */
  readonly starts: readonly number[];
  /** False if the opening bracket is missing from the text. */
  readonly opened: boolean;
  /** False if the closing bracket is missing. */
  readonly closed: boolean;
  /** Whether the whole text of the node is well-formed JSON (RFC 8259). */
  readonly wellFormed: boolean;
  cached: CachedValues | undefined;
}

export interface ObjectNode extends ContainerBase {
  readonly kind: "object";
  readonly properties: readonly PropertyNode[];
}

export interface ArrayNode extends ContainerBase {
  readonly kind: "array";
  readonly elements: readonly SyntaxNode[];
}

/** One member of an object, from the start of its key to the end of its value. */
export interface PropertyNode {
  readonly length: number;
  /** The name, escapes resolved; empty for a value without a key. */
  readonly name: string;
  /**
   * Length of the key as written, including its quotes; the key starts at the property's start.
   * 0 for a value without a key.
   */
  readonly keyLength: number;
  /** Offset of the colon from the property's start; undefined if there is none. */
  readonly colon: number | undefined;
  /** The value; a missing node if the text has none. */
  readonly value: SyntaxNode;
  /** Offset of the value from the property's start. */
  readonly valueStart: number;
}

interface StringNode extends NodeBase {
  readonly kind: "string";
  /** False if the closing quote is missing: the string then ends with its line at the latest. */
  readonly closed: boolean;
}

interface NumberNode extends NodeBase {
  readonly kind: "number";
}

interface BooleanNode extends NodeBase {
  readonly kind: "boolean";
  readonly value: boolean;
}

interface NullNode extends NodeBase {
  readonly kind: "null";
}

/** A missing value; length 0. */
interface MissingNode extends NodeBase {
  readonly kind: "missing";
}

/** Text that is not a JSON value, such as `NaN` or a word without quotes. */
interface ErrorNode extends NodeBase {
  readonly kind: "error";
}

/**
 * An object or array of which the tree stores only the extent and a few facts, and `open` parses the rest on demand.
 * `LazyPolicy` decides which objects and arrays are lazy.
 */
export interface LazyNode {
  readonly kind: "lazy";
  readonly length: number;
  readonly opens: "object" | "array";
  /** Whether the text is well-formed JSON (RFC 8259). */
  readonly wellFormed: boolean;
  /** The tree of a text that is not well-formed; undefined for well-formed text. */
  readonly tree: ContainerNode | undefined;
  /** Number of property names in the text, at any depth; 0 if the text is not well-formed. */
  readonly keyCount: number;
  /** Whether the text contains a number that may lose digits when parsed as a double. */
  readonly longNumbers: boolean;
  cached: CachedValues | undefined;
}

/** A node and its start in the document's text; the node ends at `start + node.length`. */
export interface Placed<N extends SyntaxNode = SyntaxNode> {
  readonly node: N;
  readonly start: number;
}

export function isContainer(node: SyntaxNode): node is ContainerNode | LazyNode {
  return node.kind === "lazy" || node.kind === "object" || node.kind === "array";
}

/** Whether a node is an empty, closed string. */
export function isEmptyText(node: SyntaxNode): boolean {
  return node.kind === "string" && node.closed && node.length === 2;
}

/** Whether all of a node's text is well-formed JSON (RFC 8259). */
export function isWellFormed(node: SyntaxNode): boolean {
  switch (node.kind) {
    case "object":
    case "array":
    case "lazy":
      return node.wellFormed;
    case "missing":
    case "error":
      return false;
    default:
      return node.problems.length === 0;
  }
}

/** Values that other layers derive from a node and cache in it; only `NodeCache` reads and writes them. */
type CachedValues = unknown[];

/**
 * Caches one derived value in each node, so that both are freed together; nodes survive edits elsewhere. The value must
 * depend on the node's text alone, with offsets relative to the node's start. Create each cache once per process, since
 * every node has a slot for it.
 */
export class NodeCache<T> {
  static #count = 0;
  readonly #slot = NodeCache.#count++;

  get(node: ContainerNode | LazyNode): T | undefined {
    // Only this cache's `set` fills the slot.
    return node.cached?.[this.#slot] as T | undefined;
  }

  set(node: ContainerNode | LazyNode, value: T): void {
    // Allocates slots for all caches, which exist before the first node: a growing array takes more memory.
    const cached = (node.cached ??= new Array<unknown>(NodeCache.#count));
    cached[this.#slot] = value;
  }

  /** Returns the cached value of a node; computes it on the first call. */
  of(node: ContainerNode | LazyNode, make: () => T): T {
    const known = this.get(node);
    if (known !== undefined) return known;
    const value = make();
    this.set(node, value);
    return value;
  }
}

/** Shared by all nodes without problems. */
export const noProblems: readonly SyntaxProblem[] = [];
export const noStarts: readonly number[] = [];

const nullNode: NullNode = { kind: "null", length: 4, problems: noProblems };
const trueNode: BooleanNode = { kind: "boolean", length: 4, problems: noProblems, value: true };
const falseNode: BooleanNode = { kind: "boolean", length: 5, problems: noProblems, value: false };
export const missingNode: MissingNode = { kind: "missing", length: 0, problems: noProblems };

/** Strings of equal length share one node, and so do numbers, since documents contain very many. */
const strings: (StringNode | undefined)[] = [];
const numbers: (NumberNode | undefined)[] = [];
const maxSharedLength = 200;

export function stringNode(length: number, closed: boolean, problems: readonly SyntaxProblem[]): StringNode {
  if (!closed || problems.length > 0 || length > maxSharedLength) {
    return { kind: "string", length, problems, closed };
  }
  return (strings[length] ??= { kind: "string", length, problems: noProblems, closed });
}

export function numberNode(length: number): NumberNode {
  if (length > maxSharedLength) return { kind: "number", length, problems: noProblems };
  return (numbers[length] ??= { kind: "number", length, problems: noProblems });
}

/** A scalar without problems. */
export function scalarNode(
  scalar: "string" | "number" | "true" | "false" | "null",
  length: number,
): ScalarNode {
  switch (scalar) {
    case "string":
      return stringNode(length, true, noProblems);
    case "number":
      return numberNode(length);
    case "true":
      return trueNode;
    case "false":
      return falseNode;
    case "null":
      return nullNode;
  }
}

export function errorNode(length: number, problem: SyntaxProblem): ErrorNode {
  return { kind: "error", length, problems: [problem] };
}

/**
 * Which objects and arrays of a text become lazy nodes, by depth (the root's is 0) and kind: none ("eager"), all
 * ("lazy"), or well-formed ones no longer than half of the text ("lazy-if-small"). A policy must depend on the
 * structure of a text, never on a name in it: typing a name would change the whole subtree.
 */
export type LazyPolicy = (depth: number, kind: "object" | "array") => "eager" | "lazy" | "lazy-if-small";

/**
 * Whether the parser may scan a container at a depth before it knows whether the container becomes lazy.
 * Doing so at every depth would read the same text many times; at 2, 4, 8 and 16 only a few times.
 */
export function isDoublingDepth(depth: number): boolean {
  return depth >= 2 && depth <= 16 && (depth & (depth - 1)) === 0;
}

export function lazyNode(opens: "object" | "array", facts: ScanFacts): LazyNode {
  const { length, keyCount, longNumbers } = facts;
  return {
    kind: "lazy",
    length,
    opens,
    wellFormed: true,
    tree: undefined,
    keyCount,
    longNumbers,
    cached: undefined,
  };
}

/** @param tree the tree of a text that is not well-formed */
export function brokenLazyNode(tree: ContainerNode): LazyNode {
  const { length, kind: opens } = tree;
  return {
    kind: "lazy",
    length,
    opens,
    wellFormed: false,
    tree,
    keyCount: 0,
    longNumbers: false,
    cached: undefined,
  };
}

/** Returns a container without its children, for a tree too large to store. */
export function withoutChildren(node: ContainerNode): ContainerNode {
  const problems: SyntaxProblem[] = [{ kind: "unread", start: 0, end: 1 }];
  const bare = { ...node, starts: noStarts, problems };
  return bare.kind === "object" ? { ...bare, properties: [] } : { ...bare, elements: [] };
}
