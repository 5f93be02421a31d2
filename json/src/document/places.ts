import { type Yielding, withoutYielding } from "../yielding";
import type { ArrayNode, ObjectNode, OpenNode, Placed, PropertyNode, SyntaxNode } from "../syntax/nodes";
import { isContainer } from "../syntax/nodes";
import { lastUpTo } from "../text/documentText";
import type { JsonDocument } from "./jsonDocument";
import { unescapeString } from "../syntax/scanString";
import { afterComments } from "../syntax/trivia";

/** A property and its position: its key spans `start` to `keyEnd`. */
export interface PlacedProperty {
  readonly property: PropertyNode;
  readonly index: number;
  readonly start: number;
  readonly keyEnd: number;
  readonly value: Placed;
}

/** An array element and its position. */
export interface PlacedElement extends Placed {
  readonly index: number;
}

/** Returns the node or, for a lazy node, the tree of the node's text; parses that text unless its tree is cached. */
export function open({ text, openLazyNode }: JsonDocument, { node, start }: Placed): Placed<OpenNode> {
  if (node.kind !== "lazy") return { node, start };
  const tree = openLazyNode(node, () => text.slice(start, start + node.length));
  return { node: withoutYielding(tree), start };
}

/** Parses a possibly long node in steps and caches its tree, so that `open` does not parse it. */
export function* openYielding({ text, openLazyNode }: JsonDocument, { node, start }: Placed): Yielding<void> {
  if (node.kind === "lazy") yield* openLazyNode(node, () => text.slice(start, start + node.length));
}

/** Yields the properties of an object in text order. Values may be lazy: open them. */
export function* propertiesOf(object: Placed<ObjectNode>): Generator<PlacedProperty, void> {
  for (let index = 0; index < object.node.properties.length; index++) {
    const placed = propertyAt(object, index);
    if (placed !== undefined) yield placed;
  }
}

