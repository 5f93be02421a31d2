import assert from "node:assert/strict";
import { MarkupContent, MarkupKind, Range, TextEdit } from "vscode-languageserver-types";
import { completing } from "./support/completing";
import { schemaContext } from "./support/schemas";

const inGroup = (written: string): string => `{
  "risk-of-bias-method": "RISK_OF_BIAS_1",
  "analysis-groups": [
    ${written}
  ]
}`;

describe("completion of properties", () => {
  it("offers what the document lacks, the required first", () => {
    assert.deepEqual(completing("{|}").labels, ["risk-of-bias-method", "analysis-groups", "$schema"]);
    assert.deepEqual(completing('{ "analysis-groups": [], | }').labels, ["risk-of-bias-method", "$schema"]);
  });

  it("offers the names of a group while one is half typed", () => {
    assert.deepEqual(completing(inGroup('{ "number": 1, "anal|yses": [] }')).labels, ["name", "analyses"]);
    assert.deepEqual(completing(inGroup('{ "number": 1, "na| }')).labels, ["name", "analyses"]);
    assert.deepEqual(completing(inGroup('{ "number": 1, na| }')).labels, ["name", "analyses"]);
  });

  it("writes key, colon and a value to fill", () => {
    assert.equal(completing("{|}").accept("analysis-groups"), '{"analysis-groups": [${1}]}');
    assert.equal(
      completing("{|}").accept("risk-of-bias-method"),
      '{"risk-of-bias-method": ${1|null,"RISK_OF_BIAS_1","RISK_OF_BIAS_2"|}}',
    );
  });

  it("replaces only the key where a value is there", () => {
    assert.equal(
      completing('{ "risk|": "RISK_OF_BIAS_1" }').accept("risk-of-bias-method"),
      '{ "risk-of-bias-method": "RISK_OF_BIAS_1" }',
    );
  });

  it("names a value whose name or colon is not there", () => {
    const named = '{ "risk-of-bias-method": "RISK_OF_BIAS_1" }';
    for (const half of ['{ |: "RISK_OF_BIAS_1" }', '{ "risk|" "RISK_OF_BIAS_1" }'])
      assert.equal(completing(half).accept("risk-of-bias-method"), named);
  });

  it("adds the commas that are missing on either side", () => {
    assert.equal(
      completing('{\n  "analysis-groups": []\n  |\n}').accept("$schema"),
      '{\n  "analysis-groups": [],\n  "$schema": "urn:analyses-registry:analyses:1.0.0"\n}',
    );
    assert.equal(
      completing('{\n  |\n  "analysis-groups": []\n}').accept("$schema"),
      '{\n  "$schema": "urn:analyses-registry:analyses:1.0.0",\n  "analysis-groups": []\n}',
    );
    assert.equal(
      completing('{ "analysis-groups": [], |, "x": 1 }').accept("$schema"),
      '{ "analysis-groups": [], "$schema": "urn:analyses-registry:analyses:1.0.0", "x": 1 }',
    );
  });

  it("keeps the next property of the line, whose key is read as one with what is being typed", () => {
    for (const typed of ['"nam| ', '"nam|, ', '"|', '"|, ', '"| ', "n|", "nam| "]) {
      const { accept, labels } = completing(inGroup(`{ "number": 1, ${typed}"analyses": [] }`));
      assert.equal(accept("name"), inGroup('{ "number": 1, "name": "${1}", "analyses": [] }'), typed);
      assert.ok(!labels.includes("analyses"), typed);
    }
  });

  it("inserts a property before the one whose key the caret is right before", () => {
    assert.equal(
      completing('{ |"analysis-groups": [] }').accept("$schema"),
      '{ "$schema": "urn:analyses-registry:analyses:1.0.0", "analysis-groups": [] }',
    );
    assert.equal(
      completing('{\n  |"analysis-groups": []\n}').accept("$schema"),
      '{\n  "$schema": "urn:analyses-registry:analyses:1.0.0",\n  "analysis-groups": []\n}',
    );
  });

  it("goes on after a property that the caret touches, with its comma, in one edit", () => {
    const { accept, itemOf } = completing('{\n  "analysis-groups": []|\n}');
    assert.equal(itemOf("$schema").additionalTextEdits, undefined);
    assert.equal(
      accept("$schema"),
      '{\n  "analysis-groups": [],\n  "$schema": "urn:analyses-registry:analyses:1.0.0"\n}',
    );
    assert.equal(
      completing('{"analysis-groups":[]|}').accept("$schema"),
      '{"analysis-groups":[], "$schema": "urn:analyses-registry:analyses:1.0.0"}',
    );
  });

  it("offers values after a colon that touches the next key, with the comma that is missing", () => {
    for (const [colon, gap] of [
      [":", ""],
      [": ", ""],
      [":", " "],
    ])
      assert.equal(
        completing(`{ "risk-of-bias-method"${colon ?? ""}|${gap ?? ""}"analysis-groups": [] }`).accept(
          "RISK_OF_BIAS_1",
        ),
        `{ "risk-of-bias-method"${colon ?? ""}"RISK_OF_BIAS_1", "analysis-groups": [] }`,
      );
    const named = completing(inGroup('{ "name": |"number": 1 }'));
    assert.deepEqual(named.labels, []);
  });

  it("offers values where one is being typed right before the next key, which keeps its quotes", () => {
    for (const written of ['""', '"R', "R"]) {
      const at = written === '""' ? '"|"' : `${written}|"`;
      const { accept, labels } = completing(
        `{ "risk-of-bias-method": ${at}registry": { "url": "" }, "analysis-groups": [] }`,
      );
      assert.deepEqual(labels, ["RISK_OF_BIAS_1", "RISK_OF_BIAS_2"], written);
      assert.equal(
        accept("RISK_OF_BIAS_2"),
        '{ "risk-of-bias-method": "RISK_OF_BIAS_2", "registry": { "url": "" }, "analysis-groups": [] }',
        written,
      );
    }
  });

  it("offers nothing in a comment, and goes on after it", () => {
    for (const comment of [
      "/* | */",
      '/* "| */',
      "// |\n",
      '// "|\n',
      "//|\n",
      "# |\n",
      "<!-- | -->",
      "/* |",
    ]) {
      assert.deepEqual(completing(`{ ${comment} }`).labels, [], comment);
      assert.deepEqual(completing(`${comment} { }`).labels, [], comment);
      assert.deepEqual(completing(inGroup(`{ "number": ${comment} }`)).labels, [], comment);
      assert.deepEqual(completing(inGroup(`{ "number": 1 }, ${comment}`)).labels, [], comment);
    }
    for (const behind of ["/* a */|", "// a\n|", "<!-- a -->|"])
      assert.ok(completing(`{ ${behind} }`).labels.includes("analysis-groups"), behind);
    assert.deepEqual(completing('{ "$schema": "http://a|" }').labels, [
      "urn:analyses-registry:analyses:1.0.0",
    ]);
  });

  it("separates what it writes from what stands before a comment, and writes no comma into that", () => {
    for (const [written, expected] of [
      ["{ /* a */ | }", '{ /* a */ "$schema": S }'],
      ["{ /* a */| }", '{ /* a */ "$schema": S }'],
      ["{\n  // a\n  |\n}", '{\n  // a\n  "$schema": S\n}'],
      ['{\n  "x": 1, /* a */\n  |\n}', '{\n  "x": 1, /* a */\n  "$schema": S\n}'],
      ['{\n  "x": 1 // a\n  |\n}', '{\n  "x": 1, // a\n  "$schema": S\n}'],
      ['{\n  "x": 1 // see:\n  # [b\n  |\n}', '{\n  "x": 1, // see:\n  # [b\n  "$schema": S\n}'],
    ] as const)
      assert.equal(
        completing(written).accept("$schema"),
        expected.replace("S", '"urn:analyses-registry:analyses:1.0.0"'),
      );
    const group = "New analysis group";
    assert.match(completing(inGroup("/* a */ |")).accept(group), /\/\* a \*\/ \{\n/);
    assert.match(
      completing(inGroup('{ "number": 1 } // a, b\n    |')).accept(group),
      /\{ "number": 1 \}, \/\/ a, b\n {4}\{\n/,
    );
    assert.match(completing("/* a */\n|").accept("New analyses document"), /^\/\* a \*\/\n\{/);
  });

  it("offers nothing between a key and its colon", () => {
    assert.deepEqual(completing('{ "analysis-groups" | : [] }').labels, []);
  });

  it("explains each property and says which are required", () => {
    const item = completing("{|}").itemOf("risk-of-bias-method");
    assert.equal(item.detail, "required");
    assert.ok(MarkupContent.is(item.documentation));
    assert.match(item.documentation.value, /^\*\*Risk\\-of\\-bias method\*\* \(required\)/);
    assert.match(item.documentation.value, /`"RISK_OF_BIAS_2"` – Risk of bias, version 2/);
  });
});

describe("completion of values", () => {
  it("offers the methods, quoted or not", () => {
    const methods = ["RISK_OF_BIAS_1", "RISK_OF_BIAS_2"];
    for (const written of ['"|"', "|", '"RISK|_OF"', "RISK|", '"RISK|'])
      assert.deepEqual(completing(`{ "risk-of-bias-method": ${written}\n}`).labels, methods, written);
  });

  it("replaces the whole value", () => {
    assert.equal(
      completing('{ "risk-of-bias-method": "RISK_OF|_BIAS_3" }').accept("RISK_OF_BIAS_2"),
      '{ "risk-of-bias-method": "RISK_OF_BIAS_2" }',
    );
  });

  it("offers the known schema identifiers", () => {
    assert.deepEqual(completing('{ "$schema": "|" }').labels, ["urn:analyses-registry:analyses:1.0.0"]);
  });

  it("offers values after a comment that follows the colon, and no properties", () => {
    for (const comment of ["/* a: b */", "// a: b\n", "/* a */ // b\n"]) {
      const { accept, labels } = completing(`{ "risk-of-bias-method": ${comment} | }`);
      assert.deepEqual(labels, ["RISK_OF_BIAS_1", "RISK_OF_BIAS_2"], comment);
      assert.equal(accept("RISK_OF_BIAS_1"), `{ "risk-of-bias-method": ${comment} "RISK_OF_BIAS_1" }`);
    }
  });

  it("offers the next free number for a group", () => {
    const text = inGroup('{ "number": 2, "name": "a", "analyses": [] }, { "number": | }');
    assert.deepEqual(completing(text).labels, ["3"]);
  });

  it("begins a line for what follows a group that has its own, with or without its comma", () => {
    for (const group of ['{ "number": 1, "name": "A", "analyses": [] }', '{\n      "number": 1\n    }'])
      for (const comma of ["", ","]) {
        const { accept, items } = completing(`{\n  "analysis-groups": [\n    ${group}${comma}|\n  ]\n}`);
        const [{ label = "" } = {}] = items;
        assert.ok(accept(label).includes(`${group},\n    {`), accept(label));
      }
  });

  it("writes between the quotes that are there, so that a snippet with a place there goes on", () => {
    const { itemOf } = completing('{ "risk-of-bias-method": "RISK|" }');
    const { textEdit } = itemOf("RISK_OF_BIAS_2");
    assert.ok(TextEdit.is(textEdit));
    assert.equal(textEdit.newText, "RISK_OF_BIAS_2");
    assert.deepEqual(textEdit.range, Range.create(0, 26, 0, 30));
  });

  it("takes the place of `null`, which stands where something is still to be filled in", () => {
    const { itemOf, accept } = completing('{ "risk-of-bias-method": null| }');
    assert.ok(itemOf("RISK_OF_BIAS_1").filterText?.startsWith("null"));
    assert.equal(accept("RISK_OF_BIAS_1"), '{ "risk-of-bias-method": "RISK_OF_BIAS_1" }');
  });

  it("offers nothing in the place of a list or an object that is there", () => {
    for (const text of [
      '{ "analysis-groups": |[ { "number": 1, "name": "a", "analyses": [] } ] }',
      '{ "analysis-groups":| [\n  { "number": 1 }\n] }',
      '{ "analysis-groups": |[] }',
    ])
      assert.deepEqual(completing(text).labels, [], text);
  });

  it("offers a whole document where there is none", () => {
    assert.equal(
      completing("|").accept("New analyses document"),
      `{
  "$schema": "urn:analyses-registry:analyses:1.0.0",
  "risk-of-bias-method": \${1|null,"RISK_OF_BIAS_1","RISK_OF_BIAS_2"|},
  "analysis-groups": [\${2}]
}`,
    );
  });

  it("offers a whole group, indented as its place asks", () => {
    assert.equal(
      completing(inGroup("|")).accept("New analysis group"),
      inGroup(`{
      "number": \${1:1},
      "name": "\${2}",
      "analyses": [\${3}]
    }`),
    );
  });
});

describe("completion for plain clients", () => {
  it("writes plain text with the indentation of the place", () => {
    const plain = { snippets: false, insertsAsIs: false, documentation: MarkupKind.PlainText };
    assert.equal(
      completing(inGroup("|"), schemaContext(), plain).accept("New analysis group"),
      inGroup('{\n      "number": 1,\n      "name": "",\n      "analyses": []\n    }'),
    );
  });

  it("leaves indentation to clients whose snippets bring it", () => {
    const indenting = { snippets: true, insertsAsIs: false, documentation: MarkupKind.PlainText };
    assert.equal(
      completing(inGroup("|"), schemaContext(), indenting).accept("New analysis group"),
      inGroup('{\n  "number": ${1:1},\n  "name": "${2}",\n  "analyses": [${3}]\n}'),
    );
  });
});
