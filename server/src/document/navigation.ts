import type { AnalysesDocument } from "./analysesDocument";
import type { ArrayNode, ObjectNode, OpenNode, Placed, PropertyNode, SyntaxNode } from "../syntax/nodes";

/** A JSON value as `JSON.parse` makes it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

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
   * From the root to the innermost node at the offset. A container holds the offsets between its
   * brackets (up to its end when it is not closed); a scalar also those at its two ends.
   */
  readonly steps: readonly Step[];
  /** The property of the innermost object in whose key or separator (key's end to value) the offset is. */
  readonly property: { readonly property: PlacedProperty; readonly part: "key" | "separator" } | undefined;
}

/** The node itself or, for a sealed one, the tree of its text, read on demand and kept for a while. */
export type Open = (document: AnalysesDocument, placed: Placed) => Placed<OpenNode>;

/** The properties of an object in the order of the text. Values may be sealed: open them. */
export type PropertiesOf = (object: Placed<ObjectNode>) => Iterable<PlacedProperty>;

/** The first property of a name. */
export type PropertyNamed = (object: Placed<ObjectNode>, name: string) => PlacedProperty | undefined;

/** The elements of an array in the order of the text. Elements may be sealed: open them. */
export type ElementsOf = (array: Placed<ArrayNode>) => Iterable<PlacedElement>;

/** The way from the root to an offset; opens what is sealed. */
export type PathAt = (document: AnalysesDocument, offset: number) => OffsetPath;

/**
 * The plain value of a node as `JSON.parse` would give it; `undefined` where nothing can be read.
 * In broken text, properties and elements without a readable value are left out (elements: null).
 */
export type ValueOf = (document: AnalysesDocument, placed: Placed) => JsonValue | undefined;

/** An analysis group of the document: its object and the properties that say what it is. */
export interface GroupPlace {
  readonly index: number;
  readonly place: Placed;
  /** The value of `number` where it is a number. */
  readonly number: number | undefined;
  /** The value of `name` where it is a string. */
  readonly name: string | undefined;
  readonly analyses: Placed<ArrayNode> | undefined;
}

/** The groups of the document in the order of the text; elements that are no objects included. */
export type GroupsOf = (document: AnalysesDocument) => readonly GroupPlace[];

/**
 * A thing derived from a node, kept with the node and freed with it: `remember(key, node, make)`.
 * Immutable nodes survive edits elsewhere, so what is derived is made once. What is made must depend
 * on the node's own text alone, with places relative to the node's start.
 */
export type Remember = <T>(key: RememberKey<T>, node: SyntaxNode, make: () => T) => T;
export interface RememberKey<T> {
  readonly name: string;
  readonly example?: T;
}
