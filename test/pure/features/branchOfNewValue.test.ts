import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { findingsIn } from "../../support/findings";
import { completing } from "./support/completing";
import { fixing } from "./support/fixing";
import { schemaContext } from "./support/schemas";

const context = schemaContext(
  JSON.parse(readFileSync("samples/pairwise-analysis.schema.json", "utf8")) as object,
);

const analysis = (outcomeType: string): string => `{
  "risk-of-bias-method": "RISK_OF_BIAS_1",
  "analysis-groups": [{ "number": 1, "name": "Mortality", "analyses": [{
    "number": 1,
    "name": "Mortality at 12 months",
    "outcome-type": ${outcomeType},
    "effect-measure": "RISK_RATIO",
    "method": "MANTEL_HAENSZEL",
    "model": "FIXED_EFFECT",
    "confidence-level": 95,
    "studies": []
  }] }]
}`;

describe("an analysis whose type of outcome is changed", () => {
  it("is offered every type, first the one that fits what else is written", () => {
    for (const written of ['"DI|CHOTOMOUS"', "|"]) {
      const { labels } = completing(analysis(written), context);
      assert.deepEqual(
        labels.slice(0, 3).sort(),
        ["CONTINUOUS", "DICHOTOMOUS", "GENERIC_INVERSE_VARIANCE"],
        written,
      );
      assert.equal(labels[0], "DICHOTOMOUS", written);
    }
  });

  it("is read by the new type at once, and what is left of the old one is the problem", async () => {
    const findings = await findingsIn(analysis('"CONTINUOUS"'), context);
    const messages = findings.map(({ message }) => message);
    assert.ok(!messages.some((message) => message.includes("DICHOTOMOUS")), messages.join("\n"));
    assert.ok(
      messages.some((message) => message.includes("is not allowed for `effect-measure`")),
      messages.join("\n"),
    );
    const { labels } = completing(analysis('"CONTINUOUS"').replace('"RISK_RATIO"', '"|"'), context);
    assert.ok(labels.includes("MEAN_DIFFERENCE") && !labels.includes("RISK_RATIO"), labels.join(", "));
  });

  it("has no data to be filled in before it is clear which type is right", async () => {
    const arm = (events: number) => `{ "events": ${String(events)}, "total": 148 }`;
    const study = `{ "study": "Abara 2014", "experimental": ${arm(12)}, "comparator": ${arm(19)} }`;
    const text = analysis('"CONTINUOUS"').replace('"studies": []', `"studies": [${study}]`);
    const schema = readFileSync("samples/pairwise-analysis.schema.json", "utf8");
    const reference = readFileSync("samples/registry-reference.schema.json", "utf8");
    const found = await fixing(text, schema, {}, { "file:///registry-reference.schema.json": reference });
    assert.ok(found.codes.includes("method-mismatch"));
    assert.deepEqual(
      found.titles.filter((title) => title.startsWith("Add “")),
      [],
    );
  });
});
