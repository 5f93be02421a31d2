import { withoutYielding } from "@analyses/json";
import assert from "node:assert/strict";
import { english } from "@analyses/evidence";
import { revmanSchemaIdentifier } from "@analyses/protocol/documentFormat";
import { writeReview } from "@analyses/exchange";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { each } from "../../support/each";
import { findingsIn, told } from "../../support/findings";
import { example, readOf } from "../../support/exchangeFiles";
import { ofRevman, revmanExamples } from "../../support/revmanExamples";
import { contextOf, storeWith } from "../schema/support/store";
import { readFileSync } from "node:fs";

/** The document in RevMan's form that an import of a file makes. */
function imported(name: string, isMinified: boolean): string {
  const { review } = readOf(example(name));
  const written = withoutYielding(
    writeReview(review, {
      ...{ translate: english, format: "revman-json", name: "a", shape: null, isMinified },
      ...{
        $schema: revmanSchemaIdentifier,
        riskOfBias: 1,
        withoutResults: false,
        rawText: false,
      },
    }),
  );
  assert.ok(written.kind === "written");
  return new TextDecoder().decode(written.files[0]?.bytes);
}

const files = [
  ...["made-up.rm5", "risk-difference-zero-cells.rm5", "latin1-windows-1252.rm5", "made-up-v1.zip"],
  "XX900003-SUP-07-dataPackage.zip",
];

describe("a review that was imported into RevMan's form", () => {
  let schemas: SchemaContext;
  before(async () => {
    schemas = await contextOf(storeWith(new Map()), { text: ofRevman("") });
  });

  for (const name of files)
    it(`has no problem: neither rounded results nor those that the source leaves out are wrong (${name})`, async () => {
      for (const isMinified of [true, false]) {
        const text = imported(name, isMinified);
        assert.deepEqual(told(text, await findingsIn(text, schemas)), []);
      }
    });

  it("has a problem where a result is another one, though it has six decimals", async () => {
    const text = imported("made-up-v1.zip", true);
    const changed = text.replace('"mean":-0.29058,', '"mean":-0.29158,');
    assert.notEqual(changed, text);
    const found = await findingsIn(changed, schemas);
    each(found, ({ code }) => code, ["result-mismatch"]);
  });

  it("has the problem of a result that is missing where its place would be, and nowhere else", async () => {
    const [text = ""] = revmanExamples().flatMap((one) => (one.name.startsWith("XX") ? [one.text] : []));
    const ofTotal = /"overall-estimate-enabled":true(.*?)"estimate":\{[^}]*\},/;
    const formatted = JSON.stringify(
      JSON.parse(text.replace(ofTotal, '"overall-estimate-enabled":true$1')),
      null,
      2,
    );
    const [finding, ...others] = (await findingsIn(formatted, schemas)).filter(
      ({ code }) => code === "result-mismatch",
    );
    assert.deepEqual(others, []);
    assert.ok(finding);
    assert.doesNotMatch(formatted.slice(finding.start, finding.end), /\n/);
  });
});

const codesIn = async (name: string): Promise<readonly string[]> => {
  const text = readFileSync(`samples/${name}.analyses.json`, "utf8");
  const schemas = await contextOf(storeWith(new Map()), { text });
  return [...new Set((await findingsIn(text, schemas)).map(({ code }) => code))].sort();
};

describe("the samples in RevMan's form", () => {
  it("are a review without a problem, one with each mistake that numbers show, and one with others", async () => {
    assert.deepEqual(await codesIn("drug-versus-placebo"), []);
    assert.deepEqual(await codesIn("numbers-to-check"), [
      ...["default-label", "duplicate-row", "impossible-data", "method-mismatch", "ratio-not-logged"],
      ...["result-mismatch", "shared-comparator", "standard-error-as-deviation", "totals-disagree"],
      ...["transposed-arms", "unit-slip"],
    ]);
    assert.deepEqual(await codesIn("problems-to-fix"), [
      ...["duplicate-number", "duplicate-property", "missing-property", "not-allowed-value"],
      ...["number-precision", "syntax", "unfinished-value", "unknown-property", "wrong-type"],
    ]);
  });
});
