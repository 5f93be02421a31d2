import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = ".github/workflows";
const workflows = readdirSync(folder).map((file) => ({
  file,
  text: readFileSync(join(folder, file), "utf8"),
}));
const publish = readFileSync(join(folder, "publish.yml"), "utf8");

/** The lines of one job, from its name to the next job. */
function job(name: string): string {
  const [, found] = new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, "m").exec(`${publish}\n`) ?? [];
  assert.ok(found !== undefined, name);
  return found;
}

describe("the workflows", () => {
  it("run actions by commit, never by a tag that somebody can move, as the recipes do", () => {
    const recipes = { file: "docs/ci.md", text: readFileSync("docs/ci.md", "utf8") };
    for (const { file, text } of [...workflows, recipes]) {
      const used = [...text.matchAll(/uses: (.+)/g)].map(([, action = ""]) => action);
      assert.ok(used.length > 0, file);
      for (const action of used)
        assert.match(action, /^[\w-]+(\/[\w-]+){1,2}@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, file);
    }
  });

  it("keep no token after the checkout, and may only read unless a job says more", () => {
    for (const { file, text } of workflows) {
      const checkouts = text.split("actions/checkout@").slice(1);
      for (const step of checkouts) {
        assert.match(step.split("- ")[0] ?? "", /persist-credentials: false/, file);
      }
      assert.match(text, /^permissions:( \{\}|\n {2}contents: read\n)/m, file);
    }
  });

  it("publish by the lock file, without install scripts, after a person's approval", () => {
    const steps = job("publish");
    assert.match(steps, /environment: marketplace/);
    // Publishes the tested and attested file, from jobs without write permissions.
    assert.match(steps, /needs: \[pack, test, attest\]/);
    for (const name of ["pack", "test", "publish"]) assert.doesNotMatch(job(name), /: write/, name);
    assert.match(steps, /npm ci --ignore-scripts\n\s+working-directory: scripts\/publish/);
    assert.doesNotMatch(steps, /npx|npm (install|i|exec) /);
    for (const [, tokens = ""] of publish.matchAll(/- run: (.+)\n\s+env:\n\s+\w+: \$\{\{ secrets\./g)) {
      assert.match(tokens, /^scripts\/publish\/node_modules\/\.bin\//);
    }
    for (const name of ["pack", "test", "attest", "release"])
      assert.doesNotMatch(job(name), /secrets\./, name);
    const lock = JSON.parse(readFileSync("scripts/publish/package-lock.json", "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly link?: boolean }>>;
    };
    for (const [name, { integrity }] of Object.entries(lock.packages)) {
      if (name !== "") assert.ok(integrity !== undefined, name);
    }
  });

  it("publish what was packed where no install script and no test runs, once the tests came to the same file", () => {
    const commands = [...job("pack").matchAll(/run: (.+)/g)].map(([, command = ""]) => command);
    assert.deepEqual(commands.slice(0, 2), ["npm ci --ignore-scripts", "npm run package"]);
    assert.match(commands[2] ?? "", /^echo "hash=\$\(sha256sum dist\/analyses-registry\.vsix/);
    assert.equal(commands.length, 3);
    assert.match(
      job("test"),
      /HASH: \$\{\{ needs\.pack\.outputs\.hash \}\}\n\s+run: echo "\$HASH {2}dist\/analyses-registry\.vsix" \| sha256sum --check --strict/,
    );
    assert.doesNotMatch(job("test"), /upload-artifact/);
    assert.match(job("attest"), /needs: \[pack, test\]/);
    // The job that tests runs with a token by which it could replace the packed file.
    for (const name of ["attest", "publish", "release"])
      assert.match(
        job(name),
        /download-artifact@.+\n\s+with:\n\s+name: extension\n(\s+#.+\n)?\s+- env:\n\s+HASH: \$\{\{ needs\.pack\.outputs\.hash \}\}\n\s+run: echo "\$HASH {2}analyses-registry\.vsix" \| sha256sum --check --strict/,
        name,
      );
  });

  it("attest where the file was built, and say its hash in the release", () => {
    assert.match(
      job("attest"),
      /attest-build-provenance@[0-9a-f]{40}[^\n]*\n\s+with:\n\s+subject-path: analyses-registry\.vsix/,
    );
    assert.match(job("release"), /sha256sum analyses-registry\.vsix/);
    assert.match(job("release"), /--notes-file/);
  });
});
