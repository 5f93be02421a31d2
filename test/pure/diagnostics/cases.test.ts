import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import { diagnoseCase, testCases } from "../../support/textCases";

const folder = "test/fixtures/diagnostics";

describe("a diagnostic", () => {
  for (const code of diagnosticCodes) {
    describe(code, () => {
      const files = readdirSync(join(folder, code)).map((name) => join(folder, code, name));
      for (const path of files) testCases(path, diagnoseCase);

      it("is found in one of its cases", () => {
        const texts = files.map((path) => readFileSync(path, "utf8")).join("\n");
        assert.match(texts, new RegExp(`\\^[…0]? ${code}(?: \\(\\w+\\))?: `));
      });
    });
  }
});
