import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020";
import type { Log } from "sarif";
import { bad, folderWith, good, mendable, runChecker, warned } from "./support/runChecker";

const hostile = `{
  "risk-of-bias-method": "RISK_OF_BIAS_1",
  "analysis-groups": [],
  "\\u001b[31mred\\n::error title=x,y::100%\\u202e": 1
}
`;

describe("the reports of analyses-check", () => {
  let folder: string;
  beforeEach(() => {
    folder = folderWith({
      "sub/bad.analyses.json": bad,
      "good.analyses.json": good,
      "warned.analyses.json": warned,
    });
  });

  const run = (...words: string[]) => runChecker(folder, words);
  const logOf = async (...words: string[]): Promise<Log["runs"][number]> => {
    const { stdout } = await run("--format=sarif", ...words);
    const [first] = (JSON.parse(stdout) as Log).runs;
    assert.ok(first);
    return first;
  };

  it("are a line for each problem of each file, and the end is 1 for errors", async () => {
    const { status, stdout } = await run(
      "good.analyses.json",
      "sub/bad.analyses.json",
      "warned.analyses.json",
    );
    assert.equal(status, 1);
    const lines = stdout.trimEnd().split("\n").slice(0, -1);
    assert.match(lines[0] ?? "", /^sub\/bad\.analyses\.json:2:26: error: .+ \[not-allowed-value\]$/);
    assert.deepEqual(
      lines.map((line) => /^(?:sub\/)?(\w+).*\[(.*)\]$/.exec(line)?.slice(1).join(" ")),
      ["bad not-allowed-value", "bad duplicate-number", "warned duplicate-number"],
    );
  });

  it("have the rest where one file fails, with its reason and the end 2", async () => {
    const missing = await run("no-such.analyses.json", "sub/bad.analyses.json");
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /no-such\.analyses\.json: there is no such file/);
    assert.match(missing.stdout, /not-allowed-value/);
    const schema = await run("--item-schema=no-such.json", "good.analyses.json");
    assert.equal(schema.status, 2);
    assert.match(schema.stderr, /no-such\.json/);
  });

  it("are JSON that also contains unreadable files and the number of problems", async () => {
    const { stdout } = await run("--format", "json", ".", "none.analyses.json");
    const { failures, summary } = JSON.parse(stdout) as { failures: unknown; summary: unknown };
    assert.deepEqual(failures, [{ file: "none.analyses.json", reason: "there is no such file" }]);
    assert.deepEqual(summary, { checked: 3, error: 1, warning: 2, information: 0, hint: 0, files: 2 });
  });

  it("say which problems --fix mends", async () => {
    writeFileSync(join(folder, "mendable.analyses.json"), mendable);
    const { stdout } = await run("--format", "json", "mendable.analyses.json");
    const { files } = JSON.parse(stdout) as {
      files: readonly { problems: readonly { fixable: boolean }[] }[];
    };
    const marks = files.flatMap(({ problems }) => problems.map(({ fixable }) => fixable));
    assert.deepEqual(marks, [false, true, true]);
    assert.match((await run("mendable.analyses.json")).stdout, / Problems that --fix mends: 2\.\n$/);
    assert.doesNotMatch((await run("--fix", "mendable.analyses.json")).stdout, /that --fix mends/);
    assert.doesNotMatch((await run("warned.analyses.json")).stdout, /that --fix mends/);
  });

  it("are commands of GitHub Actions, with places, escaped by its rules", async () => {
    writeFileSync(join(folder, "a,b: 100%.analyses.json"), hostile);
    const { status, stdout } = await run(
      "--format=github",
      "sub/bad.analyses.json",
      "a,b: 100%.analyses.json",
      "none.json",
    );
    assert.equal(status, 2);
    const lines = stdout.trimEnd().split("\n");
    assert.match(
      lines[0] ?? "",
      /^::error file=sub\/bad\.analyses\.json,line=2,endLine=2,col=26,endColumn=42,title=not-allowed-value::.+ use RISK_OF_BIAS_1 or RISK_OF_BIAS_2\.$/,
    );
    assert.match(lines[1] ?? "", /^::warning file=.*,title=duplicate-number::/);
    assert.match(
      lines[2] ?? "",
      /^::error file=a%2Cb%3A 100%25\.analyses\.json,line=4,.*title=unknown-property::.*100%25\\u202e/,
    );
    assert.equal(lines[3], "::error title=analyses-check::none.json: there is no such file");
    assert.equal(lines.length, 4);
  });

  it("are JUnit's XML, in which errors are failed tests", async () => {
    writeFileSync(join(folder, "hostile.analyses.json"), `${hostile.replace('"\\u001b', '"<&\\ud800')}<`);
    const { stdout } = await run(
      "--format=junit",
      "sub",
      "good.analyses.json",
      "hostile.analyses.json",
      "none.json",
    );
    writeFileSync(join(folder, "report.xml"), stdout);
    const read = `import sys, json, xml.etree.ElementTree as tree
print(json.dumps([[suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("errors"), [[one.tag for one in case] for case in suite]] for suite in tree.parse(sys.argv[1]).getroot()]))`;
    const suites: unknown = JSON.parse(
      execFileSync("python3", ["-c", read, join(folder, "report.xml")], { encoding: "utf8" }),
    );
    assert.deepEqual(suites, [
      ["sub/bad.analyses.json", "2", "1", "0", [["failure"], ["system-out"]]],
      ["good.analyses.json", "1", "0", "0", [[]]],
      ["hostile.analyses.json", "2", "2", "0", [["failure"], ["failure"]]],
      ["none.json", "1", "0", "1", [["error"]]],
    ]);
  });

  it("are SARIF that follows the official schema, whatever they report", async () => {
    writeFileSync(join(folder, "odd name %20 ä.analyses.json"), '{ "a": 12345678901234567890, "a": 1,');
    const problems = await run(
      "--format=sarif",
      "sub/bad.analyses.json",
      "good.analyses.json",
      "odd name %20 ä.analyses.json",
    );
    const unfit = await run("--format=sarif", "--item-schema=good.analyses.json", "warned.analyses.json");
    const schema = resolve(`node_modules/@microsoft/sarif-multitool-${process.platform}/sarif-2.1.0.json`);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const isLog = ajv.compile(JSON.parse(readFileSync(schema, "utf8")) as object);
    for (const { stdout } of [problems, unfit, await run("--format=sarif", "good.analyses.json")]) {
      const log = JSON.parse(stdout) as Log;
      assert.ok(isLog(log), ajv.errorsText(isLog.errors));
      assert.ok(!isLog({ ...log, runs: [{ ...log.runs[0], results: [{}] }] }));
    }
  });

  it("are SARIF with the rule, the level and all places of a problem", async () => {
    const { results, tool } = await logOf("warned.analyses.json");
    assert.deepEqual(
      results?.map(({ ruleIndex = -1, level, locations = [], relatedLocations = [] }) => [
        tool.driver.rules?.[ruleIndex]?.id,
        level,
        ...[...locations, ...relatedLocations].map(({ physicalLocation }) => physicalLocation?.region),
      ]),
      [
        [
          "duplicate-number",
          "warning",
          { startLine: 5, startColumn: 17, endLine: 5, endColumn: 18 },
          { startLine: 4, startColumn: 17, endLine: 4, endColumn: 18 },
        ],
      ],
    );
  });

  it("are SARIF with addresses from the folder of the check on, which other machines have too", async () => {
    const { originalUriBaseIds, artifacts, results } = await logOf("sub", "good.analyses.json");
    assert.deepEqual(originalUriBaseIds, { "%SRCROOT%": { uri: `${pathToFileURL(folder).href}/` } });
    assert.deepEqual(artifacts, [
      { location: { uri: "sub/bad.analyses.json", uriBaseId: "%SRCROOT%" } },
      { location: { uri: "good.analyses.json", uriBaseId: "%SRCROOT%" } },
    ]);
    assert.deepEqual(results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation, {
      uri: "sub/bad.analyses.json",
      uriBaseId: "%SRCROOT%",
      index: 0,
    });
    const other = folderWith({ "x.analyses.json": bad });
    const outside = await logOf(join(other, "x.analyses.json"));
    assert.deepEqual(outside.artifacts, [
      { location: { uri: pathToFileURL(join(other, "x.analyses.json")).href } },
    ]);
  });

  it("are SARIF with the version, the pages that explain each rule, and the files that could not be read", async () => {
    const { tool, invocations } = await logOf("good.analyses.json", "none.json");
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    assert.equal(tool.driver.version, version);
    for (const { id, shortDescription, help } of tool.driver.rules ?? []) {
      assert.ok((shortDescription?.text.length ?? 0) > 10, id);
      assert.equal(help?.markdown, readFileSync(`docs/diagnostics/${id}.md`, "utf8"));
    }
    assert.equal(invocations?.[0]?.executionSuccessful, false);
    assert.deepEqual(
      invocations[0].toolExecutionNotifications?.map(({ message, locations }) => [
        message.text,
        locations?.[0]?.physicalLocation?.artifactLocation?.uri,
      ]),
      [["none.json: there is no such file", "none.json"]],
    );
    assert.equal((await logOf("good.analyses.json")).invocations?.[0]?.executionSuccessful, true);
  });
});
