import type { AnalysesDocument } from "./analysesDocument";
import {
  elementAt,
  isBracketGuess,
  walkTree,
  isWellFormed,
  open,
  openInTurns,
  propertyNamed,
} from "@analyses/json";
import type {
  InTurns,
  JsonPath,
  OpenNode,
  Placed,
  PlacedProperty,
  SyntaxNode,
  SyntaxProblem,
} from "@analyses/json";

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
  let located: Located = {
    ...open(document, from),
    property: undefined,
    index: undefined,
    listName: undefined,
  };
  for (const step of path) {
    const next = stepInto(document, located, step);
    if (next === undefined) return undefined;
    located = next;
  }
  return located;
}

/** Opens the nodes on a path in steps, so that {@link locate} parses none of them. */
export function* openOnPath(document: AnalysesDocument, path: JsonPath): InTurns<void> {
  let { node, start } = open(document, document.root);
  for (const step of path) {
    const inner =
      node.kind === "object"
        ? propertyNamed({ node, start }, String(step))?.value
        : node.kind === "array"
          ? elementAt({ node, start }, Number(step))
          : undefined;
    if (inner === undefined) return;
    yield* openInTurns(document, inner);
    ({ node, start } = open(document, inner));
  }
}

function stepInto(document: AnalysesDocument, from: Located, step: string | number): Located | undefined {
  const { node, start } = from;
  if (node.kind === "object") {
    const property = propertyNamed({ node, start }, String(step));
    if (property === undefined) return undefined;
    return { ...open(document, property.value), property, index: undefined, listName: undefined };
  }
  if (node.kind !== "array") return undefined;
  const index = Number(step);
  const element = elementAt({ node, start }, index);
  if (element === undefined) return undefined;
  const listName = from.property?.property.name;
  return { ...open(document, element), property: undefined, index, listName };
}

/** A range of the document's text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function rangeOf({ node, start }: Placed): Span {
  return { start, end: start + node.length };
}

/** The place where a person would add to an object or array: its key or, without one, its opening bracket. */
export function handleOf({ node, start, property }: Located): Span {
  if (property !== undefined && property.keyEnd > property.start) {
    return { start: property.start, end: property.keyEnd };
  }
  return { start, end: start + Math.min(1, node.length) };
}

const known = new WeakMap<SyntaxNode, boolean>();

/**
 * Whether the nesting of a value is uncertain, because of a missing or superfluous bracket or unread text. Then
 * findings about its contents are unreliable.
 */
export function isGuess(document: AnalysesDocument, from: Placed): boolean {
  if (isWellFormed(from.node)) return false;
  const isOfRoot = from.node === document.root.node;
  if (isOfRoot && document.problems.some(({ kind }) => kind === "text-after-end")) return true;
  // A missing closing bracket leaves a value's contents certain, but at the root an analysis may look like a group.
  const made =
    known.get(from.node) ??
    hasGuess(document, from, (problem) => isOfRoot || problem.kind !== "bracket-not-closed");
  known.set(from.node, made);
  return made;
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
