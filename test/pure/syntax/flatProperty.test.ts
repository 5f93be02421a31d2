import assert from "node:assert/strict";
import fc from "fast-check";
import { createDocument } from "../../../server/src/document/documentStore";
import { propertyNamed } from "../../../server/src/document/places";
import { valueInFlat } from "../../../server/src/syntax/flatProperty";
import { openSealed } from "../../../server/src/syntax/readTree";
import { scanFlat } from "../../../server/src/syntax/strictScan";
import { groupsOf, placeInGroup } from "../../../server/src/document/groups";

const space = fc.constantFrom("", " ", "\n    ", "\r\n\t");
const key = fc.oneof(
  fc.constantFrom('"name"', '"number"', '"n\\u0061me"', '"\\"name\\""', '"name\\\\"', '""'),
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
);
const scalar = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom('"name": 1', "}", "\\", ",", "Ä\u{1f600}"),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
);
const property = fc
  .tuple(space, key, space, space, scalar, space)
  .map(([a, name, b, c, value, d]) => `${a}${name}${b}:${c}${JSON.stringify(value)}${d}`);
const flatObject = fc.array(property, { maxLength: 8 }).map((properties) => `{${properties.join(",")}}`);

describe("the outline of a document with very many groups", () => {
  it("finds a group's name where the tree of the group has it", () => {
    fc.assert(
      fc.property(flatObject, fc.constantFrom("name", "number"), (text, name) => {
        assert.equal(scanFlat(text, 0, text.length + 1)?.length, text.length, "not flat");
        const node = openSealed(text);
        assert.ok(node.kind === "object");
        const expected = propertyNamed({ node, start: 0 }, name)?.value;
        assert.deepEqual(
          valueInFlat(text, name),
          expected && { start: expected.start, end: expected.start + expected.node.length },
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("selects the last of two names, and the group's start where it has none", () => {
    const text = '{ "analysis-groups": [{ "name": "a", "name": "b", "analyses": [] }, { "analyses": [] }] }';
    const document = createDocument("file:///a", "analyses", 1, text);
    const selected = Array.from(groupsOf(document), ({ place: { node, start } }) => {
      assert.ok(node.kind === "sealed" && node.wellFormed);
      const { start: from, end } = placeInGroup(document, { node, start }, "name");
      return [from - start, text.slice(from, end)];
    });
    assert.deepEqual(selected, [
      [23, '"b"'],
      [0, ""],
    ]);
  });
});
