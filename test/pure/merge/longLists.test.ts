import assert from "node:assert/strict";
import { mergeTexts, textOfPieces } from "@analyses/merge";

describe("a merge of a list that is longer than its tree lists", () => {
  const rows = Array.from({ length: 100_100 }, (_, at) => `{"study":"S ${at}"}`);
  const documentOf = (...all: readonly string[]): string =>
    `{"analysis-groups":[{"name":"G","analyses":[{"name":"A","studies":[${all.join(", ")}]}]}]}`;

  it("loses none of its rows, and asks about the whole list if both versions changed it", () => {
    const [base, ours] = [documentOf(...rows), documentOf(...rows, '{"study":"Ours"}')];
    for (const theirs of [base, documentOf(...rows, '{"study":"Theirs"}')]) {
      const merged = mergeTexts({ base, ours, theirs });
      if (merged.kind === "unreadable") assert.fail();
      assert.equal(merged.conflicts.length, theirs === base ? 0 : 1);
      assert.equal(
        textOfPieces(merged.pieces, () => "ours"),
        ours,
      );
    }
  });
});
