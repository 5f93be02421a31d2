import assert from "node:assert/strict";
import { findingsIn, told } from "../../support/findings";
import { schemaContext } from "../features/support/schemas";

const group = `{"number": 1, "name": "A", "analyses": []}`;
const around = (groups: string, method = '"RISK_OF_BIAS_1"') =>
  `{"risk-of-bias-method": ${method}, "analysis-groups": ${groups}}`;

/** A document, and what is told about it. */
const documentCases: [text: string, ...lines: string[]][] = [
  [around(`[${group}]`)],
  [
    "{}",
    "missing-property ⟨{⟩ The analyses document has no `risk-of-bias-method`.",
    "missing-property ⟨{⟩ The analyses document has no `analysis-groups`.",
  ],
  ["[1]", "wrong-type ⟨[1]⟩ The analyses document must be an object, not a list."],
  ['"x"', 'wrong-type ⟨"x"⟩ The analyses document must be an object, not text.'],
  [
    around("[]", '"RISK_OF_BIAS_3"'),
    'not-allowed-value ⟨"RISK_OF_BIAS_3"⟩ `RISK_OF_BIAS_3` is not a risk-of-bias method: use RISK_OF_BIAS_1 or RISK_OF_BIAS_2.',
  ],
  [
    around("[]", "2"),
    "not-allowed-value ⟨2⟩ `2` is not a risk-of-bias method: use RISK_OF_BIAS_1 or RISK_OF_BIAS_2.",
  ],
  [around("{}"), "wrong-type ⟨{}⟩ `analysis-groups` must be a list, not an object."],
  [around("[7]"), "wrong-type ⟨7⟩ Entry 1 of `analysis-groups` must be an object, not a number."],
  [around("[null]"), "wrong-type ⟨null⟩ Entry 1 of `analysis-groups` must be an object, not null."],
  [
    around("[\ntrue,\t12,\t34\n]"),
    "wrong-type ⟨true⟩ Entry 1 of `analysis-groups` must be an object, not true or false.",
    "wrong-type ⟨12⟩ Entry 2 of `analysis-groups` must be an object, not a number.",
    "wrong-type ⟨34⟩ Entry 3 of `analysis-groups` must be an object, not a number.",
  ],
  [
    around("[{}]"),
    "missing-property ⟨{⟩ The analysis group has no `number`.",
    "missing-property ⟨{⟩ The analysis group has no `name`.",
    "missing-property ⟨{⟩ The analysis group has no `analyses`.",
  ],
  [
    around('[{"number": "1", "name": 2, "analyses": null}]'),
    'wrong-type ⟨"1"⟩ `number` must be a number, not text: write 1.',
    'wrong-type ⟨2⟩ `name` must be text in double quotes, not a number: write "2".',
    "wrong-type ⟨null⟩ `analyses` must be a list, not null.",
  ],
  [
    around('[{"number": 1, "nmae": "A", "analyses": []}]'),
    "missing-property ⟨{⟩ The analysis group has no `name`.",
    'unknown-property ⟨"nmae"⟩ `nmae` is not a property of an analysis group: did you mean `name`?',
  ],
  [
    around('[{"number": 1, "name": "A", "analyses": [], "note": 1}]'),
    'unknown-property ⟨"note"⟩ `note` is not a property of an analysis group.',
  ],
  // What cannot be read is no second problem.
  [around('[{"number": , "name": "A", "analyses": []}]'), 'syntax ⟨"number"⟩ The property has no value.'],
  [
    around('[{number: 1, "name": "A", "analyses": [{}}]'),
    'syntax ⟨number⟩ The property\'s name must be in double quotes: "number".',
    "syntax ⟨[⟩ This list is not closed: a `]` is missing.",
  ],
];

