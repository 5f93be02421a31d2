import type { Replacement } from "../../diagnostics/fixes/fix";
import type { Template } from "../../schemaLookup/template";
import { toPlainText, toSnippet } from "../../schemaLookup/template";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { indentationOf } from "@analyses/json";
import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";

/** What edits the client can apply (LSP 3.18, WorkspaceEditClientCapabilities). */
export interface EditOptions {
  /** Whether edits may hold snippets, so that the caret goes where the author writes on. */
  readonly snippetEdits: boolean;
  /** Whether edits may name the version that they are meant for. */
  readonly versionedEdits: boolean;
}

/** Replacements in a document as the client can apply them. */
export function workspaceEdit(
  document: AnalysesDocument,
  replacements: readonly Replacement[],
  { snippetEdits, versionedEdits }: EditOptions,
): WorkspaceEdit {
  const { uri, version } = document;
  const plain = replacements.map((replacement) => plainEdit(document, replacement));
  if (!versionedEdits) return { changes: { [uri]: plain } };
  // A document can have one snippet at a time: with several edits, none is one.
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

/** The client indents the lines of a snippet as deep as the line in which it begins. */
function withoutMargin(template: Template, margin: string): Template {
  return template.map((part) =>
    part.kind === "text" ? { ...part, text: part.text.replaceAll(`\n${margin}`, "\n") } : part,
  );
}
