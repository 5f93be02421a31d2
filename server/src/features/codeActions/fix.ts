import type { Template } from "../../schemaLookup/template";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { ObjectNode, Placed, PlacedProperty } from "../../../../json/src";
import { indentationOf, pathAt, memberRemoval as removalOf } from "../../../../json/src";
import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import { toPlainText, toSnippet } from "../../schemaLookup/template";

/** A way to make a finding go away. */
export interface Fix {
  readonly title: string;
  /** In the order of the text, none overlapping another. */
  readonly replacements: readonly Replacement[];
  /** Whether it can only be what the author means, so that it may be applied unseen. */
  readonly certain: boolean;
  /** Whether it is the best of the finding's fixes. */
  readonly preferred: boolean;
}

/** What is to stand between two offsets of the text. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly template: Template;
}

export function fix(
  title: string,
  replacements: readonly Replacement[],
  { certain = false, preferred = false }: Partial<Pick<Fix, "certain" | "preferred">>,
): Fix {
  return { title, replacements, certain, preferred };
}

/** The property whose key is at an offset. */
export function propertyAt(document: AnalysesDocument, keyStart: number): PlacedProperty | undefined {
  const { property } = pathAt(document, keyStart);
  return property?.part === "key" ? property.property : undefined;
}

/** The object that starts at an offset. */
export function objectAt(document: AnalysesDocument, start: number): Placed<ObjectNode> | undefined {
  const { steps } = pathAt(document, start + 1);
  const found = steps.findLast((step) => step.node.kind === "object" && step.start === start);
  return found?.node.kind === "object" ? { node: found.node, start } : undefined;
}

/** Whether an element of an array runs from `start` to `end`. */
export function isElement(document: AnalysesDocument, start: number, end: number): boolean {
  const { steps } = pathAt(document, Math.min(start + 1, end));
  return steps.some(
    (step) => step.via.kind === "element" && step.start === start && step.start + step.node.length === end,
  );
}

/** Takes a property away, with the comma and the white space that belong to it. */
export function propertyRemoval(document: AnalysesDocument, { start, value }: PlacedProperty): Replacement {
  return memberRemoval(document, start, value.start + value.node.length);
}

/** Takes a property or an element away, with the comma and the white space that belong to it. */
export function memberRemoval({ text }: AnalysesDocument, start: number, end: number): Replacement {
  return { ...removalOf(text, start, end), template: [] };
}

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
