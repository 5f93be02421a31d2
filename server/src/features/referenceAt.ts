import type { ReferenceAtPosition } from "../../../protocol/src/referenceRequests";
import { readRegistryLink } from "../../../protocol/src/registryLink";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { OffsetPath, Step } from "../document/pathAt";
import { pathAt } from "../document/pathAt";
import { propertyNamed } from "../document/places";
import { valueOf } from "../document/valueOf";
import { rangeBetween } from "../presentation/rangeBetween";
import { readIdentifier } from "../references/writtenReferences";
import type { Placed } from "../syntax/nodes";
import type { LinePosition } from "../text/documentText";

const properties: ReadonlySet<string> = new Set(["groupId", "personId", "name", "link"]);

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
  const range = rangeBetween(document, start, end);
  const linked = value === undefined ? undefined : readLink(document, value);
  // A link says by itself where it leads, whatever stands beside it.
  if (linked !== undefined) return { ...linked, range };
  if (object === undefined || !properties.has(name)) return undefined;
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
