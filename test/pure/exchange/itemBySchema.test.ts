import assert from "node:assert/strict";
import { english } from "@analyses/evidence";
import { type JsonObject, type JsonValue, isJsonObject, readJson, withoutYielding } from "@analyses/json";
import { type Analysis, defaultChoices, writeReview } from "@analyses/exchange";
import { bytesOf, readOf, shapeOf } from "../../support/exchangeFiles";

const arm = { type: "object", properties: { events: { type: "integer" }, total: { type: "integer" } } };
const ofCounts = {
  properties: { study: { type: "string" }, experimental: arm, comparator: arm },
  required: ["study", "experimental", "comparator"],
};
const listOf = (role: string, items: JsonObject) => ({ type: "array", "x-evidence-role": role, items });
const studies = listOf("studies", ofCounts);
const rows = [{ study: "A", experimental: { events: 1, total: 10 }, comparator: { events: 2, total: 20 } }];

const place = { file: "made", line: 1, column: 1 };
const cell = <Value>(value: Value) => ({ value, text: String(value), place });

const { review } = readOf(bytesOf("study,ai,n1i,ci,n2i\nA,1,10,2,20\n", "t.csv"));

/** A table with one study, written by an item schema. */
function written(itemSchema: JsonObject, more: Partial<Analysis> = {}) {
  const groups = review.groups.map((group) => ({
    ...group,
    analyses: group.analyses.map((analysis) => ({ ...analysis, ...more })),
  }));
  const outcome = withoutYielding(
    writeReview(
      { ...review, groups },
      {
        translate: english,
        format: "document",
        name: "made",
        shape: shapeOf(itemSchema),
        $schema: "urn:analyses-registry:analyses:1.0.0",
        riskOfBias: 2,
        withoutResults: false,
        rawText: false,
        isMinified: true,
      },
    ),
  );
  assert.equal(outcome.kind, "written");
  return outcome;
}

function writtenItem(...made: Parameters<typeof written>): JsonValue | undefined {
  const outcome = written(...made);
  const document = readJson(new TextDecoder().decode(outcome.files[0]?.bytes));
  assert.ok(isJsonObject(document));
  const [group] = document["analysis-groups"] as readonly [{ readonly analyses: readonly JsonValue[] }];
  return group.analyses[0];
}

describe("an item by its schema", () => {
  it("proposes what its schema has as defaults of settings, in standard values", () => {
    const model = { enum: ["FIXED", "RANDOM"], default: "RANDOM" };
    const properties = { model, method: { default: "unheard of" }, name: { default: "fixed" } };
    assert.deepEqual([...defaultChoices(shapeOf({ properties }))], [["model", "random-effects"]]);
    assert.deepEqual([...defaultChoices(null)], []);
  });

  it("has rows in that of several shapes which their numbers fit", () => {
    const ofEstimates = {
      properties: { study: { type: "string" }, estimate: { type: "number" }, se: { type: "number" } },
      required: ["study", "estimate", "se"],
    };
    const properties = { studies: listOf("studies", { oneOf: [ofEstimates, ofCounts] }) };
    assert.deepEqual(writtenItem({ properties }), { studies: rows });
  });

  it("has what the schema requires and leaves no choice about, but no choice that changes the numbers", () => {
    const row = { measure: { const: "OR" }, ...ofCounts.properties };
    const properties = {
      kind: { const: "pairwise" },
      "effect-measure": { const: "ODDS_RATIO" },
      studies: listOf("studies", { properties: row, required: ["measure"] }),
    };
    assert.deepEqual(writtenItem({ properties, required: ["kind", "effect-measure"] }), {
      kind: "pairwise",
      "effect-measure": null,
      studies: [{ measure: null, ...rows[0] }],
    });
  });

  it("has a switch that is off only where the schema requires it", () => {
    const properties = { "prediction-interval": { type: "boolean" }, studies };
    const choices = { "prediction-interval": cell(false) };
    assert.deepEqual(writtenItem({ properties, required: ["prediction-interval"] }, { choices }), {
      "prediction-interval": false,
      studies: rows,
    });
    assert.deepEqual(writtenItem({ properties }, { choices }), { studies: rows });
  });

  it("lacks numbers that the schema has no place for, which the report names in words", () => {
    const ofEvents = { type: "object", properties: { events: { type: "integer" } } };
    const row = { study: { type: "string" }, experimental: ofEvents, comparator: ofEvents };
    const { items } = written({ properties: { studies: listOf("studies", { properties: row }) } });
    assert.ok(
      items.some(
        ({ message }) =>
          message ===
          "The schema has no place in its studies for Experimental arm: Total, Comparator arm: Total.",
      ),
    );
  });

  it("has what the schema requires of subgroups, open where only the author knows it", () => {
    const ofSubgroup = {
      properties: {
        kind: { const: "subgroup" },
        name: { type: "string" },
        reason: { type: "string" },
        studies,
      },
      required: ["kind", "name", "reason"],
    };
    const properties = { subgroups: listOf("subgroups", ofSubgroup), studies };
    const own = review.groups[0]?.analyses[0]?.rows.map((row) => ({ ...row, subgroup: 0 })) ?? [];
    const inSubgroup = { subgroups: [{ number: 1, name: cell("Adults"), id: null, stored: {} }], rows: own };
    assert.deepEqual(writtenItem({ properties }, inSubgroup), {
      subgroups: [{ kind: "subgroup", name: "Adults", reason: null, studies: rows }],
    });
  });
});
