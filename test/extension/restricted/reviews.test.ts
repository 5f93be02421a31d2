import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { readFromCommit, readFromFile } from "@analyses/client/evidence/comparisonBase";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret, pageTitles, writeDocument } from "../support/documents";

describe("a review in Restricted Mode", () => {
  afterEach(closeAllEditors);

  it("is compared with files, and reports that there is no Git before the folder is trusted", async () => {
    const base = await writeDocument("restricted-base.analyses.json", '{ "analysis-groups": [] }');
    const { document } = await openWithCaret("restricted-now.analyses.json", '{ "analysis-groups": [|] }');
    const reading = await readFromCommit(document.uri);
    assert.deepEqual(reading, {
      kind: "refused",
      message: "In Restricted Mode VS Code has no Git: trust this folder first.",
    });
    assert.equal((await readFromFile(base, document.uri)).kind, "read");
    const command = "analysesRegistry.compareEvidenceWithFile";
    await vscode.commands.executeCommand(command, document.uri, [document.uri, base]);
    await eventually(() =>
      assert.deepEqual(pageTitles("comparison"), ["Comparison of restricted-now.analyses.json"]),
    );
  });

  it("is imported into RevMan's form, for it is data, and no schema of the folder is loaded", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail();
    const file = vscode.Uri.joinPath(folder, "brought-untrusted", "made-up.rm5");
    await vscode.workspace.fs.writeFile(
      file,
      readFileSync(join(__dirname, "../../../../test/fixtures/exchange/made-up.rm5")),
    );
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