const itemSchema = {
  title: "Pairwise meta-analysis",
  type: "object",
  required: ["name"],
  additionalProperties: false,
  $defs: {
    a: { title: "A", properties: { kind: { const: "a" }, x: { type: "integer" } } },
    b: { title: "B", properties: { kind: { const: "b" }, y: { type: "integer" } } },
  },
  properties: {
    name: { type: "string", minLength: 1, maxLength: 5 },
    measure: { enum: ["OR", "RR", "RD"], title: "Effect measure" },
    model: { enum: ["fixed", "random"] },
    doubly: {
      title: "Doubly told value",
      enum: ["b"],
      allOf: [{ enum: ["a", "b"] }, { enum: ["b"] }],
    },
    version: { const: 2 },
    confidence: { type: "number", minimum: 50, exclusiveMaximum: 100, multipleOf: 5 },
    weight: { type: ["number", "null"] },
    code: { type: "string", pattern: "^[A-Z]+$" },
    date: { format: "date" },
    tags: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 2, uniqueItems: true },
    pair: { prefixItems: [{ type: "integer" }], items: false },
    counts: { contains: { type: "integer" }, unevaluatedItems: false },
    couple: { allOf: [{ prefixItems: [{}, {}] }], unevaluatedItems: false },
    rated: { allOf: [{ required: ["low", "high"] }], required: ["low", "high", "mid"] },
    arms: { contains: { title: "Control arm", const: "control" } },
    size: { type: "object", minProperties: 1, maxProperties: 2, propertyNames: { maxLength: 3 } },
    both: { type: "object", dependentRequired: { low: ["high"] } },
    never: false,
    choice: {
      oneOf: [
        {
          title: "Odds",
          required: ["kind", "events"],
          properties: { kind: { const: "odds" }, events: { type: "integer" } },
        },
        {
          title: "Means",
          required: ["kind", "mean"],
          properties: { kind: { const: "means" }, mean: { type: "number" } },
        },
      ],
    },
    judged: {
      title: "Risk of bias",
      anyOf: [
        {
          title: "Version 1",
          additionalProperties: false,
          properties: { sequence: { enum: ["LOW", "UNCLEAR"] }, concealment: { enum: ["LOW", "UNCLEAR"] } },
        },
        {
          title: "Version 2",
          required: ["overall"],
          additionalProperties: false,
          properties: {
            randomisation: { enum: ["LOW", "SOME_CONCERNS"] },
            deviations: { enum: ["LOW", "SOME_CONCERNS"] },
            overall: { enum: ["LOW", "SOME_CONCERNS"] },
          },
        },
      ],
    },
    told: {
      required: ["kind"],
      oneOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/b" }],
      unevaluatedProperties: false,
    },
    studied: {
      title: "Analysis of studies",
      anyOf: [{ required: ["studies"] }, { required: ["subgroups"] }],
    },
    either: { anyOf: [{ type: "string" }, { type: "integer" }] },
    some: { anyOf: [{ const: "a" }, { enum: ["b", "c"] }] },
    one: {
      oneOf: [
        { title: "Whole", multipleOf: 1 },
        { title: "Even", multipleOf: 2 },
      ],
    },
    not: { not: { title: "Zero", const: 0 } },
    study: { title: "Study", if: { required: ["a"] }, then: { required: ["b"] } },
  },
};

