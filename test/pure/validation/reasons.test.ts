import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Finding } from "@analyses/server/languageService";
import { findingsIn, told } from "../../support/findings";
import { fixing } from "../features/support/fixing";
import { schemaContext } from "../features/support/schemas";

const sample = JSON.parse(readFileSync("samples/pairwise-analysis.schema.json", "utf8")) as object;
const withItem = (item: object) =>
  `{"risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [{"number": 1, "name": "A", "analyses": [${JSON.stringify(item)}]}]}`;
const analysis = {
  number: 1,
  name: "Mortality",
  "outcome-type": "DICHOTOMOUS",
  "effect-measure": "RISK_RATIO",
  method: "MANTEL_HAENSZEL",
  model: "FIXED_EFFECT",
  "confidence-level": 95,
  studies: [
    {
      study: "Abara 2014",
      experimental: { events: 1, total: 10 },
      comparator: { events: 2, total: 10 },
    },
  ],
};

async function lines(item: object, schema: object = sample): Promise<readonly string[]> {
  const text = withItem(item);
  return told(text, await findingsIn(text, schemaContext(schema)));
}

const placesOf = (text: string, { related }: Finding) =>
  related.map(({ message, start, end }) => [message, text.slice(start, end)]);

describe("a rule that holds on a condition", () => {
  it("names the property that it depends on, and leads there", async () => {
    const item = { ...analysis, "heterogeneity-estimator": "DERSIMONIAN_LAIRD", "prediction-interval": true };
    const text = withItem(item);
    const findings = await findingsIn(text, schemaContext(sample));
    assert.deepEqual(told(text, findings), [
      'unknown-property ⟨"heterogeneity-estimator"⟩ `heterogeneity-estimator` must not stand here, since `model` is FIXED_EFFECT.',
      "not-allowed-value ⟨true⟩ `prediction-interval` must be false, since `model` is FIXED_EFFECT.",
    ]);
    for (const finding of findings)
      assert.deepEqual(placesOf(text, finding), [["`model` is FIXED_EFFECT here.", '"FIXED_EFFECT"']]);
    assert.deepEqual(await lines({ ...analysis, method: "PETO" }), [
      'not-allowed-value ⟨"RISK_RATIO"⟩ `effect-measure` must be PETO_ODDS_RATIO, since `method` is PETO.',
    ]);
    assert.deepEqual(
      (await lines({ ...analysis, model: "RANDOM_EFFECTS" })).map((line) => line.replace(/^.*⟩ /, "")),
      [
        "The pairwise meta-analysis has no `heterogeneity-estimator`, which it needs since `model` is RANDOM_EFFECTS.",
      ],
    );
  });

  it("is mended at that property too, by the values with which nothing else goes wrong", async () => {
    const references = readFileSync("samples/registry-reference.schema.json", "utf8");
    const fixesOf = (item: object) =>
      fixing(withItem(item), sample, {}, { "file:///registry-reference.schema.json": references });
    const changes = async (item: object) => {
      const { titles, after } = await fixesOf(item);
      // Each problem that follows has it.
      return [...new Set(titles)]
        .filter((title) => title.startsWith("Change "))
        .map((title) => [title, after(title) === withItem(analysis)]);
    };
    const random = { "heterogeneity-estimator": "DERSIMONIAN_LAIRD", "prediction-interval": true };
    assert.deepEqual((await fixesOf({ ...analysis, ...random })).titles, [
      "Remove “heterogeneity-estimator”",
      "Change “model” to RANDOM_EFFECTS",
      "Replace by false",
      "Change “model” to RANDOM_EFFECTS",
    ]);
    // Both other methods fit, and of the data types the one that the studies have.
    assert.deepEqual(await changes({ ...analysis, method: "PETO" }), [
      ["Change “method” to MANTEL_HAENSZEL", true],
      ["Change “method” to INVERSE_VARIANCE", false],
    ]);
    assert.deepEqual(await changes({ ...analysis, "outcome-type": "CONTINUOUS" }), [
      ["Change “outcome-type” to DICHOTOMOUS", true],
    ]);
    // With the other model as much would be wrong.
    assert.deepEqual(await changes({ ...analysis, "prediction-interval": true }), []);
  });

  it("is mended where the studies have data of another type than is said", async () => {
    const read = (name: string) => readFileSync(`samples/${name}`, "utf8");
    const text = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
    const wrong = text.replace('"outcome-type": "DICHOTOMOUS"', '"outcome-type": "CONTINUOUS"');
    const files = { "file:///registry-reference.schema.json": read("registry-reference.schema.json") };
    const { findings, actionsAt, after } = await fixing(wrong, sample, {}, files);
    const [finding] = findings.filter(({ code }) => code === "method-mismatch");
    assert.ok(finding);
    const title = "Change “outcome-type” to DICHOTOMOUS";
    assert.ok(actionsAt(finding).some((action) => action.title === title));
    assert.equal(after(title), text);
  });

  it("is not told of where the property has a value that is none of its own: that is the one problem", async () => {
    const item = { ...analysis, model: "Random", "heterogeneity-estimator": "DERSIMONIAN_LAIRD" };
    assert.deepEqual(await lines(item), [
      'not-allowed-value ⟨"Random"⟩ `Random` is not an analysis model: use RANDOM_EFFECTS or FIXED_EFFECT.',
    ]);
  });

  it("is not told of where the property is misspelt, or its value cannot be read: one problem is enough", async () => {
    const item = {
      ...analysis,
      model: "RANDOM_EFFECTS",
      "heterogeneity-estimator": "DERSIMONIAN_LAIRD",
      "prediction-interval": true,
    };
    const text = withItem(item);
    const found = async (written: string) =>
      (await findingsIn(text.replace('"model":"RANDOM_EFFECTS"', written), schemaContext(sample))).map(
        ({ code }) => code,
      );
    assert.deepEqual(await found('"model":"RANDOM_EFFECTS"'), []);
    assert.deepEqual(await found('"modle":"RANDOM_EFFECTS"'), ["missing-property", "unknown-property"]);
    assert.deepEqual(await found('"model"'), ["syntax"]);
    assert.deepEqual(await found('"model":RANDOM'), ["syntax"]);
    assert.deepEqual(await found('"mod"'), ["syntax"]);
  });

  it("names the property by which one of several forms was chosen", async () => {
    const studies = [
      {
        study: "Abara 2014",
        experimental: { mean: 1, "standard-deviation": 1, total: 10 },
        comparator: { mean: 1, "standard-deviation": 1, total: 10 },
      },
    ];
    const item = { ...analysis, "outcome-type": "CONTINUOUS", method: "INVERSE_VARIANCE", studies };
    const found = (await lines(item)).filter((line) => line.includes("RISK_RATIO"));
    assert.equal(found.length, 1);
    assert.match(found[0] ?? "", /since `outcome-type` is CONTINUOUS: use /);
  });

  it("names of several properties the one by which the condition fails", async () => {
    const properties = { measure: { const: "MD" }, model: { const: "RANDOM" } };
    const schema = { if: { properties, required: ["arms"] }, else: { required: ["x"] } };
    const missing = async (item: object) =>
      (await lines(item, schema)).map((line) => line.replace(/^.*⟩ /, ""));
    assert.deepEqual(await missing({ measure: "MD", model: "FIXED", arms: [] }), [
      "The analysis has no `x`, which it needs since `model` is FIXED.",
    ]);
    assert.deepEqual(await missing({ measure: "MD", model: "RANDOM" }), ["The analysis has no `x`."]);
  });

  it("names none where the property is not there", async () => {
    const { model, ...others } = analysis;
    assert.equal(model, "FIXED_EFFECT");
    const [line] = (await lines({ ...others, "heterogeneity-estimator": "DERSIMONIAN_LAIRD" })).filter(
      (one) => one.startsWith("unknown-property"),
    );
    assert.doesNotMatch(line ?? "", /since/);
  });
});

