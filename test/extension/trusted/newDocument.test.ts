import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { closeAllEditors, lensesOf, codesOf } from "../support/documents";

/** Runs the command and accepts the default of each prompt. */
async function newDocument(...parameters: readonly unknown[]): Promise<vscode.TextEditor> {
  await closeAllEditors();
  const done = vscode.commands.executeCommand("analysesRegistry.newDocument", ...parameters);
  await eventually(async () => {
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? "", /RISK_OF_BIAS_2/);
  });
  await done;
  return vscode.window.activeTextEditor ?? assert.fail();
}

describe("a new analyses document", () => {
  const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail(), "new");
  before(() => vscode.workspace.fs.createDirectory(folder));
  afterEach(() => vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor"));
  after(() => vscode.workspace.fs.delete(folder, { recursive: true }));

  it("lacks nothing but the first group's name, which is what is typed next", async () => {
    const { document, selection } = await newDocument();
    assert.equal(document.languageId, "analyses");
    assert.equal(document.getText(selection), "");
    assert.ok(document.isUntitled);
    await eventually(() => assert.deepEqual(codesOf(document), ["unfinished-value"]));
    await vscode.commands.executeCommand("type", { text: "Drug versus placebo" });
    await eventually(() => assert.deepEqual(codesOf(document), []));
    assert.match(document.getText(), /"name": "Drug versus placebo",/);
  });

  it("is laid out as the editor indents what is typed next", async () => {
    const { document, options } = await newDocument();
    const [, first, , , second] = document.getText().split(/\r?\n/);
    const step = options.insertSpaces === true ? " ".repeat(Number(options.tabSize)) : "\t";
    assert.ok(first?.startsWith(`${step}"$schema"`), first);
    assert.equal(second, `${step}${step}{`);
  });

  it("lies in the folder of the explorer that it was begun in, under a name that is free", async () => {
    const first = await newDocument(folder);
    assert.equal(first.document.uri.path, `${folder.path}/review.analyses.json`);
    assert.equal(first.document.languageId, "analyses");
    assert.ok(await first.document.save());
    await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, "review.analyses.json"));
    const second = await newDocument(folder);
    assert.equal(second.document.uri.path, `${folder.path}/review-2.analyses.json`);
  });
});

describe("a new analyses document where no item schema is chosen", () => {
  const settings = () => vscode.workspace.getConfiguration("analysesRegistry");
  const chosen = settings().inspect<string>("itemSchema")?.workspaceValue;
  before(() => settings().update("itemSchema", undefined, vscode.ConfigurationTarget.Workspace));
  after(() => settings().update("itemSchema", chosen, vscode.ConfigurationTarget.Workspace));
  afterEach(() => vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor"));

  it("has RevMan's form, and computes as soon as a study is typed", async () => {
    const editor = await newDocument();
    const { document } = editor;
    await vscode.commands.executeCommand("type", { text: "Drug versus placebo" });
    await vscode.commands.executeCommand("jumpToNextSnippetPlaceholder");
    await vscode.commands.executeCommand("type", { text: "Falls" });
    await eventually(() => assert.deepEqual(codesOf(document), []));
    const { "analysis-groups": groups } = JSON.parse(document.getText()) as {
      "analysis-groups": { analyses: Record<string, unknown>[] }[];
    };
    const [analysis] = groups[0]?.analyses ?? [];
    assert.equal(analysis?.name, "Falls");
    assert.deepEqual(
      ["data-type", "method", "effect-measure", "log-scale", "model"].map((name) => analysis[name]),
      ["DICHOTOMOUS", "MH", "LOG_RR", true, "RANDOM"],
    );
    const arm = (cases: number) => ({ cases, "sample-size": 100 });
    const row = {
      ...{ "study-name": "Abara 2014", year: "2014", applicability: { overall: true } },
      ...{ "control-group": arm(20), "experimental-group": arm(10) },
    };
    const at = document.positionAt(document.getText().indexOf('"data-rows": []') + '"data-rows": ['.length);
    await editor.edit((builder) => builder.insert(at, JSON.stringify(row)));
    await eventually(async () => {
      const lenses = await lensesOf(document);
      assert.ok(lenses.some(({ command }) => command?.title.startsWith("RR 0.50 [0.25, 1.01]")));
    });
  });
});
