import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { readFromCommit, readFromFile } from "@analyses/client/evidence/comparisonBase";
import { eventually } from "../../support/eventually";
import { gitIn } from "../../support/gitIn";
import { closeAllEditors, openWithCaret, writeDocument, pageTitles } from "../support/documents";

const text = (events: number): string => `{
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [{ "number": 1, "name": "Drug", "analyses": [{
    "number": 1, "name": "Mortality", "effect-measure": "RISK_RATIO", "studies": [
      { "study": "Abara 2014", "experimental": { "events": ${events}, "total": 148 }, "comparator": { "events": 19, "total": 151 } }
    ] }] }]
}|`;

describe("comparing evidence in VS Code", () => {
  afterEach(closeAllEditors);

  const git = (uri: vscode.Uri, ...words: readonly string[]) => gitIn(dirname(uri.fsPath), ...words);
  const messageOf = (reading: Awaited<ReturnType<typeof readFromCommit>>): string =>
    reading.kind === "refused" ? reading.message : assert.fail(reading.base.text);
  const tabs = () => pageTitles("comparison");

  it("reads a document as it was in its last commit, whatever is typed or saved since", async () => {
    const { document } = await openWithCaret("committed.analyses.json", text(12));
    git(document.uri, "init", "--quiet");
    await eventually(async () =>
      assert.equal(
        messageOf(await readFromCommit(document.uri)),
        "The repository of committed.analyses.json has no commit yet.",
      ),
    );
    git(document.uri, "commit", "--quiet", "--allow-empty", "--message", "Nothing");
    assert.match(
      messageOf(await readFromCommit(document.uri)),
      /^committed\.analyses\.json is not in commit [0-9a-f]{7}\.$/,
    );
    git(document.uri, "add", ".");
    git(document.uri, "commit", "--quiet", "--message", "Add “Abara”\n\nMore.");
    writeFileSync(document.uri.fsPath, text(40).replace("|", ""));
    const reading = await readFromCommit(document.uri);
    assert.ok(reading.kind === "read");
    assert.equal(reading.base.text, text(12).replace("|", ""));
    assert.match(reading.base.label, /^Compared with commit [0-9a-f]{7}: Add “Abara”$/);
    // A reloaded window restores this commit's comparison, even after a newer commit.
    git(document.uri, "commit", "--quiet", "--all", "--message", "Forty");
    const { kept } = reading.base;
    assert.ok(kept.kind === "commit");
    const again = await readFromCommit(document.uri, kept.hash);
    assert.ok(again.kind === "read" && again.base.text === reading.base.text);
    await vscode.commands.executeCommand("analysesRegistry.compareEvidence");
    await eventually(() => assert.deepEqual(tabs(), ["Comparison of committed.analyses.json"]));
  });

  it("finds a document that is renamed, as Git stages it, under its name in the commit", async () => {
    const { document } = await openWithCaret("old-name.analyses.json", text(12));
    git(document.uri, "init", "--quiet");
    git(document.uri, "add", ".");
    git(document.uri, "commit", "--quiet", "--message", "Add it");
    git(document.uri, "mv", "old-name.analyses.json", "new-name.analyses.json");
    const renamed = vscode.Uri.joinPath(document.uri, "../new-name.analyses.json");
    await eventually(async () => {
      const reading = await readFromCommit(renamed);
      assert.ok(reading.kind === "read" && reading.base.text === text(12).replace("|", ""));
    });
  });

  it("reports that a document is in no repository, saved or not", async () => {
    const { document } = await openWithCaret("alone.analyses.json", text(12));
    assert.equal(
      messageOf(await readFromCommit(document.uri)),
      "alone.analyses.json is in no Git repository.",
    );
    const untitled = await vscode.workspace.openTextDocument({ language: "analyses", content: "{}" });
    assert.match(messageOf(await readFromCommit(untitled.uri)), /^Untitled-\d+ is in no Git repository\.$/);
  });

  it("compares with another file, as it is in its editor, and of the document itself with what is saved", async () => {
    const base = await writeDocument("base.analyses.json", text(12).replace("|", ""));
    const editor = await openWithCaret("now.analyses.json", text(40));
    await vscode.commands.executeCommand("analysesRegistry.compareEvidenceWithFile", editor.document.uri, [
      editor.document.uri,
      base,
    ]);
    await eventually(() => assert.deepEqual(tabs(), ["Comparison of now.analyses.json"]));
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 1), " "));
    const saved = await readFromFile(editor.document.uri, editor.document.uri);
    assert.ok(saved.kind === "read" && saved.base.text === text(40).replace("|", ""));
    const edited = await readFromFile(editor.document.uri, base);
    assert.ok(edited.kind === "read" && edited.base.text === editor.document.getText());
    const gone = await readFromFile(vscode.Uri.joinPath(base, "../gone.json"), base);
    assert.match(messageOf(gone), /gone\.json cannot be read: /);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  /** Compares again. An open comparison of the document must be reused. */
  const compareAgain = async (document: vscode.Uri, base: vscode.Uri): Promise<void> => {
    await vscode.commands.executeCommand("analysesRegistry.compareEvidenceWithFile", document, [
      document,
      base,
    ]);
  };

  it("goes on with a document whose folder is renamed", async () => {
    const base = await writeDocument("folder-base.analyses.json", text(12).replace("|", ""));
    const { document } = await openWithCaret("in-folder.analyses.json", text(40));
    await compareAgain(document.uri, base);
    await eventually(() => assert.deepEqual(tabs(), ["Comparison of in-folder.analyses.json"]));
    const folder = vscode.Uri.joinPath(document.uri, "..");
    const renamed = folder.with({ path: `${folder.path}-renamed` });
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(folder, renamed);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await compareAgain(vscode.Uri.joinPath(renamed, "in-folder.analyses.json"), base);
    assert.deepEqual(tabs(), ["Comparison of in-folder.analyses.json"]);
  });

  it("goes on with the file that a document is saved as, which takes its place in the editor", async () => {
    const base = await writeDocument("saved-base.analyses.json", text(12).replace("|", ""));
    const { document } = await openWithCaret("before.analyses.json", text(40));
    await vscode.commands.executeCommand("workbench.action.keepEditor");
    await compareAgain(document.uri, base);
    await eventually(() => assert.deepEqual(tabs(), ["Comparison of before.analyses.json"]));
    // Does what VS Code's “Save As” does, without its dialog.
    const copy = await writeDocument("saved-as/after.analyses.json", "");
    const editor = await vscode.window.showTextDocument(copy);
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), document.getText()));
    await editor.document.save();
    const [tab] = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ label }) => label === "before.analyses.json");
    assert.ok(tab);
    await vscode.window.tabGroups.close(tab);
    await eventually(() => assert.deepEqual(tabs(), ["Comparison of after.analyses.json"]));
    await compareAgain(copy, base);
    assert.deepEqual(tabs(), ["Comparison of after.analyses.json"]);
  });
});
