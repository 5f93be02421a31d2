import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020";
import type { Log } from "sarif";
import { bad, folderWith, good, runChecker, warned } from "./support/runChecker";

describe("analyses-check", () => {
  let folder: string;
  before(() => {
    folder = folderWith({
      "good.analyses.json": good,
      "bad.analyses.json": bad,
      "warned.analyses.json": warned,
    });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const check = (...parameters: readonly string[]) => runChecker(folder, parameters);

  it("reports that there are no problems, and ends with 0", async () => {
    const stdout = "Files checked: 1. No problems.\n";
    assert.deepEqual(await check("good.analyses.json"), { status: 0, stdout, stderr: "" });
  });

  it("prints a line for each problem of each file and ends with 1 for errors", async () => {
    const { status, stdout } = await check("good.analyses.json", "bad.analyses.json", "warned.analyses.json");
    assert.equal(status, 1);
    const lines = stdout.trimEnd().split("\n").slice(0, -1);
    assert.match(lines[0] ?? "", /^bad\.analyses\.json:2:26: error: .+ \[not-allowed-value\]$/);
    assert.deepEqual(
      lines.map((line) => /^(\w+).*\[(.*)\]$/.exec(line)?.slice(1).join(" ")),
      ["bad not-allowed-value", "bad duplicate-number", "warned duplicate-number"],
    );
  });

  it("ends with 0 where there are only warnings", async () => {
    const { status, stdout } = await check("warned.analyses.json");
    assert.equal(status, 0);
    assert.match(stdout, /warning: .+\[duplicate-number\]/);
  });

  it("ends with 2 and a reason where it fails on one file, and still checks the rest", async () => {
    const missing = await check("no-such.analyses.json", "bad.analyses.json");
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /no-such\.analyses\.json: there is no such file/);
    assert.match(missing.stdout, /not-allowed-value/);
    const schema = await check("--item-schema=no-such.json", "good.analyses.json");
    assert.equal(schema.status, 2);
    assert.match(schema.stderr, /no-such\.json/);
  });

  it("writes SARIF that follows the official schema, whatever it reports", async () => {
    writeFileSync(join(folder, "odd name %20 ä.analyses.json"), '{ "a": 12345678901234567890, "a": 1,');
    const problems = await check(
      "--format=sarif",
      "bad.analyses.json",
      "good.analyses.json",
      "odd name %20 ä.analyses.json",
    );
    const unfit = await check("--format=sarif", "--item-schema=good.analyses.json", "warned.analyses.json");
    const schema = resolve(`node_modules/@microsoft/sarif-multitool-${process.platform}/sarif-2.1.0.json`);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const isLog = ajv.compile(JSON.parse(readFileSync(schema, "utf8")) as object);
    for (const { stdout } of [problems, unfit, await check("--format=sarif", "good.analyses.json")]) {
      const log = JSON.parse(stdout) as Log;
      assert.ok(isLog(log), ajv.errorsText(isLog.errors));
      assert.ok(!isLog({ ...log, runs: [{ ...log.runs[0], results: [{}] }] }));
    }
  });
});
