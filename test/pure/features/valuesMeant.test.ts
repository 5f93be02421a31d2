import assert from "node:assert/strict";
import { fixing } from "./support/fixing";

const schema = {
  properties: {
    total: { type: "integer" },
    mean: { type: "number" },
    ci: { type: "array", items: { type: "number" } },
  },
};

describe("a value that is JSON and means another one", () => {
  // Quadratic matching, which searches for the end of a run from each of its characters, would never finish.
  const long = 300_000;
  const endless = {
    "a list as R writes it": [`"ci": "c(${" ".repeat(long)}1"`, []],
    "a number with blanks behind": [`"total": "12${" ".repeat(long)}!"`, []],
    "a number with apostrophes behind": [`"total": "12${"’".repeat(long)}"`, []],
    "a number with zeros between digits": [`"mean": 0.1${"0".repeat(long)}1`, []],
    "numbers of analyses": [`"number": "${"1".repeat(long)}x" }, { "number": "${"1".repeat(long)}x"`, []],
  } as const;
  for (const [name, [written, offered]] of Object.entries(endless))
    it(`is reported and fixed however long it is: ${name}`, async () => {
      const { findings, titles } = await fixing(
        `{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [{ "number": 1, "name": "a", "analyses": [{ ${written} }] }] }`,
        schema,
      );
      assert.ok(findings.length > 0);
      for (const title of offered) assert.ok(titles.includes(title), titles.join(", "));
    });
});
