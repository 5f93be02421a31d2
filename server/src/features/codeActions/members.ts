import type { AnalysesDocument } from "../../document/analysesDocument";
import type { PlacedProperty } from "../../document/places";
import { pathAt } from "../../document/pathAt";
import { nextSignificant, previousSignificant } from "../../editing/scan";
import type { ObjectNode, Placed } from "../../syntax/nodes";
import type { Replacement } from "./fix";

/** The property whose key is at an offset. */
export function propertyAt(document: AnalysesDocument, keyStart: number): PlacedProperty | undefined {
  const { property } = pathAt(document, keyStart);
  return property?.part === "key" ? property.property : undefined;
}

/** The object that starts at an offset. */
export function objectAt(document: AnalysesDocument, start: number): Placed<ObjectNode> | undefined {
  const { steps } = pathAt(document, start + 1);
  const found = steps.findLast((step) => step.node.kind === "object" && step.start === start);
  return found?.node.kind === "object" ? { node: found.node, start } : undefined;
}

/** Whether an element of an array runs from `start` to `end`. */
export function isElement(document: AnalysesDocument, start: number, end: number): boolean {
  const { steps } = pathAt(document, Math.min(start + 1, end));
  return steps.some(
    (step) => step.via.kind === "element" && step.start === start && step.start + step.node.length === end,
  );
}

/** Takes a property away, with the comma and the white space that belong to it. */
export function propertyRemoval(document: AnalysesDocument, { start, value }: PlacedProperty): Replacement {
  return memberRemoval(document, start, value.start + value.node.length);
}

/** Takes a property or an element away, with the comma and the white space that belong to it. */
export function memberRemoval({ text }: AnalysesDocument, start: number, end: number): Replacement {
  const before = previousSignificant(text, start);
  const after = nextSignificant(text, end);
  const from = before === undefined ? start : before.at + 1;
  if (after?.character === ",") return { start: from, end: after.at + 1, template: [] };
  // The last member: its comma is the one before it.
  return { start: before?.character === "," ? before.at : from, end, template: [] };
}
