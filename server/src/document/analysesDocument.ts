import type { Yielding, DocumentChange, JsonDocument, LazyPolicy } from "@analyses/json";
import {
  withoutYielding,
  changeDocumentYielding,
  memoized,
  readDocumentYielding,
  propertyNamed,
  valueOf,
} from "@analyses/json";
import { depthOf, formatProperty, revmanSchemaIdentifier } from "@analyses/protocol/documentFormat";
import { asHtml, htmlText } from "@analyses/evidence";

/** One version of an analyses document. */
export interface AnalysesDocument extends JsonDocument {
  readonly uri: string;
  readonly version: number;
  readonly id: DocumentId;
}

/** Identity shared by all versions of a document; the key of per-document caches. */
export interface DocumentId {
  readonly uri: string;
}

/**
 * Parses eagerly from the document to its analyses, by the form alone (objects and arrays alternate). Everything else
 * is lazy.
 */
const readToAnalyses: LazyPolicy = (depth, kind) => {
  if (depth === 0) return "eager";
  const isOnPath = depth < depthOf.analysis && (kind === "array") === (depth % 2 === 1);
  return isOnPath ? "eager" : "lazy";
};

/** Parses a new document (`create` of vscode-languageserver's `TextDocuments`). */
export function createDocument(
  uri: string,
  _languageId: string,
  version: number,
  content: string,
): AnalysesDocument {
  return withoutYielding(createDocumentYielding(uri, version, content));
}

/** Parses a new document in steps; yields the length of text that each step has parsed. */
export function* createDocumentYielding(
  uri: string,
  version: number,
  content: string,
): Yielding<AnalysesDocument> {
  return { uri, version, id: { uri }, ...(yield* readDocumentYielding(content, readToAnalyses)) };
}

/** Applies changes in order (`update` of `TextDocuments`). Parses only what they touch. */
export function updateDocument(
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  version: number,
): AnalysesDocument {
  return withoutYielding(updateDocumentYielding(document, changes, version));
}

/** Applies changes in order, parsing in steps; yields the length of text that each step has parsed. */
export function* updateDocumentYielding(
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  version: number,
): Yielding<AnalysesDocument> {
  const { uri, id } = document;
  return { uri, version, id, ...(yield* changeDocumentYielding(document, changes)) };
}

/** The document's `$schema`, if it is text. */
export function schemaIdentifierOf(document: AnalysesDocument): string | undefined {
  const { node, start } = document.root;
  const property = node.kind === "object" ? propertyNamed({ node, start }, formatProperty.schema) : undefined;
  if (property?.value.node.kind !== "string") return undefined;
  const value = valueOf(document, property.value);
  return typeof value === "string" ? value : undefined;
}

/** Whether names, labels, footnotes and reasons of the document contain HTML, as RevMan's do. */
const hasHtml = memoized(
  (document: AnalysesDocument): boolean => schemaIdentifierOf(document) === revmanSchemaIdentifier,
);

/** Converts a text of a document to plain text, if the document's texts are HTML. */
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
