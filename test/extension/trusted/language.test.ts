import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret, fixesIn, hoverText } from "../support/documents";

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
      const actions = await fixesIn(editor.document, editor.selection);
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
    await eventually(async () =>
      assert.match(
        await hoverText(editor.document, editor.selection.active),
        /The tool by which the risk of bias/,
      ),
    );
  });
});
