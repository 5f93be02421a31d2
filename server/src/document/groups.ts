import { formatProperty } from "@analyses/protocol/documentFormat";
import type { ArrayNode, JsonValue, ObjectNode, Placed, PlacedElement, PlacedProperty } from "@analyses/json";
import { NodeCache, elementAt, elementsOf, isContainer, propertyNamed, valueOf } from "@analyses/json";
import { type AnalysesDocument, readableText } from "./analysesDocument";
import type { Span } from "./locate";

export interface GroupPlace extends GroupWords {
  readonly index: number;
  readonly place: Placed;
  /** The list `analyses`; undefined if it is missing or not a list. */
  readonly analyses: Placed<ArrayNode> | undefined;
}

/** The groups of the document in text order, including elements that are not objects. */
export function* groupsOf(document: AnalysesDocument): Generator<GroupPlace, void> {
  const groups = groupListOf(document);
  if (groups === undefined) return;
  for (const element of elementsOf(groups)) yield groupOf(document, element);
}

export function groupAt(document: AnalysesDocument, index: number): GroupPlace | undefined {
  const groups = groupListOf(document);
  const element = groups && elementAt(groups, index);
  return element && groupOf(document, element);
}

/** A number for a new group or analysis: one above the highest or, beyond the safe integers, the lowest free one. */
export function freeNumber(taken: readonly number[]): number {
  const next = taken.reduce((highest, number) => Math.max(highest, Math.floor(number)), 0) + 1;
  if (Number.isSafeInteger(next)) return next;
  let free = 1;
  while (taken.includes(free)) free += 1;
  return free;
}

export function groupListOf({ root }: AnalysesDocument): Placed<ArrayNode> | undefined {
  const { node, start } = root;
  return node.kind === "object" ? arrayOf(propertyNamed({ node, start }, formatProperty.groups)) : undefined;
}

export function analysisListOf(group: Placed<ObjectNode>): Placed<ArrayNode> | undefined {
  return arrayOf(propertyNamed(group, formatProperty.analyses));
}

function arrayOf(property: PlacedProperty | undefined): Placed<ArrayNode> | undefined {
  const node = property?.value.node;
  return property !== undefined && node?.kind === "array" ? { node, start: property.value.start } : undefined;
}

interface GroupWords {
  /** The value of `number`, if it is a finite number. */
  readonly number: number | undefined;
  /** The value of `name`, if it is a string. */
  readonly name: string | undefined;
}

const groupWords = new NodeCache<GroupWords>();
const noWords: GroupWords = { number: undefined, name: undefined };

function groupOf(document: AnalysesDocument, { node, start, index }: PlacedElement): GroupPlace {
  const place = { node, start };
  if (node.kind !== "object") return { index, place, ...noWords, analyses: undefined };
  const words = groupWordsOf(document, { node, start });
  return { index, place, ...words, analyses: analysisListOf({ node, start }) };
}

export function groupWordsOf(document: AnalysesDocument, group: Placed<ObjectNode>): GroupWords {
  const words = groupWords.of(group.node, () => readWords(document, group));
  return withReadableName(document, words);
}

/** Replaces the name of a group or an analysis with its readable text. */
export function withReadableName<Words extends { readonly name: string | undefined }>(
  document: AnalysesDocument,
  words: Words,
): Words {
  const name = words.name === undefined ? undefined : readableText(document, words.name);
  return name === words.name ? words : { ...words, name };
}

/** The range of the group's number or name; empty at the group's start if it has none. */
export function placeInGroup(group: Placed<ObjectNode>, property: "number" | "name"): Span {
  const value = propertyNamed(group, property)?.value;
  const start = value?.start ?? group.start;
  return { start, end: start + (value?.node.length ?? 0) };
}

function readWords(document: AnalysesDocument, group: Placed<ObjectNode>): GroupWords {
  const valueNamed = (property: string): JsonValue | undefined => {
    const value = propertyNamed(group, property)?.value;
    return value === undefined || isContainer(value.node) ? undefined : valueOf(document, value);
  };
  const number = valueNamed(formatProperty.groupNumber);
  const name = valueNamed(formatProperty.groupName);
  return {
    number: typeof number === "number" && Number.isFinite(number) ? number : undefined,
    name: typeof name === "string" ? name : undefined,
  };
}
