import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { example } from "../../support/exchangeFiles";

describe("import and export in a browser", () => {
  it("read a review, a package and a table, and write them, with nothing of Node", async () => {
    const { outputFiles } = await build({
      entryPoints: ["exchange/src/index.ts"],
      bundle: true,
      write: false,
      platform: "browser",
      target: "es2022",
      format: "iife",
      globalName: "exchange",
      mainFields: ["browser", "module", "main"],
    });
    const files = ["made-up.rm5", "made-up-v1.zip", "spreadsheets/metafor-dichotomous.csv"].map((name) => {
      const { bytes } = example(name);
      return { name, bytes: Array.from(bytes) };
    });
    const found: unknown = runInNewContext(
      `${outputFiles[0]?.text ?? ""}
      const translate = (sentence) => sentence;
      const run = (work) => {
        let step = work.next();
        while (!step.done) step = work.next();
        return step.value;
      };
      const options = { translate, format: "revman-package", name: "x", shape: null, $schema: "", riskOfBias: 1 };
      files.map(({ name, bytes }) => {
        const read = run(exchange.readSource([{ name, bytes: Uint8Array.from(bytes) }], { translate }));
        const written = run(exchange.writeReview(read.review, options));
        return read.counts.rows + " rows, " + written.kind + ", " + exchange.zipOf(written.files).length;
      }).join("; ");`,
      { files, TextEncoder, TextDecoder },
    );
    assert.match(String(found), /^21 rows, written, \d+; 21 rows, written, \d+; 3 rows, written, \d+$/);
  });
});
