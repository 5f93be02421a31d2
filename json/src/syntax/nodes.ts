import type { SyntaxProblem } from "./problems";
import type { ScanFacts } from "./strictScan";

/**
 * A piece of an analyses document, as it was written. Nodes are immutable and know their length, not
 * their place: children stand at offsets relative to their parent's start, so that an edit leaves
 * every node outside it as it is. Lengths and offsets are UTF-16 units.
 */
export type SyntaxNode = ContainerNode | ScalarNode | UnreadNode | LazyNode;
export type ContainerNode = ObjectNode | ArrayNode;
type ScalarNode = StringNode | NumberNode | BooleanNode | NullNode;
type UnreadNode = MissingNode | ErrorNode;

/** Every kind but the lazy one: what navigation hands out. */
export type OpenNode = Exclude<SyntaxNode, LazyNode>;

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

interface StringNode extends NodeBase {
  readonly kind: "string";
  /** False when the closing quote is not there: such a string ends with its line at the latest. */
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

/** Nothing stands where a value should; length 0. */
interface MissingNode extends NodeBase {
  readonly kind: "missing";
}

/** Text that is not a JSON value, such as `NaN` or a word without quotes. */
interface ErrorNode extends NodeBase {
  readonly kind: "error";
}

/**
 * An object or array of which only the extent and a few facts are kept: every analysis, and whatever
 * else the format has no word on. Navigation opens it on demand.
 */
export interface LazyNode {
  readonly kind: "lazy";
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
  cached: CachedValues | undefined;
}

/** A node and where it starts in the document's text. It ends at `start + node.length`. */
export interface Placed<N extends SyntaxNode = SyntaxNode> {
  readonly node: N;
  readonly start: number;
}

export function isContainer(node: SyntaxNode): node is ContainerNode | LazyNode {
  return node.kind === "lazy" || node.kind === "object" || node.kind === "array";
}

/** A text with nothing between its quotes. */
export function isEmptyText(node: SyntaxNode): boolean {
  return node.kind === "string" && node.closed && node.length === 2;
}

/** Whether all of a node's text is JSON as RFC 8259 has it. */
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

/** What other layers derived from a node and keep with it; only `NodeCache` reads and writes it. */
type CachedValues = unknown[];

/**
 * Keeps one thing derived from nodes with each node, so that it is freed with it; nodes survive edits elsewhere. What is
 * kept must follow from the node's text alone, with places counted from the node's start. Make each once, for the life
 * of the program.
 */
export class NodeCache<T> {
  static #count = 0;
  readonly #slot = NodeCache.#count++;

  get(node: ContainerNode | LazyNode): T | undefined {
    // Only `set` of this very cache fills the slot.
    return node.cached?.[this.#slot] as T | undefined;
  }

  set(node: ContainerNode | LazyNode, value: T): void {
    // With room for all caches, which are there before the first node: an array that grows takes more.
    const cached = (node.cached ??= new Array<unknown>(NodeCache.#count));
    cached[this.#slot] = value;
  }

  /** What is kept with a node, made at the first time. */
  of(node: ContainerNode | LazyNode, make: () => T): T {
    const known = this.get(node);
    if (known !== undefined) return known;
    const made = make();
    this.set(node, made);
    return made;
  }
}

/** Shared where nothing is wrong. */
export const noProblems: readonly SyntaxProblem[] = [];
export const noStarts: readonly number[] = [];

const nullNode: NullNode = { kind: "null", length: 4, problems: noProblems };
const trueNode: BooleanNode = { kind: "boolean", length: 4, problems: noProblems, value: true };
const falseNode: BooleanNode = { kind: "boolean", length: 5, problems: noProblems, value: false };
export const missingNode: MissingNode = { kind: "missing", length: 0, problems: noProblems };

/** Scalars of one length look the same: they share a node, since documents hold very many. */
const strings: (StringNode | undefined)[] = [];
const numbers: (NumberNode | undefined)[] = [];
const longestShared = 200;

export function stringNode(length: number, closed: boolean, problems: readonly SyntaxProblem[]): StringNode {
  if (!closed || problems.length > 0 || length > longestShared) {
    return { kind: "string", length, problems, closed };
  }
  return (strings[length] ??= { kind: "string", length, problems: noProblems, closed });
}

export function numberNode(length: number): NumberNode {
  if (length > longestShared) return { kind: "number", length, problems: noProblems };
  return (numbers[length] ??= { kind: "number", length, problems: noProblems });
}

/** A scalar in which nothing is wrong. */
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
 * Which objects and arrays of a text become lazy nodes, by depth (the root's is 0) and kind: none ("eager"), all, those
 * that are well-formed and no longer than half of the text ("lazy-if-small"), or short objects that hold nothing but
 * scalars and empty lists ("lazy-if-flat"). Only the form of a text may decide, never a name in it: a name that is being
 * typed would change all that lies below.
 */
export type LazyPolicy = (
  depth: number,
  kind: "object" | "array",
) => "eager" | "lazy" | "lazy-if-small" | "lazy-if-flat";

/**
 * Whether a container at a depth may be scanned before it is known whether it will be lazy. At every
 * depth that would read the same text again and again; at 2, 4, 8 and 16 it does so a few times.
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

/** @param tree what could be read of a text that is not well-formed */
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

/** What is left of a tree that is too large to be kept. */
export function withoutChildren(node: ContainerNode): ContainerNode {
  const problems: SyntaxProblem[] = [{ kind: "unread", start: 0, end: 1 }];
  const bare = { ...node, starts: noStarts, problems };
  return bare.kind === "object" ? { ...bare, properties: [] } : { ...bare, elements: [] };
}
