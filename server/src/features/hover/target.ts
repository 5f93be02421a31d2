import type { AnalysesDocument } from "../../document/analysesDocument";
import type { PlacedProperty } from "../../document/places";
import type { Step } from "../../document/pathAt";
import { pathAt } from "../../document/pathAt";
import type { Placed } from "../../syntax/nodes";

/** What of the document the pointer is on. */
export interface Target {
  readonly part: "key" | "value" | "bracket";
  /** The way to the object or array that holds it; empty for the document's own value. */
  readonly parents: readonly Step[];
  readonly key: string | number | undefined;
  readonly value: Placed;
  /** What the pointer is on, as offsets. */
  readonly start: number;
  readonly end: number;
}

/** Finds the key, scalar or bracket at an offset; undefined between them. */
export function targetAt(document: AnalysesDocument, offset: number): Target | undefined {
  // An opening bracket is before the inside of its object or array, a closing one at the end of it.
  const isOpening = "{[".includes(document.text.slice(offset, offset + 1) || " ");
  const isClosing = "}]".includes(document.text.slice(offset, offset + 1) || " ");
  const { steps, property } = pathAt(document, isOpening ? offset + 1 : offset);
  const innermost = steps.at(-1);
  if (innermost === undefined) return undefined;
  if (property !== undefined)
    return property.part === "key" ? keyTarget(steps, property.property) : undefined;
  const { node, start } = innermost;
  switch (node.kind) {
    case "object":
    case "array":
      if (!isOpening && !isClosing) return undefined;
      return { ...valueTarget(steps, innermost), part: "bracket", start: offset, end: offset + 1 };
    case "missing":
      return undefined;
    default:
      return { ...valueTarget(steps, innermost), part: "value", start, end: start + node.length };
  }
}

function keyTarget(parents: readonly Step[], { property, start, keyEnd, value }: PlacedProperty): Target {
  return { part: "key", parents, key: property.name, value, start, end: keyEnd };
}

function valueTarget(
  steps: readonly Step[],
  { via, node, start }: Step,
): Pick<Target, "parents" | "key" | "value"> {
  const parents = steps.slice(0, -1);
  const value = { node, start };
  switch (via.kind) {
    case "root":
      return { parents, key: undefined, value };
    case "property":
      return { parents, key: via.property.property.name, value };
    case "element":
      return { parents, key: via.index, value };
  }
}
