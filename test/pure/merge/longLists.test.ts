import assert from "node:assert/strict";
import { mergeTexts, textOfPieces } from "@analyses/merge";
import { sized } from "../../support/size";

describe("a merge of a list that is longer than its tree lists", () => {
  // A million in a long run: work that grows by the square of the rows would end with the test's time.
  const count = Math.max(100_100, sized(1_000_000));
  const rows = Array.from(
    { length: count },
    (_, at) => `{"study":"S ${at}","note":"\\"}]","arms":[{"n":${at % 7}}]}`,
  );
  const documentOf = (all: readonly string[]): string =>
    `{"analysis-groups":[{"name":"G","analyses":[{"name":"A","studies":[${all.join(", ")}]}]}]}`;

  it("loses none of its rows, and merges them by study", () => {
    const base = documentOf(rows);
    const ours = documentOf([...rows.slice(0, 10), '{"study":"Ours"}', ...rows.slice(11)]);
    const theirs = documentOf([
      ...rows.slice(0, count - 1),
      (rows[count - 1] ?? "").replace(/"n":\d/, '"n":60'),
      '{"study":"Theirs"}',
    ]);
    const merged = mergeTexts({ base, ours, theirs });
    if (merged.kind === "unreadable") assert.fail();
    assert.deepEqual(merged.conflicts, []);
    assert.equal(
      textOfPieces(merged.pieces, () => "ours"),
      documentOf([
        ...rows.slice(0, 10),
        '{"study":"Ours"}',
        ...rows.slice(11, count - 1),
        (rows[count - 1] ?? "").replace(/"n":\d/, '"n":60'),
        '{"study":"Theirs"}',
      ]),
    );
  });

  it("takes one in which not all are objects as one value", () => {
    const merged = mergeTexts({
      base: documentOf(rows),
      ours: documentOf([...rows, "1"]),
      theirs: documentOf([...rows, "2"]),
    });
    assert.equal(merged.kind === "merged" && merged.conflicts.length, 1);
  });
});
