import { withoutYielding } from "@analyses/json";
import assert from "node:assert/strict";
import fc from "fast-check";
import { parsedJson } from "@analyses/exchange/reading/json";

/** A document that is read in several turns, with some value in it. */
const long = (inside: string): string =>
  `{"$schema":"a","analysis-groups":[{"analyses":[${`{"study":"${"x".repeat(2000)}"},`.repeat(600)}${inside}]}]}`;

describe("a long JSON text", () => {
  it("is the value that JSON.parse reads, in turns", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom("", " ", "\n\t"), (inside, space) => {
        const text = `${space}${long(`${space}${inside}${space}`)}${space}`;
        assert.deepEqual(withoutYielding(parsedJson(text)), JSON.parse(text));
      }),
      { numRuns: 20 },
    );
    const work = parsedJson(long("1"));
    let steps = 1;
    while (work.next().done !== true) steps++;
    assert.ok(steps > 2, String(steps));
  });

  it("has properties that objects have of their own, and the last of one name", () => {
    const text = long("{}").replace('"$schema":"a"', '"__proto__":1,"a\\"b":2,"a\\"b":[3]');
    assert.deepEqual(withoutYielding(parsedJson(text)), JSON.parse(text));
  });

  for (const wrong of [
    long("1,"),
    long(""),
    `${long("1")},`,
    `${long("1")}{}`,
    `x${long("1")}`,
    long("1").slice(0, -1),
    long("1").replace(/\}$/, "]"),
    long("1").replace('"$schema":', '"$schema"'),
    long('"'),
    "[".repeat(1_000_000),
  ])
    it(`is refused like JSON.parse does: ${wrong.slice(0, 20)} … ${wrong.slice(-20)}`, () => {
      assert.throws(() => JSON.parse(wrong));
      assert.equal(withoutYielding(parsedJson(wrong)), undefined);
    });

  it("is empty but for white space", () => {
    assert.deepEqual(withoutYielding(parsedJson(`[${" ".repeat(600_000)}]`)), []);
    assert.deepEqual(withoutYielding(parsedJson(`{${" ".repeat(600_000)}}`)), {});
  });
});
