import assert from "node:assert/strict";
import type { DocumentSymbol } from "vscode-languageserver-types";
import { documentSymbols, workspaceSymbols } from "@analyses/server/features/structure";
import { updateDocument } from "@analyses/server/document/analysesDocument";
import { textIn } from "../../support/textAfter";
import { documentOf, review } from "./support/documents";

const tree = (symbols: readonly DocumentSymbol[]): unknown[] =>
  symbols.map(({ name, children }) => (children === undefined ? name : [name, ...tree(children)]));

describe("the outline", () => {
  it("has groups and analyses in the author's words and numbers", () => {
    assert.deepEqual(tree(documentSymbols(documentOf(review))), [
      ["1 Drug versus placebo", "1.1 Mortality", "1.2 Pain"],
      ["2 Analysis group without a name", "2.1 Analysis without a name"],
      ["3 Analysis group without a name"],
    ]);
  });

  it("takes an analysis's own number and name, whatever its schema calls them", () => {
    const items = [
      { number: 4, outcome: { name: "Falls" } },
      { number: "1.7", label: "Pain\n at rest" },
      "text",
      { name: 5, title: "" },
    ];
    const text = JSON.stringify({ "analysis-groups": [{ number: 1, name: "g", analyses: items }] });
    assert.deepEqual(tree(documentSymbols(documentOf(text))), [
      ["1 g", "1.4 Falls", "1.7 Pain at rest", "1.3 Analysis without a name", "1.4 Analysis without a name"],
    ]);
  });

  it("reaches subgroups and studies, whatever the schema calls them, each kind with an icon of its own", () => {
    const items = [
      { name: "Pain", studies: [{ study: "Abara 2014", events: 1 }, { study: "Osei 2020" }, 5, {}] },
      {
        name: "Falls",
        subgroups: [{ name: "Adults", rows: [{ label: "Brandt 2017", "risk-of-bias": [] }] }],
      },
    ];
    const text = JSON.stringify(
      { "analysis-groups": [{ number: 1, name: "g", analyses: items }] },
      undefined,
      2,
    );
    const document = documentOf(text);
    const symbols = documentSymbols(document);
    assert.deepEqual(tree(symbols), [
      ["1 g", ["1.1 Pain", "Abara 2014", "Osei 2020"], ["1.2 Falls", ["Adults", "Brandt 2017"]]],
    ]);
    const [pain, falls] = symbols[0]?.children ?? [];
    const [adults] = falls?.children ?? [];
    const kinds = [symbols[0], pain, adults, pain?.children?.[0]].map((symbol) => symbol?.kind);
    assert.equal(new Set(kinds).size, 4);
    const selected = pain?.children?.[1]?.selectionRange;
    assert.ok(selected);
    assert.equal(textIn(document, selected), '"Osei 2020"');
    assert.deepEqual(
      workspaceSymbols([document], "osei").map(({ name, containerName }) => [name, containerName]),
      [["Osei 2020", "1.1 Pain"]],
    );
    for (const [indent, inserted] of [
      [2, "\n\n"],
      [0, "    "],
      [0, "\r"],
    ] as const) {
      const before = documentOf(
        JSON.stringify({ "analysis-groups": [{ number: 1, name: "g", analyses: items }] }, undefined, indent),
      );
      documentSymbols(before);
      const moved = updateDocument(
        before,
        [{ range: { start: { line: 0, character: 1 }, end: { line: 0, character: 1 } }, text: inserted }],
        2,
      );
      assert.deepEqual(documentSymbols(moved), documentSymbols(documentOf(moved.text.toString())));
    }
  });

  it("selects the names of a group and of an analysis, whose lines stick to the top while one scrolls", () => {
    const document = documentOf(review);
    const [group] = documentSymbols(document);
    const selected = [group, group?.children?.[0]].map(
      (symbol) => symbol && textIn(document, symbol.selectionRange),
    );
    assert.deepEqual(selected, ['"Drug versus placebo"', '"Mortality"']);
  });

  it("contains no icon of VS Code's that a document's name draws, nor do workspace symbols", () => {
    const name = "$(trash)$(bell) no";
    const studies = [{ study: name, events1: 1, total1: 9, events2: 2, total2: 9 }];
    const groups = [{ name, analyses: [{ name, studies }] }];
    const document = documentOf(JSON.stringify({ "analysis-groups": groups }));
    const symbols = [documentSymbols(document, () => name), workspaceSymbols([document], "bell")];
    assert.equal(JSON.stringify(symbols).match(/bell/g)?.length, 9);
    assert.doesNotMatch(JSON.stringify(symbols), /\$\(/);
  });

  it("keeps the groups that can be read in broken text", () => {
    const broken = review.replace('"number": 1,', '"number" 1').replace("    },\n", "    \n");
    assert.equal(documentSymbols(documentOf(broken))[0]?.name, "1 Drug versus placebo");
    for (const text of ["", "[]", "nonsense", '{ "analysis-groups": 5 }', '{ "analysis-groups": [5, null] }'])
      assert.ok(Array.isArray(documentSymbols(documentOf(text))), text);
  });
});

describe("workspace symbols", () => {
  it("find groups and analyses by the letters of their label", () => {
    const names = (query: string) => workspaceSymbols([documentOf(review)], query).map(({ name }) => name);
    assert.deepEqual(names("mort"), ["1.1 Mortality"]);
    assert.deepEqual(names("1.2"), ["1.2 Pain"]);
    assert.deepEqual(names("dvp"), ["1 Drug versus placebo"]);
    assert.equal(names("").length, 6);
    assert.deepEqual(names("zzz"), []);
  });
});
