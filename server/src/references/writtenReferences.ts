import type { RegistryReference } from "../../../protocol/src/references";
import { identifierProperty } from "../../../protocol/src/references";
import type { RegistryLink } from "../../../protocol/src/registryLink";
import { listPath, readRegistryLink } from "../../../protocol/src/registryLink";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { JsonObject, JsonValue } from "../document/valueOf";
import { valueOf } from "../document/valueOf";
import { isJsonArray, isJsonObject } from "../document/json";
import type { Placed, SyntaxNode } from "../syntax/nodes";
import { NoteKey, remember } from "../syntax/remember";
import type { Keys } from "./keysOf";
import type { ValuePath } from "../validation/locate";

/** A reference to a record of a registry, as an analysis holds it. */
export interface WrittenReference {
  readonly kind: RegistryReference["kind"];
  readonly id: string;
  /** Undefined where there is none, or none that is text. */
  readonly name: string | undefined;
  readonly link: string;
  /** What the link names: it says at which registry the record is. */
  readonly target: RegistryLink;
  /** The way to the reference from the analysis. */
  readonly path: ValuePath;
}

/** What was read of an analysis for other ends. */
export interface ReadAnalysis {
  readonly value: JsonValue | undefined;
  readonly keys: Keys;
}

const referencesKey = new NoteKey<readonly WrittenReference[]>();
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
  return node.kind === "sealed"
    ? remember(referencesKey, node, () => readReferences(document, analysis, read))
    : noReferences;
}

/** The references of an analysis if they were read since its text changed. */
export function knownReferences(analysis: SyntaxNode): readonly WrittenReference[] | undefined {
  return analysis.kind === "sealed" ? referencesKey.read(analysis) : noReferences;
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

function pathTo(reached: Waiting): ValuePath {
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
  return { ...identified, name: typeof name === "string" ? name : undefined, link, target };
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
