import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { evidenceProgram } from "./support/evidenceProgram";
import { bad, folderWith, good, runChecker } from "./support/runChecker";

const schema = "urn:analyses-registry:analyses:1.0.0";
const withSchema = (text: string, id: string) => text.replace("{", `{ "$schema": "${id}",`);

describe("a document, to analyses-check as to the editor", () => {
  let folder: string;
  const filesIn = async (...words: string[]) => {
    const { stdout } = await runChecker(folder, ["--format", "json", ...words]);
    const { files } = JSON.parse(stdout) as { files: { file: string }[] };
    return files.map(({ file }) => file).sort();
  };

  it("has a document's name, in any case, or names a known schema", async () => {
    folder = folderWith({
      "Review.Analyses.json": bad,
      "reviews/ANALYSES.JSON": bad,
      "review.json": withSchema(bad, schema),
      "team/ours.json": withSchema(bad, "urn:team:2"),
      "team/analyses.config.json": '{ "schemas": [{ "id": "urn:team:2", "path": "bundled:1.0.0" }] }',
      "elsewhere/ours.json": withSchema(bad, "urn:team:2"),
      "schema.json": '{ "$schema": "https://json-schema.org/draft/2020-12/schema" }',
      "myanalyses.json": bad,
    });
    assert.deepEqual(await filesIn("."), [
      "Review.Analyses.json",
      "review.json",
      "reviews/ANALYSES.JSON",
      "team/ours.json",
    ]);
  });

  it("is left out by the configuration, an option or Git, unless it is named", async () => {
    folder = folderWith({
      "kept.analyses.json": good,
      "drafts/one.analyses.json": bad,
      "old/deep/two.analyses.json": bad,
      "out/three.analyses.json": bad,
      ".gitignore": "out/\n",
      "analyses.config.json": '{ "exclude": ["drafts"] }',
    });
    execFileSync("git", ["init", "--quiet", folder]);
    assert.deepEqual(await filesIn("."), ["kept.analyses.json", "old/deep/two.analyses.json"]);
    assert.deepEqual(await filesIn("--exclude", "old/**", "."), ["kept.analyses.json"]);
    assert.deepEqual(await filesIn("--exclude", "old", "**/*.analyses.json"), ["kept.analyses.json"]);
    assert.deepEqual(await filesIn("drafts/one.analyses.json", "out/three.analyses.json"), [
      "drafts/one.analyses.json",
      "out/three.analyses.json",
    ]);
  });

  it("is missing, which is a failure and never no problem, unless there may be none", async () => {
    folder = folderWith({ "empty/none.txt": "" });
    const missing = await runChecker(folder, ["empty"]);
    assert.equal(missing.status, 2);
    assert.equal(missing.stdout, "Files checked: 0. What could not be done: 1.\n");
    assert.deepEqual(await runChecker(folder, ["--allow-none", "empty"]), {
      status: 0,
      stdout: "Files checked: 0. No problems.\n",
      stderr: "",
    });
  });

  it("has in reports for code hosts its path from the repository's root on, or from a folder that is named", async () => {
    folder = folderWith({ "team/reviews/a b.analyses.json": bad });
    const run = async (words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
      (await runChecker(join(folder, "team"), [...words, "reviews"], { env })).stdout;
    const uriIn = async (words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
      /"uri": "([^"%]*%20[^"]*)"/.exec(await run(["--format", "sarif", ...words], env))?.[1];
    assert.match(await run(["--format", "github"]), /file=reviews\/a b\.analyses\.json,/);
    assert.match(
      await run(["--format", "github"], { GITHUB_WORKSPACE: folder }),
      /file=team\/reviews\/a b\./,
    );
    assert.equal(await uriIn(["--base", "reviews"]), "a%20b.analyses.json");
    execFileSync("git", ["init", "--quiet", folder]);
    assert.match(await run(["--format", "github"]), /file=team\/reviews\/a b\.analyses\.json,/);
    assert.equal(await uriIn([]), "team/reviews/a%20b.analyses.json");
  });
});

describe("a document, to analyses-evidence", async () => {
  const { write, run, report } = evidenceProgram();

  it("may be in a folder or match a glob, and problems of its text are reported as by analyses-check", async () => {
    write("good.analyses.json", good);
    write("reviews/one.analyses.json", good);
    write("reviews/broken.json", "{");
    const pathsIn = async (...words: string[]) => (await report(...words)).documents.map(({ path }) => path);
    assert.deepEqual(await pathsIn("reviews"), ["reviews/one.analyses.json"]);
    assert.deepEqual(await pathsIn("**/*.analyses.json"), [
      "good.analyses.json",
      "reviews/one.analyses.json",
    ]);
    const { status, stderr } = await run("reviews/broken.json");
    assert.equal(status, 2);
    assert.match(stderr, /^analyses-evidence: reviews\/broken\.json: it is not JSON \(line 1\b/);
    assert.match((await run("reviews/none")).stderr, /there is no such file/);
  });
});
