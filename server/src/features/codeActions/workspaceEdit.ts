import type { Replacement } from "../../diagnostics/fixes/fix";
import type { Template } from "../../schemaLookup/template";
import { toPlainText, toSnippet } from "../../schemaLookup/template";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { indentationOf } from "@analyses/json";
import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";

/** The kinds of edits that the client can apply (LSP 3.18, WorkspaceEditClientCapabilities). */
export interface EditOptions {
  /** Whether edits may contain snippets, which place the caret where the author continues. */
  readonly snippetEdits: boolean;
  /** Whether edits may name the document version that they apply to. */
  readonly versionedEdits: boolean;
}

/** Converts replacements in a document to an edit that the client can apply. */
export function workspaceEdit(
  document: AnalysesDocument,
  replacements: readonly Replacement[],
  { snippetEdits, versionedEdits }: EditOptions,
): WorkspaceEdit {
  const { uri, version } = document;
  const plain = replacements.map((replacement) => plainEdit(document, replacement));
  if (!versionedEdits) return { changes: { [uri]: plain } };
  // A client runs one snippet per document: several edits become plain text.
  const [only] = replacements.length === 1 ? replacements : [];
  const edits = only !== undefined && snippetEdits ? [snippetEdit(document, only)] : plain;
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}

function plainEdit(document: AnalysesDocument, { start, end, template }: Replacement): TextEdit {
  return { range: document.text.rangeBetween(start, end), newText: toPlainText(template) };
}

function snippetEdit(document: AnalysesDocument, replacement: Replacement): TextEdit | SnippetTextEdit {
  const { start, end, template } = replacement;
  if (template.every(({ kind }) => kind === "text")) return plainEdit(document, replacement);
  const range = document.text.rangeBetween(start, end);
  const margin = indentationOf(document.text, range.start.line);
  return { range, snippet: { kind: "snippet", value: toSnippet(withoutMargin(template, margin)) } };
}

/** The client itself indents a snippet's lines to the indentation of its first line. */
function withoutMargin(template: Template, margin: string): Template {
  return template.map((part) =>
    part.kind === "text" ? { ...part, text: part.text.replaceAll(`\n${margin}`, "\n") } : part,
  );
}
