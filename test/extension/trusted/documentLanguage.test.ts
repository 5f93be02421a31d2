import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { closeAllEditors, writeDocument } from "../support/documents";

const analysesText = '{"$schema": "urn:analyses-registry:analyses:1.0.0"}';

describe("the language of a document", () => {
  afterEach(closeAllEditors);

  it("is analyses by a known $schema, and plain JSON stays JSON", async () => {
    const known = await vscode.workspace.openTextDocument(await writeDocument("known.json", analysesText));
    const plain = await vscode.workspace.openTextDocument(
      await writeDocument("plain.json", '{"$schema": "x"}'),
    );
    await eventually(() => assert.equal(known.languageId, "analyses"));
    assert.equal(plain.languageId, "json");
  });

  it("is analyses in a file of RevMan, whatever that is called", async () => {
    const text = String.raw`{"$schema":"https:\/\/assets.cochrane.org\/schema\/v1\/analyses.schema.json","risk-of-bias-method":"RISK_OF_BIAS_1","analysis-groups":[]}`;
    const file = await writeDocument("CD000259-analysis-data.json", text);
    const document = await vscode.workspace.openTextDocument(file);
    await eventually(() => assert.equal(document.languageId, "analyses"));
  });

  it("is analyses as soon as the settings know its $schema", async () => {
    const file = await writeDocument("later-known.json", '{"$schema": "urn:our:analyses"}');
    const document = await vscode.workspace.openTextDocument(file);
    const settings = vscode.workspace.getConfiguration("analysesRegistry");
    assert.equal(document.languageId, "json");
    try {
      await settings.update("schemas", [{ id: "urn:our:analyses", path: "bundled:1.0.0" }]);
      await eventually(() => assert.equal(document.languageId, "analyses"));
    } finally {
      await settings.update("schemas", undefined);
    }
  });

  it("stays what the user picked by hand, also when the document is opened again", async () => {
    const file = await writeDocument("chosen.json", analysesText);
    const document = await vscode.workspace.openTextDocument(file);
    await eventually(() => assert.equal(document.languageId, "analyses"));
    await vscode.languages.setTextDocumentLanguage(document, "json");
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), "\n"));
    await document.save();
    await closeAllEditors();
    const other = await vscode.workspace.openTextDocument(await writeDocument("other.json", analysesText));
    await eventually(() => assert.equal(other.languageId, "analyses"));
    assert.equal((await vscode.workspace.openTextDocument(file)).languageId, "json");
  });
});
