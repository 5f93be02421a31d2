import type { OpenNode, Placed } from "../syntax/nodes";
import type { AnalysesDocument } from "./analysesDocument";
import { childBefore, elementAt, open, propertyAt } from "./places";
import type { PlacedProperty } from "./places";

/** One step of a way from the root: the node reached, and how. */
export interface Step extends Placed<OpenNode> {
  readonly via:
    | { readonly kind: "root" }
    | { readonly kind: "property"; readonly property: PlacedProperty }
    | { readonly kind: "element"; readonly index: number };
}

/** Where an offset lies in the tree. */
export interface OffsetPath {
  /**
   * From the root to the innermost node at the offset; empty outside the root. A container holds the
   * offsets between its brackets (up to its end when it is not closed); a scalar also its two ends.
   */
  readonly steps: readonly Step[];
  /**
   * The property of the innermost object in whose key or separator the offset is. The separator goes
   * from the key's end to the value; where the value is missing, over all space that follows.
   */
  readonly property: PropertyPart | undefined;
}

export interface PropertyPart {
  readonly property: PlacedProperty;
  readonly part: "key" | "separator";
}

/** Deeper than this nobody looks: to open a node that holds so many others takes long, each time it is done. */
const mostSteps = 20_000;

/** The way from the root to an offset, at most so far down; opens what is sealed. */
export function pathAt(document: AnalysesDocument, offset: number): OffsetPath {
  const steps: Step[] = [];
  if (!holds(document.root, offset)) return { steps, property: undefined };
  let step: Step = { ...open(document, document.root), via: { kind: "root" } };
  for (;;) {
    steps.push(step);
    const next = stepInto(document, step, offset);
    if (next === undefined || "part" in next) return { steps, property: next };
    if (steps.length === mostSteps) return { steps, property: undefined };
    step = next;
  }
}

function stepInto(
  document: AnalysesDocument,
  { node, start }: Step,
  offset: number,
): Step | PropertyPart | undefined {
  if (node.kind === "array") {
    const element = elementAt({ node, start }, childBefore({ node, start }, offset));
    if (element === undefined || !holds(element, offset)) return undefined;
    return { ...open(document, element), via: { kind: "element", index: element.index } };
  }
  if (node.kind !== "object") return undefined;
  const property = propertyAt({ node, start }, childBefore({ node, start }, offset));
  if (property === undefined) return undefined;
  const { keyEnd, value } = property;
  if (offset <= keyEnd && keyEnd > property.start) return { property, part: "key" };
  if (holds(value, offset)) {
    return { ...open(document, value), via: { kind: "property", property } };
  }
  if (offset <= value.start) return { property, part: "separator" };
  const awaitsValue = value.node.kind === "missing" && document.text.slice(keyEnd, offset).trim().length < 2;
  return awaitsValue ? { property, part: "separator" } : undefined;
}

function holds({ node, start }: Placed, offset: number): boolean {
  const end = start + node.length;
  if (node.kind === "missing") return false;
  if (node.kind === "sealed") {
    const opened = node.tree?.opened ?? true;
    const closed = node.tree?.closed ?? true;
    return offset > start - (opened ? 0 : 1) && offset < end + (closed ? 0 : 1);
  }
  if (node.kind === "object" || node.kind === "array") {
    return offset > start - (node.opened ? 0 : 1) && offset < end + (node.closed ? 0 : 1);
  }
  return offset >= start && offset <= end;
}
