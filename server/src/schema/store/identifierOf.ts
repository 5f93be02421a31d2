import type { AnalysesDocument } from "../../document/analysesDocument";
import { propertyNamed } from "../../document/places";
import { valueOf } from "../../document/valueOf";

/** What the document's `$schema` says, where it is text. */
export function identifierOf(document: AnalysesDocument): string | undefined {
  const { node, start } = document.root;
  const property = node.kind === "object" ? propertyNamed({ node, start }, "$schema") : undefined;
  if (property?.value.node.kind !== "string") return undefined;
  const value = valueOf(document, property.value);
  return typeof value === "string" ? value : undefined;
}
