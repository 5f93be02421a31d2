import assert from "node:assert/strict";
import { foldingRanges } from "@analyses/server/features/structure";
import { documentOf, review } from "./support/documents";

const lines = (text: string, limit?: number): string[] =>
  foldingRanges(documentOf(text), limit)
    .map(({ startLine, endLine }) => `${startLine}-${endLine}`)
    .sort((one, other) => Number.parseInt(one) - Number.parseInt(other));

describe("folding", () => {
  it("folds every object and array over several lines, analyses and what is in them included", () => {
    assert.deepEqual(lines(review), ["0-19", "3-18", "4-15", "7-14", "8-12", "10-11"]);
  });

  it("counts lines alike whatever ends them", () => {
    for (const ending of ["\r\n", "\r"])
      assert.deepEqual(lines(review.replaceAll("\n", ending)), lines(review), JSON.stringify(ending));
  });

  it("is not misled by brackets in strings", () => {
    assert.deepEqual(lines(review.replace('"Mortality"', '"{[ \\" \\\\"')), lines(review));
  });

  it("is not misled by a string without its closing quote, nor by very many quotes", () => {
    assert.deepEqual(lines(review.replace('"Mortality"', '"Mortality')), lines(review));
    const quotes = '\\"'.repeat(200_000);
    assert.deepEqual(lines(review.replace('"Mortality"', () => quotes)), lines(review));
  });

  it("keeps the outer ranges where the client takes only some", () => {
    assert.deepEqual(lines(review, 2), ["0-19", "3-18"]);
  });

  it("gives what can be folded of broken text", () => {
    assert.ok(lines(review.slice(0, -30)).length > 0);
    assert.deepEqual(lines(""), []);
  });
});
