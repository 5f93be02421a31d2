import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { contextOf, storeWith } from "../schema/support/store";
import { findingsIn } from "../../support/findings";

const sample = readFileSync("samples/drug-versus-placebo.analyses.json", "utf8");

describe("a message about a value of several lines", () => {
  it("names it on one line", async () => {
    const method = '"risk-of-bias-method": {\n  "version": 2\n}';
    const text = sample.replace(/"risk-of-bias-method": "[^"]*"/, method);
    const [finding] = await findingsIn(text, await contextOf(storeWith(new Map()), { text }));
    assert.match(finding?.message ?? "", /^`\{ "version": 2 \}` is not/);
  });
});
