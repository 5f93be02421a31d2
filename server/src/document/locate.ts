import type { AnalysesDocument } from "./analysesDocument";
import {
  elementAt,
  elementsOf,
  isBracketGuess,
  isWellFormed,
  open,
  propertiesOf,
  propertyNamed,
} from "../../../json/src";
import type { JsonPath, OpenNode, Placed, PlacedProperty, SyntaxNode } from "../../../json/src";

/** What stands at the end of a path. */
export interface Located extends Placed<OpenNode> {
  /** The property that holds it, when it is a property's value. */
  readonly property: PlacedProperty | undefined;
  /** Its index, when it is an array's element. */
  readonly index: number | undefined;
  /** The property that holds the array of which it is an element. */
  readonly listName: string | undefined;
}

/** Follows a path as far as the text has it. */
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

/** A part of the document's text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** All of a node's text. */
export function rangeOf({ node, start }: Placed): Span {
  return { start, end: start + node.length };
}

/**
 * Where a person would add to an object or array: at its key or, where it has none, at its opening
 * bracket.
 */
export function handleOf({ node, start, property }: Located): Span {
  if (property !== undefined && property.keyEnd > property.start) {
    return { start: property.start, end: property.keyEnd };
  }
  return { start, end: start + Math.min(1, node.length) };
}

const known = new WeakMap<SyntaxNode, Set<number>>();

/**
 * The objects and lists of a value whose content is a guess, as offsets from the value's start: a bracket is missing
 * or extra in them, in the one around them or in one inside them. Then nothing is certain about the whole document
 * either: what was an analysis may look like a group.
 */
export function guessedPlaces(document: AnalysesDocument, from: Placed): Pick<ReadonlySet<number>, "has"> {
  const made = known.get(from.node) ?? new Set<number>();
  if (!isWellFormed(from.node) && !known.has(from.node)) collect(document, from, made);
  known.set(from.node, made);
  const isAll = from.node === document.root.node && (made.size > 0 || continuesAfterItsEnd(document));
  return isAll ? { has: () => true } : made;
}

function continuesAfterItsEnd({ problems }: AnalysesDocument): boolean {
  return problems.some(({ kind }) => kind === "text-after-end");
}

function collect(document: AnalysesDocument, from: Placed, places: Set<number>): void {
  const waiting = [open(document, from)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const isGuess = hasGuess(next.node);
    // What stands in a list that is not closed is certain; only its end is not.
    const isGuessInside = next.node.problems.some(
      (problem) => isBracketGuess(problem) && problem.kind !== "bracket-not-closed",
    );
    for (const child of childrenOf(next)) {
      const { node, start } = child.node.kind === "lazy" ? broken(child) : child;
      if (node.kind !== "object" && node.kind !== "array" && node.kind !== "lazy") continue;
      const isOwnGuess = node.kind !== "lazy" && hasGuess(node);
      if (isGuessInside || isOwnGuess) places.add(start - from.start);
      // Properties after a list that is not closed can only be those of the object around it.
      if (isOwnGuess && node.kind === "object") places.add(next.start - from.start);
      // Analyses are looked through by themselves.
      if (child.node.kind !== "lazy" && node.kind !== "lazy" && !isWellFormed(node))
        waiting.push({ node, start });
    }
    if (isGuess) places.add(next.start - from.start);
  }
}

function hasGuess(node: OpenNode): boolean {
  return node.problems.some(isBracketGuess);
}

function broken(placed: Placed): Placed {
  const { node, start } = placed;
  return node.kind === "lazy" && node.tree !== undefined ? { node: node.tree, start } : placed;
}

function childrenOf({ node, start }: Placed<OpenNode>): Iterable<Placed> {
  if (node.kind === "array") return elementsOf({ node, start });
  if (node.kind !== "object") return [];
  return Array.from(propertiesOf({ node, start }), ({ value }) => value);
}
