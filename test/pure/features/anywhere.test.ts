import assert from "node:assert/strict";
import fc from "fast-check";
import { MarkupKind } from "vscode-languageserver-types";
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
import { accepted } from "./support/completing";
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
          const result = accepted(document, item);
          assert.doesNotThrow(() => JSON.parse(result), `${item.label} at ${offset}:\n${result}`);
        }
      }),
      { numRuns: cases(5000) },
    );
  });
});
