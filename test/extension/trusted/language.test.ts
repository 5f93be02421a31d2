import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret } from "../support/documents";

const minimal = (method: string) => `{"risk-of-bias-method": ${method}, "analysis-groups": []}`;

describe("an analyses document in the editor", () => {
  afterEach(closeAllEditors);

  const problems = ({ document }: vscode.TextEditor) => vscode.languages.getDiagnostics(document.uri);

  it("has its problems reported until they are mended", async () => {
    const editor = await openWithCaret("wrong.analyses.json", minimal('|"RISK_OF_BIAS_3"'));
    await eventually(() => {
      const [problem, ...others] = problems(editor);
      assert.ok(problem);
      assert.equal(others.length, 0);
      assert.equal(problem.source, "analyses");
      assert.equal(editor.document.getText(problem.range), '"RISK_OF_BIAS_3"');
    });
    const [problem] = problems(editor);
    assert.ok(problem);
    await editor.edit((builder) => builder.replace(problem.range, '"RISK_OF_BIAS_2"'));
    await eventually(() => assert.deepEqual(problems(editor), []));
  });

  it("has quick fixes that mend a problem", async () => {
    const editor = await openWithCaret("fix.analyses.json", minimal('|"RISK_OF_BIAS_3"'));
    await eventually(async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        editor.document.uri,
        editor.selection,
      );
      const fix = actions.find(({ title }) => title.includes("RISK_OF_BIAS_2"));
      assert.ok(fix?.edit, actions.map(({ title }) => title).join("; "));
      await vscode.workspace.applyEdit(fix.edit);
    });
    await eventually(() => assert.deepEqual(problems(editor), []));
  });

  it("has properties completed", async () => {
    const editor = await openWithCaret("complete.analyses.json", "{|}");
    await eventually(async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        editor.document.uri,
        editor.selection.active,
      );
      const labels = items.map(({ label }) => (typeof label === "string" ? label : label.label));
      for (const name of ["risk-of-bias-method", "analysis-groups", "$schema"]) {
        assert.ok(labels.includes(name), labels.join(", "));
      }
    });
  });

  it("explains a property on hover", async () => {
    const editor = await openWithCaret(
      "hover.analyses.json",
      minimal('"RISK_OF_BIAS_2"').replace('"risk', '"|risk'),
    );
    await eventually(async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        editor.document.uri,
        editor.selection.active,
      );
      const texts = hovers
        .flatMap(({ contents }) => contents)
        .flatMap((content) => (content instanceof vscode.MarkdownString ? [content.value] : []));
      assert.match(texts.join("\n"), /The tool by which the risk of bias/);
    });
  });

  it("keeps every number as it is written when it is formatted", async () => {
    const editor = await openWithCaret(
      "format.analyses.json",
      '|{"analysis-groups":[1.0,1e3,12345678901234567890]}',
    );
    const edits = await eventually(async () => {
      const found = await vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(
        "vscode.executeFormatDocumentProvider",
        editor.document.uri,
        { tabSize: 2, insertSpaces: true },
      );
      assert.ok(found !== undefined && found.length > 0);
      return found;
    });
    const change = new vscode.WorkspaceEdit();
    change.set(editor.document.uri, edits);
    await vscode.workspace.applyEdit(change);
    assert.match(editor.document.getText(), /\{ "analysis-groups": \[1\.0, 1e3, 12345678901234567890\] \}/);
  });

  it("works on after the server is started anew", async () => {
    const editor = await openWithCaret("restart.analyses.json", "|{}");
    await eventually(() => assert.notEqual(problems(editor).length, 0));
    await vscode.commands.executeCommand("analysesRegistry.restartServer");
    await editor.edit((builder) =>
      builder.replace(new vscode.Range(0, 0, 0, 2), minimal('"RISK_OF_BIAS_1"')),
    );
    await eventually(() => assert.deepEqual(problems(editor), []));
  });
});
