import assert from "node:assert/strict";
import fc from "fast-check";
import { bindRoles, describeRoles, evidenceOfItem } from "@analyses/evidence";
import { each } from "../../support/each";
import { cases } from "../../support/size";
import { subschemasIn } from "../../support/itemSchemas";

const numbers = [
  [12, 148, 19, 151],
  [7, 92, 11, 90],
] as const;
/** ln(12/148 : 19/151), ln(7/92 : 11/90). */
const logRatios = numbers.map(([a, n1, c, n2]) => Math.log(a / n1 / (c / n2)));

describe("evidence: roles", () => {
  describe("are found by words, in items of no published form", () => {
    const rows = (of: (row: (typeof numbers)[number], index: number) => unknown): readonly unknown[] =>
      numbers.map((row, index) => of(row, index));
    const measure = { effectMeasure: "RR", method: "IV" };
    const shapes: Readonly<Record<string, unknown>> = {
      "arms that say which they are": {
        ...measure,
        studies: rows(([a, n1, c, n2], index) => ({
          study: { name: `S${index}`, year: 2001 },
          arms: [
            { arm: "control", events: c, n: n2 },
            { arm: "intervention", events: a, n: n1 },
          ],
        })),
      },
      "objects around everything": {
        outcome: { title: "Mortality" },
        settings: { "Effect Measure": "Risk Ratio", "statistical-method": "Inverse Variance" },
        results: { estimate: 0.5, low: 0.4 },
        data: {
          studies: rows(([a, n1, c, n2], index) => ({
            label: `S${index}`,
            treatment: { cases: a, n: n1 },
            placebo: { cases: c, n: n2 },
          })),
        },
      },
      "t and c as suffixes": {
        ...measure,
        trials: rows(([a, n1, c, n2], index) => ({
          trial: `S${index}`,
          eventsT: a,
          totalT: n1,
          eventsC: c,
          totalC: n2,
        })),
      },
    };
    for (const [name, item] of Object.entries(shapes))
      it(`of ${name}`, () => {
        const evidence = evidenceOfItem(item, bindRoles({}));
        assert.ok(evidence.kind === "computed", JSON.stringify(evidence));
        const estimates = evidence.result.rows.map(
          ({ effect }) => effect.kind === "estimable" && effect.estimate,
        );
        estimates.forEach((estimate, index) => {
          assert.ok(Math.abs(Number(estimate) - (logRatios[index] ?? NaN)) < 1e-12);
          assert.equal(evidence.result.rows[index]?.study, `S${index}`);
        });
        assert.equal(evidence.choices.pooling.choice.method, "inverse-variance");
        assert.equal(evidence.choices.model.kind, "fixed-effect");
      });

    it("with subgroups that rows name by the number of one in a list", () => {
      const evidence = evidenceOfItem(
        {
          subgroups: [
            { id: 7, name: "Adults" },
            { id: 8, name: "Children" },
          ],
          dataRows: rows(([a, n1, c, n2], index) => ({
            study: "S",
            subgroupId: 8 - index,
            events1: a,
            total1: n1,
            events2: c,
            total2: n2,
          })),
        },
        bindRoles({}),
      );
      assert.ok(evidence.kind === "computed");
      each(evidence.result.subgroups, ({ name, participants }) => [name, participants], [
        ["Adults", 182],
        ["Children", 299],
      ]);
    });

    it("with pointers to each number", () => {
      const study = { name: "S", details: { year: 1994 } };
      const item = { subgroups: [{ name: "A", "data/rows": [{ study, mean1: 3 }] }] };
      const { content } = evidenceOfItem(item, bindRoles({}));
      const row = content.rows?.[0];
      assert.deepEqual(
        [row?.year, row?.number("experimental-mean"), row?.pointerOf("experimental-mean")],
        ["1994", 3, "/subgroups/0/data~1rows/0/mean1"],
      );
    });
  });

  it("of the setting go before annotations, and these before names", () => {
    const item = { studies: [{ study: "S", x: 1, y: 2, estimate: 3, se: 1 }] };
    const schema = {
      properties: { studies: { items: { properties: { y: { "x-evidence-role": "estimate" } } } } },
    };
    const estimate = (sources: Parameters<typeof bindRoles>[0]): number | undefined =>
      evidenceOfItem(item, bindRoles(sources)).content.rows?.[0]?.number("estimate");
    assert.equal(estimate({}), 3);
    assert.equal(estimate({ subschemas: subschemasIn(schema) }), 2);
    assert.equal(estimate({ subschemas: subschemasIn(schema), setting: { "/studies/*/x": "estimate" } }), 1);
  });

  it("of an estimate without a scale leave the scale to the item, whatever a published form says", () => {
    const studies = [{ study: "A", estimate: 1.5, "standard-error": 0.16 }];
    const item = { "outcome-type": "GIV", "effect-measure": "OR", scale: "natural", studies };
    const setting = { "/outcome-type": { role: "data-type", values: { GIV: "contrast" } } };
    const pooled = (roles: object): number | undefined => {
      const evidence = evidenceOfItem(item, bindRoles({ setting: { ...setting, ...roles } }));
      return evidence.kind === "computed" ? evidence.result.effect?.estimate : undefined;
    };
    assert.equal(pooled({}), Math.log(1.5));
    assert.equal(pooled({ "/studies/*/estimate": "estimate" }), Math.log(1.5));
    assert.equal(pooled({ "/studies/*/estimate": "estimate-log" }), 1.5);
  });

  it("of schemas that refer to themselves come to an end", () => {
    const binding = bindRoles({
      subschemas: subschemasIn({
        $ref: "#",
        properties: {
          more: { $ref: "#" },
          list: { items: { $ref: "#" } },
          sd: { "x-evidence-role": "unit" },
        },
        allOf: [{ $ref: "#/properties/more" }],
      }),
    });
    assert.deepEqual(describeRoles({ sd: "mm" }, binding).bound[0]?.by, "annotation");
  });

  it("are described: what was bound by what, what is missing and what was assumed", () => {
    const { bound, missing, assumed } = describeRoles(
      { "effect-measure": "RR", "data-type": "dichotomous", studies: [{ study: "S", events1: 3, n: 5 }] },
      bindRoles({ setting: { "/studies/*/n": "experimental-total" } }),
    );
    each(bound, ({ path, role, by }) => `${path} ${role} ${by}`, [
      "/effect-measure effect-measure name",
      "/data-type data-type name",
      "/studies studies name",
      "/studies/*/study study name",
      "/studies/*/events1 experimental-events name",
      "/studies/*/n experimental-total setting",
    ]);
    assert.deepEqual(missing, ["comparator-events", "comparator-total"]);
    assert.deepEqual(assumed, ["method", "model", "confidence-level"]);
  });

  it("are to be chosen where no name gives them, and known of arms in a list", () => {
    const nobody = { study: "S", statin: { events: 3, n: 5 }, fibrate: { events: 2, n: 5 } };
    const { unbound, missing } = describeRoles({ type: "dichotomous", studies: [nobody] }, bindRoles({}));
    assert.deepEqual(
      unbound.map(({ path }) => path),
      ["statin/events", "statin/n", "fibrate/events", "fibrate/n"].map((path) => `/studies/*/${path}`),
    );
    assert.equal(missing.length, 4);
    const arms = [
      { arm: "control", events: 3, n: 5 },
      { arm: "treatment", events: 2, n: 5 },
    ];
    const known = describeRoles({ type: "dichotomous", studies: [{ study: "S", arms }] }, bindRoles({}));
    assert.deepEqual([known.missing, known.unbound.map(({ path }) => path)], [[], ["/studies/*/arms/*/arm"]]);
  });

  it("are read next to lists that lie very deep", () => {
    const notes: unknown = JSON.parse('[{"a":'.repeat(5000) + "1" + "}]".repeat(5000));
    const study = { study: "A", events1: 3, total1: 20, events2: 5, total2: 21, notes };
    const evidence = evidenceOfItem({ studies: [study, { study: "B", notes }] }, bindRoles({}));
    assert.deepEqual([evidence.kind, evidence.content.rows?.length], ["computed", 2]);
  });

  it("say entries of the setting that mean nothing", () => {
    const { wrongEntries } = bindRoles({ setting: { "studies/e1": "estimate", "/studies/*/e1": "event" } });
    assert.deepEqual(wrongEntries, [
      { path: "studies/e1", reason: "not-a-path" },
      { path: "/studies/*/e1", reason: "unknown-role" },
    ]);
  });

  it("never make it throw, whatever an item is", () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (item, itemSchema, setting) => {
        const binding = bindRoles({ subschemas: subschemasIn(itemSchema), setting });
        evidenceOfItem(item, binding);
        describeRoles(item, binding);
      }),
      { numRuns: cases(3000) },
    ));

  it("never make it throw on items that look like analyses", () => {
    const value = fc.oneof(fc.double(), fc.string(), fc.constant(null), fc.boolean(), fc.integer());
    const names = [
      "study",
      "events1",
      "total1",
      "events2",
      "total2",
      "mean1",
      "sd1",
      "estimate",
      "se",
      "oe",
      "variance",
      "ci",
      "arms",
    ];
    const row = fc.dictionary(fc.constantFrom(...names), fc.oneof(value, fc.array(value, { maxLength: 3 })));
    const item = fc.record(
      {
        type: fc.oneof(value, fc.constantFrom("DICHOTOMOUS", "CONTINUOUS", "CONTRAST", "OE_VARIANCE")),
        method: fc.oneof(value, fc.constantFrom("MH", "IV", "PETO", "REML")),
        model: fc.oneof(value, fc.constantFrom("RANDOM", "FIXED")),
        ciLevel: value,
        studies: fc.array(fc.oneof(row, value), { maxLength: 5 }),
        subgroups: fc.array(fc.record({ name: value, studies: fc.array(row, { maxLength: 3 }) }), {
          maxLength: 3,
        }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(item, (one) => {
        const binding = bindRoles({});
        evidenceOfItem(one, binding);
        describeRoles(one, binding);
      }),
      { numRuns: cases(1500) },
    );
  });
});
