import assert from "node:assert/strict";
import type { Finding } from "../../../server/src/validation/finding";
import { createDocument } from "../../../server/src/document/documentStore";
import { findingsIn } from "../../support/findings";
import { officialSuite } from "./support/officialSuite";
import type { SuiteCase } from "./support/officialSuite";
import { contextOf, storeWith } from "./support/store";

/** Cases on which we do not agree, each with its reason. */
const knownDisagreements: ReadonlyMap<string, string> = new Map();

/** The findings in a document that has the case's data as its one analysis. */
async function findingsOf({ title, schema, data }: SuiteCase): Promise<readonly Finding[]> {
  const text = `{
  "risk-of-bias-method": "RISK_OF_BIAS_1",
  "analysis-groups": [{ "number": 1, "name": "a", "analyses": [${data}] }]
}`;
  const context = await contextOf(storeWith(new Map([["file:///w/item.json", schema]])), {
    itemSchema: "/w/item.json",
  });
  assert.equal(context.itemSchema.kind, "ready", title);
  return findingsIn(createDocument("file:///w/a.analyses.json", "analyses", 1, text), context);
}

describe("the findings in a document mean what JSON Schema 2020-12 says", () => {
  it("agree with the official test suite in at least 99.5 % of its cases", async function () {
    const suite = officialSuite();
    if (suite === undefined) {
      console.log("    The official JSON Schema test suite is not at hand: its cases are not run.");
      return;
    }
    this.timeout(60_000);
    const disagreements: string[] = [];
    let warnings = 0;
    for (const one of suite) {
      const severities = (await findingsOf(one)).map(({ severity }) => severity);
      // A text that is not of its "format" is a warning: the suite takes formats for annotations.
      const isValid = !severities.includes("error");
      if (isValid && severities.includes("warning")) warnings += 1;
      if (isValid !== one.valid) disagreements.push(one.title);
    }
    const agreeing = suite.length - disagreements.length;
    const share = ((100 * agreeing) / suite.length).toFixed(2);
    console.log(
      `    ${agreeing} of ${suite.length} cases agree (${share} %), ${warnings} of them with a warning`,
    );
    assert.deepEqual(disagreements, [...knownDisagreements.keys()]);
    assert.ok(suite.length > 1200 && agreeing / suite.length >= 0.995);
  });
});
