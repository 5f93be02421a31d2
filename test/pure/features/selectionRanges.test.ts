import assert from "node:assert/strict";
import type { SelectionRange } from "vscode-languageserver-types";
import { selectionRanges } from "@analyses/server/features/structure";
import { textIn } from "../../support/textAfter";
import { documentWithCaret } from "./support/documents";

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
