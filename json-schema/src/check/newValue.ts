// Builds new values: what the schemas require, and what the caller already knows of a value. Completion, fixes and
// tables insert these values in the editor, and imports write them to documents.

import type { JsonObject, JsonValue } from "@analyses/json";
import type { ApplyingSchema } from "./applying";

/** What the schemas that apply to a value expect of it. */
interface Expected {
  readonly schemas: readonly ApplyingSchema[];
  /** Names of types, the preferred first; empty for any. */
  readonly types: readonly string[];
  /** The listed values. */
  readonly values: readonly JsonValue[];
  /** Whether the schemas allow only the listed values. */
  readonly isClosed: boolean;
  /** The schemas' default. */
  readonly preset?: JsonValue | undefined;
}

/** A place for a new value. */
export interface ValuePlace extends Expected {
  /** The value to write whatever the schemas require; undefined to build the value from the schemas. */
  readonly given?: NewValue | undefined;
  /** The number of elements that a list must have. */
  readonly entries: number;
  readonly element: (index: number) => ValuePlace;
  /** What the schemas expect of an object that has some members. */
  readonly having: (members: JsonObject) => ObjectPlace;
}

interface ObjectPlace {
  /** The known properties, in the order of writing. */
  readonly names: readonly string[];
  /** The properties to write that the object lacks. */
  readonly lacking: readonly string[];
  readonly property: (name: string) => ValuePlace;
}

export type NewValue =
  /** A value without an alternative. */
  | { readonly kind: "fixed"; readonly value: JsonValue }
  /** A proposal, which the author may change. */
  | { readonly kind: "suggested"; readonly value: JsonValue }
  /** A value that only the author knows. */
  | { readonly kind: "open"; readonly at: Expected; readonly type: string | undefined }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, NewValue> }
  | NewList;

interface NewList {
  readonly kind: "list";
  /** The first elements; only these take part in the selection of the schemas that apply. */
  readonly elements: readonly NewValue[];
  /** The elements after the first ones, generated while the list is written. */
  readonly more?: Iterable<NewValue>;
}

/** JSON to write: properties with the value undefined are omitted; long lists are generated while they are written. */
export type Written =
  string | number | boolean | null | Iterable<Written> | { readonly [name: string]: Written | undefined };

/** The maximum depth; deeper objects and lists stay empty. */
const maxDepth = 5;
const maxRounds = 4;
/** The maximum number of `elements` of a new list; `more` generates further ones. */
export const maxElements = 50;

/**
 * Builds an initial value from what the schemas require. Values without an alternative are "fixed"; all other scalars
 * stay "open", since only the author knows them.
 */
export function newValue(place: ValuePlace, depth = 0): NewValue {
  if (place.given !== undefined) return place.given;
  const { values, isClosed, types } = place;
  const [only] = values;
  if (values.length === 1 && only !== undefined && isClosed) return { kind: "fixed", value: only };
  const type = values.length > 0 ? undefined : (types.find((name) => name !== "null") ?? types[0]);
  switch (type) {
    case "object":
      return newObject(place, new Map(), depth);
    case "array": {
      const length = depth === maxDepth ? 0 : Math.min(place.entries, maxElements);
      const elements = Array.from({ length }, (_, index) => newValue(place.element(index), depth + 1));
      return { kind: "list", elements };
    }
    case "null":
      return { kind: "fixed", value: null };
    default:
      return { kind: "open", at: place, type };
  }
}

/** Adds the members that the schemas require to an object's members, and sorts all in the schemas' order. */
export function newObject(place: ValuePlace, begun: ReadonlyMap<string, NewValue>, depth = 0): NewValue {
  const members = new Map(begun);
  let own = place.having(membersOf(members));
  // Members can make other members required, so repeat a few times.
  for (let round = 0; round < maxRounds && depth < maxDepth && own.lacking.length > 0; round += 1) {
    for (const name of own.lacking) members.set(name, newValue(own.property(name), depth + 1));
    own = place.having(membersOf(members));
  }
  const { names } = own;
  const inOrder = [...members].sort(([name], [other]) => names.indexOf(name) - names.indexOf(other));
  return { kind: "object", members: new Map(inOrder) };
}

/** The members by which schemas are selected: an open text counts as "", since the author writes between quotes. */
function membersOf(members: ReadonlyMap<string, NewValue>): JsonObject {
  return Object.fromEntries(Array.from(members, ([name, one]) => [name, begunOf(one)]));
}

function begunOf(value: NewValue): JsonValue {
  switch (value.kind) {
    case "open":
      return value.type === "string" ? "" : placeholderOf(value);
    case "object":
      return membersOf(value.members);
    case "list":
      return value.elements.map(begunOf);
    default:
      return value.value;
  }
}

/**
 * An empty value, if possible one that the schemas reject: validation then reports it until the author fills it in.
 */
export function placeholderOf({
  at: { types, values, isClosed },
}: Extract<NewValue, { kind: "open" }>): JsonValue {
  const takesNull = isClosed ? values.includes(null) : types.length === 0 || types.includes("null");
  return takesNull ? "" : null;
}

/** The value as JSON, with placeholders for what is open. */
export function writtenOf(value: NewValue): Written {
  switch (value.kind) {
    case "open":
      return placeholderOf(value);
    case "object":
      return Object.fromEntries(Array.from(value.members, ([name, one]) => [name, writtenOf(one)]));
    case "list":
      return writtenElements(value);
    default:
      return value.value;
  }
}

function* writtenElements({ elements, more = [] }: NewList): Iterable<Written> {
  for (const element of elements) yield writtenOf(element);
  for (const value of more) yield writtenOf(value);
}
