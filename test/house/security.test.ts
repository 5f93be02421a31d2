import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
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

/** Of whom nobody has to fear that they pass for this project: standards, and what documents name. */
const knownHosts = [
  "assets.cochrane.org",
  "doi.org",
  "docs.oasis-open.org",
  "json-schema.org",
  "keepachangelog.com",
  "pre-commit.com",
  "semver.org",
  "www.rfc-editor.org",
  "www.w3.org",
];

describe("the addresses in what ships and in what people read", () => {
  it("lead nowhere that is not known to be the project's: a page or a schema there would be a stranger's", () => {
    const places = [
      "*/src",
      "client",
      "schemas",
      "docs",
      "media",
      "samples",
      "l10n",
      "*.md",
      "package*.json",
    ];
    const files = execFileSync("git", ["ls-files", ...places, ":!package-lock.json"], { encoding: "utf8" });
    const unknown = files.split("\n").flatMap((file) => {
      if (file === "" || file.endsWith(".png")) return [];
      const hosts = readFileSync(file, "utf8").matchAll(/https?:\/\/([a-z0-9.-]*[a-z0-9])/gi);
      return [...hosts].flatMap(([, host = ""]) =>
        isKnown(host.toLowerCase()) ? [] : [`${host} in ${file}`],
      );
    });
    assert.deepEqual(unknown, []);
  });
});

function isKnown(host: string): boolean {
  // Nobody can have those of RFC 2606.
  return knownHosts.includes(host) || /^(localhost|127\.0\.0\.1|(.*\.)?example(\.org|\.com)?)$/.test(host);
}
