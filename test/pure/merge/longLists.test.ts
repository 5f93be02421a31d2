import assert from "node:assert/strict";
import { mergeTexts, textOfPieces } from "@analyses/merge";

describe("a merge of a list that is longer than its tree lists", () => {
  const rows = Array.from(
    { length: 100_100 },
    (_, at) => `{"study":"S ${at}","note":"\\"}]","arms":[{"n":${at % 7}}]}`,
  );
  const documentOf = (all: readonly string[]): string =>
    `{"analysis-groups":[{"name":"G","analyses":[{"name":"A","studies":[${all.join(", ")}]}]}]}`;

  it("loses none of its rows, and merges them by study", () => {
    const base = documentOf(rows);
    const ours = documentOf([...rows.slice(0, 10), '{"study":"Ours"}', ...rows.slice(11)]);
    const theirs = documentOf([
      ...rows.slice(0, 100_099),
      (rows[100_099] ?? "").replace('"n":6', '"n":60'),
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
        ...rows.slice(11, 100_099),
        (rows[100_099] ?? "").replace('"n":6', '"n":60'),
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
