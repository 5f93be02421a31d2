import assert from "node:assert/strict";
import { type CompletionItem, MarkupKind, TextEdit } from "vscode-languageserver-types";
import { complete, createDocument } from "@analyses/server/languageService";
import type { CompletionOptions, SchemaContext } from "@analyses/server/languageService";
import { readCaret } from "./caret";
import { schemaContext } from "./schemas";

const everything: CompletionOptions = {
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
  const { text, offset } = readCaret(written);
  const document = createDocument("file:///review.analyses.json", "analyses", 1, text);
  const { items } = complete(document, schemas, document.text.positionAt(offset), options, isAsked);

  const itemOf = (label: string): CompletionItem => {
    const item = items.find((candidate) => candidate.label === label);
    assert.ok(item, `${label} is not offered, but ${items.map((one) => one.label).join(", ")}`);
    return item;
  };
  return {
    items,
    labels: items.map(({ label }) => label),
    itemOf,
    /** The text after accepting an item, with the snippet's tab stops. */
    accept: (label: string): string => {
      const item = itemOf(label);
      assert.ok(TextEdit.is(item.textEdit));
      const edits = [item.textEdit, ...(item.additionalTextEdits ?? [])];
      const spans = edits.map(({ range, newText }) => ({
        start: document.text.offsetAt(range.start),
        end: document.text.offsetAt(range.end),
        newText: newText.replaceAll("\\$", "$"),
      }));
      let result = text;
      for (const { start, end, newText } of spans.sort((one, other) => other.start - one.start))
        result = result.slice(0, start) + newText + result.slice(end);
      return result;
    },
  };
}
