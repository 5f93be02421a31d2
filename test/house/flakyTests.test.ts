import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Failure, MochaCounts } from "../../scripts/lib/counts.mjs";
import { countsOfBoth, filesToRunAgain, runWithSecondTry } from "../../scripts/lib/counts.mjs";

const late: Failure = { title: "opens", file: "a", why: "TimeoutError: 20 s\n at a", isDenied: false };
const wrong: Failure = { title: "saves", file: "b", why: "AssertionError: 7 studies", isDenied: true };

const counts = (passed: number, ...failures: readonly Failure[]): MochaCounts => ({
  passed,
  failed: failures.map(({ title, why }) => `${title}\n${why}\n`),
  failures,
  passedIn: { a: 3, b: 4 },
});

describe("a test that fails and passes when it is run again", () => {
  it("is named with why it failed, and counted as passed", () => {
    const first = counts(7, late);
    const files = filesToRunAgain(first);
    assert.deepEqual(files, ["a"]);
    assert.deepEqual(countsOfBoth(first, files, counts(4)), {
      passed: 8,
      failed: [],
      flaky: ["opens (TimeoutError: 20 s)"],
    });
  });

  it("is a failure where an assertion was not met, such as of a document's text: its file is not run again", () => {
    const first = counts(7, wrong, { ...late, file: "b" }, late);
    const files = filesToRunAgain(first);
    assert.deepEqual(files, ["a"]);
    const { failed, flaky } = countsOfBoth(first, files, counts(4));
    assert.deepEqual(failed, ["saves\nAssertionError: 7 studies\n", "opens\nTimeoutError: 20 s\n at a\n"]);
    assert.deepEqual(flaky, ["opens (TimeoutError: 20 s)"]);
  });

  it("has its file run once more, and no other", async () => {
    const folder = mkdtempSync(join(tmpdir(), "analyses-counts-"));
    const output = join(folder, "counts.json");
    const runs: (readonly string[] | undefined)[] = [];
    const run = (files?: readonly string[]) => {
      const isFirst = runs.push(files) === 1;
      writeFileSync(output, JSON.stringify(counts(7, ...(isFirst ? [late] : []))));
      return Promise.resolve(!isFirst);
    };
    try {
      assert.equal((await runWithSecondTry(output, run)).flaky?.length, 1);
      assert.deepEqual(runs, [undefined, ["a"]]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
