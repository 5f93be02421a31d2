import assert from "node:assert/strict";
import * as vscode from "vscode";
import { readFromCommit, readFromFile } from "@analyses/client/evidence/comparisonBase";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret, writeDocument } from "../support/documents";

describe("comparing evidence in Restricted Mode", () => {
  afterEach(closeAllEditors);

  it("reports that there is no Git before the folder is trusted, and compares with files all the same", async () => {
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
      assert.ok(
        vscode.window.tabGroups.all
          .flatMap(({ tabs }) => tabs)
          .some(({ label }) => label === "Comparison of restricted-now.analyses.json"),
      ),
    );
  });
});
