import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { each } from "../support/each";
import { eventually } from "../support/eventually";
import { bad, checker, folderWith, good, mendable, runChecker, warned } from "./support/runChecker";
import { plainTerminal } from "./support/runProgram";

describe("what analyses-check is pointed at", () => {
  let folder: string;
  beforeEach(() => {
    folder = folderWith({
      "one.analyses.json": bad,
      "reviews/two.analyses.json": bad,
      "reviews/deep/analyses.json": bad,
      "reviews/deep/other.json": "[",
      "node_modules/package/three.analyses.json": bad,
      ".cache/four.analyses.json": bad,
      "empty/none.txt": "",
    });
  });

  /** Files with problems, in the order of the output. */
  const filesIn = (stdout: string): readonly string[] => [
    ...new Set([...stdout.matchAll(/^([^:\n]+):\d+:\d+: /gm)].map(([, file = ""]) => file)),
  ];

  it("is not all where a folder below may not be read, but for those that Git ignores", function () {
    if (process.platform === "win32") this.skip();
    for (const path of [".", "reviews", "empty"]) chmodSync(join(folder, path), 0o755);
    chmodSync(join(folder, "reviews/deep"), 0);
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    // An administrator may read every folder.
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const run = (program: string, words: readonly string[]) =>
      spawnSync(process.execPath, [program, ...words], { cwd: folder, env: plainTerminal, ...user });
    const evidence = resolve("dist/evidence/evidence.js");
    for (const [program, words] of [
      [checker, ["reviews"]],
      [checker, ["--allow-none", "--exclude", "reviews/two*", "reviews"]],
      [checker, ["reviews/**/*.json"]],
      [evidence, ["reviews"]],
    ] as const) {
      const { status, stdout, stderr } = run(program, words);
      assert.match(`${String(stdout)}${String(stderr)}`, /reviews\/deep\/?: the folder cannot be read/);
      assert.equal(status, 2, words.join(" "));
    }
    const excluded = run(checker, ["--exclude", "reviews/deep", "reviews"]);
    assert.equal(excluded.status, 1, String(excluded.stderr));
    chmodSync(join(folder, "reviews/deep"), 0o755);
  });

  it("may be a folder: every analyses document in it, none of packages or hidden folders", async () => {
    const { status, stdout } = await runChecker(folder, ["."]);
    assert.equal(status, 1);
    assert.deepEqual(filesIn(stdout), [
      "one.analyses.json",
      "reviews/deep/analyses.json",
      "reviews/two.analyses.json",
    ]);
    assert.match(
      stdout,
      /\nFiles checked: 3, with problems: 3\. Problems: 6 \(errors: 3, warnings: 3, notes: 0\)\.\n$/,
    );
  });

  it("may be hundreds of documents: in order, all with their problems and fixes, a failure once", async () => {
    const names = Array.from({ length: 220 }, (_, index) => `many/${1000 + index}.analyses.json`);
    const many = folderWith(Object.fromEntries(names.map((name) => [name, mendable])));
    const checked = await runChecker(many, ["--item-schema", "absent.json", "many"]);
    assert.equal(checked.status, 2);
    assert.deepEqual(filesIn(checked.stdout), names);
    assert.equal(checked.stderr.split("absent.json").length - 1, 1, checked.stderr);
    const { stdout: patch } = await runChecker(many, ["--diff", "many"]);
    each([...patch.matchAll(/^\+\+\+ b\/(.*)$/gm)], ([, name]) => name, names);
  });

  it("may be a glob that no shell has read, and names each file once", async () => {
    const glob = await runChecker(folder, ["reviews/**/*.json", "reviews/two.analyses.json", "reviews"]);
    assert.deepEqual(filesIn(glob.stdout), [
      "reviews/deep/analyses.json",
      "reviews/deep/other.json",
      "reviews/two.analyses.json",
    ]);
  });

  it("without a document is a failure with status 2, and the rest is checked", async () => {
    for (const nothing of ["empty", "*.nothing", "reviews/{x,y}.json"]) {
      const { status, stderr, stdout } = await runChecker(folder, [nothing, "one.analyses.json"]);
      assert.equal(status, 2);
      assert.equal(stderr, `analyses-check: ${nothing}: there is no analyses document\n`);
      assert.deepEqual(filesIn(stdout), ["one.analyses.json"]);
    }
  });

  it("is taken by its name before it is read as a glob", async () => {
    writeFileSync(join(folder, "[draft] a.analyses.json"), bad);
    assert.deepEqual(filesIn((await runChecker(folder, ["[draft] a.analyses.json"])).stdout), [
      "[draft] a.analyses.json",
    ]);
  });

  it("may be the standard input, under the name of the file that it is to be", async () => {
    const piped = await runChecker(folder, ["-"], { input: warned });
    assert.equal(piped.status, 0);
    assert.match(piped.stdout, /^<stdin>:5:17: warning: /);
    writeFileSync(
      join(folder, "reviews/analyses.config.json"),
      '{ "severity": { "duplicate-number": "error" } }',
    );
    const named = await runChecker(folder, ["--stdin-filename", "reviews/new.analyses.json", "-"], {
      input: warned,
    });
    assert.equal(named.status, 1);
    assert.match(named.stdout, /^reviews\/new\.analyses\.json:5:17: error: /);
    assert.equal((await runChecker(folder, ["-"], { input: "\u00ff" })).status, 1);
    assert.match((await runChecker(folder, ["-", "reviews"])).stderr, /- is checked alone/);
  });

  it("may be a pipe of the shell", async function () {
    if (process.platform === "win32") this.skip();
    const script = `"$0" "$1" <(cat one.analyses.json) <(cat reviews/two.analyses.json)`;
    const shell = spawn("bash", ["-c", script, process.execPath, checker], {
      cwd: folder,
      env: plainTerminal,
    });
    let output = "";
    shell.stdout.setEncoding("utf8").on("data", (piece: string) => (output += piece));
    assert.deepEqual(await once(shell, "exit"), [1, null]);
    assert.match(output, /Files checked: 2, with problems: 2\. Problems: 4 /);
  });

  it("may have links in circles", async function () {
    if (process.platform === "win32") this.skip();
    symlinkSync("..", join(folder, "reviews/up"));
    symlinkSync("../one.analyses.json", join(folder, "reviews/current.analyses.json"));
    const { stdout } = await runChecker(folder, ["reviews"]);
    assert.deepEqual(
      filesIn(stdout),
      ["current.analyses.json", "deep/analyses.json", "two.analyses.json"].map((name) => `reviews/${name}`),
      "a link to a document is checked",
    );
  });

  it("is watched on demand: a changed, a new and a vanished document are checked again", async function () {
    this.timeout(30_000);
    const watching = spawn(process.execPath, [checker, "--watch", "reviews"], {
      cwd: folder,
      env: plainTerminal,
    });
    try {
      let output = "";
      let rounds = 0;
      watching.stdout.setEncoding("utf8").on("data", (piece: string) => (output += piece));
      watching.stderr.setEncoding("utf8").on("data", (piece: string) => {
        assert.match(piece, /^(Waiting for changes\. Ctrl\+C ends\.\n)+$/);
        rounds += piece.split("\n").length - 1;
      });
      const last = () => output.trimEnd().split("\n").at(-1);
      await eventually(() =>
        assert.match(last() ?? "", /^Files checked: 2, with problems: 2\. Problems: 4 /),
      );
      writeFileSync(join(folder, "reviews/two.analyses.json"), good);
      await eventually(() =>
        assert.match(last() ?? "", /^Files checked: 2, with problems: 1\. Problems: 2 /),
      );
      mkdirSync(join(folder, "reviews/new"));
      writeFileSync(join(folder, "reviews/new/three.analyses.json"), bad);
      await eventually(() =>
        assert.match(last() ?? "", /^Files checked: 3, with problems: 2\. Problems: 4 /),
      );
      // Editors save by replacing the file with another one.
      writeFileSync(join(folder, "reviews/deep/analyses.json.new"), good);
      renameSync(join(folder, "reviews/deep/analyses.json.new"), join(folder, "reviews/deep/analyses.json"));
      await eventually(() =>
        assert.match(last() ?? "", /^Files checked: 3, with problems: 1\. Problems: 2 /),
      );
      writeFileSync(join(folder, "analyses.config.json"), '{ "severity": { "not-allowed-value": "off" } }');
      await eventually(() =>
        assert.match(last() ?? "", /^Files checked: 3, with problems: 1\. Problems: 1 /),
      );
      rmSync(join(folder, "reviews/new"), { recursive: true });
      await eventually(() => assert.match(last() ?? "", /^Files checked: 2\. No problems\./));
      await eventually(() => assert.ok(rounds >= 6, `${rounds} rounds`));
      assert.ok(rounds < 40, `${rounds} rounds`);
    } finally {
      watching.kill("SIGINT");
      await once(watching, "exit");
    }
  });

  it("is mended in place with --fix: the rest of the file, its mark, and mode stay", async function () {
    if (process.platform === "win32") this.skip();
    const file = join(folder, "mend.json");
    writeFileSync(file, '\ufeff{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [], }\r\n');
    // A team's file mode, which a newly created file would not have.
    chmodSync(file, 0o666);
    const { status, stdout } = await runChecker(folder, ["--fix", "mend.json"]);
    assert.equal(status, 0);
    assert.equal(stdout, "Files checked: 1. No problems. Places mended: 1.\n");
    assert.equal(
      readFileSync(file, "utf8"),
      '\ufeff{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [] }\r\n',
    );
    assert.equal(execFileSync("stat", ["-c", "%a %F", file], { encoding: "utf8" }), "666 regular file\n");
    assert.deepEqual(execFileSync("ls", ["-A", folder], { encoding: "utf8" }).match(/tmp/g), null);
  });

  it("is mended once where a link to it is named too", async function () {
    if (process.platform === "win32") this.skip();
    writeFileSync(join(folder, "mend.json"), good.replace("[]", "[],"));
    symlinkSync("mend.json", join(folder, "link.json"));
    assert.deepEqual(await runChecker(folder, ["--fix", "link.json", "mend.json"]), {
      status: 0,
      stdout: "Files checked: 1. No problems. Places mended: 1.\n",
      stderr: "",
    });
  });

  it("is mended with --fix under all the names that a file has", async () => {
    writeFileSync(join(folder, "mend.json"), good.replace("[]", "[],"));
    linkSync(join(folder, "mend.json"), join(folder, "other.json"));
    assert.equal((await runChecker(folder, ["--fix", "mend.json"])).status, 0);
    each(["mend.json", "other.json"], (name) => readFileSync(join(folder, name), "utf8"), [good, good]);
  });
});
