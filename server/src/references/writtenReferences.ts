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
import {
  NodeCache,
  containersIn,
  isJsonArray,
  isJsonObject,
  pathAt,
  propertyNamed,
  valueOf,
} from "@analyses/json";
import type { ReferenceAtPosition } from "@analyses/protocol/referenceMessages";

/** A reference in a document to a record of a registry. */
export interface WrittenReference {
  readonly kind: RegistryReference["kind"];
  readonly id: string;
  /** The record's name in the reference; undefined if the name is missing, no text, or names the referring object. */
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
 * The references in an analysis that have a link to any registry, in text order. The cache belongs to the syntax node
 * of the analysis, so an analysis is read again only after an edit of it.
 *
 * @param read the value and the keys of the analysis, if the caller has already read them
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

/** The cached references of an analysis; undefined if it has not been read since its last edit. */
export function knownReferences(analysis: SyntaxNode): readonly WrittenReference[] | undefined {
  return analysis.kind === "lazy" ? referencesCache.get(analysis) : noReferences;
}

function readReferences(
  document: AnalysesDocument,
  analysis: Placed,
  read: ReadAnalysis | undefined,
): readonly WrittenReference[] {
  // Most analyses have no references: known keys or a search of the text show this without reading the value.
  const mayHaveSome =
    read === undefined ? mayHaveIdentifier(document, analysis) : read.keys.identified.length > 0;
  if (!mayHaveSome) return noReferences;
  const value = read === undefined ? valueOf(document, analysis) : read.value;
  const references: WrittenReference[] = [];
  for (const { value: object, path } of containersIn(value)) {
    const reference = isJsonObject(object) ? readReference(object) : undefined;
    if (reference !== undefined) references.push({ ...reference, path: path() });
  }
  return references;
}

/**
 * An analysis with an identifier contains one of these texts: its key, or an escape that the key may be written with.
 */
const signsOfIdentifier = [...Object.values(identifierProperty).map((name) => `"${name}"`), "\\u00"];

function mayHaveIdentifier({ text }: AnalysesDocument, { node, start }: Placed): boolean {
  const written = text.slice(start, start + node.length);
  return signsOfIdentifier.some((sign) => written.includes(sign));
}

/**
 * Whether a comparison of texts shows that a reference's link leads to the record of its identifier, or that there is
 * no reference. If false, the link has to be parsed to decide.
 */
export function plainlyFits(value: JsonObject): boolean {
  const identified = readIdentifier((name) => value[name]);
  const { link } = value;
  if (identified === undefined || typeof link !== "string") return true;
  const { kind, id } = identified;
  return plainId.test(id) && link.endsWith(`${listPath(kind)}/${id}`);
}

/** Identifiers that are the same in a link, because they need no escapes there. */
const plainId = /^[\w-]+$/;

function readReference(value: JsonObject): Omit<WrittenReference, "path"> | undefined {
  const identified = readIdentifier((name) => value[name]);
  const { name, link } = value;
  if (identified === undefined || typeof link !== "string") return undefined;
  const target = readRegistryLink(link);
  if (target === undefined) return undefined;
  const isText = (property: string): boolean => typeof value[property] === "string";
  const isRecordsName = typeof name === "string" && isCalledAsRecord(Object.keys(value), isText);
  return { ...identified, name: isRecordsName ? name : undefined, link, target };
}

/**
 * The record that an object's identifier names. Undefined without an identifier, and also if the object has identifiers
 * of both kinds, of a group and of a person: such an object is no reference.
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

/** The property names in a value and in the values inside it, and the objects that may be references. */
export interface Keys {
  /** The number of properties: a name counts each time. */
  readonly count: number;
  readonly names: ReadonlySet<string>;
  /** The objects with a registry identifier, in no particular order. */
  readonly identified: readonly JsonObject[];
}

const { group, person } = identifierProperty;

/** Collects the property names in a value. Several checks share the result, so that the value is walked only once. */
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
  // A registry link alone names a record, whatever its object contains.
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

/** The key or string at a position. */
interface Target {
  readonly start: number;
  readonly end: number;
  /** The name of the property; empty for an element of a list. */
  readonly name: string;
  readonly value: Placed | undefined;
  /** The object that has the property; undefined for an element of a list. */
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
