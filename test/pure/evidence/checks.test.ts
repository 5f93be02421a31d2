import assert from "node:assert/strict";
import type { Finding } from "@analyses/evidence";
import { type AnswerCase, answerCases } from "./support/answers";
import { findings, informing } from "./support/checks";

describe("evidence: checks", () => {
  /** Expected findings in published data; each is of interest to a statistician. */
  const expected: Readonly<Record<string, readonly string[]>> = {
    "edge-cont-zero-sd": [
      "impossible-data deviation-zero",
      "impossible-data deviation-zero",
      "impossible-data deviation-zero",
    ],
    "edge-oe": ["impossible-data variance-not-positive"],
  };
  for (const answerCase of answerCases)
    it(`stay silent over ${answerCase.name}, but for what is wrong in it`, () => {
      const fired = new Set<string>();
      for (const measure of measuresOf(answerCase))
        for (const finding of findings({ measure, model: "random", studies: rowsOf(answerCase) }))
          if (!informing.includes(finding.code)) fired.add(described(finding));
      assert.deepEqual([...fired], [...new Set(expected[answerCase.name] ?? [])]);
    });
});

function described(finding: Finding): string {
  return finding.code === "impossible-data" ? `${finding.code} ${finding.reason}` : finding.code;
}

function measuresOf({ dataType, logScale }: AnswerCase): readonly string[] {
  switch (dataType) {
    case "dichotomous":
      return ["RR", "OR", "RD"];
    case "continuous":
      return ["MD", "SMD"];
    case "inverse-variance":
      return [logScale === true ? "HR" : "MD"];
    case "oe-variance":
      return ["HR"];
  }
}

function rowsOf({ rows }: AnswerCase): readonly object[] {
  return rows.map((row) => ({ ...row, group: undefined, oe: row.oMinusE }));
}
