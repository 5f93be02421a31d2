import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { diagnostics } from "@analyses/server/languageService";
import { contextOf, storeWith } from "../schema/support/store";
import { findingsIn } from "../../support/findings";
import { documentOf } from "../features/support/documents";

const sample = readFileSync("samples/drug-versus-placebo.analyses.json", "utf8");

/** What each problem of a text underlines, and what it says. */
async function underlined(text: string) {
  const document = documentOf(text);
  const found = await findingsIn(document, await contextOf(storeWith(new Map()), { text }));
  return diagnostics(document, found).map(({ range, message }) => ({
    text: text.slice(document.text.offsetAt(range.start), document.text.offsetAt(range.end)),
    message,
  }));
}

describe("what a problem underlines", () => {
  it("is the opening bracket of an object or a list, never all of its lines", async () => {
    const wrong = '"cases": {\n  "all": [\n    1\n  ]\n}';
    const found = await underlined(sample.replace(/"cases": \d+/, wrong));
    assert.ok(found.length > 0);
    for (const { text } of found) assert.doesNotMatch(text, /\n/);
    assert.ok(found.some(({ text }) => text === "{"));
  });

  it("is named on one line, however many the value has", async () => {
    const method = '"risk-of-bias-method": {\n  "version": 2\n}';
    const [finding] = await underlined(sample.replace(/"risk-of-bias-method": "[^"]*"/, method));
    assert.equal(finding?.text, "{");
    assert.match(String(finding.message), /^`\{ "version": 2 \}` is not/);
  });
});
