import type { AnalysesDocument } from "../../document/analysesDocument";
import type { Step } from "../../document/pathAt";
import { pathAt } from "../../document/pathAt";
import { open } from "../../document/places";

/** What of the document the pointer is on. */
export interface Target {
  readonly part: "key" | "value" | "bracket";
  /** The value that it is or belongs to, and the way to what holds that value. */
  readonly value: Step;
  readonly parents: readonly Step[];
  /** What the pointer is on, as offsets. */
  readonly start: number;
  readonly end: number;
}

/** Finds the key, scalar or bracket at an offset; undefined between them. */
export function targetAt(document: AnalysesDocument, offset: number): Target | undefined {
  const character = document.text.slice(offset, offset + 1);
  const isOpening = character === "{" || character === "[";
  const isClosing = character === "}" || character === "]";
  // The inside of an object or array begins behind its opening bracket and ends before the closing one.
  const { steps, property } = pathAt(document, isOpening ? offset + 1 : offset);
  const innermost = steps.at(-1);
  if (innermost === undefined) return undefined;
  if (property !== undefined) {
    if (property.part === "separator") return undefined;
    const { start, keyEnd, value } = property.property;
    const via = { kind: "property", property: property.property } as const;
    return { part: "key", value: { ...open(document, value), via }, parents: steps, start, end: keyEnd };
  }
  const reached = { value: innermost, parents: steps.slice(0, -1) };
  const { node, start } = innermost;
  switch (node.kind) {
    case "object":
    case "array":
      if (!isOpening && !isClosing) return undefined;
      return { ...reached, part: "bracket", start: offset, end: offset + 1 };
    case "missing":
      return undefined;
    default:
      return { ...reached, part: "value", start, end: start + node.length };
  }
}