/** Properties of an analysis, and what is told about them. */
const itemCases: [properties: string, ...lines: string[]][] = [
  ['"measure": "OR", "weight": null, "date": "2024-05-31", "choice": {"kind": "odds", "events": 1}'],
  [
    '"measur": "OR"',
    'unknown-property ⟨"measur"⟩ `measur` is not a property of a pairwise meta-analysis: did you mean `measure`?',
  ],
  ['"measure": "or"', 'not-allowed-value ⟨"or"⟩ `or` is not an effect measure: use OR, RR or RD.'],
  [
    '"model": "mixed"',
    'not-allowed-value ⟨"mixed"⟩ `mixed` is not allowed for `model`: use fixed or random.',
  ],
  [
    '"told": {"kind": "c"}, "measure": "or"',
    'not-allowed-value ⟨"c"⟩ `c` is not allowed for `kind`: use a or b.',
    'not-allowed-value ⟨"or"⟩ `or` is not an effect measure: use OR, RR or RD.',
  ],
  ['"doubly": "x"', 'not-allowed-value ⟨"x"⟩ `x` is not a doubly told value: use b.'],
  ['"version": 1', "not-allowed-value ⟨1⟩ `version` must be 2."],
  ['"confidence": 45', "schema ⟨45⟩ `confidence` must be at least 50."],
  ['"confidence": 100', "schema ⟨100⟩ `confidence` must be less than 100."],
  ['"confidence": 52', "schema ⟨52⟩ `confidence` must be a multiple of 5."],
  ['"confidence": "95"', 'wrong-type ⟨"95"⟩ `confidence` must be a number, not text: write 95.'],
  ['"weight": "x"', 'wrong-type ⟨"x"⟩ `weight` must be a number or null, not text.'],
  ['"code": "ab"', 'schema ⟨"ab"⟩ `code` does not have the form that is asked for: `^[A-Z]+$`.'],
  ['"date": "yesterday"', 'schema ⟨"yesterday"⟩ `date` should be a date, such as 2024-05-31.'],
  ['"tags": []', 'schema ⟨"tags"⟩ `tags` must not be empty.'],
  ['"tags": ["a", "b", "c"]', 'schema ⟨"c"⟩ `tags` must have at most 2 entries, not 3.'],
  ['"tags": ["a", "a"]', 'schema ⟨"a"⟩ Entries 1 and 2 of `tags` are the same: each may stand only once.'],
  ['"tags": [1]', 'wrong-type ⟨1⟩ Entry 1 of `tags` must be text in double quotes, not a number: write "1".'],
  ['"pair": [1, 2, 3, 4]', "schema ⟨2⟩ `pair` must have at most 1 entry."],
  ['"counts": [1, "a", 2]', 'schema ⟨"a"⟩ Entry 2 must not stand in `counts`.'],
  ['"couple": [1, 2, 3, 4]', "schema ⟨3⟩ `couple` must have at most 2 entries."],
  [
    '"rated": {}',
    'missing-property ⟨"rated"⟩ `rated` has no `low`.',
    'missing-property ⟨"rated"⟩ `rated` has no `high`.',
    'missing-property ⟨"rated"⟩ `rated` has no `mid`.',
  ],
  ['"arms": ["a"]', 'schema ⟨"arms"⟩ `arms` must have at least one entry that is a control arm.'],
  ['"size": {}', 'schema ⟨"size"⟩ `size` must have at least 1 property.'],
  ['"size": {"long": 1}', 'unknown-property ⟨"long"⟩ `long` cannot be the name of a property of `size`.'],
  ['"both": {"low": 1}', 'missing-property ⟨"both"⟩ `both` has `low`, so it must have `high` too.'],
  ['"never": 1', 'unknown-property ⟨"never"⟩ `never` must not stand in a pairwise meta-analysis.'],
  ['"choice": {"kind": "odds"}', 'missing-property ⟨"choice"⟩ The odds has no `events`.'],
  [
    '"choice": {"kind": "means", "mean": "2"}',
    'wrong-type ⟨"2"⟩ `mean` must be a number, not text: write 2.',
  ],
  ['"choice": 3', "schema ⟨3⟩ `choice` fits “Odds” and “Means” at once: it must fit only one of them."],
  [
    '"judged": {"randomisation": "LOW", "deviations": "BAD", "overall": "LOW"}',
    'not-allowed-value ⟨"BAD"⟩ `BAD` is not allowed for `deviations`: use LOW or SOME_CONCERNS.',
  ],
  [
    '"judged": {"randomisation": "BAD"}',
    'missing-property ⟨"judged"⟩ The version 2 has no `overall`.',
    'not-allowed-value ⟨"BAD"⟩ `BAD` is not allowed for `randomisation`: use LOW or SOME_CONCERNS.',
  ],
  [
    '"judged": {"randomisation": "LOW", "overall": "LOW", "note": 1}',
    'unknown-property ⟨"note"⟩ `note` is not a property of a version 2: it may have `deviations`.',
  ],
  [
    '"judged": {"sequence": "LOW", "overall": "LOW"}',
    'schema ⟨"judged"⟩ `judged` has none of the forms that it can have: it can be “Version 1” or “Version 2”.',
  ],
  ['"told": {"kind": "c", "x": 1}', 'not-allowed-value ⟨"c"⟩ `c` is not allowed for `kind`: use a or b.'],
  ['"told": {"kind": "a", "x": "1"}', 'wrong-type ⟨"1"⟩ `x` must be a whole number, not text: write 1.'],
  ['"told": {}', 'missing-property ⟨"told"⟩ `told` has no `kind`.'],
  [
    '"studied": {}',
    'missing-property ⟨"studied"⟩ The analysis of studies has neither `studies` nor `subgroups`.',
  ],
  ['"told": {"kind": "a", "x": 1.5}', "wrong-type ⟨1.5⟩ `x` must be a whole number, not 1.5."],
  [
    '"either": 0.5',
    'wrong-type ⟨0.5⟩ `either` must be text in double quotes or a whole number, not 0.5: write "0.5".',
  ],
  ['"either": []', "wrong-type ⟨[]⟩ `either` must be text in double quotes or a whole number, not a list."],
  ['"some": "d"', 'not-allowed-value ⟨"d"⟩ `d` is not allowed for `some`: use a, b or c.'],
  ['"one": 4', "schema ⟨4⟩ `one` fits “Whole” and “Even” at once: it must fit only one of them."],
  ['"not": 0', "schema ⟨0⟩ `not` must not be zero."],
  ['"study": {"a": 1}', 'missing-property ⟨"study"⟩ The study has no `b`.'],
];

describe("what is told by the schemas", () => {
  for (const [text, ...lines] of documentCases) {
    it(`is right for the document ${text}`, async () => {
      assert.deepEqual(told(text, await findingsIn(text, schemaContext())), lines);
    });
  }

  for (const [properties, ...lines] of itemCases) {
    it(`is right for an analysis with ${properties}`, async () => {
      const text = around(`[{"number": 1, "name": "A", "analyses": [{"name": "B", ${properties}}]}]`);
      assert.deepEqual(told(text, await findingsIn(text, schemaContext(itemSchema))), lines);
    });
  }

  it("says nothing about analyses when there is no item schema", async () => {
    const text = around('[{"number": 1, "name": "A", "analyses": [1, "a", null, [], {"x": {}}]}]');
    assert.deepEqual(await findingsIn(text, schemaContext()), []);
  });
});
