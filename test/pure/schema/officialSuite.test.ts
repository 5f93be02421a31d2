import assert from "node:assert/strict";
import { compiledSchemas } from "../../../server/src/schema/compiledSchemas";
import { officialSuite } from "./support/officialSuite";
import { contextOf, storeWith } from "./support/store";

/** Cases on which we do not agree, each with its reason. */
const knownDisagreements: ReadonlyMap<string, string> = new Map();

describe("item schemas mean what JSON Schema 2020-12 says", () => {
  it("agree with the official test suite in at least 99.5 % of its cases", async function () {
    const suite = officialSuite();
    if (suite === undefined) {
      console.log("    The official JSON Schema test suite is not at hand: its cases are not run.");
      return;
    }
    this.timeout(60_000);
    const disagreements: string[] = [];
    for (const { title, schema, data, valid } of suite) {
      const files = new Map([["file:///w/item.json", JSON.stringify(schema)]]);
      const context = await contextOf(storeWith(files), { itemSchema: "/w/item.json" });
      assert.equal(context.itemSchema.kind, "ready", title);
      const problems = compiledSchemas(context).item?.(data) ?? [];
      // A format is advice: by default, the suite says, it is "only an annotation".
      const isValid = problems.every(({ detail }) => detail.keyword === "format");
      if (isValid !== valid) disagreements.push(title);
    }
    const agreeing = suite.length - disagreements.length;
    console.log(
      `    ${agreeing} of ${suite.length} cases agree (${((100 * agreeing) / suite.length).toFixed(2)} %)`,
    );
    assert.deepEqual(disagreements, [...knownDisagreements.keys()]);
    assert.ok(suite.length > 1200 && agreeing / suite.length >= 0.995);
  });
});
