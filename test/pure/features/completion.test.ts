import assert from "node:assert/strict";
import { MarkupContent, MarkupKind } from "vscode-languageserver-types";
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
      '{"risk-of-bias-method": "${1|RISK_OF_BIAS_1,RISK_OF_BIAS_2|}"}',
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

  it("goes on in an object that is not closed yet", () => {
    assert.equal(
      completing('{\n  "analysis-groups": [\n    { "number": 1, "n|').accept("name"),
      '{\n  "analysis-groups": [\n    { "number": 1, "name": "${1}"',
    );
  });

  it("keeps what stands behind a key whose end quote is not there", () => {
    assert.equal(
      completing(inGroup('{ "number": 1, "nam| }')).accept("name"),
      inGroup('{ "number": 1, "name": "${1}" }'),
    );
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

  it("adds the comma before the property on the next line", () => {
    assert.equal(
      completing('{\n  "risk-of-bias-method": |\n  "analysis-groups": []\n}').accept("RISK_OF_BIAS_1"),
      '{\n  "risk-of-bias-method": "RISK_OF_BIAS_1",\n  "analysis-groups": []\n}',
    );
  });

  it("offers the known schema identifiers", () => {
    assert.deepEqual(completing('{ "$schema": "|" }').labels, ["urn:analyses-registry:analyses:1.0.0"]);
  });

  it("offers the next free number for a group", () => {
    const text = inGroup('{ "number": 2, "name": "a", "analyses": [] }, { "number": | }');
    assert.deepEqual(completing(text).labels, ["3"]);
  });

  it("offers a whole document where there is none", () => {
    assert.equal(
      completing("|").accept("New analyses document"),
      `{
  "$schema": "urn:analyses-registry:analyses:1.0.0",
  "risk-of-bias-method": "\${1|RISK_OF_BIAS_1,RISK_OF_BIAS_2|}",
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

  it("separates a new group from its neighbours", () => {
    const written = inGroup(
      '{ "number": 1, "name": "a", "analyses": [] }\n    |\n    { "number": 2, "name": "b", "analyses": [] }',
    );
    const accepted = completing(written).accept("New analysis group");
    assert.match(accepted, /"analyses": \[\] \},\n {4}\{\n {6}"number": \$\{1:3\}/);
    assert.match(accepted, /\n {4}\},\n {4}\{ "number": 2/);
  });
});

const itemSchema = {
  title: "Analysis",
  type: "object",
  properties: {
    name: { title: "Outcome", type: "string" },
    model: { enum: ["FIXED", "RANDOM"], default: "RANDOM" },
    estimator: { enum: ["DL", "REML"] },
    note: { type: "string", deprecated: true },
    level: { type: ["number", "null"], examples: [95, 99] },
    shown: { type: "boolean" },
  },
  required: ["name", "kind", "model"],
  oneOf: [{ $ref: "#/$defs/Dichotomous" }, { $ref: "#/$defs/Continuous" }],
  if: { properties: { model: { const: "RANDOM" } }, required: ["model"] },
  then: { required: ["estimator"] },
  $defs: {
    Dichotomous: {
      title: "Dichotomous analysis",
      properties: {
        kind: { const: "DICHOTOMOUS" },
        events: { $ref: "other.json#count" },
      },
      required: ["events"],
    },
    Continuous: {
      title: "Continuous analysis",
      properties: { kind: { const: "CONTINUOUS" }, mean: { title: "Mean", type: "number" } },
    },
  },
};
const schemas = schemaContext(itemSchema, {
  "file:///schemas/other.json": {
    $defs: { c: { $anchor: "count", title: "Events", type: "integer", minimum: 1 } },
  },
});
const inItem = (written: string): string =>
  inGroup(`{ "number": 1, "name": "a", "analyses": [ ${written} ] }`);

describe("completion inside analyses", () => {
  it("follows the item schema, also into another file", () => {
    const { labels, itemOf } = completing(inItem('{ "kind": "DICHOTOMOUS", | }'), schemas);
    assert.deepEqual(labels, ["name", "model", "events", "estimator", "note", "level", "shown"]);
    assert.equal(itemOf("note").tags?.length, 1);
  });

  it("offers only the properties of the kind that is meant", () => {
    const { labels } = completing(inItem('{ "kind": "CONTINUOUS", | }'), schemas);
    assert.ok(labels.includes("mean") && !labels.includes("events"));
  });

  it("offers the kinds as values", () => {
    assert.deepEqual(completing(inItem('{ "kind": "|" }'), schemas).labels, ["DICHOTOMOUS", "CONTINUOUS"]);
  });

  it("puts first what a written value makes required", () => {
    const { labels } = completing(inItem('{ "kind": "CONTINUOUS", "model": "RANDOM", | }'), schemas);
    assert.deepEqual(labels.slice(0, 2), ["name", "estimator"]);
  });

  it("offers values of every simple type", () => {
    assert.deepEqual(completing(inItem('{ "shown": | }'), schemas).labels, ["true", "false"]);
    assert.deepEqual(completing(inItem('{ "level": | }'), schemas).labels, ["null", "95", "99"]);
    assert.deepEqual(completing(inItem('{ "model": | }'), schemas).labels, ["FIXED", "RANDOM"]);
  });

  it("offers a skeleton for each kind of analysis, complete as the schema asks", () => {
    const { labels, accept } = completing(inItem("|"), schemas);
    assert.deepEqual(labels, ["New dichotomous analysis", "New continuous analysis"]);
    assert.equal(
      accept("New dichotomous analysis"),
      inItem(`{
      "name": "\${1}",
      "model": "\${2|RANDOM,FIXED|}",
      "estimator": "\${3|DL,REML|}",
      "kind": "DICHOTOMOUS",
      "events": \${4:1}
    }`),
    );
  });

  it("offers first the properties of a schema that is referred to first", () => {
    const study = {
      $ref: "#/$defs/Study",
      properties: { events: {} },
      $defs: { Study: { properties: { id: {}, note: {} } } },
    };
    assert.deepEqual(completing(inItem("{ | }"), schemaContext(study)).labels, ["id", "note", "events"]);
  });

  it("works in an analysis that is broken elsewhere", () => {
    const text = inItem('{ "kind": "CONTINUOUS", "mean": , "x": [1 2, "name": "|" ');
    assert.deepEqual(completing(text, schemas).labels, []);
    const { labels } = completing(inItem('{ "kind": "CONTINUOUS", "mean": , | "name": "x'), schemas);
    assert.ok(labels.includes("model"));
  });

  it("invents nothing where no item schema is set", () => {
    assert.deepEqual(completing(inItem('{ "|" }')).labels, []);
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
