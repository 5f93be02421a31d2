import assert from "node:assert/strict";
import { MarkupKind } from "vscode-languageserver-types";
import { completing } from "./support/completing";
import { schemaContext } from "./support/schemas";

const inGroup = (written: string): string => `{
  "risk-of-bias-method": "RISK_OF_BIAS_1",
  "analysis-groups": [
    ${written}
  ]
}`;

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

  it("offers only the properties of the kind that the object has", () => {
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

  it("puts those of which one is required before all that may be left out, until it is there", () => {
    const either = schemaContext({
      properties: { name: {}, level: {}, studies: { type: "array" }, subgroups: { type: "array" } },
      required: ["name"],
      anyOf: [{ required: ["studies"] }, { required: ["subgroups"] }],
    });
    const labels = (written: string) => completing(inItem(written), either).labels;
    assert.deepEqual(labels("{ | }"), ["name", "studies", "subgroups", "level"]);
    assert.deepEqual(labels('{ "studies": [], | }'), ["name", "level", "subgroups"]);
  });

  it("offers values of every simple type", () => {
    assert.deepEqual(completing(inItem('{ "shown": | }'), schemas).labels, ["true", "false"]);
    assert.deepEqual(completing(inItem('{ "level": | }'), schemas).labels, ["95", "99", "null"]);
    assert.deepEqual(completing(inItem('{ "model": | }'), schemas).labels, ["FIXED", "RANDOM"]);
  });

  it("offers all kinds where one is written, the fitting one first", () => {
    for (const written of ['"|"', '"CONTIN|UOUS"', "|"]) {
      const { labels } = completing(inItem(`{ "kind": ${written}, "mean": 1 }`), schemas);
      assert.deepEqual([...labels].sort(), ["CONTINUOUS", "DICHOTOMOUS"]);
    }
    const pairwise = completing(inItem('{ "kind": "|CONTINUOUS", "mean": 1 }'), schemas);
    assert.equal(pairwise.accept("DICHOTOMOUS"), inItem('{ "kind": "DICHOTOMOUS", "mean": 1 }'));
  });

  it("offers what a schema only proposes where nothing is written, and only who asks for it", () => {
    const level = (written: string, isAsked?: boolean) =>
      completing(inItem(`{ "level": ${written} }`), schemas, undefined, isAsked).labels;
    assert.deepEqual(level("|"), ["95", "99", "null"]);
    assert.deepEqual(level("|", false), ["null"]);
    assert.deepEqual(level("9|"), ["null"]);
    const shown = schemaContext({ properties: { shown: { type: "boolean", default: false } } });
    assert.deepEqual(completing(inItem('{ "shown": f| }'), shown).labels.sort(), ["false", "true"]);
    const study = schemaContext({ properties: { study: { type: "string", examples: ["Okafor 2019"] } } });
    const ofStudy = (written: string, isAsked?: boolean) =>
      completing(inItem(`{ "study": ${written} }`), study, undefined, isAsked).labels;
    assert.deepEqual(ofStudy('"|"'), ["Okafor 2019"]);
    assert.deepEqual(ofStudy('"|"', false), []);
    assert.deepEqual(ofStudy('"Oka|"'), []);
    assert.deepEqual(ofStudy('"Okafor 2018|"'), []);
  });

  it("offers the names of the document's other studies for a study, but not those of its own analysis", () => {
    const study = schemaContext({ properties: { study: { type: "string" } } });
    const inDocument = (written: string) =>
      inGroup(`{ "number": 1, "name": "a", "analyses": [
        { "studies": [ { "study": "Abara 2014" }, { "study": "Bergström \"B\" 2016" }, { "study": "Delgado 2018" } ] },
        { "subgroups": [ { "name": "Adults", "studies": [ { "study": "Okafor 2019" } ] }, { "name": "Children" } ],
          "footnotes": [ { "label": "a" } ] },
        { "name": "b", "studies": [ { "study": "Delgado 2018" }, ${written} ] }
      ] }`);
    const offered = (written: string, isAsked?: boolean) =>
      completing(inDocument(written), study, undefined, isAsked);
    const all = ["Abara 2014", 'Bergström "B" 2016', "Okafor 2019"];
    assert.deepEqual(offered('{ "study": "|" }').labels, all);
    assert.deepEqual(offered('{ "study": | }').labels, all);
    assert.deepEqual(offered('{ "study": "bErg|" }').labels, ['Bergström "B" 2016']);
    assert.deepEqual(offered('{ "study": "|Okafor 2019" }').labels, ["Okafor 2019"]);
    // In a list that opened automatically, Enter must start a new line instead of accepting an item.
    assert.deepEqual(offered('{ "study": "|" }', false).labels, []);
    for (const other of ["year", "name", "label"])
      assert.deepEqual(offered(`{ "study": "Li 2020", "${other}": "|" }`).labels, []);
    assert.equal(
      offered('{ "study": "B|" }').accept('Bergström "B" 2016'),
      inDocument('{ "study": "Bergström \\"B\\" 2016" }'),
    );
    assert.deepEqual(
      completing(inItem('{ "name": "|", "studies": [ { "study": "Abara 2014" } ] }'), study).labels,
      [],
    );
  });

  it("puts a study into an empty list on lines of its own", () => {
    const list = schemaContext({
      properties: {
        studies: {
          items: { title: "Study", required: ["study"], properties: { study: { type: "string" } } },
        },
      },
    });
    assert.equal(
      completing(inItem('{ "studies": [|] }'), list).accept("New study"),
      inItem('{ "studies": [\n      {\n        "study": "${1}"\n      }$0\n    ] }'),
    );
  });

  it("offers a skeleton for each kind of analysis, complete as the schema asks", () => {
    const { labels, accept } = completing(inItem("|"), schemas);
    assert.deepEqual(labels, ["New dichotomous analysis", "New continuous analysis"]);
    assert.equal(
      accept("New dichotomous analysis"),
      inItem(`{
      "name": "\${1}",
      "model": \${2|null,"RANDOM","FIXED"|},
      "kind": "DICHOTOMOUS",
      "events": \${3:null}
    }`),
    );
  });

  it("proposes the next number for a new analysis, and none of its data", () => {
    const numbered = schemaContext({
      title: "Analysis",
      required: ["number", "level", "shown", "weight", "note"],
      properties: {
        number: { type: "integer" },
        level: { type: "number", default: 95 },
        shown: { type: "boolean", default: false },
        weight: { type: ["number", "null"] },
        note: { type: "string", default: "none" },
      },
    });
    const text = inItem('{ "number": 1 }, { "number": 4, "x": [{ "number": 9 }] }, |');
    assert.equal(
      completing(text, numbered).accept("New analysis"),
      text.replace(
        "|",
        `{
      "number": \${1:5},
      "level": \${2|null,95|},
      "shown": \${3|null,false,true|},
      "weight": \${4:""},
      "note": "\${5}"
    }`,
      ),
    );
  });

  it("chooses no kind for an object inside", () => {
    const inside = schemaContext({
      properties: {
        arm: {
          type: "object",
          required: ["type"],
          oneOf: [
            { properties: { type: { const: "drug" }, dose: { type: "number" } }, required: ["dose"] },
            { properties: { type: { const: "placebo" } } },
          ],
        },
      },
    });
    assert.match(
      completing(inItem("{ | }"), inside).accept("arm"),
      /"type": \$\{1\|null,"drug","placebo"\|\}\s+\}/,
    );
  });

  it("tells forms that have no title from each other by their properties", () => {
    const forms = schemaContext({
      properties: {
        arm: {
          anyOf: [
            {
              type: "object",
              required: ["events", "total"],
              properties: { events: {}, total: {}, note: {} },
            },
            { type: "object", properties: { mean: {}, sd: {} } },
            { type: "object" },
          ],
        },
      },
    });
    const { items } = completing(inItem('{ "arm": | }'), forms);
    assert.deepEqual(
      items.map(({ label, detail }) => [label, detail]),
      [
        ["New object", "events, total"],
        ["New object", "mean, sd"],
        ["New object", undefined],
      ],
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

  it("says why there is nothing without an item schema, and offers the choice, but never to who is typing", () => {
    const label = "Analyses have no item schema: choose one…";
    const options = {
      snippets: true,
      insertsAsIs: true,
      documentation: MarkupKind.PlainText,
      selectItemSchema: "choose",
    };
    for (const written of ["|", "{ | }", '{ "a": "|" }', '{ "a": { "b": [ | ] } }']) {
      const text = inItem(written);
      const { itemOf, accept } = completing(text, schemaContext(), options);
      assert.equal(itemOf(label).command?.command, "choose");
      assert.equal(accept(label), text.replace("|", ""));
      assert.deepEqual(completing(text, schemaContext(), options, false).labels, []);
    }
    for (const written of ['{ "a": "x|" }', '{ "a": 1| }'])
      assert.deepEqual(completing(inItem(written), schemaContext(), options).labels, []);
    assert.ok(!completing(inGroup("{ | }"), schemaContext(), options).labels.includes(label));
  });
});
