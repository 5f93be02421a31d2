import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { markedText, mergeTexts, textOfPieces } from "@analyses/merge";

const folder = "test/fixtures/merge";

/*
 * Each folder is a scenario: three versions of a document, and the merged text for Git. The optional file `notes`
 * contains the expected notes.
 */
describe("a merge, scenario by scenario", () => {
  const scenarios = readdirSync(folder);
  for (const name of scenarios)
    it(name.replaceAll("-", " "), () => {
      const read = (file: string): string => readFileSync(`${folder}/${name}/${file}`, "utf8");
      const merged = mergeTexts({ base: read("base"), ours: read("ours"), theirs: read("theirs") });
      if (merged.kind === "unreadable") assert.fail(`unreadable: ${merged.sides.join()}`);
      const labels = { base: "base", ours: "ours", theirs: "theirs" };
      assert.equal(markedText(merged, { size: 7, labels }), read("expected"));
      const notes = merged.notes.map((note) =>
        note.kind === "same-number"
          ? `same number ${note.number}: ${note.labels.join(", ")}\n`
          : `renumbered ${note.label}: ${note.number}\n`,
      );
      assert.equal(notes.join(""), existsSync(`${folder}/${name}/notes`) ? read("notes") : "");
    });
});

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
