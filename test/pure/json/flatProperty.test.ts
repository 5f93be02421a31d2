import assert from "node:assert/strict";
import fc from "fast-check";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { groupsOf, isGroupNode, placeInGroup } from "@analyses/server/document/groups";
import {
  maxFlatLength,
  open,
  openLazy,
  propertyNamed,
  scanFlat,
  valueInFlat,
  withoutYielding,
} from "@analyses/json";

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
        fc.pre(text.length <= maxFlatLength);
        assert.equal(scanFlat(text, 0)?.length, text.length);
        const node = withoutYielding(openLazy(text));
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

  it("and also where brackets are missing, so that a group is taken for something else", () => {
    const groups = [
      { number: 1, name: "A group", analyses: [{ number: 7, name: "inner" }] },
      { number: 2, analyses: [] },
      { number: 3, name: "Flat", analyses: [] },
      { note: { name: "deeper" }, number: 4, analyses: [] },
    ];
    const whole = JSON.stringify({ "analysis-groups": groups }, undefined, 2);
    const brackets = Array.from(whole.matchAll(/[[\]{},]/g), ({ index }) => index);
    for (const [count, at] of brackets.entries()) {
      for (const other of [undefined, ...brackets.slice(count + 1)]) {
        const text = Array.from(whole, (one, index) => (index === at || index === other ? "" : one)).join("");
        const document = createDocument("file:///a", "analyses", 1, text);
        for (const { place } of groupsOf(document)) {
          if (!isGroupNode(place.node)) continue;
          const group = { node: place.node, start: place.start };
          const { node, start } = open(document, group);
          const name = node.kind === "object" ? propertyNamed({ node, start }, "name")?.value : undefined;
          const expected = name ?? { start, node: { length: 0 } };
          assert.deepEqual(
            placeInGroup(document, group, "name"),
            { start: expected.start, end: expected.start + expected.node.length },
            text,
          );
        }
      }
    }
  });

  it("selects the last of two names, and the group's start where it has none", () => {
    const text = '{ "analysis-groups": [{ "name": "a", "name": "b", "analyses": [] }, { "analyses": [] }] }';
    const document = createDocument("file:///a", "analyses", 1, text);
    const selected = Array.from(groupsOf(document), ({ place: { node, start } }) => {
      assert.ok(node.kind === "lazy" && node.wellFormed);
      const { start: from, end } = placeInGroup(document, { node, start }, "name");
      return [from - start, text.slice(from, end)];
    });
    assert.deepEqual(selected, [
      [23, '"b"'],
      [0, ""],
    ]);
  });
});
