import assert from "node:assert/strict";
import fc from "fast-check";
import { MarkupKind, TextEdit } from "vscode-languageserver-types";
import type { AnalysesDocument } from "@analyses/server/languageService";
import {
  complete,
  documentLinks,
  documentSymbols,
  foldingRanges,
  hover,
  selectionRanges,
} from "@analyses/server/languageService";
import { formatOnType } from "@analyses/json";
import { analysesText, changed, trickyChange } from "../../support/analysesText";
import { documentOf } from "./support/documents";
import { schemaContext } from "./support/schemas";
import { cases } from "../../support/size";

const schemas = schemaContext({
  title: "Analysis",
  required: ["number", "name"],
  properties: {
    number: { type: "integer" },
    name: { type: "string" },
    effect: {
      required: ["measure"],
      properties: { measure: { enum: ["OR", "RR"] }, model: { type: "boolean" } },
    },
    studies: {
      type: "array",
      items: { required: ["id"], properties: { id: { type: "string" }, events: { type: "number" } } },
    },
  },
});
const plain = { snippets: false, insertsAsIs: false, documentation: MarkupKind.PlainText };

function accepted({ text }: AnalysesDocument, edits: readonly TextEdit[]): string {
  const spans = edits.map(({ range, newText }) => ({
    start: text.offsetAt(range.start),
    end: text.offsetAt(range.end),
    newText,
  }));
  return spans
    .sort((one, other) => other.start - one.start)
    .reduce(
      (result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end),
      text.toString(),
    );
}

describe("at any place of any text", () => {
  it("every feature answers", () => {
    fc.assert(
      fc.property(
        analysesText,
        fc.array(trickyChange, { maxLength: 6 }),
        fc.nat(10_000),
        (start, changes, at) => {
          const document = documentOf(changes.reduce(changed, start));
          const position = document.text.positionAt(at % (document.text.length + 1));
          complete(document, schemas, position, plain);
          hover(document, schemas, position, MarkupKind.Markdown);
          selectionRanges(document, [position]);
          formatOnType(document, position, { tabSize: 2, insertSpaces: true });
          documentSymbols(document);
          foldingRanges(document);
          documentLinks(document, schemas);
        },
      ),
      { numRuns: cases(2000) },
    );
  });

  it("what completion offers keeps JSON well-formed", () => {
    fc.assert(
      fc.property(analysesText, fc.nat(100_000), (text, at) => {
        const document = documentOf(text);
        const offset = at % (document.text.length + 1);
        for (const item of complete(document, schemas, document.text.positionAt(offset), plain).items) {
          assert.ok(TextEdit.is(item.textEdit));
          const result = accepted(document, [item.textEdit, ...(item.additionalTextEdits ?? [])]);
          assert.doesNotThrow(() => JSON.parse(result), `${item.label} at ${offset}:\n${result}`);
        }
      }),
      { numRuns: cases(5000) },
    );
  });
});
