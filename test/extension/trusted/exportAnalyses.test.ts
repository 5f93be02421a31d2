import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { closeAllEditors, writeDocument } from "../support/documents";
import { answering } from "../support/reader";

const document = (model: string): string => `{
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [{ "number": 1, "name": "Drug", "analyses": [{
    "number": 1, "name": "Mortality", "outcome-type": "DICHOTOMOUS"${model},
    "studies": [
      { "study": "=Abara 2014", "experimental": { "events": 12, "total": 148 }, "comparator": { "events": 19, "total": 151 } }
    ]
  }] }]
}
`;

describe("analyses that are taken to another program", () => {
  afterEach(closeAllEditors);

  /** Exports a document to a file, with answers to the prompts. @returns the shown messages and the file's content */
  async function exported(name: string, text: string, answers: readonly string[]) {
    const uri = await writeDocument(`exported/${name}.analyses.json`, text);
    const target = vscode.Uri.joinPath(uri, "..", `${name}.csv`);
    const before = vscode.window.showSaveDialog;
    const asked: string[] = [];
    Object.assign(vscode.window, {
      showSaveDialog: (options: vscode.SaveDialogOptions) => {
        asked.push(options.defaultUri?.path.split("/").at(-1) ?? "");
        return Promise.resolve(target);
      },
    });
    try {
      const { said } = await answering(answers, () =>
        vscode.commands.executeCommand("analysesRegistry.exportAnalyses", uri),
      );
      const written = await Promise.resolve(vscode.workspace.fs.readFile(target)).catch(() => undefined);
      return { said: said.join("\n"), asked, written: written && new TextDecoder().decode(written) };
    } finally {
      Object.assign(vscode.window, { showSaveDialog: before });
    }
  }

  it("are written as a table once their loss is accepted, named after the document, with no formula in it", async () => {
    const settings =
      ',\n    "effect-measure": "RISK_RATIO", "method": "MANTEL_HAENSZEL", "model": "FIXED_EFFECT"';
    await eventually(async () => {
      const { said, asked, written } = await exported("all", document(settings), [
        "Table for R's metafor",
        "Export",
      ]);
      assert.match(
        said,
        /Not everything can be carried over[^]*“Risk ratio”[^]*“Mantel-Haenszel”[^]*“Fixed”/,
      );
      assert.deepEqual(asked, ["all.csv"]);
      assert.match(written ?? "", /Drug,Mortality,,'=Abara 2014,,12,148,19,151/);
    });
  });

  it("are not written where their loss is not accepted", async () => {
    const settings =
      ',\n    "effect-measure": "RISK_RATIO", "method": "MANTEL_HAENSZEL", "model": "FIXED_EFFECT"';
    const { said, asked, written } = await exported("none", document(settings), ["Table for R's meta"]);
    assert.match(said, /Not everything can be carried over/);
    assert.deepEqual([asked, written], [[], undefined]);
  });

  it("of a document without a file are proposed for the workspace, by the document's name", async () => {
    const { uri } = await vscode.workspace.openTextDocument({ language: "analyses", content: document("") });
    const { showSaveDialog } = vscode.window;
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const proposed: (string | undefined)[] = [];
    Object.assign(vscode.window, {
      showSaveDialog: ({ defaultUri }: vscode.SaveDialogOptions) => {
        proposed.push(defaultUri?.toString());
        return Promise.resolve(undefined);
      },
    });
    try {
      await answering(["Table for R's metafor"], () =>
        vscode.commands.executeCommand("analysesRegistry.exportAnalyses", uri),
      );
    } finally {
      Object.assign(vscode.window, { showSaveDialog });
    }
    assert.ok(folder);
    assert.deepEqual(proposed, [vscode.Uri.joinPath(folder.uri, `${uri.path}.csv`).toString()]);
  });
});
