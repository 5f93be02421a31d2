import { formatProperty } from "@analyses/protocol/documentFormat";
import type {
  ArrayNode,
  JsonValue,
  ObjectNode,
  Placed,
  PlacedElement,
  PlacedProperty,
  LazyNode,
  SyntaxNode,
} from "@analyses/json";
import {
  NodeCache,
  elementAt,
  elementsOf,
  isContainer,
  isJsonObject,
  maxFlatLength,
  open,
  propertyNamed,
  scanFlat,
  valueInFlat,
  valueOf,
  sharedEnds,
} from "@analyses/json";
import { type AnalysesDocument, type DocumentId, readableText } from "./analysesDocument";
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

export function analysisListOf({ node, start }: Placed<GroupNode>): Placed<ArrayNode> | undefined {
  return node.kind === "object"
    ? arrayOf(propertyNamed({ node, start }, formatProperty.analyses))
    : undefined;
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

const groupValue = new NodeCache<{ readonly is: JsonValue | undefined }>();

/** The value of a group without analyses. Caches short groups, because several callers need them. */
export function lazyGroupValue(document: AnalysesDocument, group: Placed<LazyNode>): JsonValue | undefined {
  return group.node.length > maxFlatLength
    ? valueOf(document, group)
    : groupValue.of(group.node, () => ({ is: valueOf(document, group) })).is;
}

const groupWords = new NodeCache<GroupWords>();
const noWords: GroupWords = { number: undefined, name: undefined };

/** The node of a group: an object, or a lazy node if the group has no analyses. */
export type GroupNode = ObjectNode | LazyNode;

export function isGroupNode(node: SyntaxNode | undefined): node is GroupNode {
  return node?.kind === "object" || (node?.kind === "lazy" && node.opens === "object");
}

function groupOf(document: AnalysesDocument, { node, start, index }: PlacedElement): GroupPlace {
  const place = { node, start };
  if (!isGroupNode(node)) return { index, place, ...noWords, analyses: undefined };
  const words = groupWordsOf(document, { node, start });
  return { index, place, ...words, analyses: analysisListOf({ node, start }) };
}

export function groupWordsOf(document: AnalysesDocument, group: Placed<GroupNode>): GroupWords {
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

/** Offsets relative to the group's start. */
const places = { number: new NodeCache<Span>(), name: new NodeCache<Span>() };

/** The range of the group's number or name; empty at the group's start if it has none. */
export function placeInGroup(
  document: AnalysesDocument,
  group: Placed<GroupNode>,
  property: keyof typeof places,
): Span {
  const place = places[property].of(group.node, () => readPlace(document, group, property));
  return { start: group.start + place.start, end: group.start + place.end };
}

function readPlace(
  document: AnalysesDocument,
  group: Placed<GroupNode>,
  property: keyof typeof places,
): Span {
  const nowhere = { start: 0, end: 0 };
  if (group.node.kind === "lazy" && group.node.length <= maxFlatLength) {
    const text = document.text.slice(group.start, group.start + group.node.length);
    // With syntax errors, an object that is not flat can be lazy too.
    if (scanFlat(text, 0)?.length === text.length) return valueInFlat(text, property) ?? nowhere;
  }
  const { node, start } = open(document, group);
  const value = node.kind === "object" ? propertyNamed({ node, start }, property)?.value : undefined;
  if (value === undefined) return nowhere;
  return { start: value.start - start, end: value.start + value.node.length - start };
}

function readWords(document: AnalysesDocument, { node, start }: Placed<GroupNode>): GroupWords {
  const whole = node.kind === "lazy" ? lazyGroupValue(document, { node, start }) : undefined;
  const valueNamed = (property: string): JsonValue | undefined => {
    if (node.kind === "lazy") return isJsonObject(whole) ? whole[property] : undefined;
    const value = propertyNamed({ node, start }, property)?.value;
    return value === undefined || isContainer(value.node) ? undefined : valueOf(document, value);
  };
  const number = valueNamed(formatProperty.groupNumber);
  const name = valueNamed(formatProperty.groupName);
  return {
    number: typeof number === "number" && Number.isFinite(number) ? number : undefined,
    name: typeof name === "string" ? name : undefined,
  };
}

type Elements = readonly SyntaxNode[];

interface Version {
  readonly elements: Elements;
  readonly dependencies: readonly unknown[];
  readonly dirty: readonly number[];
}

/**
 * Tracks which elements of the group list need another look in each version. Checking each of a hundred thousand groups
 * after every key press is slow; comparing two lists by identity is fast.
 */
export class IncrementalList {
  readonly #last = new WeakMap<DocumentId, Version>();

  /**
   * The indexes of the elements that have changed since {@link markClean}, ascending.
   * @param dependencies the other inputs of the caller's result, compared by identity
   */
  dirtyIndexes(
    { id }: AnalysesDocument,
    elements: Elements,
    dependencies: readonly unknown[],
  ): readonly number[] {
    const last = this.#last.get(id);
    if (last === undefined || !areSame(last.dependencies, dependencies)) return indexes(0, elements.length);
    const { from, to } = changedPart(id, last.elements, elements);
    const shift = elements.length - last.elements.length;
    return [
      ...last.dirty.filter((index) => index < from),
      ...indexes(from, to),
      // Elements after the changed part have moved.
      ...last.dirty.flatMap((index) => (index + shift >= to ? [index + shift] : [])),
    ];
  }

  /** @param dirty the indexes of elements that {@link dirtyIndexes} returns the next time even without a change */
  markClean(
    { id }: AnalysesDocument,
    elements: Elements,
    dependencies: readonly unknown[],
    dirty: readonly number[],
  ): void {
    this.#last.set(id, { elements, dependencies, dirty });
  }
}

/** Whether two lists have identical members. */
export function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((value, index) => value === others[index]);
}

/** The indexes of the later list that differ from the earlier list: from `from` up to but excluding `to`. */
interface ChangedPart {
  readonly from: number;
  readonly to: number;
}

interface Compared {
  readonly earlier: Elements;
  readonly later: Elements;
  readonly part: ChangedPart;
}

const lastCompared = new WeakMap<DocumentId, Compared>();

/** Cached, since several callers compare the same lists after each edit. */
function changedPart(id: DocumentId, earlier: Elements, later: Elements): ChangedPart {
  const last = lastCompared.get(id);
  if (last?.later === later && last.earlier === earlier) return last.part;
  const part = findChangedPart(earlier, later);
  lastCompared.set(id, { earlier, later, part });
  return part;
}

function findChangedPart(earlier: Elements, later: Elements): ChangedPart {
  if (earlier === later) return { from: later.length, to: later.length };
  const { start, end } = sharedEnds(earlier, later);
  return { from: start, to: later.length - end };
}

function indexes(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
