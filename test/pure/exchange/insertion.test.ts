import assert from "node:assert/strict";
import { appended, existingGroup, groupsIn, numbered } from "@analyses/client/exchange/insertion";
import { example, readOf } from "../../support/exchangeFiles";

const { review } = readOf(example("made-up.rm5"));

describe("analyses that are added to a document", () => {
  const text = `{
  "analysis-groups": [
    { "number": 1, "name": "Drug versus placebo", "analyses": [{ "number": 1 }, { "number": 3 }] },
    { "number": 2, "name": "Another comparison", "analyses": [] }
  ]
}
`;

  it("go to the group of the same number and name, under numbers that are free", () => {
    const existing = groupsIn(text);
    assert.ok(existing);
    const { review: free, changed } = numbered(review, existing);
    assert.deepEqual(
      free.groups.map(({ number, analyses }) => [number, ...analyses.map((one) => one.number)]),
      [
        [1, 5, 2, 6, 4],
        [3, 1, 2, 3],
      ],
    );
    assert.deepEqual(changed, [
      ["1.1", "1.5"],
      ["1.3", "1.6"],
      ["2", "3"],
    ]);
    const [first, second] = free.groups;
    assert.ok(first && existingGroup(existing.groups, first));
    assert.ok(second && !existingGroup(existing.groups, second));
  });

  it("stand at the end, laid out as what is there, which stays as it is", () => {
    const existing = groupsIn(text);
    assert.ok(existing);
    const { offset, text: added } = appended(text, existing.list, ['{\n  "number": 3\n}'], false);
    const after = text.slice(0, offset) + added + text.slice(offset);
    assert.equal(after.replace(added, ""), text);
    assert.ok(after.endsWith('"analyses": [] },\n    {\n      "number": 3\n    }\n  ]\n}\n'), after);
  });

  it("stand in one line where the document does", () => {
    const minified = '{"analysis-groups":[]}';
    const existing = groupsIn(minified);
    assert.ok(existing?.isMinified === true);
    const { offset, text: added } = appended(minified, existing.list, ['{"number":1}'], true);
    assert.equal(
      minified.slice(0, offset) + added + minified.slice(offset),
      '{"analysis-groups":[{"number":1}]}',
    );
  });

  it("are none of a text that is no analyses document", () => {
    assert.equal(groupsIn("{}"), undefined);
    assert.equal(groupsIn(""), undefined);
  });
});
