import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("the extension in a trusted folder", () => {
  it("is there and starts", async () => {
    const extension = vscode.extensions.getExtension("analyses-registry.analyses-registry");
    assert.ok(extension);
    await extension.activate();
    assert.ok(extension.isActive);
    assert.ok(vscode.workspace.isTrusted);
  });
});
