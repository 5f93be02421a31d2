// What identifies the elements of a list.

import { isListOfArms } from "@analyses/evidence";
import type { JsonObject, JsonValue } from "@analyses/json";
import { isContainer, isJsonObject, open, propertiesOf, valueOf } from "@analyses/json";
import type { ElementKind, Step } from "./pieces";
import type { Members } from "./side";
import { knownName } from "./values";

/** The identity of an element: a number and a name, the name in a property, or its index. */
export type ListKind =
  | { readonly kind: "numbered"; readonly list: string }
  | { readonly kind: "named"; readonly property: string }
  | { readonly kind: "by-place" };

/** Above this text length, in UTF-16 units, only an element's own texts and numbers are read, not its lists. */
const longElement = 5000;

/** An element of one version, to find in another version. */
export class Candidate {
  #value: JsonObject | null | undefined;

  constructor(
    readonly members: Members,
    readonly index: number,
  ) {}

  get text(): string {
    return this.members.textOf(this.index);
  }

  /** The element's value; null if it is not an object. A long element's value has no objects and lists. */
  get value(): JsonObject | null {
    if (this.#value === undefined) this.#value = this.#read();
    return this.#value;
  }

  get isLong(): boolean {
    return this.members.valueAt(this.index).node.length > longElement;
  }

  #read(): JsonObject | null {
    const { document } = this.members.side;
    const placed = this.members.valueAt(this.index);
    if (!this.isLong) {
      const read = valueOf(document, placed, this.text);
      return isJsonObject(read) ? read : null;
    }
    const { node, start } = open(document, placed);
    if (node.kind !== "object") return null;
    const identity: Record<string, JsonValue> = {};
    for (const { property, value } of propertiesOf({ node, start }))
      if (!isContainer(value.node)) identity[property.name] = valueOf(document, value) ?? null;
    return identity;
  }

  /** A property's text or number, normalized for comparison; undefined if it has none. */
  saying(property: string): string | undefined {
    return textOf(this.value?.[property]);
  }
}

function textOf(value: JsonValue | undefined): string | undefined {
  // Two different numbers above this limit may be read as the same double, so such a number identifies nothing.
  if (typeof value === "number")
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
  return typeof value === "string" && value.trim() !== "" ? knownName(value) : undefined;
}

/** The lists whose elements have a number and a name, by their names as {@link plain} returns them. */
export const numberedLists = new Set(["analysisgroups", "analyses", "subgroups"]);

/** The names of identifying properties, the best first, as {@link plain} returns them. */
const studyProperties = [
  "studyname",
  "study",
  "studylabel",
  "slab",
  "studlab",
  "studyid",
  "trial",
  "trialname",
];
const namingProperties = [
  ...studyProperties,
  ...["domain", "id", "arm", "role", "group", "name", "title", "label", "author", "key", "number"],
];

/** The letters a to z and the digits of a name, in lower case. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/**
 * Determines what identifies the elements of a list.
 *
 * @param name name of the list's property
 * @param open the elements that differ between two versions
 * @param versions versions of the list
 * @returns undefined if nothing identifies them: such a list is one value
 */
export function listKindOf(
  name: string,
  open: readonly Candidate[],
  versions: readonly Members[],
): ListKind | undefined {
  // If no elements differ, the first element of each version stands for all.
  const firstElements = versions.flatMap((members) => (members.count > 0 ? [new Candidate(members, 0)] : []));
  const examined = open.length > 0 ? open : firstElements;
  if (examined.some(({ value }) => value === null)) return undefined;
  if (numberedLists.has(plain(name))) return { kind: "numbered", list: name };
  const names = Object.keys(examined[0]?.value ?? {});
  for (const wanted of namingProperties) {
    const property = names.find((one) => plain(one) === wanted);
    if (property !== undefined && examined.every((candidate) => candidate.saying(property) !== undefined))
      return { kind: "named", property };
  }
  // Arms without names are the same by position, if no version has added or removed one.
  const isSameLength = versions.every(({ count }) => count === versions[0]?.count);
  return isListOfArms(name) && isSameLength ? { kind: "by-place" } : undefined;
}

const kindsOfLists: ReadonlyMap<string, ElementKind> = new Map<string, ElementKind>([
  ["analysisgroups", "group"],
  ["analyses", "analysis"],
  ["subgroups", "subgroup"],
  ["studies", "study"],
  ["datarows", "study"],
  ["trials", "study"],
  ["rows", "study"],
]);

/** Returns the step to an element, with its display name. */
export function stepTo(members: Members, index: number, list: string, kind: ListKind): Step {
  const candidate = new Candidate(members, index);
  const written = (name: string): string => {
    const identity = candidate.value?.[name];
    return typeof identity === "string" || typeof identity === "number" ? String(identity) : "";
  };
  const isStudy = kind.kind === "named" && studyProperties.includes(plain(kind.property));
  const what = kindsOfLists.get(plain(list)) ?? (isStudy ? "study" : "other");
  if (kind.kind === "by-place") return { kind: "element", list, what, number: String(index + 1), name: "" };
  if (kind.kind === "named") return { kind: "element", list, what, number: "", name: written(kind.property) };
  return { kind: "element", list, what, number: written("number"), name: written("name") };
}
