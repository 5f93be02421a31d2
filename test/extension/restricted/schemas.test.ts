import assert from "node:assert/strict";
import * as vscode from "vscode";
import { detailOf } from "../../../client/src/language/statusItems";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret } from "../support/documents";

describe("the item schema of a workspace in Restricted Mode", () => {
  afterEach(closeAllEditors);

  it("is not loaded, and what it would find is not told", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, ".vscode/settings.json");
    const written = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    assert.match(written, /itemSchema/, "the workspace names one");
    const settings = vscode.workspace.getConfiguration("analysesRegistry", folder);
    assert.equal(settings.get("itemSchema"), "");

    // The analysis breaks the workspace's item schema, the method the bundled one.
    const group = { number: 1, name: "a", analyses: [{ number: "one" }] };
    const document = { "risk-of-bias-method": "RISK_OF_BIAS_3", "analysis-groups": [group] };
    const editor = await openWithCaret("restricted-schema.analyses.json", `${JSON.stringify(document)}|`);
    const told = () => vscode.languages.getDiagnostics(editor.document.uri).map(({ message }) => message);
    await eventually(() => assert.equal(told().length, 1));
    assert.match(told()[0] ?? "", /RISK_OF_BIAS/);
  });

  it("is said to be left out by the status item of the document", () => {
    const inForce = { uri: "", documentSchema: "1.0.0", identifier: "known" } as const;
    assert.equal(
      detailOf({ ...inForce, itemSchema: { kind: "none" } }),
      "no item schema (Restricted Mode: no schema of the workspace is loaded)",
    );
  });
});
