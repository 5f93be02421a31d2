import assert from "node:assert/strict";
import { bindRoles, checkItem, evidenceOfItem } from "@analyses/evidence";
import { counts } from "../../support/evidenceTexts";

describe("evidence: a stored result", () => {
  const item = {
    measure: "RR",
    method: "IV",
    studies: [counts("A", 20, 200, 50, 200), counts("B", 15, 150, 35, 150)],
  };
  it("reads what the setting says, and the better of two names, wherever they stand", () => {
    const stored = { effectSize: 9, mine: 0.41, q: 0, chi2: 9 };
    const evidence = evidenceOfItem(
      { ...item, ...stored },
      bindRoles({ setting: { "/mine": "result-estimate" } }),
    );
    assert.deepEqual(
      checkItem(evidence).flatMap((one) =>
        one.code === "result-mismatch" && "repairs" in one ? [one.pointer] : [],
      ),
      ["/chi2"],
    );
  });
});
