import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { blockOf } from "./support/editorPage";

interface Languages {
  readonly "language-server": {
    readonly analyses: {
      readonly command: string;
      readonly args: readonly string[];
      readonly config: Readonly<Record<string, unknown>>;
    };
  };
  readonly language: readonly {
    readonly "language-id": string;
    readonly "file-types": readonly { readonly glob: string }[];
    readonly "language-servers": readonly string[];
  }[];
}

// Debian 12 has no Helix package, so the test parses the page's TOML as Helix does and sends the same messages.
describe("docs/editors/helix.md", () => {
  const page = readFileSync("docs/editors/helix.md", "utf8");
  const toJson = "import json, sys, tomllib; print(json.dumps(tomllib.loads(sys.stdin.read())))";
  const written = execFileSync("python3", ["-c", toJson], { input: blockOf(page, "toml"), encoding: "utf8" });
  const languages = JSON.parse(written) as Languages;

  it("gives the language server to every analyses document, by the commands that there are", () => {
    const { bin } = JSON.parse(readFileSync("package.json", "utf8")) as {
      bin: Readonly<Record<string, string>>;
    };
    const { command, args } = languages["language-server"].analyses;
    assert.ok(Object.hasOwn(bin, command));
    assert.deepEqual(args, ["--stdio"]);
    const [language] = languages.language;
    assert.equal(language?.["language-id"], "analyses");
    assert.deepEqual(language["language-servers"], ["analyses"]);
    const isOurs = (name: string) => language["file-types"].some(({ glob }) => matchesGlob(name, glob));
    assert.deepEqual(["analyses.json", "a.analyses.json", "a.json", "xanalyses.json"].map(isOurs), [
      true,
      true,
      false,
      false,
    ]);
  });
});
