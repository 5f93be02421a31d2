import assert from "node:assert/strict";
import { bindRoles, evidenceOfItem } from "@analyses/evidence";
import { subschemasIn } from "../../support/itemSchemas";

describe("evidence: values that stand for standard ones", () => {
  const values = { raus: "true", drin: "false" };
  const schema = {
    properties: {
      studies: {
        items: { properties: { state: { "x-evidence-role": "excluded", "x-evidence-values": values } } },
      },
    },
  };
  for (const [by, binding] of [
    ["the setting", bindRoles({ setting: { "/studies/*/state": { role: "excluded", values } } })],
    ["the schema", bindRoles({ subschemas: subschemasIn(schema) })],
  ] as const)
    it(`leave a study out by ${by}`, () => {
      const row = { events1: 3, total1: 20, events2: 5, total2: 21 };
      const studies = [
        { ...row, state: "raus" },
        { ...row, state: "drin" },
      ];
      const evidence = evidenceOfItem({ studies }, binding);
      assert.ok(evidence.kind === "computed");
      assert.equal(evidence.result.studies, 1);
    });

  const studies = [{ study: "A", events1: 3, total1: 20, events2: 5, total2: 21 }];

  for (const [where, item] of [
    ["an object that has a code or a number", { effectMeasure: { code: "RR" }, ciLevel: { value: 99 } }],
    ["a list of one", { effectMeasure: ["RR"], confidenceLevel: [99] }],
    ["words and commas", { effectMeasure: "RR", confidenceLevel: "99,0 % confidence interval" }],
  ] as const)
    it(`may stand in ${where}`, () => {
      const evidence = evidenceOfItem({ ...item, swapEvents: "on", studies }, bindRoles({}));
      assert.ok(evidence.kind === "computed");
      const { pooling, confidenceLevel, swapEvents } = evidence.choices;
      assert.deepEqual([pooling.choice.measure, confidenceLevel, swapEvents], ["risk-ratio", 0.99, true]);
    });

  it("is not assumed where the document has a value that is not known", () => {
    const problemOf = (item: object) => {
      const evidence = evidenceOfItem({ ...item, studies }, bindRoles({}));
      return evidence.kind === "problem" ? evidence.problem.kind : undefined;
    };
    assert.equal(problemOf({ confidenceLevel: "wide" }), "unknown-value");
    assert.equal(problemOf({ swapEvents: "perhaps" }), "unknown-value");
    assert.equal(problemOf({ effectMeasure: ["RR", "OR"] }), "unknown-value");
    // An unrelated list.
    assert.equal(problemOf({ measures: ["Pain", "Sleep"] }), undefined);
    // Properties named `level` or `confidence` may be unrelated.
    assert.equal(problemOf({ level: 3, confidence: "moderate" }), undefined);
  });

  it("is called assumed where only some estimates say it", () => {
    const defaultsOf = (...rows: object[]) => {
      const evidence = evidenceOfItem({ studies: rows }, bindRoles({}));
      assert.ok(evidence.kind === "computed");
      return evidence.choices.defaults.includes("effect-measure");
    };
    const [named, other] = [
      { study: "A", md: 1.2, se: 0.4 },
      { study: "B", estimate: 0.9, se: 0.3 },
    ];
    assert.equal(defaultsOf(named, { ...named, study: "B" }), false);
    assert.equal(defaultsOf(named, other), true);
    assert.equal(defaultsOf(other), true);
  });

  it("may be given as true and as numbers, as well as by their words", () => {
    const meaning = { values: { gedreht: true, hoch: 0.99 } };
    const alternatives = [{ const: "gedreht", "x-evidence-value": true }];
    const setting = {
      "/dreh": { role: "swap-events", ...meaning },
      "/stufe": { role: "confidence-level", ...meaning },
    };
    const itemSchema = {
      properties: {
        dreh: { "x-evidence-role": "swap-events", oneOf: alternatives },
        stufe: { "x-evidence-role": "confidence-level", "x-evidence-values": meaning.values },
      },
    };
    for (const binding of [bindRoles({ setting }), bindRoles({ subschemas: subschemasIn(itemSchema) })]) {
      const evidence = evidenceOfItem({ dreh: "gedreht", stufe: "hoch", studies }, binding);
      assert.ok(evidence.kind === "computed");
      assert.deepEqual([evidence.choices.swapEvents, evidence.choices.confidenceLevel], [true, 0.99]);
    }
  });
});
