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
 * Parses eagerly from the document to its analyses, by the form alone (objects and arrays alternate). Everything else
 * is lazy, including groups without analyses, of which a document can have very many.
 */
const readToAnalyses: LazyPolicy = (depth, kind) => {
  if (depth === 0) return "eager";
  if (depth === depthOf.group && kind === "object") return "lazy-if-flat";
  const isOnTheWay = depth < depthOf.analysis && (kind === "array") === (depth % 2 === 1);
  return isOnTheWay ? "eager" : "lazy";
};

/** Parses a new document (`create` of vscode-languageserver's `TextDocuments`). */
export function createDocument(
  uri: string,
  _languageId: string,
  version: number,
  content: string,
): AnalysesDocument {
  return inOneTurn(createDocumentInTurns(uri, version, content));
}

/** The same, yielding the length of text that each step has parsed. */
export function* createDocumentInTurns(
  uri: string,
  version: number,
  content: string,
): InTurns<AnalysesDocument> {
  return { uri, version, id: { uri }, ...(yield* readDocumentInTurns(content, readToAnalyses)) };
}

/** Applies changes in order (`update` of `TextDocuments`). Parses only what they touch. */
export function updateDocument(
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  version: number,
): AnalysesDocument {
  return inOneTurn(updateDocumentInTurns(document, changes, version));
}

/** The same, yielding the length of text that each step has parsed. */
export function* updateDocumentInTurns(
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  version: number,
): InTurns<AnalysesDocument> {
  const { uri, id } = document;
  return { uri, version, id, ...(yield* changeDocumentInTurns(document, changes)) };
}
