import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  chiSquaredQuantile,
  chiSquaredUpperTail,
  normalQuantile,
  normalUpperTail,
  tQuantile,
  tUpperTail,
} from "@analyses/evidence";

/** Function arguments and values from R 4.2.2, with tails down to 1e-300; `distributions.R` recomputes them. */
const table = JSON.parse(
  readFileSync("test/corpus/evidence/distributions.json", "utf8"),
) as readonly (readonly [string, readonly [number, number], number])[];

describe("evidence: distributions compared with R's", () => {
  const functions = {
    normalUpperTail,
    normalQuantile,
    tUpperTail,
    tQuantile,
    chiSquaredUpperTail,
    chiSquaredQuantile,
  };
  for (const [name, compute] of Object.entries(functions))
    it(`${name} agrees to 1e-12`, () => {
      const rows = table.filter(([ofName]) => ofName === name);
      assert.ok(rows.length >= 25, `${rows.length} rows`);
      for (const [, [first, second], value] of rows) {
        const found = compute(first, second);
        const error = value === 0 ? Math.abs(found) : Math.abs(found / value - 1);
        assert.ok(error <= 1e-12, `${name}(${first}, ${second}): ${found} instead of ${value}`);
      }
    });
});
