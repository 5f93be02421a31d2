import type { DocumentText } from "../text/documentText";
import type { Placed } from "../syntax/nodes";

/**
 * One version of an analyses document: its text and the tree read from it. Immutable; an update makes
 * a new document that shares with the old one whatever the edit left alone, so that a node's identity
 * can stand for its text in caches.
 */
export interface AnalysesDocument {
  readonly uri: string;
  readonly version: number;
  readonly text: DocumentText;
  /** The document's value (a missing node when there is none) and where it starts. */
  readonly root: Placed;
}

/** A change as LSP sends it (LSP 3.17, TextDocumentContentChangeEvent); without a range, the whole text. */
export interface DocumentChange {
  readonly range?: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly text: string;
}

/** `create` of a document store (as `TextDocuments` of vscode-languageserver takes it). */
export type CreateDocument = (
  uri: string,
  languageId: string,
  version: number,
  content: string,
) => AnalysesDocument;

/** `update` of a document store: the document after the changes, applied in order. */
export type UpdateDocument = (
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  version: number,
) => AnalysesDocument;
