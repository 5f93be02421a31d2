import { htmlText } from "../../../evidence/src/index";
import { propertyNamed, valueOf } from "../../../json/src";
import { formatProperty, revmanSchemaIdentifier } from "../../../protocol/src/documentFormat";
import type { AnalysesDocument } from "./analysesDocument";

/** What the document's `$schema` says, where it is text. */
export function schemaIdentifierOf(document: AnalysesDocument): string | undefined {
  const { node, start } = document.root;
  const property = node.kind === "object" ? propertyNamed({ node, start }, formatProperty.schema) : undefined;
  if (property?.value.node.kind !== "string") return undefined;
  const value = valueOf(document, property.value);
  return typeof value === "string" ? value : undefined;
}

const ofRevman = new WeakMap<AnalysesDocument, boolean>();

/** Whether names, labels, footnotes and reasons of a document are HTML: those of RevMan are. */
function hasHtml(document: AnalysesDocument): boolean {
  const known = ofRevman.get(document);
  if (known !== undefined) return known;
  const isRevmans = schemaIdentifierOf(document) === revmanSchemaIdentifier;
  ofRevman.set(document, isRevmans);
  return isRevmans;
}

/** A text of a document as people read it; what is written there stays as it is. */
export function readableText(document: AnalysesDocument, written: string): string {
  return /[<&]/.test(written) && hasHtml(document) ? htmlText(written) : written;
}
