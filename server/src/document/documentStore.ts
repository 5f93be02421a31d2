import { KeptText } from "../syntax/keptText";
import { isWellFormed } from "../syntax/nodes";
import { readTree } from "../syntax/readTree";
import { DocumentText } from "../text/documentText";
import type { LinePosition } from "../text/documentText";
import type { AnalysesDocument } from "./analysesDocument";
import { createOpenedNodes } from "./openedNodes";

/** A change as LSP sends it (LSP 3.17, TextDocumentContentChangeEvent); without a range, the whole text. */
export interface DocumentChange {
  readonly range?: { readonly start: LinePosition; readonly end: LinePosition };
  readonly text: string;
}

/** Reads a document for the first time (what `TextDocuments` of vscode-languageserver calls `create`). */
export function createDocument(
  uri: string,
  _languageId: string,
  version: number,
  content: string,
): AnalysesDocument {
  const text = DocumentText.of(content);
  const openedNodes = createOpenedNodes();
  return { uri, version, text, ...readTree(text, []), openedNodes, lineage: { uri }, beforeBreak: undefined };
}

/**
 * The document after the changes, applied in order (what `TextDocuments` calls `update`). Only what
 * the changes touch is read again; the result is what `createDocument` would make of the new text.
 */
export function updateDocument(
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  version: number,
): AnalysesDocument {
  const { uri, root, openedNodes, lineage } = document;
  let { text } = document;
  let kept = KeptText.all(text.length);
  let keptLonger = document.beforeBreak?.kept;
  for (const { range, text: insert } of changes) {
    const from = range === undefined ? 0 : text.offsetAt(range.start);
    const to = range === undefined ? text.length : Math.max(from, text.offsetAt(range.end));
    text = text.replace(from, to, insert);
    kept = kept.replaced(from, to, insert.length);
    keptLonger = keptLonger?.replaced(from, to, insert.length);
  }
  const last = { root, kept };
  const beforeBreak =
    document.beforeBreak === undefined || keptLonger === undefined
      ? last
      : { root: document.beforeBreak.root, kept: keptLonger };
  const tree = readTree(text, beforeBreak === last ? [last] : [last, beforeBreak]);
  const isMended = isWellFormed(tree.root.node);
  const open = isMended ? undefined : beforeBreak;
  return { uri, version, text, ...tree, openedNodes, lineage, beforeBreak: open };
}
