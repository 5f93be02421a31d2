import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bad, checker, folderWith, good, runChecker, warned } from "./support/runChecker";
import { plainTerminal } from "./support/runProgram";

const named = '{ "required": ["name"] }';

describe("the options of analyses-check", () => {
  let folder: string;
  beforeEach(() => {
    folder = folderWith({
      "good.analyses.json": good,
      "bad.analyses.json": bad,
      "warned.analyses.json": warned,
      "schemas/item.json": named,
    });
  });

  const run = (...words: string[]) => runChecker(folder, words);
  const codesIn = (stdout: string): readonly string[] =>
    [...stdout.matchAll(/: (error|warning|information|hint): .* \[(.*)\]$/gm)].map(
      (found) => `${found[1]} ${found[2]}`,
    );

  it("are shown in full, with what the exit status means, by -h and --help", async () => {
    for (const option of ["-h", "--help"]) {
      const { status, stdout } = await run(option);
      assert.equal(status, 0);
      for (const word of [
        "--fix",
        "--diff",
        "--stdin-filename",
        "--max-warnings",
        "--severity",
        "--schema",
        "Exit status",
      ])
        assert.ok(stdout.includes(word), word);
      for (const line of stdout.split("\n")) assert.ok(line.length <= 100, line);
    }
  });

  it("print the version", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    for (const option of ["-V", "--version"]) assert.equal((await run(option)).stdout, `${version}\n`);
  });

  it("are refused by a sentence, and how to get help, where they mean nothing", async () => {
    const { status, stdout, stderr } = await run("--no-such", "good.analyses.json");
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(
      stderr,
      /^analyses-check: there is no option --no-such\n\nUsage: analyses-check .*\n.*--help .*\n$/,
    );
  });

  it("end at --, so that any name can be checked", async () => {
    writeFileSync(join(folder, "--help"), good);
    assert.equal((await run("--", "--help")).stdout, "Files checked: 1. No problems.\n");
  });

  it("set severities and the number of problems, and the last line reports when that limit applied", async () => {
    const { status, stdout } = await run(
      "--severity=not-allowed-value=warning",
      "--severity",
      "duplicate-number=off",
      "bad.analyses.json",
    );
    assert.equal(status, 0);
    assert.deepEqual(codesIn(stdout), ["warning not-allowed-value"]);
    const none = await run("--max-problems=0", "bad.analyses.json");
    assert.match(none.stdout, /: There are problems, and none is shown\. \[schema\]\n/);
    const cut = await run("--max-problems=1", "bad.analyses.json");
    assert.match(
      cut.stdout,
      /\nFiles checked: 1, with problems: 1\. Problems: 2 \(errors: 1, warnings: 1, notes: 0\)\. Not all are shown: the setting maxProblems cut some off\.\n$/,
    );
  });

  it("limit warnings, and show errors only", async () => {
    assert.equal((await run("--max-warnings", "1", "warned.analyses.json")).status, 0);
    const many = await run("--max-warnings=0", "warned.analyses.json");
    assert.equal(many.status, 1);
    assert.equal(many.stderr, "analyses-check: there are more warnings than 0\n");
    assert.deepEqual(await run("--quiet", "warned.analyses.json"), { status: 0, stdout: "", stderr: "" });
    assert.equal((await run("-q", "--max-warnings=0", "warned.analyses.json")).status, 1);
    assert.deepEqual(codesIn((await run("-q", "bad.analyses.json")).stdout), ["error not-allowed-value"]);
  });

  it("leave out what a baseline lists, so that only new problems fail", async () => {
    writeFileSync(join(folder, "baseline.json"), (await run("--format=json", ".")).stdout);
    assert.deepEqual(await run("--baseline", "baseline.json", "."), {
      status: 0,
      stdout: "Files checked: 3. No problems.\n",
      stderr: "",
    });
    const another = bad
      .replace("{", '{\n  "other": 1,')
      .replace(" ]\n}", ', { "number": 1, "name": "c", "analyses": [] } ]\n}');
    writeFileSync(join(folder, "bad.analyses.json"), another);
    writeFileSync(join(folder, "new.analyses.json"), warned);
    const changed = await run("--baseline", "baseline.json", ".");
    assert.equal(changed.status, 1);
    assert.deepEqual(codesIn(changed.stdout), [
      "error unknown-property",
      "warning duplicate-number",
      "warning duplicate-number",
    ]);
    for (const [name, reason] of [
      ["none.json", "there is no such file"],
      ["schemas/item.json", "it is no report of --format json"],
    ] as const) {
      const { status, stderr } = await run("--baseline", name, "good.analyses.json");
      assert.deepEqual([status, stderr], [2, `analyses-check: ${name}: ${reason}\n`]);
    }
  });

  it("name the schema of documents by their identifier", async () => {
    writeFileSync(join(folder, "own.json"), '{ "type": "object", "required": ["team"] }');
    writeFileSync(join(folder, "own.analyses.json"), '{ "$schema": "urn:team:1=a" }');
    assert.ok(codesIn((await run("own.analyses.json")).stdout).includes("warning unknown-schema-version"));
    assert.deepEqual(codesIn((await run("--schema", "urn:team:1=a=own.json", "own.analyses.json")).stdout), [
      "error missing-property",
    ]);
    const bundled = await run("--schema=urn:team:1=a=bundled:1.0.0", "own.analyses.json");
    assert.deepEqual(codesIn(bundled.stdout), ["error missing-property"]);
    const absent = await run("--schema", "urn:team:1=a=schemas/none.json", "own.analyses.json");
    assert.equal(absent.status, 2);
    assert.equal(absent.stderr, "analyses-check: schemas/none.json: there is no such file\n");
  });

  it("are read from the configuration file above a document, whose paths count from it", async () => {
    const settings = {
      itemSchema: "item.json",
      severity: { "duplicate-number": "error" },
      "references.check": false,
    };
    writeFileSync(join(folder, "schemas/analyses.config.json"), JSON.stringify(settings));
    writeFileSync(join(folder, "schemas/warned.analyses.json"), warned);
    const beside = await run("schemas/warned.analyses.json", "warned.analyses.json");
    assert.deepEqual(codesIn(beside.stdout), [
      "error missing-property",
      "error duplicate-number",
      "warning duplicate-number",
    ]);
    const config = "schemas/analyses.config.json";
    assert.deepEqual(codesIn((await run("--config", config, "warned.analyses.json")).stdout).length, 2);
    assert.deepEqual(codesIn((await run("--no-config", "schemas/warned.analyses.json")).stdout), [
      "warning duplicate-number",
    ]);
    assert.deepEqual(
      codesIn((await run("--severity=duplicate-number=hint", "schemas/warned.analyses.json")).stdout),
      ["error missing-property", "hint duplicate-number"],
    );
    const inner = { "deep/analyses.config.json": "{}", "deep/warned.analyses.json": warned };
    const nested = folderWith({ "analyses.config.json": '{ "maxProblems": 0 }', ...inner });
    assert.deepEqual(codesIn((await runChecker(nested, ["deep"])).stdout), ["warning duplicate-number"]);
  });

  it("check what was named, whenever the configuration file has editors check", async () => {
    writeFileSync(
      join(folder, "analyses.config.json"),
      '{ "validate": "off", "severity": { "duplicate-number": "off" } }',
    );
    for (const words of [["bad.analyses.json"], ["-"]]) {
      const { status, stdout } = await runChecker(folder, words, { input: bad });
      assert.equal(status, 1);
      assert.deepEqual(codesIn(stdout), ["error not-allowed-value"]);
    }
  });

  it("end with 2 and the file's name where the configuration file is invalid", async () => {
    const wrong: readonly (readonly [string, RegExp])[] = [
      ["{ ", /it is not JSON \(line 1/],
      ['{ "itemShema": "x" }', /there is no setting `itemShema`/],
      ['{ "exclude": "drafts" }', /: `exclude` must be a list of globs \(line 1\)$/m],
      [
        '{ "maxProblems": "5",\n  "severity": {\n    "syntax": "fatal" } }',
        /: `severity\.syntax` must be error, warning, information, hint or off \(line 3\); `maxProblems` must be a whole number, 0 or more \(line 1\)$/m,
      ],
      [
        '{ "evidence.roles": {\n"/a": "no-such-role" }, "schemas": [{ "id": 1 }] }',
        /`schemas\[0\]` must be a list of objects with `id` and `path` \(line 2\); `evidence\.roles\.\/a` must be the name of a role \(line 2\)/,
      ],
    ];
    for (const [content, reason] of wrong) {
      writeFileSync(join(folder, "analyses.config.json"), content);
      const { status, stderr } = await run("good.analyses.json");
      assert.equal(status, 2, content);
      assert.match(stderr, /^analyses-check: analyses\.config\.json: /);
      assert.match(stderr, reason);
    }
    writeFileSync(join(folder, "analyses.config.json"), '{ "itemSchema": "https://example.org/x.json" }');
    assert.match(
      (await run("good.analyses.json")).stderr,
      /^analyses-check: https:\/\/example\.org\/x\.json: /,
    );
    rmSync(join(folder, "analyses.config.json"));
    const absent = await run("--config=none.json", "good.analyses.json");
    assert.deepEqual(
      [absent.status, absent.stderr],
      [2, "analyses-check: none.json: there is no such file\n"],
    );
  });

  it("follow the language of the terminal", async () => {
    const german = await runChecker(folder, ["bad.analyses.json"], {
      env: { LC_ALL: "", LANG: "de_DE.UTF-8" },
    });
    assert.match(german.stdout, /\nGeprüfte Dateien: 1, /);
    assert.match(german.stdout, /: error: .+ ist .+ \[not-allowed-value\]\n/);
    const spanish = await runChecker(folder, ["--help"], { env: { LC_ALL: "es_MX@euro" } });
    assert.match(spanish.stdout, /^Uso: analyses-check /);
    for (const line of spanish.stdout.split("\n")) assert.ok(line.length <= 110, line);
    for (const LC_ALL of ["xx_YY", "C.UTF-8", "../de"])
      assert.match((await runChecker(folder, ["-h"], { env: { LC_ALL } })).stdout, /^Usage: /);
  });

  it("colour what a terminal shows, and nothing else", async function () {
    const isColoured = async (env: NodeJS.ProcessEnv) =>
      (await runChecker(folder, ["bad.analyses.json"], { env })).stdout.includes("\u001b[");
    assert.equal(await isColoured({}), false);
    assert.equal(await isColoured({ FORCE_COLOR: "1" }), true);
    assert.equal(await isColoured({ FORCE_COLOR: "0" }), false);
    if (!existsSync("/usr/bin/script")) return;
    const command = `"${process.execPath}" "${checker}" bad.analyses.json`;
    const onTerminal = async (env: NodeJS.ProcessEnv) => {
      const terminal = spawn("script", ["-qec", command, "/dev/null"], {
        cwd: folder,
        env: { ...plainTerminal, TERM: "xterm-256color", ...env },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      terminal.stdout.setEncoding("utf8").on("data", (piece: string) => (output += piece));
      assert.deepEqual(await once(terminal, "exit"), [1, null]);
      return output.includes("\u001b[");
    };
    assert.equal(await onTerminal({}), true);
    assert.equal(await onTerminal({ NO_COLOR: "1" }), false);
    assert.equal(await onTerminal({ TERM: "dumb" }), false);
  });

  it("leave no stack trace where the reader goes away, and status 2 where nothing can be written", async function () {
    if (process.platform === "win32") this.skip();
    const groups = Array.from({ length: 5000 }, () => '{ "number": 1, "name": "", "analyses": [] }').join();
    writeFileSync(join(folder, "long.analyses.json"), good.replace("[]", `[${groups}]`));
    const command = `"${process.execPath}" "${checker}" --max-problems 100000 long.analyses.json | head -n 1; echo \${PIPESTATUS[0]}`;
    const shell = spawn("bash", ["-c", command], { cwd: folder, env: plainTerminal });
    let output = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => (output += piece));
    await once(shell, "close");
    assert.match(output, /^long\.analyses\.json:1:.+\n[01]\n$/);
    if (!existsSync("/dev/full")) return;
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [checker, "bad.analyses.json"], {
      cwd: folder,
      env: plainTerminal,
      stdio: ["ignore", full, "pipe"],
    });
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (piece: string) => (complaint += piece));
    const [status] = (await once(child, "close")) as [number];
    closeSync(full);
    assert.equal(status, 2);
    assert.match(complaint, /^analyses-check: .*no space left on device.*\n$/);
  });
});
