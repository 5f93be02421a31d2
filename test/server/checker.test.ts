import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020";
import type { Log } from "sarif";
import { LspClient } from "./support/lspClient";
import { plainTerminal } from "./support/runProgram";

const good = '{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [] }\n';
const bad = `{
  "risk-of-bias-method": "RISK_OF_BIAS_3",
  "analysis-groups": [
    { "number": 1, "name": "a", "analyses": [ {} ] },
    { "number": 1, "name": "b", "analyses": [] }
  ]
}
`;
const warned = bad.replace("RISK_OF_BIAS_3", "RISK_OF_BIAS_2");

describe("analyses-check", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "analyses-check-"));
    writeFileSync(join(folder, "good.analyses.json"), good);
    writeFileSync(join(folder, "bad.analyses.json"), bad);
    writeFileSync(join(folder, "warned.analyses.json"), warned);
    writeFileSync(join(folder, "item.json"), '{ "required": ["name"] }');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const check = (...parameters: readonly string[]) => {
    const program = resolve("dist/server/check.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...parameters], {
      cwd: folder,
      env: plainTerminal,
      encoding: "utf8",
      maxBuffer: 100_000_000,
    });
    return { status, stdout, stderr };
  };

  it("reports that there are no problems, and ends with 0", () => {
    const stdout = "Files checked: 1. No problems.\n";
    assert.deepEqual(check("good.analyses.json"), { status: 0, stdout, stderr: "" });
  });

  it("prints a line for each problem of each file and ends with 1 for errors", () => {
    const { status, stdout } = check("good.analyses.json", "bad.analyses.json", "warned.analyses.json");
    assert.equal(status, 1);
    const lines = stdout.trimEnd().split("\n").slice(0, -1);
    assert.match(lines[0] ?? "", /^bad\.analyses\.json:2:26: error: .+ \[not-allowed-value\]$/);
    assert.deepEqual(
      lines.map((line) => /^(\w+).*\[(.*)\]$/.exec(line)?.slice(1).join(" ")),
      ["bad not-allowed-value", "bad duplicate-number", "warned duplicate-number"],
    );
  });

  it("ends with 0 where there are only warnings", () => {
    const { status, stdout } = check("warned.analyses.json");
    assert.equal(status, 0);
    assert.match(stdout, /warning: .+\[duplicate-number\]/);
  });

  it("holds each analysis against the item schema", () => {
    const { status, stdout } = check("--item-schema", "item.json", "warned.analyses.json");
    assert.equal(status, 1);
    assert.match(stdout, /:4:47: error: .+ \[missing-property\]/);
  });

  it("reports every problem in each format, or reports in the last one that there are more", () => {
    const events = { properties: { events: { items: { type: "integer" } } } };
    writeFileSync(join(folder, "choice.json"), JSON.stringify({ oneOf: [events, { type: "string" }] }));
    const wrong = (count: number): string =>
      warned
        .replace("{}", `{ "events": [${Array.from({ length: count }, () => '"1"').join(", ")}] }`)
        .replace('"number": 1, "name": "b"', '"number": 2, "name": "b"');
    writeFileSync(join(folder, "300.analyses.json"), wrong(300));
    writeFileSync(join(folder, "1001.analyses.json"), wrong(1001));
    const messages: Record<string, (file: string) => (string | undefined)[]> = {
      text: (file) => check("--item-schema=choice.json", file).stdout.trimEnd().split("\n").slice(0, -1),
      json: (file) => {
        const { stdout } = check("--item-schema=choice.json", "--format=json", file);
        const report = JSON.parse(stdout) as { files: { problems: { message: string }[] }[] };
        return (report.files[0]?.problems ?? []).map(({ message }) => message);
      },
      sarif: (file) => {
        const log = JSON.parse(check("--item-schema=choice.json", "--format=sarif", file).stdout) as Log;
        return (log.runs[0]?.results ?? []).map(({ message }) => message.text);
      },
    };
    for (const [format, messagesOf] of Object.entries(messages)) {
      assert.equal(messagesOf("300.analyses.json").length, 300, format);
      const limited = messagesOf("1001.analyses.json");
      assert.equal(limited.length, 1001, format);
      assert.match(limited[1000] ?? "", /Only the first 1000 problems are shown: there are more\./, format);
    }
  });

  it("ends with 2 and a reason where it fails on one file, and still checks the rest", () => {
    const missing = check("no-such.analyses.json", "bad.analyses.json");
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /no-such\.analyses\.json: there is no such file/);
    assert.match(missing.stdout, /not-allowed-value/);
    const schema = check("--item-schema=no-such.json", "good.analyses.json");
    assert.equal(schema.status, 2);
    assert.match(schema.stderr, /no-such\.json/);
  });

  it("writes JSON with the ranges of the editor", () => {
    const report: unknown = JSON.parse(
      check("--format=json", "warned.analyses.json", "good.analyses.json").stdout,
    );
    assert.deepEqual(report, {
      files: [
        {
          file: "warned.analyses.json",
          problems: [
            {
              code: "duplicate-number",
              severity: "warning",
              message: (report as { files: { problems: { message: string }[] }[] }).files[0]?.problems[0]
                ?.message,
              range: { start: { line: 4, character: 16 }, end: { line: 4, character: 17 } },
              related: (report as { files: { problems: { related: unknown }[] }[] }).files[0]?.problems[0]
                ?.related,
            },
          ],
        },
        { file: "good.analyses.json", problems: [] },
      ],
      failures: [],
      summary: { checked: 2, files: 1, error: 0, warning: 1, information: 0, hint: 0 },
    });
  });

  it("writes SARIF 2.1.0 with rules and places", () => {
    const log = JSON.parse(check("--format", "sarif", "bad.analyses.json").stdout) as Log;
    assert.equal(log.version, "2.1.0");
    const [run] = log.runs;
    assert.ok(run?.results && run.tool.driver.rules);
    assert.equal(run.tool.driver.name, "analyses-check");
    const [first, second] = run.results;
    assert.equal(first?.ruleId, "not-allowed-value");
    assert.equal(run.tool.driver.rules[first.ruleIndex ?? -1]?.id, "not-allowed-value");
    assert.equal(first.level, "error");
    assert.deepEqual(first.locations?.[0]?.physicalLocation, {
      artifactLocation: { uri: "bad.analyses.json", uriBaseId: "%SRCROOT%", index: 0 },
      region: { startLine: 2, startColumn: 26, endLine: 2, endColumn: 42 },
    });
    assert.equal(second?.level, "warning");
    assert.equal(second.relatedLocations?.[0]?.physicalLocation?.region?.startLine, 4);
  });

  it("writes SARIF that follows the official schema, whatever it reports", () => {
    writeFileSync(join(folder, "odd name %20 ä.analyses.json"), '{ "a": 12345678901234567890, "a": 1,');
    const problems = check(
      "--format=sarif",
      "bad.analyses.json",
      "good.analyses.json",
      "odd name %20 ä.analyses.json",
    );
    const unfit = check("--format=sarif", "--item-schema=good.analyses.json", "warned.analyses.json");
    const schema = resolve(`node_modules/@microsoft/sarif-multitool-${process.platform}/sarif-2.1.0.json`);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const isLog = ajv.compile(JSON.parse(readFileSync(schema, "utf8")) as object);
    for (const { stdout } of [problems, unfit, check("--format=sarif", "good.analyses.json")]) {
      const log = JSON.parse(stdout) as Log;
      assert.ok(isLog(log), ajv.errorsText(isLog.errors));
      assert.ok(!isLog({ ...log, runs: [{ ...log.runs[0], results: [{}] }] }));
    }
  });

  it("finds what the editor finds", async () => {
    const samples = ["drug-versus-placebo.analyses.json", "problems-to-fix.analyses.json"].map((name) =>
      resolve("test/fixtures/samples", name),
    );
    const itemSchema = resolve("samples/pairwise-analysis.schema.json");
    const report = JSON.parse(check("--format=json", "--item-schema", itemSchema, ...samples).stdout) as {
      files: { file: string; problems: { code: string; message: string; range: unknown }[] }[];
    };
    const client = await LspClient.start({ initializationOptions: { itemSchema } });
    try {
      for (const { file, problems } of report.files) {
        const uri = pathToFileURL(file).href;
        await client.open(uri, readFileSync(file, "utf8"));
        const pushed = await client.pushed(uri);
        assert.deepEqual(
          problems.map(({ code, message, range }) => ({ code, message, range })),
          pushed.map(({ code, message, range }) => ({ code, message, range })),
        );
      }
      assert.ok((report.files[1]?.problems.length ?? 0) > 5);
    } finally {
      await client.stop();
    }
  });
});