function propertyAt({ node, start }: Placed<ObjectNode>, index: number): PlacedProperty | undefined {
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

/** Returns the property with a name; the last of duplicates, like `JSON.parse`. */
export function propertyNamed(object: Placed<ObjectNode>, name: string): PlacedProperty | undefined {
  const { properties } = object.node;
  const index =
    properties.length > fewProperties
      ? indexesOfNames(object.node).get(name)
      : properties.findLastIndex((property) => property.name === name && property.keyLength > 0);
  return index === undefined ? undefined : propertyAt(object, index);
}

/** Up to this many properties, a linear search is as fast as an index. */
const fewProperties = 50;

const indexesOfNames = memoized(
  ({ properties }: ObjectNode): ReadonlyMap<string, number> =>
    new Map(properties.flatMap(({ name, keyLength }, index) => (keyLength > 0 ? [[name, index]] : []))),
);

/** Yields the elements of an array in text order. Elements may be lazy: open them. */
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

/** Returns the element of an array that contains an offset, without opening it. */
export function elementHolding(array: Placed<ArrayNode>, offset: number): PlacedElement | undefined {
  const element = elementAt(array, lastUpTo(array.node.starts, offset - array.start));
  return element !== undefined && holds(element, offset) ? element : undefined;
}

/** Maximum depth of a walk or path: every few thousand levels, a lazy node has to parse all the text inside it. */
const maxSteps = 20_000;

/**
 * Yields a node and its descendants in text order, at most `maxSteps` deep; opens lazy nodes.
 *
 * @param goesInto - Whether to visit a descendant; if not, its own descendants are omitted, too.
 */
export function walkTree(
  document: JsonDocument,
  placed: Placed,
  goesInto: (child: Placed) => boolean,
): Generator<Placed<OpenNode>, void> {
  return walk(placed, (next) => open(document, next), goesInto);
}

/**
 * Yields a node and its descendants in text order, without the descendants of well-formed lazy nodes: these have no
 * problems.
 */
export function partsOfBroken(document: JsonDocument, placed: Placed): Generator<Placed, void> {
  const isWhole = ({ node }: Placed): boolean => node.kind === "lazy" && node.wellFormed;
  return walk<SyntaxNode>(
    placed,
    (next) => (isWhole(next) ? next : open(document, next)),
    () => true,
  );
}

/** @param opened - Returns the node to yield, opened if the walk should visit its children. */
function* walk<Node extends SyntaxNode>(
  placed: Placed,
  opened: (next: Placed) => Placed<Node>,
  goesInto: (child: Placed) => boolean,
): Generator<Placed<Node>, void> {
  const waiting = [{ placed, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const given = opened(next.placed);
    yield given;
    const depth = next.depth + 1;
    if (depth > maxSteps) continue;
    for (const child of childrenOf(given).reverse())
      if (goesInto(child)) waiting.push({ placed: child, depth });
  }
}

function childrenOf({ node, start }: Placed): Placed[] {
  if (node.kind === "array") return [...elementsOf({ node, start })];
  return node.kind === "object" ? Array.from(propertiesOf({ node, start }), ({ value }) => value) : [];
}

/** One step of a path from the root: the node that the step reaches, by a property or an element. */
export interface Step extends Placed<OpenNode> {
  readonly via:
    | { readonly kind: "root" }
    | { readonly kind: "property"; readonly property: PlacedProperty }
    | { readonly kind: "element"; readonly index: number };
}

/** The position of an offset in the tree. */
export interface OffsetPath {
  /**
   * From the root to the innermost node at the offset; empty outside the root. The offsets of a container are those
   * between its brackets (to its end if it is not closed), those of a scalar include its two ends.
   */
  readonly steps: readonly Step[];
  /**
   * The property whose key or separator contains the offset, if the innermost object has one. The separator runs from
   * the key's end to the value or, if the value is missing, to the next token after the colon.
   */
  readonly property: PropertyPart | undefined;
}

interface PropertyPart {
  readonly property: PlacedProperty;
  readonly part: "key" | "separator";
}

/** Returns the path from the root to an offset, at most `maxSteps` deep; opens lazy nodes. */
export function pathAt(document: JsonDocument, offset: number): OffsetPath {
  const steps: Step[] = [];
  if (!holds(document.root, offset)) return { steps, property: undefined };
  let step: Step = { ...open(document, document.root), via: { kind: "root" } };
  for (;;) {
    steps.push(step);
    const next = stepInto(document, step, offset);
    if (next === undefined || "part" in next) return { steps, property: next };
    if (steps.length === maxSteps) return { steps, property: undefined };
    step = next;
  }
}

function stepInto(
  document: JsonDocument,
  { node, start }: Step,
  offset: number,
): Step | PropertyPart | undefined {
  if (node.kind === "array") {
    const element = elementHolding({ node, start }, offset);
    if (element === undefined) return undefined;
    return { ...open(document, element), via: { kind: "element", index: element.index } };
  }
  if (node.kind !== "object") return undefined;
  const property = propertyAt({ node, start }, lastUpTo(node.starts, offset - start));
  if (property === undefined) return undefined;
  const { keyEnd, value } = property;
  if (offset <= keyEnd && keyEnd > property.start) return { property, part: "key" };
  if (holds(value, offset)) {
    return { ...open(document, value), via: { kind: "property", property } };
  }
  if (offset <= value.start) return { property, part: "separator" };
  const afterColon = (): number => afterComments(document.text, afterComments(document.text, keyEnd) + 1);
  const awaitsValue = value.node.kind === "missing" && offset <= afterColon();
  return awaitsValue ? { property, part: "separator" } : undefined;
}

function holds({ node, start }: Placed, offset: number): boolean {
  const end = start + node.length;
  if (node.kind === "missing") return false;
  if (node.kind === "lazy") {
    const opened = node.tree?.opened ?? true;
    const closed = node.tree?.closed ?? true;
    return offset > start - (opened ? 0 : 1) && offset < end + (closed ? 0 : 1);
  }
  if (node.kind === "object" || node.kind === "array") {
    return offset > start - (node.opened ? 0 : 1) && offset < end + (node.closed ? 0 : 1);
  }
  return offset >= start && offset <= end;
}

/** Converts steps to property names and element indexes. */
export function pathOf(steps: readonly Step[]): JsonPath {
  return steps.flatMap(({ via }): (string | number)[] => {
    switch (via.kind) {
      case "root":
        return [];
      case "property":
        return [via.property.property.name];
      case "element":
        return [via.index];
    }
  });
}

/**
 * Returns the plain value of a node, like `JSON.parse`; `undefined` if the node has none. In text that is not
 * well-formed, it omits properties without a readable value and replaces elements without one by null.
 *
 * @param text the node's text, if the caller has it
 */
export function valueOf(document: JsonDocument, placed: Placed, text?: string): JsonValue | undefined {
  const { node, start } = placed;
  switch (node.kind) {
    case "missing":
    case "error":
      return undefined;
    case "null":
      return null;
    case "boolean":
      return node.value;
    case "number":
      return Number(document.text.slice(start, start + node.length));
    case "string":
      return stringValue(document, { node, start });
    case "lazy":
    case "object":
    case "array": {
      if (!node.wellFormed) return readableValue(document, placed);
      return readJson(text ?? document.text.slice(start, start + node.length));
    }
  }
}

/** The value of a string node, escapes resolved. */
export function stringValue(
  { text }: JsonDocument,
  { node, start }: Placed<{ readonly kind: "string" } & Placed["node"]>,
): string {
  return unescapeString(text.slice(start + 1, start + node.length - (node.closed ? 1 : 0)));
}

const isBroken = ({ node }: Placed): boolean => isContainer(node) && !node.wellFormed;

/**
 * The value of a broken node, built from the innermost containers outwards: the stack does not grow with the nesting.
 */
function readableValue(document: JsonDocument, placed: Placed): JsonValue | undefined {
  const values = new Map<SyntaxNode, JsonValue>();
  const valueIn = (child: Placed): JsonValue | undefined =>
    isBroken(child) ? values.get(open(document, child).node) : valueOf(document, child);
  for (const { node, start } of [...walkTree(document, placed, isBroken)].reverse()) {
    if (node.kind === "array")
      values.set(
        node,
        Array.from(elementsOf({ node, start }), (element) => valueIn(element) ?? null),
      );
    if (node.kind !== "object") continue;
    const entries: [string, JsonValue][] = [];
    for (const { property, value } of propertiesOf({ node, start })) {
      const read = property.keyLength === 0 ? undefined : valueIn(value);
      if (read !== undefined) entries.push([property.name, read]);
    }
    values.set(node, Object.fromEntries(entries));
  }
  return values.get(open(document, placed).node);
}

/** A JSON value as `JSON.parse` returns it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** The path of a value: property names and element indexes from the root. */
export type JsonPath = readonly (string | number)[];

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isJsonArray(value);
}

export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** An object or array that a walk has reached. */
interface Reached {
  readonly value: JsonObject | readonly JsonValue[];
  readonly outer: Reached | undefined;
  readonly step: string | number;
}

/** Yields the objects and arrays of a value at any depth, outer ones first, in text order. */
export function* containersIn(
  root: JsonValue | undefined,
): Generator<Pick<Reached, "value"> & { readonly path: () => JsonPath }, void> {
  // Iterative, because nesting can exceed the call stack.
  const waiting: Reached[] = [];
  const push = (value: JsonValue | undefined, outer: Reached | undefined, step: string | number): void => {
    if (typeof value === "object" && value !== null) waiting.push({ value, outer, step });
  };
  push(root, undefined, "");
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const reached = next;
    const { value } = reached;
    yield { value, path: () => pathTo(reached) };
    // Backwards, so that the stack returns the members in text order.
    if (isJsonArray(value)) for (let at = value.length - 1; at >= 0; at--) push(value[at], reached, at);
    else if (isJsonObject(value))
      for (const name of Object.keys(value).reverse()) push(value[name], reached, name);
  }
}

function pathTo(reached: Reached): JsonPath {
  const path: (string | number)[] = [];
  for (let at = reached; at.outer !== undefined; at = at.outer) path.push(at.step);
  return path.reverse();
}

/** Memoizes a function of immutable objects; the garbage collector frees each result with its object. */
export function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let kept = known.get(key);
    if (kept === undefined) known.set(key, (kept = { value: make(key) }));
    return kept.value;
  };
}

/** Parses a JSON text known to be well-formed (RFC 8259). */
export function readJson(text: string): JsonValue {
  const value: unknown = JSON.parse(text);
  // JSON.parse returns JSON values only.
  return value as JsonValue;
}

/** Splits a JSON pointer (RFC 6901) into names and indexes. */
export function pathOfPointer(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Joins names and indexes to a JSON pointer (RFC 6901). */
export function pointerOfPath(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
