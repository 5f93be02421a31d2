import type { AnalysesDocument } from "../document/analysesDocument";
import { elementAt, open, propertyNamed } from "../document/places";
import type { PlacedProperty } from "../document/places";
import type { OpenNode, Placed } from "../syntax/nodes";

/** A way from a node to one inside it: names of properties, indices of elements. */
export type ValuePath = readonly (string | number)[];

/** What stands at the end of a way. */
export interface Located extends Placed<OpenNode> {
  /** The property that holds it, when it is a property's value. */
  readonly property: PlacedProperty | undefined;
  /** Its index, when it is an array's element. */
  readonly index: number | undefined;
  /** The property that holds the array of which it is an element. */
  readonly listName: string | undefined;
}

/** Follows a way as far as the text has it. */
export function locate(document: AnalysesDocument, from: Placed, path: ValuePath): Located | undefined {
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

/** The brace or bracket alone of a container, else the whole node. */
export function rangeOf({ node, start }: Placed): { readonly start: number; readonly end: number } {
  return { start, end: start + node.length };
}

/**
 * Where a person would add to an object or array: at its key or, where it has none, at its opening
 * bracket.
 */
export function handleOf({ node, start, property }: Located): {
  readonly start: number;
  readonly end: number;
} {
  if (property !== undefined && property.keyEnd > property.start) {
    return { start: property.start, end: property.keyEnd };
  }
  return { start, end: start + Math.min(1, node.length) };
}
