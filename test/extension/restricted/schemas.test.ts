import assert from "node:assert/strict";
import * as vscode from "vscode";
import { detailOf, nextStep } from "@analyses/client/language/statusItems";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret, codesOf } from "../support/documents";
import { answering } from "../support/reader";

/** Its analysis violates the workspace's item schema, its method the bundled schema. */
const group = { number: 1, name: "a", analyses: [{ number: "one" }] };
const wrong = `${JSON.stringify({ "risk-of-bias-method": "RISK_OF_BIAS_3", "analysis-groups": [group] })}|`;

describe("the item schema of a workspace in Restricted Mode", () => {
  const { uri: folder } = vscode.workspace.workspaceFolders?.[0] ?? assert.fail();
  const settingsFile = vscode.Uri.joinPath(folder, ".vscode/settings.json");
  afterEach(closeAllEditors);

  it("is not loaded, and its problems are not reported", async () => {
    const written = new TextDecoder().decode(await vscode.workspace.fs.readFile(settingsFile));
    assert.match(written, /itemSchema/, "the workspace names one");
    assert.equal(vscode.workspace.getConfiguration("analysesRegistry", folder).get("itemSchema"), "");
    const { document } = await openWithCaret("restricted-schema.analyses.json", wrong);
    await eventually(() => assert.deepEqual(codesOf(document), ["not-allowed-value"]));
  });

  it("is not loaded by a relative path of the user's own settings either, but one elsewhere is", async () => {
    const settings = vscode.workspace.getConfiguration("analysesRegistry");
    const name = "of-the-workspace.schema.json";
    const file = vscode.Uri.joinPath(folder, name);
    const schema = { properties: { number: { type: "boolean" } } };
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(schema)));
    const { document } = await openWithCaret("restricted-relative.analyses.json", wrong);
    try {
      for (const relative of [name, `./${name}`, `\${workspaceFolder}/${name}`]) {
        await settings.update("itemSchema", file.fsPath, vscode.ConfigurationTarget.Global);
        await eventually(() => assert.deepEqual(codesOf(document), ["not-allowed-value", "wrong-type"]));
        await settings.update("itemSchema", relative, vscode.ConfigurationTarget.Global);
        await eventually(() => assert.deepEqual(codesOf(document), ["not-allowed-value"], relative));
      }
    } finally {
      await settings.update("itemSchema", undefined, vscode.ConfigurationTarget.Global);
      await vscode.workspace.fs.delete(file);
    }
  });

  it("is chosen together with an offer to trust the workspace, without which the choice changes nothing", async () => {
    const before = await vscode.workspace.fs.readFile(settingsFile);
    try {
      const { said } = await answering(["None"], () =>
        vscode.commands.executeCommand("analysesRegistry.selectItemSchema"),
      );
      assert.deepEqual(said, ["In Restricted Mode the item schema of this workspace is not in force."]);
    } finally {
      await vscode.workspace.fs.writeFile(settingsFile, before);
    }
  });

  it("is not loaded for a configuration file either, which changes nothing at all", async () => {
    const file = vscode.Uri.joinPath(folder, "analyses.config.json");
    const settings = {
      severity: { "not-allowed-value": "off" },
      itemSchema: "pairwise-analysis.schema.json",
    };
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(settings)));
    try {
      const { document } = await openWithCaret("restricted-config.analyses.json", wrong);
      await eventually(() => assert.deepEqual(codesOf(document), ["not-allowed-value"]));
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it("is reported as left out by the status item of the document", () => {
    const inForce = { uri: "", documentSchema: "1.0.0", identifier: "known" } as const;
    assert.equal(
      detailOf({ ...inForce, itemSchema: { kind: "none" } }),
      "no item schema (Restricted Mode: no schema of the workspace is loaded)",
    );
    assert.equal(nextStep().command, "workbench.trust.manage");
  });
});
