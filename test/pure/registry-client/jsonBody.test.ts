import assert from "node:assert/strict";
import * as fc from "fast-check";
import { parseJson } from "../../../client/src/registry/jsonBody";

/** Text as bytes, in pieces of this length. */
function piecesOf(text: string, length = 65_536): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, number) => bytes.subarray(number * length, (number + 1) * length));
}

/** Items of some 250 bytes, so that 20,000 are parsed in parts. */
const item = (number: number, name = "Białobrzezie Centre") => ({
  groupId: String(number),
  name,
  link: `https://registry.example/rest/groups/${"x".repeat(150)}/${number}`,
  groupType: { groupTypeId: "1", name: "Centre", link: "" },
});
const items = Array.from({ length: 20_000 }, (_, number) => item(number));

describe("the body of an answer that is a long list", () => {
  const hostileNames = ["},{", '"},{"', "[", "]}", "\\", '\\"},{\\"', "analyses-registry:part", "😀},{"];

  for (const [title, value] of Object.entries({
    "as the interface describes it": { numberOfEntries: "20000", groups: items },
    "with names that look like JSON": {
      groups: items.map(({ groupId }, place) =>
        item(Number(groupId), hostileNames[place % hostileNames.length]),
      ),
    },
    "with further lists in its items": {
      groups: items.map((each) => ({ ...each, subgroups: [each, each] })),
    },
    "with a list before it": { warnings: ["none"], groups: items, more: [1, { a: [] }] },
    "with a bracket in a string before it": { "no[te": "a [ b", groups: items },
    "further down": { answer: { groups: items } },
    "on its own": items,
    "of numbers": Array.from({ length: 600_000 }, (_, number) => number),
    "that is one long text": { text: "},{".repeat(1_000_000) },
  })) {
    it(`is read as JSON.parse reads its whole text: ${title}`, () => {
      assert.deepEqual(parseJson(piecesOf(JSON.stringify(value))), value);
    });
  }

  it("is read however it is cut into pieces, in layouts with spaces, and with a byte order mark", () => {
    const value = { groups: items };
    for (const length of [1_000, 999_983, 100_000_000]) {
      assert.deepEqual(parseJson(piecesOf(JSON.stringify(value), length)), value);
    }
    assert.deepEqual(parseJson(piecesOf(JSON.stringify(value, undefined, 2))), value);
    assert.deepEqual(parseJson(piecesOf(`\ufeff${JSON.stringify(value)}`)), value);
  });

  it("holds what is equal in its items once: a registry has some twenty types of group", () => {
    const { groups } = parseJson(piecesOf(JSON.stringify({ groups: items }))) as { groups: typeof items };
    const types = new Set(groups.slice(0, 19_000).map(({ groupType }) => groupType));
    assert.equal(types.size, 1);
  });

  it("means what JSON.parse says where a key stands twice", () => {
    const list = JSON.stringify(items);
    for (const text of [`{"groups":${list},"groups":[{"groupId":"1"}]}`, `{"__proto__":${list}}`]) {
      assert.deepEqual(parseJson(piecesOf(text)), JSON.parse(text));
    }
    assert.equal(Object.getPrototypeOf(parseJson(piecesOf(`{"__proto__":${list}}`))), Object.prototype);
  });

  it("is refused where it is not JSON, wherever it is broken", () => {
    const text = JSON.stringify({ groups: items });
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom("", "}", "]", ",", '"', "\u0001"),
        (place, put) => {
          const broken = text.slice(0, place) + put + text.slice(place + 1);
          assert.deepEqual(
            outcomeOf(() => parseJson(piecesOf(broken))),
            outcomeOf(() => JSON.parse(broken) as unknown),
          );
        },
      ),
      { numRuns: 20 },
    );
    assert.throws(() => parseJson([]), SyntaxError);
  });
});

/** What came of it, short enough to be compared: every id and the length of all. */
function outcomeOf(parse: () => unknown): string {
  try {
    return JSON.stringify(parse());
  } catch (error) {
    return error instanceof SyntaxError ? "refused" : String(error);
  }
}
