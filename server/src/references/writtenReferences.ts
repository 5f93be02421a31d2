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
import type { ReferenceAtPosition } from "@analyses/protocol/referenceRequests";

/** A reference to a record of a registry, as an analysis holds it. */
export interface WrittenReference {
  readonly kind: RegistryReference["kind"];
  readonly id: string;
  /** What it calls the record; undefined where it has no name, none that is text, or one of its own. */
  readonly name: string | undefined;
  readonly link: string;
  /** What the link names: it says at which registry the record is. */
  readonly target: RegistryLink;
  /** The way to the reference from the analysis. */
  readonly path: JsonPath;
}

/** Whether a reference's link leads to the very record that its identifier names. */
export function linkFits({ kind, id, target }: WrittenReference): boolean {
  return target.kind === kind && target.id === id;
}

/** What was read of an analysis for other ends. */
interface ReadAnalysis {
  readonly value: JsonValue | undefined;
  readonly keys: Keys;
}

const referencesCache = new NodeCache<readonly WrittenReference[]>();
const noReferences: readonly WrittenReference[] = [];

/**
 * The references in an analysis whose link leads to some registry, in the order of the text. Kept with
 * the analysis: what an edit left alone is not read again.
 *
 * @param read what was read of the analysis already
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

/** The references of an analysis if they were read since its text changed. */
export function knownReferences(analysis: SyntaxNode): readonly WrittenReference[] | undefined {
  return analysis.kind === "lazy" ? referencesCache.get(analysis) : noReferences;
}

function readReferences(
  document: AnalysesDocument,
  analysis: Placed,
  read: ReadAnalysis | undefined,
): readonly WrittenReference[] {
  // Most analyses refer to no registry: they cost one look at their text, or none where they were read.
  const mayHaveSome =
    read === undefined ? mayHaveIdentifier(document, analysis) : read.keys.identified.length > 0;
  if (!mayHaveSome) return noReferences;
  const value = read === undefined ? valueOf(document, analysis) : read.value;
  return value === undefined ? noReferences : [...referencesInValue(value)];
}

/** Keys may also be written with escapes (RFC 8259, section 7). */
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
    // What was pushed last is looked at first.
    for (let child = children.pop(); child !== undefined; child = children.pop()) waiting.push(child);
  }
}

function pathTo(reached: Waiting): JsonPath {
  const path: (string | number)[] = [];
  for (let at = reached; at.parent !== undefined; at = at.parent) path.push(at.step);
  return path.reverse();
}

/**
 * Whether an object cannot have a link that leads to another record than its identifier names. Mostly the
 * text of the link shows that, without reading it.
 */
export function plainlyFits(value: JsonObject): boolean {
  const identified = readIdentifier((name) => value[name]);
  const { link } = value;
  if (identified === undefined || typeof link !== "string") return true;
  const { kind, id } = identified;
  return plainId.test(id) && link.endsWith(`${listPath(kind)}/${id}`);
}

/** Written in a link as it is. */
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
 * What an object refers to by its identifier; undefined for an object without one, and for one with
 * identifiers of both kinds, which is something else than a reference.
 *
 * @param valueOfProperty the value of a property of the object
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

/** What the property names of a value tell, at any depth. */
export interface Keys {
  readonly count: number;
  readonly names: ReadonlySet<string>;
  /** The objects with a property that identifies a record of a registry, in any order. */
  readonly identified: readonly JsonObject[];
}

const { group, person } = identifierProperty;

/** One walk over a value for all who ask about its property names. */
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
 * The record that the text at a position refers to: by one of the properties of a reference, or by a link
 * to a registry wherever it stands.
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
  // A link says by itself where it leads, whatever stands beside it.
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
  /** What the position is on: a key or a string. */
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
