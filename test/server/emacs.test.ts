import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type EditorFolder, blockOf, prepareEditor, runEditor } from "./support/editorPage";

interface Shown {
  readonly mode: string;
  readonly diagnostics: readonly string[];
  readonly colours: readonly string[];
  readonly hover: string;
  readonly begun: string;
  readonly chosen: string;
  readonly left: readonly string[];
}

describe("docs/editors/emacs.md, done as it is printed", function () {
  this.timeout(60_000);
  let editor: EditorFolder;
  before(() => {
    editor = prepareEditor({ ".emacs": blockOf(readFileSync("docs/editors/emacs.md", "utf8"), "elisp") });
  });

  it("shows problems, hover and colours, completes inside quotes too, and fixes what is certain", async () => {
    const words = ["-nw", "--load", resolve("test/server/support/emacs.el"), editor.document];
    const command = ["emacs", ...words].map((word) => `'${word}'`).join(" ");
    // Emacs needs a terminal, which `script` provides.
    const shown = await runEditor<Shown>(editor, "script", ["-qec", command, "/dev/null"]);
    const codes = (texts: readonly string[]) => texts.map((text) => /\[([a-z-]+)\]/.exec(text)?.[1]).sort();
    assert.equal(shown.mode, "analyses-mode");
    assert.deepEqual(codes(shown.diagnostics), [
      "missing-property",
      "missing-property",
      "not-allowed-value",
      "wrong-type",
    ]);
    assert.match(shown.hover, /^Risk-of-bias method \(required\)/);
    assert.deepEqual(shown.colours, ["font-lock-string-face", ""]);
    assert.equal(shown.begun, '  "risk-of-bias-method": "RISK_OF_BIAS_",');
    assert.equal(shown.chosen, '  "risk-of-bias-method": "RISK_OF_BIAS_2",');
    assert.deepEqual(codes(shown.left), ["missing-property", "missing-property"]);
  });
});
