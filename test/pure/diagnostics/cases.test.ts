import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import { readCases, runCase } from "../../support/diagnosticCases";

const folder = "test/fixtures/diagnostics";

/** `UPDATE_CASES=1` writes the actual findings into the files: review the diff before you commit it. */
const isUpdate = process.env.UPDATE_CASES === "1";

describe("a diagnostic", () => {
  for (const code of diagnosticCodes) {
    describe(code, () => {
      const files = readdirSync(join(folder, code)).map((name) => join(folder, code, name));
      const texts = new Map(files.map((path) => [path, readFileSync(path, "utf8")]));
      for (const [path, text] of texts) {
        const { head, cases } = readCases(text);
        const updated: string[] = [];
        for (const one of cases)
          it(`${basename(path, ".json")}: ${one.title}`, async () => {
            const { written, futile, isFixedTwice } = await runCase(one);
            const all = [...one.written.filter((line) => /^\/\/[#:]/.test(line)), ...written];
            updated.push(all.join("\n"));
            if (!isUpdate) assert.deepEqual(all, one.written);
            assert.deepEqual(futile, []);
            assert.ok(!isFixedTwice, "“fix all” leaves something for a second time");
          });
        if (isUpdate)
          after(() => {
            if (updated.length === cases.length) writeFileSync(path, `${head}${updated.join("\n\n")}\n`);
          });
      }
      it("is found in one of its cases", () => {
        assert.match([...texts.values()].join("\n"), new RegExp(`\\^[…0]? ${code}(?: \\(\\w+\\))?: `));
      });
    });
  }
});