describe("the form of a text", () => {
  it("is shown by the schema's example, and as a regular expression only without one", async () => {
    const form = { type: "string", pattern: "^\\S.* [0-9]{4}$" };
    const context = { properties: { study: { ...form, examples: ["Okafor 2019"] }, other: form } };
    assert.deepEqual(await lines({ study: "Okafor", other: "Okafor" }, context), [
      'schema ⟨"Okafor"⟩ `study` does not have the form that is asked for: write it like “Okafor 2019”.',
      'schema ⟨"Okafor"⟩ `other` does not have the form that is asked for: `^\\S.* [0-9]{4}$`.',
    ]);
  });

  it("is said of names of properties too", async () => {
    const context = { properties: { studies: { propertyNames: { pattern: "^[a-z]+$" } } } };
    assert.deepEqual(await lines({ studies: { "Abara 2014": {} } }, context), [
      'unknown-property ⟨"Abara 2014"⟩ `Abara 2014` cannot be the name of a property of `studies`: names have the form `^[a-z]+$`.',
    ]);
    const named = {
      properties: { studies: { propertyNames: { pattern: "^[a-z]+$", examples: ["abara"] } } },
    };
    assert.deepEqual(await lines({ studies: { "Abara 2014": {} } }, named), [
      'unknown-property ⟨"Abara 2014"⟩ `Abara 2014` cannot be the name of a property of `studies`: write it like “abara”.',
    ]);
  });

  it("is said of names where only those by a pattern may be there, or only those of a list", async () => {
    const context = { properties: { studies: { patternProperties: { "^[a-z]+$": {} } } } };
    const closed = {
      properties: { studies: { ...context.properties.studies, additionalProperties: false } },
    };
    assert.deepEqual(await lines({ studies: { "Abara 2014": {} } }, closed), [
      'unknown-property ⟨"Abara 2014"⟩ `Abara 2014` cannot be the name of a property of `studies`: names have the form `^[a-z]+$`.',
    ]);
    const named = { studies: { ...closed.properties.studies, properties: { "Named 2014": {} } } };
    assert.deepEqual(
      await lines({ studies: { "Named 2014": {}, "Abara 2014": {} } }, { properties: named }),
      ['unknown-property ⟨"Abara 2014"⟩ `Abara 2014` is not a property of `studies`.'],
    );
    const listed = { properties: { studies: { propertyNames: { enum: ["mean", "total"] } } } };
    assert.deepEqual(await lines({ studies: { meen: 1, x: 2, total: 3 } }, listed), [
      'unknown-property ⟨"meen"⟩ `meen` is not a property of `studies`: did you mean `mean`?',
      'unknown-property ⟨"x"⟩ `x` is not a property of `studies`: it may have `mean`.',
    ]);
  });

  it("of the entry that a list lacks is told by the properties that it needs", async () => {
    const context = { properties: { arms: { contains: { required: ["hr", "se"] } } } };
    assert.deepEqual(await lines({ arms: [{}] }, context), [
      'schema ⟨"arms"⟩ `arms` must have at least one entry with `hr` and `se`.',
    ]);
  });
});
