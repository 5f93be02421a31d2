import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { writeText } from "@analyses/server/main/files";
import { folderWith, good, mendable, runChecker } from "./support/runChecker";

describe("analyses-check --fix", () => {
  let folder: string;
  beforeEach(() => (folder = folderWith({ "a.analyses.json": mendable, "b/good.analyses.json": good })));

  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const mended = mendable.replace('"1"', "1").replace("[], }", "[] }");

  it("applies certain fixes, reports the rest, and the second time finds nothing to fix", async () => {
    const first = await runChecker(folder, ["--fix", "."]);
    assert.equal(first.status, 1);
    assert.match(first.stdout, /^a\.analyses\.json:2:26: error: .+\n.+ Places mended: 2\.\n$/);
    assert.equal(read("a.analyses.json"), mended);
    const second = await runChecker(folder, ["--fix", "."]);
    assert.doesNotMatch(second.stdout, /mended/);
    assert.equal(read("a.analyses.json"), mended);
  });

  it("mends nothing by other rules than the team's, where its settings or a schema cannot be read", async () => {
    const rules: readonly (readonly [string, RegExp])[] = [
      ['{ "itemSchema": "item.json", }', /analyses\.config\.json: it is not JSON/],
      ['{ "itemSchema": "item.json" }', /item\.json: there is no such file/],
      ['{ "schemas": [{ "id": "urn:team", "path": "team.json" }] }', /team\.json: there is no such file/],
    ];
    const text = mendable.replace("{", '{\n  "$schema": "urn:team",');
    writeFileSync(join(folder, "a.analyses.json"), text);
    for (const [content, reason] of rules) {
      writeFileSync(join(folder, "analyses.config.json"), content);
      const { status, stdout, stderr } = await runChecker(folder, ["--fix", "a.analyses.json"]);
      assert.equal(status, 2);
      assert.match(stderr, reason);
      assert.match(stdout, /^a\.analyses\.json:5:\d+: error: /m);
      assert.doesNotMatch(stdout, /mended/);
      assert.equal(read("a.analyses.json"), text);
      assert.equal((await runChecker(folder, ["--diff", "a.analyses.json"])).stdout, "");
      assert.equal((await runChecker(folder, ["--fix", "-"], { input: text })).stdout, text);
    }
  });

  it("reports why it could not write a file, and ends with 2", async function () {
    if (process.platform === "win32" || process.getuid?.() === 0) return;
    chmodSync(folder, 0o500);
    const { status, stderr } = await runChecker(folder, ["--fix", "a.analyses.json"]);
    chmodSync(folder, 0o700);
    assert.equal(status, 2);
    assert.match(stderr, /^analyses-check: a\.analyses\.json: the mended text could not be written\n$/);
    assert.equal(read("a.analyses.json"), mendable);
  });

  it("writes no file that is write-protected, though its folder is not", async () => {
    chmodSync(join(folder, "a.analyses.json"), 0o444);
    const { status, stdout, stderr } = await runChecker(folder, ["--fix", "a.analyses.json"]);
    assert.equal(status, 2);
    assert.match(stderr, /^analyses-check: a\.analyses\.json: the mended text could not be written\n$/);
    assert.equal(read("a.analyses.json"), mendable);
    const unmended = await runChecker(folder, ["a.analyses.json"]);
    assert.equal(stdout, unmended.stdout, "its problems are those that it has, and no place is mended");
  });

  it("writes through no link in a folder, and to nothing outside of it", async function () {
    if (process.platform === "win32") this.skip();
    const elsewhere = folderWith({ "settings.json": mendable, "in/a.analyses.json": mendable });
    mkdirSync(join(folder, "c"));
    symlinkSync(join(elsewhere, "settings.json"), join(folder, "c/l.analyses.json"));
    symlinkSync(join(folder, "a.analyses.json"), join(folder, "c/m.analyses.json"));
    symlinkSync(join(elsewhere, "in"), join(folder, "d"));
    for (const named of ["c", "c/l.analyses.json"]) {
      const { status, stdout, stderr } = await runChecker(folder, ["--fix", named]);
      assert.equal(status, 2, named);
      assert.match(
        stderr,
        /^analyses-check: c\/l\.analyses\.json: it is not mended, for a link leads to it$/m,
      );
      assert.doesNotMatch(stdout, /mended/);
    }
    await runChecker(folder, ["--fix", "*/*.json"]);
    assert.equal(readFileSync(join(elsewhere, "settings.json"), "utf8"), mendable);
    assert.equal(readFileSync(join(elsewhere, "in/a.analyses.json"), "utf8"), mendable);
    assert.equal(read("a.analyses.json"), mendable);
    const whole = await runChecker(folder, ["--fix", "c/m.analyses.json", "."]);
    assert.match(whole.stdout, / Places mended: 2\.\n$/, "a file that is there by its own name is mended");
  });

  for (const [what, text] of [
    ["YAML", "key: value\nother: 'text'\n"],
    ["a table of passwords", "root:x:0:0:root:/root:/bin/bash\n"],
    ["a list", "[{ 'a': 1, }, ]"],
  ] as const)
    it(`mends nothing of what is no object: ${what}`, async () => {
      writeFileSync(join(folder, "a.analyses.json"), text);
      await runChecker(folder, ["--fix", "."]);
      assert.equal(read("a.analyses.json"), text);
      assert.equal((await runChecker(folder, ["--diff", "."])).stdout, "");
      assert.equal((await runChecker(folder, ["--fix", "-"], { input: text })).stdout, text);
    });

  it("writes over the file that it looked at, and not what takes its name meanwhile", async function () {
    if (process.platform === "win32") this.skip();
    const file = join(folder, "a.analyses.json");
    const victim = join(folder, "victim.txt");
    writeFileSync(victim, mendable);
    linkSync(file, join(folder, "second.json"));
    const watcher = watch(folder, (_, name) => {
      if (name?.endsWith(".tmp") !== true) return;
      rmSync(file, { force: true });
      symlinkSync(victim, file);
      watcher.close();
    });
    const after = mended + " ".repeat(20_000_000);
    const reason = await writeText(file, { before: mendable, after, changes: [] });
    watcher.close();
    assert.equal(reason, "it was changed meanwhile and is left as it is");
    assert.equal(readFileSync(victim, "utf8"), mendable);
    assert.equal(read("second.json"), mendable);
  });

  it("leaves what an editor saves while the mended text is being written", async () => {
    const file = join(folder, "a.analyses.json");
    const watcher = watch(folder, (_, name) => {
      // The program is writing the fixed text to its temporary file.
      if (name?.endsWith(".tmp") === true) writeFileSync(file, "saved meanwhile");
    });
    try {
      const after = mended + " ".repeat(20_000_000);
      const reason = await writeText(file, { before: mendable, after, changes: [] });
      assert.equal(reason, "it was changed meanwhile and is left as it is");
    } finally {
      watcher.close();
    }
    assert.equal(read("a.analyses.json"), "saved meanwhile");
    assert.deepEqual(readdirSync(folder), ["a.analyses.json", "b"]);
  });

  it("writes mended text to the standard output for text from a pipe, and the report to the standard error", async () => {
    const piped = await runChecker(folder, ["--fix", "-"], { input: mendable });
    assert.equal(piped.stdout, mended);
    assert.equal(piped.status, 1);
    assert.match(piped.stderr, /^<stdin>:2:26: error: /);
    const untouched = await runChecker(folder, ["--fix", "--quiet", "-"], { input: good });
    assert.deepEqual(untouched, { status: 0, stdout: good, stderr: "" });
  });

  it("gives the byte order mark back to the pipe too, whether or not there is something to mend", async () => {
    for (const [input, output] of [
      [mendable, mended],
      [good, good],
    ]) {
      const { stdout } = await runChecker(folder, ["--fix", "-"], { input: `\ufeff${input}` });
      assert.equal(stdout, `\ufeff${output}`);
    }
  });

  it("makes with --diff a patch that git applies, however the file is named", async () => {
    for (const name of ["./a.analyses.json", join(folder, "a.analyses.json"), "b/../a.analyses.json"]) {
      writeFileSync(join(folder, "a.analyses.json"), mendable);
      writeFileSync(join(folder, "patch"), (await runChecker(folder, ["--diff", name])).stdout);
      execFileSync("git", ["apply", "patch"], { cwd: folder });
      assert.equal(read("a.analyses.json"), mended);
    }
    writeFileSync(join(folder, "a.analyses.json"), mendable);
    const outside = await runChecker(join(folder, "b"), ["--diff", "../a.analyses.json"]);
    assert.deepEqual([outside.status, outside.stdout], [2, ""]);
    assert.match(
      outside.stderr,
      /a\.analyses\.json: it lies outside of this folder, where no patch reaches\n$/,
    );
  });

  it("shows with --diff a patch that git applies, and changes nothing itself", async () => {
    const lines = Array.from(
      { length: 40 },
      (_, line) =>
        `    { "number": ${line % 15 === 7 ? `"${line}"` : line}, "name": "ä", "analyses": [] },\r\n`,
    );
    const long = `{\r\n  "risk-of-bias-method": "RISK_OF_BIAS_1",\r\n  "analysis-groups": [\r\n${lines.join("")}  ]\r\n}`;
    writeFileSync(join(folder, "b/a long name.analyses.json"), long);
    const { status, stdout, stderr } = await runChecker(folder, ["--diff", "."]);
    assert.equal(status, 1);
    assert.match(stderr, /Places that --fix would mend besides: 6\.\n$/);
    assert.equal(read("a.analyses.json"), mendable);
    assert.equal(stdout.match(/^@@ /gm)?.length, 4);
    writeFileSync(join(folder, "patch"), stdout);
    execFileSync("git", ["apply", "patch"], { cwd: folder });
    const patched = [read("a.analyses.json"), read("b/a long name.analyses.json")];
    writeFileSync(join(folder, "a.analyses.json"), mendable);
    writeFileSync(join(folder, "b/a long name.analyses.json"), long);
    await runChecker(folder, ["--fix", "."]);
    assert.deepEqual(patched, [read("a.analyses.json"), read("b/a long name.analyses.json")]);
    assert.notEqual(patched[1], long);
    assert.deepEqual(await runChecker(folder, ["--diff", "--quiet", "b"]), {
      status: 0,
      stdout: "",
      stderr: "",
    });
  });
});
