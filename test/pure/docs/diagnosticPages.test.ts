import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import { defaultSeverities } from "@analyses/server/languageService";

const folder = resolve("docs/diagnostics");

describe("the page behind a problem's code", () => {
  for (const code of diagnosticCodes) {
    it(`explains ${code}, with the severity that it has`, () => {
      const page = readFileSync(resolve(folder, `${code}.md`), "utf8");
      assert.ok(page.startsWith(`# \`${code}\``));
      assert.match(page, new RegExp(`^Severity: ${defaultSeverities[code]}\\.$`, "m"));
      assert.ok(readFileSync(resolve(folder, "README.md"), "utf8").includes(`(${code}.md)`));
    });
  }

  it("is there for no code that does not exist", () => {
    const pages = readdirSync(folder).map((file) => file.replace(/\.md$/, ""));
    assert.deepEqual(pages.filter((page) => page !== "README").sort(), [...diagnosticCodes].sort());
  });
});
