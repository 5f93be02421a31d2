import type { RegistryLink, RegistryReference } from "@analyses/protocol/references";
import {
  identifierProperty,
  isCalledAsRecord,
  listPath,
  propertiesOfReference,
  readRegistryLink,
} from "@analyses/protocol/references";
import type { AnalysesDocument } from "../document/analysesDocument";
import type {
  JsonObject,
  JsonPath,
  JsonValue,
  LinePosition,
  OffsetPath,
  Placed,
  Step,
  SyntaxNode,
} from "@analyses/json";
import { NodeCache, isJsonArray, isJsonObject, pathAt, propertyNamed, valueOf } from "@analyses/json";
import type { ReferenceAtPosition } from "@analyses/protocol/referenceMessages";

export interface WrittenReference {
  readonly kind: RegistryReference["kind"];
  readonly id: string;
  /** The reference's name for the record; undefined if it is missing, not text, or the reference's own name. */
  readonly name: string | undefined;
  readonly link: string;
  /** The parsed link, which identifies the registry. */
  readonly target: RegistryLink;
  /** The path from the analysis to the reference. */
  readonly path: JsonPath;
}

/** Whether the link leads to the record that the identifier names. */
export function linkFits({ kind, id, target }: WrittenReference): boolean {
  return target.kind === kind && target.id === id;
}

/** The already parsed parts of an analysis. */
interface ReadAnalysis {
  readonly value: JsonValue | undefined;
  readonly keys: Keys;
}

const referencesCache = new NodeCache<readonly WrittenReference[]>();
const noReferences: readonly WrittenReference[] = [];

/**
 * The references in an analysis with a link to any registry, in text order. Caches them with the node, so each analysis
 * is read once per edit.
 *
 * @param read what the caller has already read of the analysis
 */
export function referencesIn(
  document: AnalysesDocument,
  analysis: Placed,
  read?: ReadAnalysis,
): readonly WrittenReference[] {
  const { node } = analysis;
  return node.kind === "lazy"
    ? referencesCache.of(node, () => readReferences(document, analysis, read))
    : noReferences;
}

/** The cached references of an analysis; undefined if its text has changed since. */
export function knownReferences(analysis: SyntaxNode): readonly WrittenReference[] | undefined {
  return analysis.kind === "lazy" ? referencesCache.get(analysis) : noReferences;
}

function readReferences(
  document: AnalysesDocument,
  analysis: Placed,
  read: ReadAnalysis | undefined,
): readonly WrittenReference[] {
  // Most analyses have no references: one text search rules them out, or none if the keys are known.
  const mayHaveSome =
    read === undefined ? mayHaveIdentifier(document, analysis) : read.keys.identified.length > 0;
  if (!mayHaveSome) return noReferences;
  const value = read === undefined ? valueOf(document, analysis) : read.value;
  return value === undefined ? noReferences : [...referencesInValue(value)];
}

/** Keys can contain escapes (RFC 8259, section 7). */
const signsOfIdentifier = [...Object.values(identifierProperty).map((name) => `"${name}"`), "\\u00"];

function mayHaveIdentifier({ text }: AnalysesDocument, { node, start }: Placed): boolean {
  const written = text.slice(start, start + node.length);
  return signsOfIdentifier.some((sign) => written.includes(sign));
}

interface Waiting {
  readonly value: JsonValue;
  readonly parent: Waiting | undefined;
  readonly step: string | number;
}

