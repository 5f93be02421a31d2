import type { AnalysesDocument } from "./analysesDocument";
import {
  elementAt,
  isBracketGuess,
  walkTree,
  isWellFormed,
  open,
  openYielding,
  propertyNamed,
  type Yielding,
} from "@analyses/json";
import type { JsonPath, OpenNode, Placed, PlacedProperty, SyntaxNode, SyntaxProblem } from "@analyses/json";

/** The node at the end of a path. */
export interface Located extends Placed<OpenNode> {
  /** The property, if the node is a property's value. */
  readonly property: PlacedProperty | undefined;
  /** The index, if the node is an array's element. */
  readonly index: number | undefined;
  /** The property that holds the array, if the node is an array's element. */
  readonly listName: string | undefined;
}

/** Follows a path; undefined if the text does not contain it. */
export function locate(document: AnalysesDocument, from: Placed, path: JsonPath): Located | undefined {
  let located = opened(document, { ...nowhere, value: from });
  for (const step of path) {
    const child = childOf(located, step);
    if (child === undefined) return undefined;
    located = opened(document, child);
  }
  return located;
}

/** Follows a path from the root as {@link locate} does, but parses the nodes on the path in steps. */
export function* locateYielding(document: AnalysesDocument, path: JsonPath): Yielding<Located | undefined> {
  let located = opened(document, { ...nowhere, value: document.root });
  for (const step of path) {
    const child = childOf(located, step);
    if (child === undefined) return undefined;
    yield* openYielding(document, child.value);
    located = opened(document, child);
  }
  return located;
}

/** A {@link Located} whose node may not be parsed yet. */
interface Child extends Omit<Located, keyof Placed> {
  readonly value: Placed;
}

const nowhere = { property: undefined, index: undefined, listName: undefined };

function opened(document: AnalysesDocument, { value, property, index, listName }: Child): Located {
  return { ...open(document, value), property, index, listName };
}

function childOf({ node, start, property: outer }: Located, step: string | number): Child | undefined {
  if (node.kind === "object") {
    const property = propertyNamed({ node, start }, String(step));
    return property && { ...nowhere, value: property.value, property };
  }
  if (node.kind !== "array") return undefined;
  const index = Number(step);
  const value = elementAt({ node, start }, index);
  return value && { value, property: undefined, index, listName: outer?.property.name };
}

/** A range of the document's text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function rangeOf({ node, start }: Placed): Span {
  return { start, end: start + node.length };
}

/** The range that a finding about a whole object or array marks: its key or, without one, its opening bracket. */
export function handleOf({ node, start, property }: Located): Span {
  if (property !== undefined && property.keyEnd > property.start) {
    return { start: property.start, end: property.keyEnd };
  }
  return { start, end: start + Math.min(1, node.length) };
}

/** By node: whether its nesting is uncertain. */
const cachedGuesses = new WeakMap<SyntaxNode, boolean>();

/**
 * Whether the nesting of a value is uncertain, because of a missing or superfluous bracket or unread text. Then
 * findings about its contents are unreliable.
 */
export function isGuess(document: AnalysesDocument, from: Placed): boolean {
  if (isWellFormed(from.node)) return false;
  const isOfRoot = from.node === document.root.node;
  if (isOfRoot && document.problems.some(({ kind }) => kind === "text-after-end")) return true;
  // A missing closing bracket leaves a value's contents certain, but at the root it may turn an analysis into a group.
  const isUncertain =
    cachedGuesses.get(from.node) ??
    hasGuess(document, from, (problem) => isOfRoot || problem.kind !== "bracket-not-closed");
  cachedGuesses.set(from.node, isUncertain);
  return isUncertain;
}

function hasGuess(
  document: AnalysesDocument,
  from: Placed,
  counts: (problem: SyntaxProblem) => boolean,
): boolean {
  // Skips analyses and other lazy nodes.
  const isOpenOrOwn = (child: Placed) => child.node.kind !== "lazy" && !isWellFormed(child.node);
  for (const { node } of walkTree(document, from, isOpenOrOwn))
    if (node.problems.some((problem) => isBracketGuess(problem.kind) && counts(problem))) return true;
  return false;
}
