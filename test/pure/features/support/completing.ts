import assert from "node:assert/strict";
import { type CompletionItem, InsertTextFormat, MarkupKind, TextEdit } from "vscode-languageserver-types";
import { complete } from "@analyses/server/features/completion/complete";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";
import type { CompletionOptions } from "@analyses/server/features/completion/itemBuilder";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { textAfter } from "../../../support/textAfter";
import { documentWithCaret } from "./documents";
import { schemaContext } from "./schemas";

/** A client that supports everything. */
export const everything: CompletionOptions = {
  snippets: true,
  insertsAsIs: true,
  documentation: MarkupKind.Markdown,
};

/** The items offered at the caret, with a function that accepts one. */
export function completing(
  written: string,
  schemas: SchemaContext = schemaContext(),
  options: CompletionOptions = everything,
  isAsked?: boolean,
) {
  const { document, position } = documentWithCaret(written);
  const { items } = complete(document, schemas, position, options, isAsked);

  const itemOf = (label: string): CompletionItem => {
    const item = items.find((candidate) => candidate.label === label);
    assert.ok(item, `${label} is not offered, but ${items.map((one) => one.label).join(", ")}`);
    return item;
  };
  return {
    items,
    labels: items.map(({ label }) => label),
    itemOf,
    accept: (label: string): string => accepted(document, itemOf(label)),
  };
}

/**
 * The text after accepting an item, with the snippet's tab stops. Asserts that no edits touch (LSP 3.17,
 * additionalTextEdits).
 */
export function accepted(
  { text }: AnalysesDocument,
  { textEdit, additionalTextEdits = [], insertTextFormat }: CompletionItem,
): string {
  assert.ok(TextEdit.is(textEdit));
  const [from, to] = [text.offsetAt(textEdit.range.start), text.offsetAt(textEdit.range.end)];
  for (const { range } of additionalTextEdits)
    assert.ok(
      text.offsetAt(range.end) < from || to < text.offsetAt(range.start),
      "Two edits touch each other.",
    );
  const isSnippet = insertTextFormat === InsertTextFormat.Snippet;
  const newText = isSnippet ? textEdit.newText.replace(/\\([\\$}])/g, "$1") : textEdit.newText;
  return textAfter(text.toString(), [{ ...textEdit, newText }, ...additionalTextEdits]);
}
