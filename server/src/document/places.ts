import type { ArrayNode, ObjectNode, OpenNode, Placed, PropertyNode } from "../syntax/nodes";
import type { AnalysesDocument } from "./analysesDocument";

/** A property where it stands: its key runs from `start` to `keyEnd`. */
export interface PlacedProperty {
  readonly property: PropertyNode;
  readonly index: number;
  readonly start: number;
  readonly keyEnd: number;
  readonly value: Placed;
}

/** An array's element where it stands. */
export interface PlacedElement extends Placed {
  readonly index: number;
}

/** The node itself or, for a sealed one, the tree of its text, read on demand and kept for a while. */
export function open({ text, openedNodes }: AnalysesDocument, { node, start }: Placed): Placed<OpenNode> {
  if (node.kind !== "sealed") return { node, start };
  return { node: openedNodes.treeOf(node, () => text.slice(start, start + node.length)), start };
}

/** The properties of an object in the order of the text. Values may be sealed: open them. */
export function* propertiesOf(object: Placed<ObjectNode>): Generator<PlacedProperty, void> {
  for (let index = 0; index < object.node.properties.length; index++) {
    const placed = propertyAt(object, index);
    if (placed !== undefined) yield placed;
  }
}

export function propertyAt({ node, start }: Placed<ObjectNode>, index: number): PlacedProperty | undefined {
  const property = node.properties[index];
  const offset = node.starts[index];
  if (property === undefined || offset === undefined) return undefined;
  const propertyStart = start + offset;
  return {
    property,
    index,
    start: propertyStart,
    keyEnd: propertyStart + property.keyLength,
    value: { node: property.value, start: propertyStart + property.valueStart },
  };
}

/** The property of a name; of several the last, as `JSON.parse` has it. */
export function propertyNamed(object: Placed<ObjectNode>, name: string): PlacedProperty | undefined {
  const index = object.node.properties.findLastIndex(
    (property) => property.name === name && property.keyLength > 0,
  );
  return index === -1 ? undefined : propertyAt(object, index);
}

/** The elements of an array in the order of the text. Elements may be sealed: open them. */
export function* elementsOf(array: Placed<ArrayNode>): Generator<PlacedElement, void> {
  for (let index = 0; index < array.node.elements.length; index++) {
    const placed = elementAt(array, index);
    if (placed !== undefined) yield placed;
  }
}

export function elementAt({ node, start }: Placed<ArrayNode>, index: number): PlacedElement | undefined {
  const element = node.elements[index];
  const offset = node.starts[index];
  if (element === undefined || offset === undefined) return undefined;
  return { node: element, start: start + offset, index };
}

/** Index of the last child that starts at or before an offset; -1 when there is none. */
export function childBefore({ node, start }: Placed<ObjectNode | ArrayNode>, offset: number): number {
  let low = 0;
  let high = node.starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start + (node.starts[middle] ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
