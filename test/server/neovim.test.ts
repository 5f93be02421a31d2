import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type EditorFolder, blockOf, prepareEditor, runEditor } from "./support/editorPage";

interface Completed {
  readonly words: readonly string[];
  readonly line: string;
}
interface Shown {
  readonly filetype: string;
  readonly diagnostics: readonly string[];
  readonly colours: readonly string[];
  readonly hover: string;
  readonly empty: Completed;
  readonly begun: Completed;
  readonly unclosed: Completed;
  readonly property: Completed;
  readonly left: readonly string[];
  /** The servers that run once a second document is open. */
  readonly servers: number;
}

describe("docs/editors/neovim.md, done as it is printed", function () {
  this.timeout(60_000);
  let editor: EditorFolder;
  before(() => {
    const page = readFileSync("docs/editors/neovim.md", "utf8");
    editor = prepareEditor({
      "config/nvim/init.lua": blockOf(page, "lua"),
      "config/nvim/syntax/analyses.vim": blockOf(page, "vim"),
    });
  });

  it("shows problems, hover and colours from one server, completes inside quotes too, and mends what is certain at a save", async () => {
    const script = resolve("test/server/support/neovim.lua");
    const shown = await runEditor<Shown>(editor, "nvim", ["--headless", "-S", script, editor.document]);
    assert.equal(shown.filetype, "analyses");
    assert.deepEqual(shown.diagnostics, [
      "not-allowed-value 1",
      "wrong-type 1",
      "missing-property 1",
      "missing-property 1",
    ]);
    assert.match(shown.hover, /^\*\*Risk\\-of\\-bias method\*\* \(required\)/);
    for (const colour of shown.colours) assert.notEqual(colour, "");
    assert.notEqual(shown.colours[0], shown.colours[1]);
    const line = '  "risk-of-bias-method": "RISK_OF_BIAS_1",';
    const words = ["RISK_OF_BIAS_1", "RISK_OF_BIAS_2"];
    assert.deepEqual(
      [shown.empty, shown.begun],
      [
        { words, line },
        { words, line },
      ],
    );
    assert.deepEqual(shown.unclosed, { words, line: line.replace(": ", ":") });
    assert.equal(shown.property.line, '  "$schema": "urn:analyses-registry:analyses:1.0.0",');
    assert.deepEqual(shown.left, ["not-allowed-value 1", "missing-property 1", "missing-property 1"]);
    assert.equal(shown.servers, 1);
    assert.match(readFileSync(join(editor.folder, "work/review.analyses.json"), "utf8"), /"number": 1,/);
  });
});
