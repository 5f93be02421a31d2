import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { diffReport } from "@analyses/server/checker/diffReport";

interface Change {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

describe("the patch of analyses-check --diff", () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), "analyses-patch-"))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const piece = fc
    .array(fc.constantFrom("a", "b", "\n", "\n", "\r\n", "ä"), { maxLength: 30 })
    .map((parts) => parts.join(""));

  it("is one that git applies, whatever changes where, at the ends too", () => {
    const texts = fc.tuple(piece, fc.array(fc.tuple(fc.nat(3), fc.nat(3), piece), { maxLength: 4 }));
    fc.assert(
      fc.property(texts, ([beginning, places]) => {
        // Inserts unchanged text between the changes, so that they are not adjacent.
        let before = beginning;
        let after = beginning;
        const changes: Change[] = [];
        for (const [kept, length, newText] of places) {
          const old = "xy\n".slice(0, length);
          if (old === newText) continue;
          changes.push({ start: before.length, end: before.length + length, newText });
          before += old + "k\nkk\n\nk".repeat(kept + 1);
          after += newText + "k\nkk\n\nk".repeat(kept + 1);
        }
        if (before === after) return;
        const patch = diffReport([
          {
            name: "a b.json",
            uri: "file:///a",
            problems: [],
            problemsBefore: [],
            mostShown: 1000,
            fixed: { before, after, changes },
          },
        ]);
        writeFileSync(join(folder, "a b.json"), before);
        execFileSync("git", ["apply", "-"], {
          cwd: folder,
          input: patch,
          stdio: ["pipe", "ignore", "pipe"],
        });
        assert.equal(readFileSync(join(folder, "a b.json"), "utf8"), after);
      }),
      { numRuns: 150 },
    );
  });
});
