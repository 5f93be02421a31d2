import assert from "node:assert/strict";
import fc from "fast-check";
import { bucketsByLetter, bucketsByRange, rowLimit, sortedByName } from "@analyses/client/tree/nodes/buckets";
import { each } from "../../support/each";
import { sized } from "../../support/size";

const named = (names: readonly string[]) => names.map((name) => ({ name }));

describe("buckets of a long list", () => {
  it("are lettered A to Z, accents under their letter, digits and the rest at the end", () => {
    const buckets = bucketsByLetter(named(["Übung", "apple", "Zoo", "42nd", "«Quoted»", "***", "Ångström"]));
    each(buckets, ({ label, items }) => [label, items.length], [
      ["A", 2],
      ["Q", 1],
      ["U", 1],
      ["Z", 1],
      ["0–9", 1],
      ["#", 1],
    ]);
  });

  it("lose and double no item, and no level holds more than the limit of rows", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: sized(400_000) }), (count) => {
        const sorted = Array.from({ length: count }, (_, index) => ({ name: `Group ${index}` }));
        const levels = [bucketsByRange(sorted, rowLimit)];
        for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
          assert.ok(level.length <= rowLimit);
          for (const { items } of level)
            if (items.length > rowLimit) levels.push(bucketsByRange(items, rowLimit));
        }
        assert.equal(bucketsByRange(sorted, rowLimit).flatMap(({ items }) => items).length, count);
      }),
      { numRuns: 20 },
    );
  });

  it("are sorted as a reader expects", () => {
    const names = sortedByName(named(["Group 10", "group 9", "Éclair", "Zebra", "eclipse"])).map(
      ({ name }) => name,
    );
    assert.deepEqual(names, ["Éclair", "eclipse", "group 9", "Group 10", "Zebra"]);
  });
});
