import assert from "node:assert/strict";
import * as vscode from "vscode";
import { detailOf, nextStep } from "@analyses/client/language/statusItems";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { answering } from "../support/reader";

describe("the item schema of a workspace in Restricted Mode", () => {
  afterEach(closeAllEditors);

  it("is not loaded, and its problems are not reported", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, ".vscode/settings.json");
    const written = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    assert.match(written, /itemSchema/, "the workspace names one");
    const settings = vscode.workspace.getConfiguration("analysesRegistry", folder);
    assert.equal(settings.get("itemSchema"), "");

    // The analysis violates the workspace's item schema, the method the bundled schema.
    const group = { number: 1, name: "a", analyses: [{ number: "one" }] };
    const document = { "risk-of-bias-method": "RISK_OF_BIAS_3", "analysis-groups": [group] };
    const editor = await openWithCaret("restricted-schema.analyses.json", `${JSON.stringify(document)}|`);
    const told = () => vscode.languages.getDiagnostics(editor.document.uri).map(({ message }) => message);
    await eventually(() => assert.equal(told().length, 1));
    assert.match(told()[0] ?? "", /RISK_OF_BIAS/);
  });

  it("is not loaded by a relative path of the user's own settings either, but one elsewhere is", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const settings = vscode.workspace.getConfiguration("analysesRegistry");
    const name = "of-the-workspace.schema.json";
    const file = vscode.Uri.joinPath(folder.uri, name);
    const schema = { properties: { number: { type: "boolean" } } };
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(schema)));
    const group = { number: 1, name: "a", analyses: [{ number: "one" }] };
    const document = { "risk-of-bias-method": "RISK_OF_BIAS_3", "analysis-groups": [group] };
    const { document: opened } = await openWithCaret(
      "restricted-relative.analyses.json",
      `${JSON.stringify(document)}|`,
    );
    const codes = () =>
      vscode.languages
        .getDiagnostics(opened.uri)
        .map(({ code }) => (typeof code === "object" ? code.value : code));
    try {
      for (const relative of [name, `./${name}`, `\${workspaceFolder}/${name}`]) {
        await settings.update("itemSchema", file.fsPath, vscode.ConfigurationTarget.Global);
        await eventually(() => assert.deepEqual(codes(), ["not-allowed-value", "wrong-type"]));
        await settings.update("itemSchema", relative, vscode.ConfigurationTarget.Global);
        await eventually(() => assert.deepEqual(codes(), ["not-allowed-value"], relative));
      }
    } finally {
      await settings.update("itemSchema", undefined, vscode.ConfigurationTarget.Global);
      await vscode.workspace.fs.delete(file);
    }
  });

  it("is chosen together with an offer to trust the workspace, without which the choice changes nothing", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, ".vscode/settings.json");
    const before = await vscode.workspace.fs.readFile(file);
    try {
      const { said } = await answering(["None"], () =>
        vscode.commands.executeCommand("analysesRegistry.selectItemSchema"),
      );
      assert.deepEqual(said, ["In Restricted Mode the item schema of this workspace is not in force."]);
    } finally {
      await vscode.workspace.fs.writeFile(file, before);
    }
  });

  it("is not loaded for a configuration file either, which changes nothing at all", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, "analyses.config.json");
    const settings = {
      severity: { "not-allowed-value": "off" },
      itemSchema: "pairwise-analysis.schema.json",
    };
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(settings)));
    try {
      const group = { number: 1, name: "a", analyses: [{ number: "one" }] };
      const document = { "risk-of-bias-method": "RISK_OF_BIAS_3", "analysis-groups": [group] };
      const editor = await openWithCaret("restricted-config.analyses.json", `${JSON.stringify(document)}|`);
      const codes = () => vscode.languages.getDiagnostics(editor.document.uri).map(({ code }) => code);
      await eventually(() => assert.equal(codes().length, 1));
      assert.match(JSON.stringify(codes()), /not-allowed-value/);
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it("gives numbers no roles: only names do", async () => {
    const arms = { experimental: { events: 12, total: 148 }, comparator: { events: 19, total: 151 } };
    const studies = [
      { study: "Abara 2014", ...arms },
      // Only an annotation of the schema marks this study as left out.
      { study: "Osei 2020", "left-out": true, ...arms },
    ];
    const analysis = { number: 1, name: "Mortality", "effect-measure": "RISK_RATIO", studies };
    const group = { number: 1, name: "a", analyses: [analysis] };
    const document = { "risk-of-bias-method": "RISK_OF_BIAS_2", "analysis-groups": [group] };
    const { document: opened } = await openWithCaret(
      "restricted-evidence.analyses.json",
      `${JSON.stringify(document)}|`,
    );
    await eventually(async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        opened.uri,
        10,
      );
      assert.deepEqual(
        lenses.map(({ command }) => command?.title),
        ["RR 0.64 [0.40, 1.05] · 2 studies · 598 participants · I² 0 %"],
      );
    });
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
