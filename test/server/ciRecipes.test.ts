import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Log } from "sarif";
import { bad, checker, good, warned } from "./support/runChecker";
import { repositoryWith } from "./support/repository";

const page = readFileSync("docs/ci.md", "utf8");

/** The recipe after a heading or sentence of the page: the first YAML block from there. */
function recipeAfter(words: string): string {
  const [, recipe] = /```yaml\n(.*?)```/s.exec(page.slice(page.indexOf(words))) ?? [];
  assert.ok(page.includes(words) && recipe !== undefined, `docs/ci.md has no recipe after “${words}”.`);
  return recipe;
}

/** Values of a key, in order: on the same line, or in the indented lines below `|` (YAML 1.2.2, 8.1). */
function valuesOf(recipe: string, key: string): readonly string[] {
  const lines = recipe.split("\n");
  return lines.flatMap((line, at) => {
    const [, before = "", value] = new RegExp(`^([ -]*)${key}: (.*)$`).exec(line) ?? [];
    if (value !== "|") return value === undefined ? [] : [value];
    const below = lines.slice(at + 1);
    const end = below.findIndex((next) => next.trim() !== "" && next.search(/\S/) <= before.length);
    const block = end === -1 ? below : below.slice(0, end);
    return [block.map((next) => next.trim()).join("\n")];
  });
}

