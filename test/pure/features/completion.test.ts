import assert from "node:assert/strict";
import { MarkupContent, MarkupKind, Range, TextEdit } from "vscode-languageserver-types";
import { withAnalyses } from "../../support/references";
import { completing } from "./support/completing";
import { schemaContext } from "./support/schemas";

describe("an item of completion", () => {
  it("explains its property and says whether it is required", () => {
    const item = completing("{|}").itemOf("risk-of-bias-method");
    assert.equal(item.detail, "required");
    assert.ok(MarkupContent.is(item.documentation));
    assert.match(item.documentation.value, /^\*\*Risk\\-of\\-bias method\*\* \(required\)/);
    assert.match(item.documentation.value, /`"RISK_OF_BIAS_2"` – Risk of bias, version 2/);
    const deprecated = schemaContext({ properties: { note: { deprecated: true } } });
    assert.equal(completing(withAnalyses("{ | }"), deprecated).itemOf("note").tags?.length, 1);
  });

  it("goes on after a property that the caret touches in one edit", () => {
    const { itemOf } = completing('{\n  "analysis-groups": []|\n}');
    assert.equal(itemOf("$schema").additionalTextEdits, undefined);
  });

  it("is written between the quotes that are there, so that a snippet with a place there goes on", () => {
    const { textEdit } = completing('{ "risk-of-bias-method": "RISK|" }').itemOf("RISK_OF_BIAS_2");
    assert.ok(TextEdit.is(textEdit));
    assert.equal(textEdit.newText, "RISK_OF_BIAS_2");
    assert.deepEqual(textEdit.range, Range.create(0, 26, 0, 30));
  });

  it("is found where `null` stands, which is still to be filled in", () => {
    const { filterText } = completing('{ "risk-of-bias-method": null| }').itemOf("RISK_OF_BIAS_1");
    assert.ok(filterText?.startsWith("null"));
  });

  it("says why there is nothing without an item schema, and offers the choice, but never to who is typing", () => {
    const label = "Analyses have no item schema: choose one…";
    const options = {
      snippets: true,
      insertsAsIs: true,
      documentation: MarkupKind.PlainText,
      selectItemSchema: "choose",
    };
    for (const written of ["|", "{ | }", '{ "a": "|" }', '{ "a": { "b": [ | ] } }']) {
      const text = withAnalyses(written);
      const { itemOf, accept } = completing(text, schemaContext(), options);
      assert.equal(itemOf(label).command?.command, "choose");
      assert.equal(accept(label), text.replace("|", ""));
      assert.deepEqual(completing(text, schemaContext(), options, false).labels, []);
    }
    for (const written of ['{ "a": "x|" }', '{ "a": 1| }'])
      assert.deepEqual(completing(withAnalyses(written), schemaContext(), options).labels, []);
    assert.ok(!completing('{ "analysis-groups": [{ | }] }', schemaContext(), options).labels.includes(label));
  });
});
