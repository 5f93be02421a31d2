import { identifierProperty } from "../../../../protocol/src/references";
import { readRegistryLink } from "../../../../protocol/src/registryLink";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { propertyNamed } from "../../document/places";
import type { JsonValue } from "../../document/valueOf";
import { valueOf } from "../../document/valueOf";
import { text } from "../../editing/template";
import { readIdentifier } from "../../references/writtenReferences";
import type { ObjectNode, Placed } from "../../syntax/nodes";
import type { FindingData } from "../../validation/finding";
import type { Fix, Replacement } from "./fix";
import { objectAt } from "./members";
import * as messages from "./messages";

type DataOf<Kind extends FindingData["kind"]> = Extract<FindingData, { readonly kind: Kind }>;

/**
 * Writes the name that the registry has, and its link where that leads to the same record. Never
 * certain: what a registry says goes into a document only when the author has seen it.
 */
export function outdatedFixes(
  document: AnalysesDocument,
  { object, name, link }: DataOf<"reference-outdated">,
): readonly Fix[] {
  const reference = objectAt(document, object);
  if (reference === undefined) return [];
  const written = readIdentifier(readerOf(document, reference));
  const target = readRegistryLink(link);
  const isSameRecord = written !== undefined && target?.kind === written.kind && target.id === written.id;
  const replacements = [
    ...valueReplacement(reference, "name", name),
    ...(isSameRecord ? valueReplacement(reference, "link", link) : []),
  ];
  return [preferred(messages.takeFromRegistry(name), replacements)];
}

/** Writes the link that belongs to the identifier, or the identifier that the link names. */
export function linkMismatchFixes(
  document: AnalysesDocument,
  { object, link, linkedId }: DataOf<"reference-link-mismatch">,
): readonly Fix[] {
  const reference = objectAt(document, object);
  const written = reference && readIdentifier(readerOf(document, reference));
  if (reference === undefined || written === undefined) return [];
  const { kind, id } = written;
  const fixes: Fix[] = [];
  if (link !== undefined)
    fixes.push(preferred(messages.writeLinkOf(id), valueReplacement(reference, "link", link)));
  if (linkedId !== undefined)
    fixes.push({
      title: messages.takeLinkedId(linkedId),
      replacements: valueReplacement(reference, identifierProperty[kind], linkedId),
      certain: false,
      preferred: false,
    });
  return fixes;
}

function preferred(title: string, replacements: readonly Replacement[]): Fix {
  const inOrder = [...replacements].sort((one, other) => one.start - other.start);
  return { title, replacements: inOrder, certain: false, preferred: true };
}

function readerOf(
  document: AnalysesDocument,
  object: Placed<ObjectNode>,
): (name: string) => JsonValue | undefined {
  return (name) => {
    const property = propertyNamed(object, name);
    return property && valueOf(document, property.value);
  };
}

function valueReplacement(object: Placed<ObjectNode>, name: string, value: string): readonly Replacement[] {
  const property = propertyNamed(object, name);
  if (property === undefined) return [];
  const { start, node } = property.value;
  return [{ start, end: start + node.length, template: [text(JSON.stringify(value))] }];
}
