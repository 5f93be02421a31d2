import assert from "node:assert/strict";
import { foldingRanges, selectionRanges } from "@analyses/server/features/structure";
import { each } from "../../support/each";
import { documentOf, review, documentWithCaret } from "./support/documents";
import type { SelectionRange } from "vscode-languageserver-types";
import { textIn } from "../../support/textAfter";
import { documentLinks } from "@analyses/server/features/navigation";
import { schemaContext } from "./support/schemas";

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

function growing(written: string): string[] {
  const { document, position } = documentWithCaret(written);
  const selected: string[] = [];
  let range: SelectionRange | undefined = selectionRanges(document, [position])[0];
  for (; range !== undefined; range = range.parent) selected.push(textIn(document, range.range));
  return selected;
}

describe("growing the selection", () => {
  it("goes from a word's inside to the value, the property, the object and the document", () => {
    assert.deepEqual(growing('{ "a": [ { "b": "x|y" } ] }\n'), [
      "xy",
      '"xy"',
      '"b": "xy"',
      ' "b": "xy" ',
      '{ "b": "xy" }',
      ' { "b": "xy" } ',
      '[ { "b": "xy" } ]',
      '"a": [ { "b": "xy" } ]',
      ' "a": [ { "b": "xy" } ] ',
      '{ "a": [ { "b": "xy" } ] }',
      '{ "a": [ { "b": "xy" } ] }\n',
    ]);
  });

  it("goes from a key's inside to the key and its property", () => {
    assert.deepEqual(growing('{ "ke|y": 1 }').slice(0, 3), ["key", '"key"', '"key": 1']);
  });

  it("answers for every position, also in broken or empty text", () => {
    assert.deepEqual(growing("|"), [""]);
    assert.ok(growing('{ "a": [ 1, | ').length > 1);
  });
});

describe("document links", () => {
  it("lead to web addresses, in analyses and outside", () => {
    const link = "https://registry.example/rest/groups/1";
    const text = `{ "a": "${link}", "analysis-groups": [ { "analyses": [ { "link": "${link}", "b": "see https://x.example" } ] } ] }`;
    const document = documentOf(text);
    const links = documentLinks(document, schemaContext());
    assert.deepEqual(
      links.map(({ target, range }) => [target, textIn(document, range)]),
      [link, link].map((one) => [one, one]),
    );
  });

  it("lead from the schema identifier to the file that it means", () => {
    const context = schemaContext();
    const uri = "file:///schemas/ours.json";
    const mapped = { ...context, documentSchema: { ...context.documentSchema, id: "urn:ours", uri } };
    const links = documentLinks(documentOf('{ "$schema": "urn:ours" }'), mapped);
    each(links, ({ target }) => target, [uri]);
    assert.deepEqual(documentLinks(documentOf('{ "$schema": "urn:ours" }'), context), []);
  });
});
