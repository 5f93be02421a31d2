import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { markedText, mergeTexts } from "@analyses/merge";

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
      if (merged.kind === "unreadable") assert.fail("unreadable");
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
