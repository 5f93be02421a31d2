import assert from "node:assert/strict";
import { MarkupKind } from "vscode-languageserver-types";
import { complete } from "@analyses/server/features/completion/complete";
import { foldingRanges, selectionRanges } from "@analyses/server/features/structure";
import { hover } from "@analyses/server/features/hover";
import { formatDocument, withoutYielding } from "@analyses/json";
import { documentWithCaret } from "./support/documents";
import { schemaContext } from "./support/schemas";
import { holdsMeasure, processorTime } from "../../support/measured";

const levels = 20_000;
const inItem = (text: string) =>
  `{"analysis-groups": [{"number": 1, "name": "a", "analyses": [{"a": ${text}}]}]}`;

const nested: Record<string, string> = {
  "arrays in one line": `${"[".repeat(levels)}|${"]".repeat(levels)}`,
  "objects, a line each": `${'{"a":\n'.repeat(levels)}|1${"\n}".repeat(levels)}`,
};

const schemas = schemaContext();
const asked: Record<string, (at: ReturnType<typeof documentWithCaret>) => unknown> = {
  hover: ({ document, position }) => hover(document, schemas, position, MarkupKind.Markdown),
  completion: ({ document, position }) =>
    complete(document, schemas, position, {
      snippets: true,
      insertsAsIs: true,
      documentation: MarkupKind.Markdown,
    }),
  "the selection's growth": ({ document, position }) => selectionRanges(document, [position]),
  "folding ranges": ({ document }) => foldingRanges(document),
  formatting: ({ document }) => withoutYielding(formatDocument(document, { tabSize: 2, insertSpaces: true })),
};

describe("20,000 levels of nesting", () => {
  for (const [name, text] of Object.entries({
    ...nested,
    ...Object.fromEntries(
      Object.entries(nested).map(([key, inside]) => [`${key}, in an analysis`, inItem(inside)]),
    ),
  })) {
    const at = documentWithCaret(text);
    for (const [what, ask] of Object.entries(asked)) {
      it(`delay no request for ${what}: ${name}`, async () => {
        let answer = "";
        holdsMeasure(await processorTime(() => (answer = JSON.stringify(ask(at)))), 2000, "milliseconds");
        assert.ok(answer.length < 20_000_000, `answered with ${answer.length} characters`);
      });
    }
  }
});