describe("the recipes of docs/ci.md, as they are printed there", function () {
  let repository: ReturnType<typeof repositoryWith>;
  beforeEach(function () {
    if (process.platform === "win32") this.skip();
    repository = repositoryWith(
      { "analyses-check": checker },
      { "reviews/a b.analyses.json": bad, "analyses.json": good, "package.json": "{}" },
    );
    symlinkSync(process.execPath, join(repository.folder, "bin/node"));
    // The folder structure of an unpacked .vsix.
    mkdirSync(join(repository.folder, "analyses/extension"), { recursive: true });
    symlinkSync(resolve("dist"), join(repository.folder, "analyses/extension/dist"));
  });

  const write = (name: string, text: string) => repository.write(name, text);
  const summary = () => repository.read("../summary.md");

  /** Runs a recipe's step in the repository root as GitHub and GitLab do: the first failing command ends it. */
  function run(command: string, words: readonly string[] = [], more: NodeJS.ProcessEnv = {}) {
    const { folder } = repository;
    const own = { RUNNER_TEMP: folder, GITHUB_STEP_SUMMARY: join(folder, "summary.md") };
    return repository.run("bash", ["-e", "-c", command, "step", ...words], { ...own, ...more });
  }
  /** Commits everything. @returns the commit */
  function commit(message: string): string {
    repository.git("add", ".");
    assert.equal(repository.git("commit", "--quiet", "--message", message).status, 0);
    return repository.git("rev-parse", "HEAD").stdout.trim();
  }

  const isAboutOurs = (command: string) => /\banalyses-check\b|\/dist\//.test(command);

  it("GitHub: marks the lines of a pull request, fails at errors, and hands a SARIF log over in either case", () => {
    const [unpack, annotate, report] = valuesOf(recipeAfter("## GitHub Actions"), "run");
    assert.ok(unpack?.startsWith("unzip ") && annotate !== undefined && report !== undefined);
    const marked = run(annotate);
    assert.equal(marked.status, 1, marked.stderr);
    assert.match(marked.stdout, /^::error file=reviews\/a b\.analyses\.json,line=2,/m);
    assert.match(marked.stdout, /^::warning file=reviews\/a b\.analyses\.json,line=5,/m);
    const results = (): number | undefined => {
      const { status, stderr } = run(report);
      assert.equal(status, 0, stderr);
      return (JSON.parse(repository.read("analyses.sarif")) as Log).runs[0]?.results?.length;
    };
    assert.equal(results(), 2);
    write("reviews/a b.analyses.json", warned);
    assert.equal(run(annotate).status, 0);
    write("reviews/a b.analyses.json", good);
    assert.equal(results(), 0);
    write("analyses.config.json", '{ "itemSchema": 1 }');
    assert.equal(run(report).status, 1, "What could not be checked is no empty list of problems.");
  });

  it("GitHub: shows in the summary of a pull request how the results change", () => {
    const sample = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
    write("reviews/a b.analyses.json", sample);
    // A document without computable results does not prevent comparing the following ones.
    const unfinished = (name: string) =>
      JSON.stringify({
        "analysis-groups": [{ number: 1, name, analyses: [{ number: 1, studies: "later" }] }],
      });
    write("analyses.json", sample);
    write("earlier name.analyses.json", sample);
    write("analyses.analyses.json", unfinished("a"));
    write("--x](http:⏎\n# @y`.analyses.json", sample);
    repository.git("init", "--quiet");
    const base = commit("before");
    const changed = sample.replace(/"events": \d+/, '"events": 1');
    assert.notEqual(changed, sample);
    write("reviews/a b.analyses.json", changed);
    write("analyses.json", changed);
    write("--x](http:⏎\n# @y`.analyses.json", changed);
    write("reviews/later name.analyses.json", changed);
    rmSync(join(repository.folder, "repository/earlier name.analyses.json"));
    write("analyses.analyses.json", unfinished("b"));
    commit("after");
    const [, compare] = valuesOf(recipeAfter("### What has become of the results"), "run");
    assert.ok(compare !== undefined);
    const { status, stderr } = run(compare, [], { BASE: base });
    assert.equal(status, 0, stderr);
    assert.match(summary(), /^## `analyses\.analyses\.json`\n\n(?=.*\S)/ms);
    assert.match(summary(), /^## `analyses\.json`\n\n(?=.*\S)/ms);
    assert.match(summary(), /^## `--x\?\?http[^`\n@#]*\.analyses\.json`\n\n(?=\|)/m);
    for (const name of ["a b", "later name"])
      assert.match(summary(), new RegExp(`^## \`reviews/${name}\\.analyses\\.json\`\n\n(?=\\|)`, "m"));
    assert.match(summary(), /^\|.*\|$/m);
  });

  it("GitHub: shows what merging a pull request would do to each document", () => {
    const sample = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
    const writeBoth = (text: string) => {
      write("reviews/a b.analyses.json", text);
      write("--x @y.analyses.json", text);
    };
    writeBoth(sample);
    repository.git("init", "--quiet");
    const common = commit("before");
    writeBoth(sample.replace('"events": 12', '"events": 13'));
    const base = commit("base");
    assert.equal(repository.git("checkout", "--quiet", "-b", "topic", common).status, 0);
    writeBoth(sample.replace('"events": 12', '"events": 14'));
    commit("head");
    const [merge] = valuesOf(recipeAfter("### What merging a pull request would do"), "run");
    assert.ok(merge !== undefined);
    const { status, stderr } = run(merge, [], { BASE: base, HEAD: "HEAD" });
    assert.equal(status, 0, stderr);
    assert.match(summary(), /^## Merge of --x @&#8203;y\.analyses\.json\n\n### To decide: 1\n/);
    assert.match(summary(), /^## Merge of reviews\/a b\.analyses\.json\n\n### To decide: 1\n/m);
    assert.match(summary(), /\| 12 \| 13 \| 14 \| RR /);
  });

  it("GitLab: fails at errors, and leaves a JUnit report that names them", () => {
    const recipe = recipeAfter("## GitLab CI");
    const report =
      [...recipe.matchAll(/^ {4}- (.*)$/gm)].map(([, line = ""]) => line).find(isAboutOurs) ?? "";
    assert.ok(report.includes("/tmp/analyses/"));
    const check = report.replaceAll("/tmp/analyses", '"$RUNNER_TEMP"/analyses');
    const [artifact] = valuesOf(recipe, "junit");
    assert.ok(artifact !== undefined);
    assert.equal(run(check).status, 1);
    assert.match(repository.read(artifact), /<testsuites .*failures="1".*a b\.analyses\.json/s);
    write("reviews/a b.analyses.json", good);
    assert.equal(run(check).status, 0);
    assert.doesNotMatch(repository.read(artifact), /<failure/);
  });

  it("pre-commit: is given the analyses documents alone, and stops those that have errors", () => {
    const recipe = recipeAfter("With [pre-commit]");
    const [entry] = valuesOf(recipe, "entry");
    const [files] = valuesOf(recipe, "files");
    assert.ok(entry !== undefined && files !== undefined);
    const isDocument = new RegExp(files);
    const names = ["reviews/a b.analyses.json", "analyses.json", "package.json", "reviews/my-analyses.json"];
    const given = names.filter((name) => isDocument.test(name));
    assert.deepEqual(given, ["reviews/a b.analyses.json", "analyses.json"]);
    const stopped = run(`${entry} "$@"`, given);
    assert.equal(stopped.status, 1);
    assert.match(
      stopped.stdout,
      /^reviews\/a b\.analyses\.json:2:26: error: [^\n]*\nFiles checked: 2, with problems: 1\. /,
    );
    write("reviews/a b.analyses.json", warned);
    const passed = run(`${entry} "$@"`, given);
    assert.deepEqual([passed.status, passed.stdout], [0, ""]);
  });
});
