import type { ArrayNode, ObjectNode, Placed } from "../syntax/nodes";
import type { AnalysesDocument } from "./analysesDocument";
import { elementsOf, propertyNamed } from "./places";
import type { PlacedProperty } from "./places";
import { valueOf } from "./valueOf";

/** An analysis group of the document: its object and the properties that say what it is. */
export interface GroupPlace {
  readonly index: number;
  readonly place: Placed;
  /** The value of `number` where it is a number. */
  readonly number: number | undefined;
  /** The value of `name` where it is a string. */
  readonly name: string | undefined;
  /** The property `analyses`. */
  readonly analyses: PlacedProperty | undefined;
}

/** The groups of the document in the order of the text; elements that are no objects included. */
export function* groupsOf(document: AnalysesDocument): Generator<GroupPlace, void> {
  const groups = groupListOf(document);
  if (groups === undefined) return;
  for (const { node, start, index } of elementsOf(groups)) {
    if (node.kind === "object") yield groupAt(document, { node, start }, index);
    else {
      const place = { node, start };
      yield { index, place, number: undefined, name: undefined, analyses: undefined };
    }
  }
}

/** The array `analysis-groups` of the document, where it is one. */
export function groupListOf({ root }: AnalysesDocument): Placed<ArrayNode> | undefined {
  const { node, start } = root;
  return node.kind === "object" ? arrayOf(propertyNamed({ node, start }, "analysis-groups")) : undefined;
}

/** The array that a property holds, where it is one. */
export function arrayOf(property: PlacedProperty | undefined): Placed<ArrayNode> | undefined {
  const node = property?.value.node;
  return property !== undefined && node?.kind === "array" ? { node, start: property.value.start } : undefined;
}

function groupAt(document: AnalysesDocument, place: Placed<ObjectNode>, index: number): GroupPlace {
  const scalarOf = (name: string) => {
    const value = propertyNamed(place, name)?.value;
    return value === undefined || "notes" in value.node ? undefined : valueOf(document, value);
  };
  const number = scalarOf("number");
  const name = scalarOf("name");
  return {
    index,
    place,
    number: typeof number === "number" ? number : undefined,
    name: typeof name === "string" ? name : undefined,
    analyses: propertyNamed(place, "analyses"),
  };
}