function* referencesInValue(root: JsonValue): Generator<WrittenReference, void> {
  const waiting: Waiting[] = [{ value: root, parent: undefined, step: "" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const parent = next;
    const { value } = parent;
    const children: Waiting[] = [];
    const visit = (child: JsonValue | undefined, step: string | number): void => {
      if (typeof child === "object" && child !== null) children.push({ value: child, parent, step });
    };
    if (isJsonArray(value)) value.forEach(visit);
    else if (isJsonObject(value)) {
      const reference = readReference(value);
      if (reference !== undefined) yield { ...reference, path: pathTo(parent) };
      for (const name in value) visit(value[name], name);
    }
    // Reversed, so that the stack pops children in text order.
    for (let child = children.pop(); child !== undefined; child = children.pop()) waiting.push(child);
  }
}

function pathTo(reached: Waiting): JsonPath {
  const path: (string | number)[] = [];
  for (let at = reached; at.parent !== undefined; at = at.parent) path.push(at.step);
  return path.reverse();
}

/**
 * Whether the link cannot lead to a record other than the identifier's. Comparing text usually settles this without
 * parsing the link.
 */
export function plainlyFits(value: JsonObject): boolean {
  const identified = readIdentifier((name) => value[name]);
  const { link } = value;
  if (identified === undefined || typeof link !== "string") return true;
  const { kind, id } = identified;
  return plainId.test(id) && link.endsWith(`${listPath(kind)}/${id}`);
}

/** Identifiers that need no escapes in links. */
const plainId = /^[\w-]+$/;

function readReference(value: JsonObject): Omit<WrittenReference, "path"> | undefined {
  const identified = readIdentifier((name) => value[name]);
  const { name, link } = value;
  if (identified === undefined || typeof link !== "string") return undefined;
  const target = readRegistryLink(link);
  if (target === undefined) return undefined;
  const isText = (other: string): boolean => typeof value[other] === "string";
  const isRecordsName = typeof name === "string" && isCalledAsRecord(Object.keys(value), isText);
  return { ...identified, name: isRecordsName ? name : undefined, link, target };
}

/**
 * The record that an object's identifier names. Undefined without an identifier, and for an object with both kinds,
 * which is not a reference.
 *
 * @param valueOfProperty returns the value of one of the object's properties
 */
export function readIdentifier(
  valueOfProperty: (name: string) => JsonValue | undefined,
): Pick<WrittenReference, "kind" | "id"> | undefined {
  const groupId = valueOfProperty(identifierProperty.group);
  const personId = valueOfProperty(identifierProperty.person);
  if ((groupId === undefined) === (personId === undefined)) return undefined;
  const id = groupId ?? personId;
  if (typeof id !== "string" || id === "") return undefined;
  return { kind: personId === undefined ? "group" : "person", id };
}

/** The property names in a value, at any depth. */
export interface Keys {
  readonly count: number;
  readonly names: ReadonlySet<string>;
  /** The objects with a registry identifier, in no particular order. */
  readonly identified: readonly JsonObject[];
}

const { group, person } = identifierProperty;

/** Collects all property names in one walk that its callers share. */
export function keysOf(value: JsonValue | undefined): Keys {
  let count = 0;
  const names = new Set<string>();
  const identified: JsonObject[] = [];
  const waiting: (JsonObject | readonly JsonValue[])[] = [];
  const visit = (inner: JsonValue | undefined): void => {
    if (typeof inner === "object" && inner !== null) waiting.push(inner);
  };
  visit(value);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isJsonArray(next)) for (const element of next) visit(element);
    else {
      let isIdentified = false;
      for (const name in next) {
        count++;
        names.add(name);
        isIdentified ||= name === group || name === person;
        visit(next[name]);
      }
      if (isIdentified) identified.push(next);
    }
  }
  return { count, names, identified };
}

/**
 * The record that the text at a position refers to: by a property of a reference, or by a registry link in any string.
 */
export function referenceAt(
  document: AnalysesDocument,
  position: LinePosition,
): ReferenceAtPosition | undefined {
  const path = pathAt(document, document.text.offsetAt(position));
  const target = targetOf(path);
  if (target === undefined) return undefined;
  const { start, end, object, name, value } = target;
  const range = document.text.rangeBetween(start, end);
  const linked = value === undefined ? undefined : readLink(document, value);
  // A link needs no other properties.
  if (linked !== undefined) return { ...linked, range };
  if (object === undefined || !propertiesOfReference.has(name)) return undefined;
  const readProperty = (wanted: string) => {
    const property = propertyNamed(object, wanted);
    return property && valueOf(document, property.value);
  };
  const identified = readIdentifier(readProperty);
  if (identified === undefined) return undefined;
  const link = readProperty("link");
  const isLink = typeof link === "string" && readRegistryLink(link) !== undefined;
  return { ...identified, link: isLink ? link : "", range };
}

interface Target {
  /** The range of the key or string at the position. */
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly value: Placed | undefined;
  readonly object: Parameters<typeof propertyNamed>[0] | undefined;
}

function targetOf({ steps, property }: OffsetPath): Target | undefined {
  const innermost = steps.at(-1);
  if (innermost === undefined) return undefined;
  if (property !== undefined) {
    if (property.part === "separator") return undefined;
    const { start, keyEnd, value, property: written } = property.property;
    return { start, end: keyEnd, name: written.name, value, object: objectOf(innermost) };
  }
  if (innermost.node.kind !== "string") return undefined;
  const { start, node, via } = innermost;
  const name = via.kind === "property" ? via.property.property.name : "";
  return { start, end: start + node.length, name, value: innermost, object: objectOf(steps.at(-2)) };
}

function objectOf(step: Step | undefined): Target["object"] {
  return step?.node.kind === "object" ? { node: step.node, start: step.start } : undefined;
}

function readLink(document: AnalysesDocument, { node, start }: Placed) {
  const text = node.kind === "string" ? valueOf(document, { node, start }) : undefined;
  const target = typeof text === "string" ? readRegistryLink(text) : undefined;
  return typeof text === "string" && target !== undefined
    ? { kind: target.kind, id: target.id, link: text }
    : undefined;
}
