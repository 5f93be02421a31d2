import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const threats = readFileSync("docs/threats.md", "utf8").split("\n### ").slice(1);

/** The tests listed for a threat: files and the beginnings of titles. */
const testsOf = (threat: string) =>
  [...threat.matchAll(/^- `(test\/[^`]+)`: (.+)$/gm)].map(([, file = "", title = ""]) => ({ file, title }));

describe("the threats in docs/threats.md", () => {
  it("are each shown to be stopped by tests that there are", () => {
    assert.ok(threats.length > 30);
    for (const threat of threats) {
      assert.match(
        threat,
        /^.+\n\n\*\*Threat\.\*\* .+\n\n\*\*Measure\.\*\* .+\n\n\*\*Test\.\*\*\n\n- `test\//,
      );
      const tests = testsOf(threat);
      for (const { file, title } of tests) {
        assert.ok(existsSync(file), file);
        const titles = readFileSync(file, "utf8").matchAll(/\bit\(\s*["`](.+?)["`],/g);
        const found = [...titles].some(([, written = ""]) =>
          written.replace(/\$\{\w+\}/g, "its").startsWith(title.replace(/\$\{\w+\}/g, "its")),
        );
        assert.ok(found, `${file} has no test “${title}”`);
      }
      assert.equal(threat.split("`test/").length - 1, tests.length, "each file is named with a title");
    }
  });

  it("have a page each", () => {
    assert.ok(readFileSync("SECURITY.md", "utf8").split("\n").length <= 61);
  });
});

/** Hosts that cannot impersonate this project: those of standards, and those that documents name. */
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
  // RFC 2606 reserves the example domains.
  return knownHosts.includes(host) || /^(localhost|127\.0\.0\.1|(.*\.)?example(\.org|\.com)?)$/.test(host);
}
