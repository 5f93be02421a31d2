import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret } from "../support/documents";

const text = `{
  "$schema": "urn:analyses-registry:analyses:1.0.0",
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [
    { "number": 1, "name": "a", "analyses": [ { "outcome-type": "DICHOTOMOUS", "studies": [
      { "study": "Abara", "experimental": { "events": 1, "total": 9 }, "comparator": { "events": 2, "total": 9 } }|
    ] } ] }
  ]
}
`;
const copied = "Study\tevents1\ttotal1\tevents2\ttotal2\nCho\t3\t40\t9\t41\nDunn\t4\t1.100\t5\t1.200\n";

describe("pasting studies from a spreadsheet, in VS Code", () => {
  afterEach(closeAllEditors);

  it("is one edit by the command, and one undo takes it back", async () => {
    const editor = await openWithCaret("paste-studies.analyses.json", text);
    const before = editor.document.getText();
    await vscode.env.clipboard.writeText(copied);
    await eventually(async () => {
      await vscode.commands.executeCommand("analysesRegistry.pasteStudies");
      assert.notEqual(editor.document.getText(), before);
    });
    assert.equal(
      editor.document.getText(),
      before.replace(
        /"total": 9 \} \}/,
        `$&,
      { "study": "Cho", "experimental": { "events": 3, "total": 40 }, "comparator": { "events": 9, "total": 41 } },
      { "study": "Dunn", "experimental": { "events": 4, "total": 1100 }, "comparator": { "events": 5, "total": 1200 } }`,
      ),
    );
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), before);
  });
});
