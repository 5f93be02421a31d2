import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bad, checker, folderWith, good } from "./support/runChecker";
import { plainTerminal } from "./support/runProgram";

describe("the Git hook of docs/ci.md, as it is printed there", function () {
  let folder: string;
  beforeEach(function () {
    if (process.platform === "win32") this.skip();
    folder = folderWith({
      "bin/analyses-check": `#!/bin/sh\nexec "${process.execPath}" "${checker}" "$@"\n`,
    });
    chmodSync(join(folder, "bin/analyses-check"), 0o755);
    mkdirSync(join(folder, "repository/my reviews"), { recursive: true });
    git("init", "--quiet");
    const [, hook = ""] = /```sh\n(#!\/bin\/sh\n.*?)```/s.exec(readFileSync("docs/ci.md", "utf8")) ?? [];
    writeFileSync(join(folder, "repository/.git/hooks/pre-commit"), hook, { mode: 0o755 });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function git(...words: readonly string[]) {
    const env = {
      ...plainTerminal,
      PATH: `${join(folder, "bin")}:${process.env.PATH ?? ""}`,
      GIT_CONFIG_NOSYSTEM: "1",
    };
    const who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    return spawnSync("git", [...who, ...words], { cwd: join(folder, "repository"), env, encoding: "utf8" });
  }
  const write = (name: string, text: string) => writeFileSync(join(folder, "repository", name), text);
  const commit = () => {
    const { status, stdout, stderr } = git("commit", "--quiet", "--message", "x");
    return { status, said: stdout + stderr };
  };

  it("lets pass what is right, and commits without any document", () => {
    write("readme.txt", "");
    git("add", ".");
    assert.deepEqual(commit(), { status: 0, said: "" });
    write("my reviews/a b.analyses.json", good);
    write("analyses.json", good);
    git("add", ".");
    assert.deepEqual(commit(), { status: 0, said: "" });
  });

  it("stops a wrong staged version although the folder has a right one, and passes the opposite", () => {
    write("my reviews/a b.analyses.json", bad);
    git("add", ".");
    write("my reviews/a b.analyses.json", good);
    const stopped = commit();
    assert.equal(stopped.status, 1);
    assert.match(stopped.said, /^my reviews\/a b\.analyses\.json:2:26: error: /);
    git("add", ".");
    write("my reviews/a b.analyses.json", bad);
    assert.deepEqual(commit(), { status: 0, said: "" });
  });

  it("goes by the settings and schemas of the commit", () => {
    write("item.json", '{ "required": ["name"] }');
    write(
      "analyses.config.json",
      '{ "itemSchema": "item.json", "severity": { "duplicate-number": "error" } }',
    );
    git("add", ".");
    assert.equal(commit().status, 0);
    write("analyses.config.json", "{}");
    write(
      "my reviews/.hidden.analyses.json",
      good.replace("[]", '[{ "number": 1, "name": "a", "analyses": [{}] }]'),
    );
    git("add", "my reviews");
    assert.match(commit().said, /\[missing-property\]/);
  });

  it("lets pass what the team accepts, as the commit has it", () => {
    const study = { study: "Abara 2014", events1: 52, total1: 48, events2: 9, total2: 50 };
    const group = { number: 1, name: "a", analyses: [{ number: 1, name: "b", studies: [study] }] };
    write("my reviews/a.analyses.json", good.replace("[]", JSON.stringify([group])));
    const entry = {
      document: "a.analyses.json",
      analysis: "1.1",
      study: "Abara 2014",
      code: "impossible-data",
    };
    const accepted = { ...entry, numbers: [52, 48], by: "A", on: "2026-03-31", reason: "Two events each." };
    git("add", ".");
    write("my reviews/accepted-findings.json", JSON.stringify({ accepted: [accepted] }));
    assert.match(commit().said, /\[impossible-data\]/);
    git("add", ".");
    assert.deepEqual(commit(), { status: 0, said: "" });
  });
});
