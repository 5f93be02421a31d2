import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { documentWith } from "../support/evidenceTexts";
import { folderWith } from "./support/runChecker";
import { repositoryWith } from "./support/repository";
import { plainTerminal } from "./support/runProgram";

const program = resolve("dist/merge/merge.js");
const scenarios = resolve("test/fixtures/merge");

const study = (name: string, events: number, total: number): object => ({
  study: name,
  experimental: { events, total },
  comparator: { events: 19, total: 151 },
});
const document = (...studies: readonly object[]): string => {
  const choices = { method: "MANTEL_HAENSZEL", model: "FIXED_EFFECT" };
  const kind = { "outcome-type": "DICHOTOMOUS", "effect-measure": "RISK_RATIO" };
  return `${documentWith([{ name: "Mortality", ...kind, ...choices, studies }])}\n`;
};
const abara = study("Abara 2014", 12, 148);
const base = document(abara);
const ours = document(abara, study("Ours 2021", 1, 90));
const theirs = document(abara, study("Theirs 2022", 3, 90));
const both = document(abara, study("Ours 2021", 1, 90), study("Theirs 2022", 3, 90));

describe("analyses-merge in Git, set up by docs/git.md", function () {
  this.timeout(60_000);
  let repository: ReturnType<typeof repositoryWith>;
  beforeEach(function () {
    if (process.platform === "win32") this.skip();
    repository = repositoryWith({ "analyses-merge": program }, { "review.analyses.json": base });
    succeed("init", "--quiet", "--initial-branch", "main");
    const page = readFileSync("docs/git.md", "utf8");
    const [, attributes = ""] = /```gitattributes\n(.*?)```/s.exec(page) ?? [];
    write(".gitattributes", attributes);
    const commands = /```sh\n(git config .*?)```/s.exec(page)?.[1] ?? "";
    const { status, stderr } = repository.run("sh", ["-e", "-c", commands]);
    assert.equal(status, 0, stderr);
    commit("base");
  });

  const git = (...words: readonly string[]) => repository.git(...words);
  const write = (name: string, text: string | Buffer) => repository.write(name, text);
  const read = () => repository.read("review.analyses.json");
  const succeed = (...words: readonly string[]): void => {
    const { status, stdout, stderr } = git(...words);
    assert.equal(status, 0, stdout + stderr);
  };
  const commit = (message: string): void => {
    succeed("add", ".");
    succeed("commit", "--quiet", "--message", message);
  };
  /** Creates two branches from the base: `topic`, and `main`, which is checked out. */
  const branches = (main: string | Buffer, topic: string | Buffer): void => {
    succeed("checkout", "--quiet", "-b", "topic");
    write("review.analyses.json", topic);
    commit("theirs");
    succeed("checkout", "--quiet", "main");
    write("review.analyses.json", main);
    commit("ours");
  };

  it("names what the merged document has and neither version had, by its checks and its schema", () => {
    const atMost = { properties: { studies: { type: "array", maxItems: 2 } } };
    write("item.schema.json", JSON.stringify(atMost));
    write("analyses.config.json", JSON.stringify({ itemSchema: "./item.schema.json" }));
    commit("schema");
    const another = (text: string, name: string): string => {
      const { "analysis-groups": groups } = JSON.parse(text) as {
        "analysis-groups": [{ analyses: object[] }];
      };
      groups[0].analyses.push({ number: 2, name, "outcome-type": "DICHOTOMOUS", studies: [] });
      return `${JSON.stringify({ "analysis-groups": groups }, undefined, 2)}\n`;
    };
    branches(another(ours, "Falls"), another(theirs, "Pain"));
    const { stdout, stderr } = git("merge", "--no-edit", "topic");
    const said = stdout + stderr;
    assert.match(said, /neither version had this \(line \d+\): .*studies.* 2/);
    assert.match(said, /neither version had this \(line \d+\): .*number 2.*\(duplicate-number\)/);
    write("all.json", both);
    write("first.json", ours);
    write("second.json", theirs);
    write("old.json", base);
    const versions = ["old.json", "first.json", "second.json", "review.analyses.json"];
    const { stdout: report } = repository.run("analyses-merge", ["--report", ...versions]);
    assert.match(report, /^- neither version had this/m);
  });

  it("calls the versions in its markers by what Git calls them", () => {
    branches(document(study("Abara 2014", 21, 148)), document(study("Abara 2014", 22, 148)));
    git("merge", "--no-edit", "topic");
    const [, major, minor] = /(\d+)\.(\d+)/.exec(git("--version").stdout) ?? [];
    const isNew = Number(major) > 2 || Number(minor) >= 44;
    assert.match(
      read(),
      isNew ? /^<<<<<<< HEAD$[^]*^>>>>>>> topic$/m : /^<<<<<<< ours$[^]*^>>>>>>> theirs$/m,
    );
    write("a", document(study("Abara 2014", 12, 148)));
    write("b", document(study("Abara 2014", 21, 148)));
    write("c", document(study("Abara 2014", 22, 148)));
    const words = ["a", "b", "c", "7", "review.analyses.json", "1234567", "main", "topic~2"];
    repository.run("analyses-merge", words);
    assert.match(repository.read("b"), /^<<<<<<< main$[^]*^>>>>>>> topic~2$/m);
  });

  it("merges what two branches appended: merge, rebase, cherry-pick and stash pop", () => {
    branches(ours, theirs);
    succeed("merge", "--quiet", "--no-edit", "topic");
    assert.equal(read(), both);
    succeed("reset", "--quiet", "--hard", "HEAD~1");
    succeed("cherry-pick", "topic");
    assert.equal(read(), both);
    succeed("reset", "--quiet", "--hard", "HEAD~1");
    succeed("checkout", "--quiet", "topic");
    succeed("rebase", "--quiet", "main");
    assert.equal(read(), both);
    succeed("checkout", "--quiet", "main");
    succeed("reset", "--quiet", "--hard", "HEAD~1");
    write("review.analyses.json", theirs);
    succeed("stash", "--quiet");
    write("review.analyses.json", ours);
    commit("ours again");
    succeed("stash", "pop", "--quiet");
    assert.equal(read(), both);
  });

  it("marks only the cell that both changed, and names it", () => {
    branches(document(study("Abara 2014", 13, 148)), document(study("Abara 2014", 14, 149)));
    const { status, stdout, stderr } = git("merge", "--no-edit", "topic");
    assert.equal(status, 1);
    assert.match(stdout, /^CONFLICT \(content\): Merge conflict in review\.analyses\.json$/m);
    assert.match(
      stdout + stderr,
      /^review\.analyses\.json: 1\.1 Mortality, Abara 2014, experimental, events: 13 \(ours\) or 14 \(theirs\)$/m,
    );
    const marked =
      /<<<<<<< ours\n +"events": 13,\n=======\n +"events": 14,\n>>>>>>> theirs\n +"total": 149\n/;
    assert.match(read(), marked);
    assert.equal(read().match(/<<<<<<</g)?.length, 1);
    assert.match(git("status", "--short").stdout, /^UU review\.analyses\.json$/m);
  });

  it("leaves what is not JSON to Git, and damages no file that is no text", () => {
    branches(base.replace("{", "{ 1,").replace("148", "149"), base.replace('"total": 151', '"total": 152'));
    succeed("merge", "--quiet", "--no-edit", "topic");
    assert.equal(
      read(),
      base.replace("{", "{ 1,").replace("148", "149").replace('"total": 151', '"total": 152'),
    );
    succeed("reset", "--quiet", "--hard", "HEAD~2");
    succeed("branch", "--quiet", "-D", "topic");
    const [bytes, others] = [Buffer.from([0, 1, 255, 2]), Buffer.from([0, 1, 255, 3])];
    branches(bytes, others);
    assert.equal(git("merge", "--no-edit", "topic").status, 1);
    assert.deepEqual(readFileSync(join(repository.folder, "repository/review.analyses.json")), bytes);
  });
});

