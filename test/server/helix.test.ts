import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, matchesGlob } from "node:path";
import { pathToFileURL } from "node:url";
import { LspClient } from "./support/lspClient";
import { blockOf, prepareEditor } from "./support/editorPage";

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

  for (const asks of [true, false])
    it(`applies the item schema${asks ? ", and keeps it when the server requests settings" : ""}`, async () => {
      const editor = prepareEditor({});
      const { config } = languages["language-server"].analyses;
      const client = await LspClient.start({
        capabilities: { workspace: { configuration: asks } },
        initializationOptions: config,
        settings: config.analysesRegistry,
        workspaceFolders: [pathToFileURL(dirname(editor.document)).href],
      });
      try {
        const uri = pathToFileURL(editor.document).href;
        await client.open(uri, readFileSync(editor.document, "utf8"));
        const told = (await client.pushed(uri)).map(
          ({ code, range }) => `${String(code)} ${range.start.line}`,
        );
        assert.ok(told.includes("missing-property 3"), told.join());
      } finally {
        await client.stop();
        rmSync(editor.folder, { recursive: true });
      }
    });
});
