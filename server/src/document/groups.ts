import { isContainer } from "../syntax/nodes";
import type { ArrayNode, ObjectNode, Placed } from "../syntax/nodes";
import { NoteKey, remember } from "../syntax/remember";
import type { AnalysesDocument } from "./analysesDocument";
import { elementAt, elementsOf, propertyNamed } from "./places";
import type { PlacedElement, PlacedProperty } from "./places";
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
  for (const element of elementsOf(groups)) yield groupOf(document, element);
}

/** The group at an index. */
export function groupAt(document: AnalysesDocument, index: number): GroupPlace | undefined {
  const groups = groupListOf(document);
  const element = groups && elementAt(groups, index);
  return element && groupOf(document, element);
}

/** The number for a new group: behind the highest, or the lowest free one where numbers end. */
export function freeGroupNumber(taken: readonly number[]): number {
  const next = taken.reduce((highest, number) => Math.max(highest, Math.floor(number)), 0) + 1;
  if (Number.isSafeInteger(next)) return next;
  let free = 1;
  while (taken.includes(free)) free += 1;
  return free;
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

/** What a group says about itself. */
interface GroupWords {
  readonly number: number | undefined;
  readonly name: string | undefined;
}

const groupWords = new NoteKey<GroupWords>();

function groupOf(document: AnalysesDocument, { node, start, index }: PlacedElement): GroupPlace {
  if (node.kind !== "object")
    return { index, place: { node, start }, number: undefined, name: undefined, analyses: undefined };
  const place = { node, start };
  const words = remember(groupWords, place.node, () => readWords(document, place));
  return { index, place, ...words, analyses: propertyNamed(place, "analyses") };
}

function readWords(document: AnalysesDocument, place: Placed<ObjectNode>): GroupWords {
  const scalarOf = (name: string) => {
    const value = propertyNamed(place, name)?.value;
    return value === undefined || isContainer(value.node) ? undefined : valueOf(document, value);
  };
  const number = scalarOf("number");
  const name = scalarOf("name");
  return {
    number: typeof number === "number" ? number : undefined,
    name: typeof name === "string" ? name : undefined,
  };
}
