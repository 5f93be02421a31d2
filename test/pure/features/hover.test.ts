import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { MarkupContent, MarkupKind } from "vscode-languageserver-types";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { hover } from "@analyses/server/features/hover";
import { setLocale } from "@analyses/server/localisation/translate";
import { openCase, testCases } from "../../support/textCases";
import { textIn } from "../../support/textAfter";
import { documentWithCaret } from "./support/documents";
import { schemaContext } from "./support/schemas";

/** The text of the hover at the caret. */
function hovering(written: string, schemas: SchemaContext, kind: MarkupKind = MarkupKind.PlainText): string {
  const { document, position } = documentWithCaret(written);
  const shown = hover(document, schemas, position, kind);
  return shown !== null && MarkupContent.is(shown.contents) ? shown.contents.value : "";
}

const withItem = (written: string): string =>
  `{ "analysis-groups": [ { "number": 1, "name": "a", "analyses": [ ${written} ] } ] }`;

describe("hover", () => {
  afterEach(() => setLocale("", new Map()));

  testCases("test/fixtures/hover/schema.txt", async (one) => {
    const { document, position } = documentWithCaret(openCase(one).text);
    const schemas = await openCase(one).schemasOf(document);
    const shown = hover(document, schemas, position, MarkupKind.PlainText);
    if (shown === null) return { written: [...one.text, "//= nothing"], complaints: [] };
    assert.ok(MarkupContent.is(shown.contents) && shown.range !== undefined);
    const [about = ""] = textIn(document, shown.range).split("\n");
    const lines = shown.contents.value.split("\n").map((line) => `//= ${line}`.trimEnd());
    return { written: [...one.text, `//@ ${about}`, ...lines], complaints: [] };
  });

  it("leaves a team's own schema in the words of its authors", () => {
    const texts = JSON.parse(readFileSync("l10n/bundle.l10n.de.json", "utf8")) as Record<string, string>;
    setLocale("de", new Map(Object.entries(texts)));
    const own = { title: "Analysis model of our team", description: "As in protocol 7." };
    const schemas = schemaContext({ properties: { model: own, mean: { title: "Mean" } } });
    const shown = hovering(withItem('{ "|model": 1 }'), schemas);
    assert.equal(shown, "Analysis model of our team\n\nAs in protocol 7.");
    assert.equal(hovering(withItem('{ "|mean": 1 }'), schemas), "Mittelwert");
  });

  it("shows a schema's Markdown without links, images and HTML", () => {
    const description =
      "Uses `a[0]` and *care*, see [here](https://evil.example) ![x](https://evil.example/p.png) <img src=x> \\\\[y\\\\](https://evil.example) ``[a](b)` \\`[c](d)`";
    const schemas = schemaContext({ properties: { x: { title: "A_*b*", description } } });
    const shown = hovering(withItem('{ "|x": 1 }'), schemas, MarkupKind.Markdown);
    assert.match(shown, /^\*\*A\\_\\\*b\\\*\*\*/);
    assert.match(shown, /Uses `a\[0\]` and \*care\*/);
    assert.doesNotMatch(shown, /(?<!\\)\](?!`)\(/);
    assert.doesNotMatch(shown, /(?<!\\)</);
  });

  it("quotes the author's words as words", () => {
    const shown = hovering(
      '{ "analysis-groups": [ |{ "number": 1, "name": "[a](b) *c*", "analyses": [] } ] }',
      schemaContext(),
      MarkupKind.Markdown,
    );
    assert.match(shown, /1 \\\[a\\\]\\\(b\\\) \\\*c\\\*\\: 0 analyses/);
  });
});
