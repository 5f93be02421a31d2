import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";

const rows = readFileSync("SECURITY.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|") && line.includes("test/"));

/** The tests that a row of the table names: their files and how their titles begin. */
const testsOf = (row: string) =>
  [...row.matchAll(/`(test\/[^`]+)` “([^”]+)”/g)].map(([, file = "", title = ""]) => ({ file, title }));

describe("the threats in SECURITY.md", () => {
  it("are each shown to be stopped by tests that there are", () => {
    assert.ok(rows.length > 10);
    for (const row of rows) {
      const tests = testsOf(row);
      assert.ok(tests.length > 0, row);
      for (const { file, title } of tests) {
        assert.ok(existsSync(file), file);
        const titles = readFileSync(file, "utf8").matchAll(/\bit\(\s*["`](.+?)["`],/g);
        const found = [...titles].some(([, written]) => written?.startsWith(title) === true);
        assert.ok(found, `${file} has no test “${title}”`);
      }
      assert.equal(row.split("test/").length - 1, tests.length, "each file is named with a title");
    }
  });
});
