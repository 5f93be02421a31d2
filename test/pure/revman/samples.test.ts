import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { findingsIn } from "../../support/findings";
import { contextOf, storeWith } from "../schema/support/store";

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
