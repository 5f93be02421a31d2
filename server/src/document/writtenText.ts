import { asHtml, htmlText } from "@analyses/evidence";
import { propertyNamed, valueOf } from "@analyses/json";
import { formatProperty, revmanSchemaIdentifier } from "@analyses/protocol/documentFormat";
import type { AnalysesDocument } from "./analysesDocument";

/** The document's `$schema`, if it is text. */
export function schemaIdentifierOf(document: AnalysesDocument): string | undefined {
  const { node, start } = document.root;
  const property = node.kind === "object" ? propertyNamed({ node, start }, formatProperty.schema) : undefined;
  if (property?.value.node.kind !== "string") return undefined;
  const value = valueOf(document, property.value);
  return typeof value === "string" ? value : undefined;
}

const ofRevman = new WeakMap<AnalysesDocument, boolean>();

/** Whether names, labels, footnotes and reasons of the document contain HTML, as RevMan's do. */
function hasHtml(document: AnalysesDocument): boolean {
  const known = ofRevman.get(document);
  if (known !== undefined) return known;
  const isRevmans = schemaIdentifierOf(document) === revmanSchemaIdentifier;
  ofRevman.set(document, isRevmans);
  return isRevmans;
}

/** Converts a text of a document to plain text. */
export function readableText(document: AnalysesDocument, written: string): string {
  return /[<&]/.test(written) && hasHtml(document) ? htmlText(written) : written;
}

/** Converts plain text to a JSON string for a name, a label, a footnote or a reason of a document. */
export function writtenText(document: AnalysesDocument, readable: string): string {
  if (!hasHtml(document)) return JSON.stringify(readable);
  const written = JSON.stringify(asHtml(readable));
  // RevMan escapes each solidus as `\/`; other programs do not.
  return hasEscapedSolidus(document) ? written.replaceAll("/", "\\/") : written;
}

function hasEscapedSolidus({ root: { node, start }, text }: AnalysesDocument): boolean {
  const schema = node.kind === "object" ? propertyNamed({ node, start }, formatProperty.schema) : undefined;
  if (schema === undefined) return false;
  const { value } = schema;
  return text.slice(value.start, value.start + value.node.length).includes("\\/");
}
