import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("the extension in Restricted Mode", () => {
  it("is there, because writing a document needs no trust", () => {
    assert.equal(vscode.workspace.isTrusted, false);
    assert.ok(vscode.extensions.getExtension("analyses-registry.analyses-registry"));
  });
});