describe("analyses-merge", () => {
  let folder: string;
  beforeEach(() => (folder = folderWith({ base, ours, theirs })));
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [program, ...words], { cwd: folder, env: plainTerminal, encoding: "utf8" });

  it("checks and reports without writing anything", () => {
    writeFileSync(join(folder, "theirs"), document(study("Abara 2014", 14, 148)));
    writeFileSync(
      join(folder, "ours"),
      document(study("Abara 2014", 13, 148), study("New | *2021*\u001b[31m", 1, 90)),
    );
    const before = readFileSync(join(folder, "ours"), "utf8");
    const checked = run("--check", "base", "ours", "theirs");
    assert.equal(checked.status, 1);
    assert.equal(
      checked.stdout,
      "ours: 1.1 Mortality, Abara 2014, experimental, events: 13 (ours) or 14 (theirs)\n",
    );
    const { status, stdout } = run("--report", "base", "ours", "theirs");
    assert.equal(status, 1);
    assert.match(stdout, /^## Merge of ours\n\n### To decide: 1\n/);
    assert.match(
      stdout,
      /^\| 1\.1 Mortality, Abara 2014, experimental, events \| 12 \| 13 \| 14 \| RR 0\.\d\d \\\[.*\\\] \| RR 0\.\d\d \\\[.*\\\] \|$/m,
    );
    assert.match(stdout, /^\| 1\.1 Mortality, New \\\| \\\*2021\\\*\\\\u001b\\\[31m \| ours \|/m);
    assert.doesNotMatch(stdout, /\u001b/);
    assert.match(stdout, /\n### Results\n\n/);
    assert.equal(readFileSync(join(folder, "ours"), "utf8"), before);
    assert.equal(run("--check", "base", "base", "theirs").status, 0);
  });

  it("reports that results which a document stores are those of neither version any more", () => {
    const version = (name: string) => join(scenarios, "stored-results", name);
    const { stdout } = run("--report", version("base"), version("ours"), version("theirs"));
    assert.match(stdout, /^- Stored results differ: .* Calculate them anew\.$/m);
  });

  it("keeps the byte order mark of ours", () => {
    writeFileSync(join(folder, "ours"), `\ufeff${ours}`);
    assert.equal(run("base", "ours", "theirs").status, 0);
    assert.equal(readFileSync(join(folder, "ours"), "utf8"), `\ufeff${both}`);
  });

  it("refuses a wrong command line in words, with a status that Git takes for a failed driver", () => {
    for (const words of [
      [],
      ["base"],
      ["base", "ours", "theirs", "x"],
      ["--what", "a", "b", "c"],
      ["--check", "a", "b"],
    ]) {
      const { status, stderr } = run(...words);
      assert.equal(status, 129);
      assert.match(stderr, /^analyses-merge: .*\n\nUsage: /);
    }
    assert.equal(run("--help").status, 0);
    assert.match(run("--version").stdout, /^\d+\.\d+\.\d+\n$/);
  });
});
