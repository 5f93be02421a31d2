import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { MarkupKind } from "vscode-languageserver-types";
import { completing } from "./support/completing";
import { fixing } from "./support/fixing";
import { schemaContext } from "./support/schemas";

const read = (name: string): string => readFileSync(resolve("samples", name), "utf8");
const item = read("pairwise-analysis.schema.json");
const files = { "file:///registry-reference.schema.json": read("registry-reference.schema.json") };
const plain = { snippets: false, insertsAsIs: false, documentation: MarkupKind.PlainText };
const withGroup = (analyses: string): string =>
  `{ "risk-of-bias-method": "RISK_OF_BIAS_2", "analysis-groups": [ { "number": 1, "name": "a", "analyses": [ ${analyses} ] } ] }`;

describe("skeletons from the sample's item schema", () => {
  const schemas = schemaContext(JSON.parse(item) as object, {
    "file:///schemas/registry-reference.schema.json": JSON.parse(Object.values(files)[0] ?? "") as object,
  });

  it("lack nothing but the names that only the author knows", async () => {
    const { labels, accept } = completing(withGroup("|"), schemas, plain);
    assert.deepEqual(labels, [
      "New dichotomous outcome",
      "New continuous outcome",
      "New generic inverse-variance outcome",
    ]);
    for (const label of labels) {
      const { findings } = await fixing(accept(label), item, {}, files);
      assert.deepEqual(
        findings.map(({ message }) => message),
        ["`name` must not be empty."],
        label,
      );
    }
  });

  it("come also for what is inside an analysis", () => {
    const inside = (written: string) =>
      completing(withGroup(`{ "outcome-type": "DICHOTOMOUS", "studies": [ ${written} ] }`), schemas, plain);
    assert.deepEqual(inside("|").labels, ["New study"]);
    assert.deepEqual(inside("{ | }").labels.slice(0, 3), ["study", "experimental", "comparator"]);
    assert.match(
      inside("{ | }").accept("experimental"),
      /"experimental": \{\s+"events": 0,\s+"total": \d\s+\}/,
    );
  });
});
