import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { closeAllEditors, writeDocument } from "../support/documents";
import { answering, replacing } from "../support/reader";

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

  /** Exports a document, and names a file in the dialog. @returns the shown messages, and the proposed files */
  async function exporting(uri: vscode.Uri, answers: readonly string[], target: vscode.Uri | undefined) {
    const asked: string[] = [];
    const showSaveDialog = ({ defaultUri }: vscode.SaveDialogOptions) => {
      asked.push(defaultUri?.toString() ?? "");
      return Promise.resolve(target);
    };
    const { said } = await replacing({ showSaveDialog }, () =>
      answering(answers, () => vscode.commands.executeCommand("analysesRegistry.exportAnalyses", uri)),
    );
    return { said: said.join("\n"), asked };
  }

  /** Exports a document to a file, with answers to the prompts. @returns the shown messages and the file's content */
  async function exported(name: string, text: string, answers: readonly string[]) {
    const uri = await writeDocument(`exported/${name}.analyses.json`, text);
    const target = vscode.Uri.joinPath(uri, "..", `${name}.csv`);
    const { said, asked } = await exporting(uri, answers, target);
    const written = await Promise.resolve(vscode.workspace.fs.readFile(target)).catch(() => undefined);
    return { said, asked, written: written && new TextDecoder().decode(written) };
  }

  it("are written as a table once their loss is accepted, named after the document, with no formula in it", async () => {
    const settings =
      ',\n    "effect-measure": "RISK_RATIO", "method": "MANTEL_HAENSZEL", "model": "FIXED_EFFECT"';
    const none = await exported("none", document(settings), ["Table for R's meta"]);
    assert.match(none.said, /Not everything can be carried over/);
    assert.deepEqual([none.asked, none.written], [[], undefined], "Their loss was not accepted.");
    await eventually(async () => {
      const { said, asked, written } = await exported("all", document(settings), [
        "Table for R's metafor",
        "Export",
      ]);
      assert.match(
        said,
        /Not everything can be carried over[^]*“Risk ratio”[^]*“Mantel-Haenszel”[^]*“Fixed”/,
      );
      assert.match(asked.join(), /\/all\.csv$/);
      assert.match(written ?? "", /Drug,Mortality,,'=Abara 2014,,12,148,19,151/);
    });
  });

  it("of a document without a file are proposed for the workspace, by the document's name", async () => {
    const { uri } = await vscode.workspace.openTextDocument({ language: "analyses", content: document("") });
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const { asked } = await exporting(uri, ["Table for R's metafor"], undefined);
    assert.ok(folder);
    assert.deepEqual(asked, [vscode.Uri.joinPath(folder.uri, `${uri.path}.csv`).toString()]);
  });
});
