import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bad, checker, good } from "./support/runChecker";
import { repositoryWith } from "./support/repository";

describe("the Git hook of docs/ci.md, as it is printed there", function () {
  let repository: ReturnType<typeof repositoryWith>;
  beforeEach(function () {
    if (process.platform === "win32") this.skip();
    repository = repositoryWith({ "analyses-check": checker }, { "my reviews/none.txt": "" });
    git("init", "--quiet");
    const [, hook = ""] = /```sh\n(#!\/bin\/sh\n.*?)```/s.exec(readFileSync("docs/ci.md", "utf8")) ?? [];
    const file = join(repository.folder, "repository/.git/hooks/pre-commit");
    writeFileSync(file, hook, { mode: 0o755 });
  });

  const git = (...words: readonly string[]) => repository.git(...words);
  const write = (name: string, text: string) => repository.write(name, text);
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
});
