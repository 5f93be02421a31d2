import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { closeAllEditors } from "../support/documents";

const example = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(join(__dirname, "../../../../test/fixtures/exchange", name)));

describe("bringing a review in Restricted Mode", () => {
  afterEach(closeAllEditors);

  it("works, for a review is data: into RevMan's form, and no schema of the folder is loaded", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail();
    const file = vscode.Uri.joinPath(folder, "brought-untrusted", "made-up.rm5");
    await vscode.workspace.fs.writeFile(file, example("made-up.rm5"));
    assert.equal(vscode.workspace.isTrusted, false);
    await closeAllEditors();
    const done = vscode.commands.executeCommand("analysesRegistry.importAnalyses", file);
    await eventually(async () => {
      await vscode.commands.executeCommand("quickInput.accept");
      const text = vscode.window.activeTextEditor?.document.getText() ?? "";
      assert.match(text, /"data-rows"/);
      assert.match(text, /Falls &lt;with injury&gt;/);
    }, 60_000);
    void done;
    await vscode.commands.executeCommand("vscode.openWith", file, "analysesRegistry.analysesView");
    await eventually(() => {
      const { document } = vscode.window.activeTextEditor ?? assert.fail();
      assert.equal(document.uri.scheme, "analyses-view");
    });
  });
});
