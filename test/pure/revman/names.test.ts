import assert from "node:assert/strict";
import { type DocumentSymbol, MarkupContent, MarkupKind } from "vscode-languageserver-types";
import { documentSymbols, workspaceSymbols } from "@analyses/server/features/structure";
import { hover } from "@analyses/server/features/hover";
import { prepareStudyRename } from "@analyses/server/features/navigation";
import { revmanSchemaIdentifier } from "@analyses/protocol/documentFormat";
import { findingsIn } from "../../support/findings";
import { ofRevman } from "../../support/revmanExamples";
import { completing } from "../features/support/completing";
import { documentOf, documentWithCaret } from "../features/support/documents";
import { contextOf, storeWith } from "../schema/support/store";

const row = (name: string) => ({ "study-name": name, "control-group": {}, "experimental-group": {} });
const analysis = JSON.stringify({
  number: 1,
  name: "Falls &lt;with injury&gt; &amp; fractures",
  "data-type": "DICHOTOMOUS",
  subgroups: [{ name: "Aged&nbsp;&ge; 65", number: 1 }],
  "data-rows": [row("O&apos;Dell 2016"), row("Kiss<sup>a</sup> 2015")],
});
const text = ofRevman(analysis).replace("Drug versus placebo", "Vitamin B<sub>12</sub> versus placebo");

/** Names of an outline, nested ones indented. */
const lines = (symbols: readonly DocumentSymbol[], margin = ""): readonly string[] =>
  symbols.flatMap(({ name, children = [] }) => [margin + name, ...lines(children, `${margin}  `)]);

describe("a name that RevMan keeps as HTML", () => {
  it("is read as text in the outline, in which rows and subgroups stand too", () => {
    assert.deepEqual(lines(documentSymbols(documentOf(text))), [
      "1 Vitamin B12 versus placebo",
      "  1.1 Falls <with injury> & fractures",
      "    Aged ≥ 65",
      "    O'Dell 2016",
      "    Kissa 2015",
    ]);
    const found = workspaceSymbols([documentOf(text)], "o'dell").map(({ name }) => name);
    assert.deepEqual(found, ["O'Dell 2016"]);
  });

  it("stands in a document of another form for itself, and so again once a document is of that form", () => {
    const others = text.replace(revmanSchemaIdentifier, "urn:analyses-registry:analyses:1.0.0");
    assert.equal(
      lines(documentSymbols(documentOf(others)))[1],
      "  1.1 Falls &lt;with injury&gt; &amp; fractures",
    );
  });

  it("is read as text in hovers and in messages of problems", async () => {
    const schemas = await contextOf(storeWith(new Map()), { text });
    const { document, position } = documentWithCaret(text.replace("Falls &lt;", "Fa|lls &lt;"));
    const told = hover(document, schemas, position, MarkupKind.PlainText);
    assert.ok(told !== null && MarkupContent.is(told.contents));
    assert.match(told.contents.value, /Falls <with injury> & fractures/);
    const twice = ofRevman(`${analysis}, ${analysis}`);
    const [first] = (await findingsIn(twice, schemas)).filter(({ code }) => code === "duplicate-number");
    assert.equal(first?.related[0]?.message, "“1.1 Falls <with injury> & fractures” stands here first.");
  });

  it("is offered and renamed as it is written", async () => {
    const schemas = await contextOf(storeWith(new Map()), { text });
    const other = '{ "data-type": "DICHOTOMOUS", "data-rows": [ { "study-name": "|" } ] }';
    const { labels } = completing(ofRevman(`${analysis}, ${other}`), schemas);
    assert.ok(labels.includes("O&apos;Dell 2016") && !labels.includes("Aged&nbsp;&ge; 65"), labels.join());
    const { document, position } = documentWithCaret(text.replace("O&apos;", "O|&apos;"));
    assert.equal(prepareStudyRename(document, position)?.placeholder, "O&apos;Dell 2016");
    const atSubgroup = documentWithCaret(text.replace("Aged&nbsp;", "Ag|ed&nbsp;"));
    assert.equal(prepareStudyRename(atSubgroup.document, atSubgroup.position), null);
  });
});
