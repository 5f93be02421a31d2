import type { DocumentChange, InTurns, JsonDocument, LazyPolicy } from "@analyses/json";
import { changeDocumentInTurns, inOneTurn, readDocumentInTurns } from "@analyses/json";
import { depthOf } from "@analyses/protocol/documentFormat";

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
 * Read is the way from the document to its analyses, told by the form alone (objects and arrays in turn). All else is
 * lazy, groups without analyses too, of which a document can have very many.
 */
const readToAnalyses: LazyPolicy = (depth, kind) => {
  if (depth === 0) return "eager";
  if (depth === depthOf.group && kind === "object") return "lazy-if-flat";
  const isOnTheWay = depth < depthOf.analysis && (kind === "array") === (depth % 2 === 1);
  return isOnTheWay ? "eager" : "lazy";
};

/** Reads a document for the first time (what `TextDocuments` of vscode-languageserver calls `create`). */
export function createDocument(
  uri: string,
  _languageId: string,
  version: number,
  content: string,
): AnalysesDocument {
  return inOneTurn(createDocumentInTurns(uri, version, content));
}

/** The same, yielding how much text each piece of the work looked at. */
export function* createDocumentInTurns(
  uri: string,
  version: number,
  content: string,
): InTurns<AnalysesDocument> {
  return { uri, version, id: { uri }, ...(yield* readDocumentInTurns(content, readToAnalyses)) };
}

/**
 * The document after the changes, applied in order (what `TextDocuments` calls `update`). Only what the changes touch
 * is read again.
 */
export function updateDocument(
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  version: number,
): AnalysesDocument {
  return inOneTurn(updateDocumentInTurns(document, changes, version));
}

/** The same, yielding how much text each piece of the work looked at. */
export function* updateDocumentInTurns(
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  version: number,
): InTurns<AnalysesDocument> {
  const { uri, id } = document;
  return { uri, version, id, ...(yield* changeDocumentInTurns(document, changes)) };
}
