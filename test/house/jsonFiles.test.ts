import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { visit } from "jsonc-parser";

/** Duplicate names in an object of a JSON text; parsers keep only the last. */
function doubledIn(text: string): readonly string[] {
  const open: Set<string>[] = [];
  const doubled: string[] = [];
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectProperty: (name) => {
      const names = open.at(-1);
      if (names?.has(name) === true) doubled.push(name);
      names?.add(name);
    },
    onObjectEnd: () => {
      open.pop();
    },
  });
  return doubled;
}

describe("a JSON file of the project", () => {
  // Documents that contain problems on purpose.
  const notOurs = [":!test/corpus", ":!test/fixtures/diagnostics", ":!*problems-to-fix.analyses.json"];
  const files = execFileSync("git", ["ls-files", "*.json", ...notOurs], { encoding: "utf8" })
    .trim()
    .split("\n");

  it("has no property twice in one object", () => {
    assert.ok(files.includes("package.json") && files.includes("l10n/bundle.l10n.de.json"));
    const doubled = files.flatMap((file) =>
      doubledIn(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`),
    );
    assert.deepEqual(doubled, []);
    assert.deepEqual(doubledIn('{"a": {"b": 1}, "c": [{"b": 1}], "a": 2}'), ["a"]);
  });
});
