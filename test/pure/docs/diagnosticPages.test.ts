import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import { defaultSeverity } from "@analyses/server/diagnostics/index";
import { diagnosticLists } from "../../../scripts/lib/diagnosticLists.mjs";

const folder = resolve("docs/diagnostics");

describe("the page of a problem's code", () => {
  for (const code of diagnosticCodes) {
    it(`explains ${code}, with the severity that it has`, () => {
      const page = readFileSync(resolve(folder, `${code}.md`), "utf8");
      assert.match(page, new RegExp(`^Severity: ${defaultSeverity(code)}\\.$`, "m"));
    });
  }

  it("is there for no code that does not exist", () => {
    const pages = readdirSync(folder).map((file) => file.replace(/\.md$/, ""));
    assert.deepEqual(pages.filter((page) => page !== "README").sort(), [...diagnosticCodes].sort());
  });
});

describe("a list of all codes", () => {
  it("names each file of server/src/diagnostics: npm run diagnostics", async () => {
    for (const [file, text] of Object.entries(await diagnosticLists()))
      assert.equal(readFileSync(resolve(file), "utf8"), text, file);
  });
});
