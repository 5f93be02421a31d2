import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { commandsIn, hostileTexts } from "../support/buildServers";
import { checker, folderWith } from "./support/runChecker";
import { plainTerminal } from "./support/runProgram";

const evidence = resolve("dist/evidence/evidence.js");

const study = (name: string, index: number) => ({
  study: name,
  events1: 12 + index,
  total1: 148,
  events2: 19,
  total2: 151,
});
const hostile = (method: string) => ({
  "risk-of-bias-method": method,
  "analysis-groups": hostileTexts.map((name, index) => ({
    number: index + 1,
    name,
    analyses: [
      { name, number: 1, effectMeasure: "RR", [name]: name, studies: hostileTexts.map(study) },
      { name, number: 2, effectMeasure: name, studies: [{ study: name, events1: 200, total1: 100 }] },
    ],
    ...{ [name]: name },
  })),
});
/** A fixable trailing comma after a comment that JSON does not allow. */
const mendable = `{ "risk-of-bias-method": "RISK_OF_BIAS_1",
/*
${hostileTexts.join("\n")}
*/ "analysis-groups": [], }
`;

/** Text of a document must not become a command in a build server's log. */
describe("a document in a build", () => {
  let folder: string;
  beforeEach(() => {
    folder = folderWith({
      "a.analyses.json": JSON.stringify(hostile(hostileTexts[4] ?? ""), undefined, 2),
      "b.analyses.json": JSON.stringify(hostile("RISK_OF_BIAS_1")).replaceAll('"events1":13', '"events1":14'),
      "::error title=x::y.analyses.json": "[",
      "##vso[task.complete]z.analyses.json": "[",
      "sub/mend.analyses.json": mendable,
    });
  });

  const spawned = (program: string, words: readonly string[], env: NodeJS.ProcessEnv, input = "") =>
    spawnSync(process.execPath, [program, ...words], {
      ...{ cwd: folder, env: { ...plainTerminal, ...env }, encoding: "utf8" as const },
      input,
    });
  /** Runs a program as build servers do, with piped output. */
  const run = (program: string, words: readonly string[], input = "") => {
    const { stdout, stderr } = spawned(program, words, { CI: "true", FORCE_COLOR: "1" }, input);
    assert.ok(stdout !== "" || stderr !== "");
    // Removes the program's own colour codes.
    return `${stdout}\n${stderr}`.replace(/\u001b\[\d+m/g, "");
  };
  const assertHarmless = (log: string, what: string) => {
    assert.deepEqual(commandsIn(log), [], what);
    const written = log.replaceAll("\r\n", "\n");
    assert.doesNotMatch(written, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/, what);
  };

  it("gives no build server a command, by the rules of GitHub's and Azure's, whatever is reported", () => {
    const everything = [".", "::error title=x::y.analyses.json", "##vso[task.complete]z.analyses.json"];
    for (const format of ["text", "json", "sarif", "junit"])
      assertHarmless(run(checker, ["--format", format, ...everything]), format);
    assertHarmless(run(checker, ["--diff", "."]), "diff");
    assertHarmless(run(checker, ["--fix", "-"], mendable), "a mended text");
    assertHarmless(run(checker, hostileTexts), "files that are not there");
    for (const format of ["text", "json", "csv", "r"])
      assertHarmless(run(evidence, ["--format", format, "a.analyses.json"]), format);
    assertHarmless(run(evidence, ["--format", "svg", "--analysis", "1.1", "a.analyses.json"]), "svg");
    assertHarmless(run(evidence, hostileTexts), "files that are not there");
    assert.match(run(checker, ["no\u001b[31m.json"]), /no\\u001b\[31m\.json: there is no such file/);
    for (const format of ["text", "json", "markdown"]) {
      const words = ["--format", format, "--compare", "b.analyses.json", "a.analyses.json"];
      assertHarmless(run(evidence, words), `compared as ${format}`);
    }
  });

  it("has annotations at GitHub that are the checker's, and no other command", () => {
    const found = commandsIn(run(checker, ["--format", "github", "."]));
    assert.ok(found.length > hostileTexts.length);
    for (const { name, line } of found) {
      assert.match(name, /^(error|warning|notice)$/);
      assert.match(line, /^::\w+ (file|title)=/);
    }
    assertHarmless(found.map(({ line }) => line.replace(/^::/, "")).join("\n"), "the rest of their lines");
  });

  it("is the same JSON as it would be in a file, and the same patch where it goes to one", () => {
    for (const program of [checker, evidence]) {
      const read = (env: NodeJS.ProcessEnv): unknown =>
        JSON.parse(spawned(program, ["--format", "json", "a.analyses.json"], env).stdout);
      assert.deepEqual(read({ CI: "true" }), read({}));
    }
    const file = openSync(join(folder, "patch"), "w");
    const env = { ...plainTerminal, GITHUB_ACTIONS: "true" };
    spawnSync(process.execPath, [checker, "--diff", "sub"], {
      cwd: folder,
      env,
      stdio: ["ignore", file, "pipe"],
    });
    closeSync(file);
    execFileSync("git", ["apply", "patch"], { cwd: folder });
    assert.equal(
      readFileSync(join(folder, "sub/mend.analyses.json"), "utf8"),
      mendable.replace("[], }", "[] }"),
    );
  });

  it("colours no terminal with a patch, nor with a table for spreadsheets", function () {
    if (!existsSync("/usr/bin/script")) this.skip();
    writeFileSync(join(folder, "c.analyses.json"), mendable);
    for (const [program, words] of [
      [checker, "--diff sub"],
      [evidence, "--format csv a.analyses.json"],
    ] as const) {
      const command = `"${process.execPath}" "${program}" ${words}`;
      const shown = execFileSync("script", ["-qec", `${command}; true`, "/dev/null"], {
        cwd: folder,
        env: plainTerminal,
        encoding: "utf8",
      });
      assert.match(shown, /\\u001b\[31m/);
      assert.ok(!shown.includes("\u001b[31m"));
    }
  });
});
