import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { MarkupContent, MarkupKind } from "vscode-languageserver-types";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { hover } from "@analyses/server/features/hover";
import { setLocale } from "@analyses/server/localisation/translate";
import { textIn } from "../../support/textAfter";
import { documentWithCaret, review } from "./support/documents";
import { schemaContext } from "./support/schemas";

/** The hover at the caret, with the text of its range. */
function hovering(
  written: string,
  schemas: SchemaContext = schemaContext(),
  kind: MarkupKind = MarkupKind.PlainText,
) {
  const { document, position } = documentWithCaret(written);
  const shown = hover(document, schemas, position, kind);
  if (shown === null) return undefined;
  assert.ok(MarkupContent.is(shown.contents) && shown.range !== undefined);
  return { text: shown.contents.value, about: textIn(document, shown.range) };
}

const at = (text: string, place: string): string => text.replace(place, place.replace(/^(.)/, "|$1"));
const withItem = (written: string): string =>
  `{ "analysis-groups": [ { "number": 1, "name": "a", "analyses": [ ${written} ] } ] }`;

describe("hover", () => {
  afterEach(() => setLocale("", new Map()));

  it("tells title, description, allowed values and that a property is required", () => {
    const shown = hovering(at(review, "risk-of-bias-method"));
    assert.equal(shown?.about, '"risk-of-bias-method"');
    assert.match(shown.text, /^Risk-of-bias method \(required\)\n\nThe tool by which/);
    assert.match(
      shown.text,
      /Allowed values:\n- "RISK_OF_BIAS_1" – Risk of bias, version 1\n- "RISK_OF_BIAS_2"/,
    );
  });

  it("explains the value that is written", () => {
    const shown = hovering(at(review, "RISK_OF_BIAS_2"));
    assert.equal(shown?.about, '"RISK_OF_BIAS_2"');
    assert.match(shown.text, /^Risk of bias, version 2 \(Risk-of-bias method\)\n\nFive domains/);
  });

  it("counts the analyses of a group and of the document", () => {
    assert.match(
      hovering(at(review, '{\n      "number": 1'))?.text ?? "",
      /1 Drug versus placebo: 2 analyses\./,
    );
    assert.match(hovering(at(review, "number"))?.text ?? "", /1 Drug versus placebo: 2 analyses\./);
    assert.match(
      hovering(at(review, "analysis-groups"))?.text ?? "",
      /3 analysis groups with 3 analyses in all\./,
    );
  });

  it("names an analysis at its bracket, opening or closing", () => {
    assert.match(hovering(at(review, '{ "title": "Pain"'))?.text ?? "", /1\.2 Pain/);
    assert.match(hovering(review.replace('"Pain" }', '"Pain" |}'))?.text ?? "", /1\.2 Pain/);
  });

  it("shows nothing between things", () => {
    assert.equal(hovering(review.replace('"number": 1', '"number" | : 1')), undefined);
    assert.equal(hovering(review.replace("\n  ]", "\n | ]")), undefined);
    assert.equal(hovering("|"), undefined);
  });

  it("leaves a team's own schema in the words of its authors", () => {
    const texts = JSON.parse(readFileSync("l10n/bundle.l10n.de.json", "utf8")) as Record<string, string>;
    setLocale("de", new Map(Object.entries(texts)));
    const own = { title: "Analysis model of our team", description: "As in protocol 7." };
    const schemas = schemaContext({ properties: { model: own, mean: { title: "Mean" } } });
    const shown = hovering(withItem('{ "|model": 1 }'), schemas)?.text;
    assert.equal(shown, "Analysis model of our team\n\nAs in protocol 7.");
    assert.equal(hovering(withItem('{ "|mean": 1 }'), schemas)?.text, "Mittelwert");
  });

  it("follows the item schema, to the branch that applies", () => {
    const schemas = schemaContext({
      title: "Pairwise analysis",
      oneOf: [
        { properties: { kind: { const: "A" }, value: { title: "Events" } } },
        { properties: { kind: { const: "B" }, value: { title: "Mean", default: 1.5 } } },
      ],
    });
    assert.equal(hovering(withItem('{ "kind": "A", "|value": 1 }'), schemas)?.text, "Events");
    assert.equal(
      hovering(withItem('{ "kind": "B", "|value": 1 }'), schemas)?.text,
      "Mean\n\nDefault:\n- 1.5",
    );
    assert.match(hovering(withItem('|{ "kind": "B" }'), schemas)?.text ?? "", /^Pairwise analysis\n\n1\.1 /);
  });

  it("lists all values that distinguish kinds, the fitting one first", () => {
    const schemas = schemaContext({
      oneOf: [
        { properties: { kind: { title: "Kind", const: "A" } } },
        { properties: { kind: { title: "Kind", const: "B" } } },
      ],
    });
    assert.match(
      hovering(withItem('{ "|kind": "B" }'), schemas)?.text ?? "",
      /Allowed values:\n- "B"[^\n]*\n- "A"/,
    );
  });

  it("shows a schema's Markdown without links, images and HTML", () => {
    const description =
      "Uses `a[0]` and *care*, see [here](https://evil.example) ![x](https://evil.example/p.png) <img src=x> \\\\[y\\\\](https://evil.example) ``[a](b)` \\`[c](d)`";
    const schemas = schemaContext({ properties: { x: { title: "A_*b*", description } } });
    const shown = hovering(withItem('{ "|x": 1 }'), schemas, MarkupKind.Markdown)?.text ?? "";
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
    assert.match(shown?.text ?? "", /1 \\\[a\\\]\\\(b\\\) \\\*c\\\*\\: 0 analyses/);
  });
});
