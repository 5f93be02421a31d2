import assert from "node:assert/strict";
import fc from "fast-check";
import { askEverything } from "../../support/fuzz/everyAnswer";
import { foundCases, fuzz, fuzzTimeout, texts } from "../../support/fuzz/fuzz";
import { mutated } from "../../support/fuzz/mutations";
import { hostileSchema } from "../../support/fuzz/schemas";
import { documentOf } from "../features/support/documents";
import { contextOf, storeWith } from "../schema/support/store";

const samples = texts("samples/pairwise-analysis.schema.json", "samples/registry-reference.schema.json");

/** An analysis with a value for every keyword to check. */
const analysis = {
  number: 1,
  name: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
  a: "2024-02-30",
  "": { a: { a: {} }, name: null },
  "🐁": "🐁🐁",
  "effect-measure": "RISK_RATIO",
  studies: [{ name: "x".repeat(60) }, 1, 1, [[]], "é", 0.30000000000000004],
};
const text = JSON.stringify(
  {
    "risk-of-bias-method": "RISK_OF_BIAS_1",
    "analysis-groups": [{ number: 1, name: "a", analyses: [analysis, {}, [], "text", 7] }],
  },
  undefined,
  1,
);

describe("whatever an item schema says", () => {
  it("it is used or refused with a reason, and everything that an editor asks is answered", async function () {
    this.timeout(fuzzTimeout);
    const found = foundCases("schemas");
    const written = fc.oneof(
      { weight: 3, arbitrary: hostileSchema.map((schema) => JSON.stringify(schema)) },
      { weight: 1, arbitrary: mutated([...samples, ...found]) },
    );
    const places = fc.array(fc.nat(), { minLength: 1, maxLength: 3 });
    await fuzz(
      fc.record({ item: written, other: written, places }),
      [...samples, ...found].map((item) => ({ item, other: "{}", places: [100, 150, 300] })),
      async ({ item, other, places }) => {
        const files = new Map([
          ["file:///w/item.json", item],
          ["file:///w/other.json", other],
        ]);
        const store = storeWith(files);
        const context = await contextOf(store, { base: "file:///w", itemSchema: "item.json", text });
        if (context.itemSchema.kind === "unavailable") assert.notEqual(context.itemSchema.reason, "");
        for (const asked of store.asked) assert.match(asked, /^file:\/\/\/(?!\/)/);
        await askEverything(documentOf(text), context, places);
      },
      ({ item, other }) => item.length + other.length,
    );
  });
});
