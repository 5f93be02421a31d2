import assert from "node:assert/strict";
import * as vscode from "vscode";
import { folderOfChoice, valueOf } from "@analyses/client/authoring/authoring";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret, codesOf } from "../support/documents";
import { answering } from "../support/reader";

const wrong = '|{"risk-of-bias-method": "RISK_OF_BIAS_3", "analysis-groups": [], "a": 1}';

describe("the settings that decide when and how problems are reported", () => {
  const folder = vscode.workspace.workspaceFolders?.[0] ?? assert.fail();

  const codes = ({ document }: vscode.TextEditor) => codesOf(document);
  const configurationFile = vscode.Uri.joinPath(folder.uri, "analyses.config.json");
  const configure = (text: string) =>
    vscode.workspace.fs.writeFile(configurationFile, new TextEncoder().encode(text));
  /** The place in the configuration file to which the reader is led. */
  const assertLedTo = (position: vscode.Position) => {
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail();
    assert.equal(document.uri.toString(), configurationFile.toString());
    assert.deepEqual(selection.active, position);
  };

  afterEach(async () => {
    await vscode.workspace.fs.delete(configurationFile).then(undefined, () => undefined);
    await closeAllEditors();
  });

  it("are those of the configuration file, where the workspace is trusted", async () => {
    const editor = await openWithCaret("configured.analyses.json", wrong);
    await eventually(() => assert.deepEqual(codes(editor), ["not-allowed-value", "unknown-property"]));
    await configure('{ "severity": { "unknown-property": "off" } }');
    await eventually(() => assert.deepEqual(codes(editor), ["not-allowed-value"]));
    await vscode.workspace.fs.delete(configurationFile);
    await eventually(() => assert.deepEqual(codes(editor), ["not-allowed-value", "unknown-property"]));
  });

  it("leave the choice of an item schema to the configuration file that names one, which is opened", async () => {
    await openWithCaret("chosen.analyses.json", wrong);
    const choose = () => vscode.commands.executeCommand("analysesRegistry.selectItemSchema");
    const own = vscode.Uri.joinPath(folder.uri, ".vscode/settings.json");
    const before = await vscode.workspace.fs.readFile(own);
    await configure('{\n  "itemSchema": "bundled:pairwise-analysis"\n}');
    try {
      const decided = [
        "The item schema of this document is named in analyses.config.json, and another choice would not be in force.",
      ];
      // The server receives the file change with a delay.
      await eventually(async () => assert.deepEqual((await answering(["Open"], choose)).said, decided));
      assertLedTo(new vscode.Position(1, 2));
      // If the file names no item schema, the settings apply.
      await openWithCaret("chosen.analyses.json", wrong);
      await configure('{ "maxProblems": 5 }');
      await eventually(async () => assert.deepEqual((await answering(["None"], choose)).said, []));
    } finally {
      await vscode.workspace.fs.writeFile(own, before);
    }
  });

  it("name a schema of another folder of the workspace by its address: paths begin at the folder that has them", () => {
    const other = { uri: vscode.Uri.file("/elsewhere"), name: "elsewhere", index: 1 };
    const schema = vscode.Uri.joinPath(folder.uri, "schemas/own.schema.json");
    assert.equal(valueOf(schema, folder), "schemas/own.schema.json");
    assert.equal(valueOf(schema, other), schema.toString());
    assert.equal(valueOf(schema, undefined), schema.toString());
  });

  it("are those of the whole workspace for a document in none of its folders", () => {
    const other = { uri: vscode.Uri.file("/elsewhere"), name: "elsewhere", index: 1 };
    const inside = vscode.Uri.joinPath(folder.uri, "review.analyses.json");
    const outside = vscode.Uri.file("/outside/review.analyses.json");
    assert.equal(folderOfChoice(outside, [folder, other]), undefined);
    assert.equal(folderOfChoice(inside, [other, folder])?.uri.toString(), folder.uri.toString());
    assert.equal(folderOfChoice(outside, [folder]), folder);
  });

  it("leave the choice of roles to the configuration file that names them, which is opened", async () => {
    const own = vscode.Uri.joinPath(folder.uri, ".vscode/settings.json");
    const before = await vscode.workspace.fs.readFile(own);
    const row = '{ "study": "Abara 2014", "zebras": 12, "total1": 148, "events2": 19, "total2": 151 }';
    const text = `{ "analysis-groups": [{ "number": 1, "name": "A", "analyses": [{ "number": 1,| "studies": [${row}] }] }] }`;
    await openWithCaret("roles.analyses.json", text);
    const config = '{\n  "evidence.roles": { "/studies/*/total1": "experimental-total" }\n}';
    await configure(config);
    // VS Code may still have the text of an earlier file with this name.
    const textNow = async () => (await vscode.workspace.openTextDocument(configurationFile)).getText();
    await eventually(async () => assert.equal(await textNow(), config));
    const show = () => vscode.commands.executeCommand("analysesRegistry.showEvidenceRoles");
    const decided = [
      "The roles of this document are named in analyses.config.json, and another choice would not be in force.",
    ];
    // The server receives the file change with a delay.
    await eventually(async () => {
      const { said } = await answering(["experimental-events", "Open"], show);
      assert.deepEqual(said, decided);
    });
    assertLedTo(new vscode.Position(1, 2));
    assert.deepEqual(await vscode.workspace.fs.readFile(own), before);
  });
});
