import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { MarkupKind } from "vscode-languageserver-types";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { each } from "../../support/each";
import { defaultSettings, findingsIn, told } from "../../support/findings";
import { ofRevman, revmanExamples } from "../../support/revmanExamples";
import { completing } from "../features/support/completing";
import { fixing } from "../features/support/fixing";
import { contextOf, storeWith } from "../schema/support/store";

const plain = { snippets: false, insertsAsIs: false, documentation: MarkupKind.PlainText };

describe("the item schema of RevMan's documents", () => {
  let schemas: SchemaContext;
  before(async () => {
    schemas = await contextOf(storeWith(new Map()), { text: ofRevman("") });
  });

  /** Findings of the schema, without those about numbers. */
  const bySchema = async (text: string): Promise<readonly string[]> => {
    const severity = { "method-mismatch": "off" } as const;
    const found = await findingsIn(text, schemas, { ...defaultSettings, severity });
    return told(
      text,
      found.filter(({ data }) => data.kind !== "evidence"),
    );
  };

  for (const { name, text } of revmanExamples())
    it(`finds nothing wrong in ${name}, nor do the checks of numbers`, async () => {
      assert.deepEqual(told(text, await findingsIn(text, schemas)), []);
    });

  it("finds nothing wrong in a document without analyses", async () => {
    const text = ofRevman("").replace(/"analysis-groups": .*$/, '"analysis-groups":[]}');
    assert.deepEqual(await bySchema(text), []);
  });

  it("takes values and properties that were never seen, but for a choice that nothing can compute", async () => {
    const unseen = JSON.stringify({
      ...{ number: 1, name: "O−E", id: 7, "data-type": "O_E", method: "EXP_O_E_VAR", "effect-measure": "RD" },
      ...{ "log-scale": false, model: "OTHER", "ci-method": "T", "heterogeneity-estimator": "PM", more: [1] },
      "data-rows": [
        { "study-name": "A 2011", "control-group": {}, "experimental-group": { events: 1 }, "o-e": -1 },
      ],
    });
    assert.deepEqual(await bySchema(ofRevman(unseen.replace('"id":7,', ""))), [
      'not-allowed-value ⟨"OTHER"⟩ `OTHER` is no known value of `model`, so the analysis cannot be computed: use FIXED or RANDOM.',
    ]);
    assert.deepEqual(await bySchema(ofRevman("")), []);
  });

  it("says what an analysis lacks by its data type, and what is no number", async () => {
    const rows = (type: string, row: object): string =>
      ofRevman(
        JSON.stringify({
          ...{ number: 1, name: "a", "data-type": type, method: "IV", "effect-measure": "MD" },
          ...{ "log-scale": false, model: "FIXED", "data-rows": [{ "study-name": "A 2011", ...row }] },
        }),
      );
    const arms = { "control-group": { mean: 1, sd: 1 }, "experimental-group": { cases: "12" } };
    const needed = (type: string) => `which it needs since \`data-type\` is ${type}.`;
    assert.deepEqual(await bySchema(rows("CONTRAST_LEVEL", arms)), [
      `missing-property ⟨{⟩ Entry 1 of \`data-rows\` has no \`contrast\`, ${needed("CONTRAST_LEVEL")}`,
      `missing-property ⟨"control-group"⟩ \`control-group\` has no \`sample-size\`, ${needed("CONTRAST_LEVEL")}`,
      `missing-property ⟨"experimental-group"⟩ \`experimental-group\` has no \`sample-size\`, ${needed("CONTRAST_LEVEL")}`,
    ]);
    const dichotomous = await bySchema(rows("DICHOTOMOUS", arms));
    assert.ok(
      dichotomous.some((one) => one.startsWith('wrong-type ⟨"12"⟩')),
      dichotomous.join("\n"),
    );
    const continuous = await bySchema(
      rows("CONTINUOUS", { ...arms, "experimental-group": { mean: 1, sd: -1 } }),
    );
    assert.ok(
      continuous.some((one) => one.startsWith("schema ⟨-1⟩")),
      continuous.join("\n"),
    );
  });

  it("says of a data type that is not that of the studies one problem, with what follows as its places", async () => {
    const text = readFileSync("samples/drug-versus-placebo.analyses.json", "utf8");
    const wrong = text.replace('"data-type": "DICHOTOMOUS"', '"data-type": "CONTINUOUS"');
    const [finding, ...others] = await findingsIn(wrong, schemas);
    assert.deepEqual(others, []);
    assert.ok(finding);
    assert.match(
      told(wrong, [finding]).join(),
      /^method-mismatch ⟨"CONTINUOUS"⟩ .* data of the type “dichotomous”/,
    );
    const following = finding.related.map(({ message }) => message).join("\n");
    assert.match(following, /“LOG_RR” \(effect measure\) does not fit/);
    assert.match(following, /`control-group` has no `mean`/);
  });

  it("says one problem where a list of objects begins as an object", async () => {
    const text = readFileSync("samples/drug-versus-placebo.analyses.json", "utf8");
    const broken = text.replace('"data-rows": [', '"data-rows": {');
    const { findings, after } = await fixing(broken);
    each(findings, ({ message }) => message, ["There must be `[` here, not `{`."]);
    assert.equal(after("Replace by ["), text);
  });

  it("begins an analysis of each data type as RevMan writes one, and asks what only the author knows", async () => {
    const { labels, accept } = completing(ofRevman("|"), schemas, plain);
    assert.deepEqual(labels, [
      "New dichotomous analysis",
      "New continuous analysis",
      "New contrast-level analysis",
    ]);
    for (const label of labels) {
      const text = accept(label);
      // Inverse variance is the only method for means and estimates.
      const asked = [
        ...(label.includes("dichotomous") ? ["method"] : []),
        "effect-measure",
        ...(label.includes("contrast") ? ["log-scale"] : []),
        "model",
      ];
      const found = await bySchema(text);
      assert.deepEqual(
        found.map((one) => one.replace(/⟨.*⟩ /, "")),
        ["name", ...asked].map((name) => `unfinished-value \`${name}\` is still to be filled in.`),
        label,
      );
      const { "analysis-groups": groups } = JSON.parse(text) as {
        "analysis-groups": { analyses: Record<string, unknown>[] }[];
      };
      const [analysis] = groups[0]?.analyses ?? [];
      assert.ok(analysis);
      assert.deepEqual(analysis["display-settings"], {
        "sort-studies-by": { type: "STUDY" },
        "graph-label-left": "",
        "graph-label-right": "",
        scale: 100,
        "show-risk-of-bias": true,
      });
      // RevMan's order, in which the comparator comes first.
      const names = Object.keys(analysis);
      assert.deepEqual(names.slice(0, 5), ["number", "name", "data-source", "data-type", "method"]);
      assert.deepEqual(names.slice(-3), ["control-group", "experimental-group", "data-rows"]);
      assert.equal(analysis["method"], label.includes("dichotomous") ? null : "IV");
      assert.equal("swap-event-and-non-event" in analysis, label.includes("dichotomous"));
      assert.equal("id" in analysis, false);
    }
  });
});
