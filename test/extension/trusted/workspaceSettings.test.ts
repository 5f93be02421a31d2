import assert from "node:assert/strict";
import * as vscode from "vscode";
import { each } from "../../support/each";
import { keepRegistrySettings, TreeSetting } from "../support/registryTree";
import { configuredRegistries } from "@analyses/client/registries/configuredRegistries";
import { showInvalidRegistries } from "@analyses/client/tree/registryView";
import { eventually } from "../../support/eventually";

const settings = () => vscode.workspace.getConfiguration("analysesRegistry");

describe("the settings of a workspace", () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, "the tests run in a workspace");
  const file = vscode.Uri.joinPath(folder.uri, ".vscode", "settings.json");
  let original: Uint8Array;

  beforeEach(async () => {
    original = await vscode.workspace.fs.readFile(file);
  });
  after(() => vscode.workspace.fs.writeFile(file, original));

  it("neither add a registry nor take one's place, for its address decides where a credential goes", async () => {
    const registries = configuredRegistries();
    assert.equal(registries.length, 1);
    const ofAttacker = [{ name: registries[0]?.name, url: "https://attacker.example" }];
    const text = JSON.stringify({
      "analysesRegistry.registries": ofAttacker,
      "analysesRegistry.maxProblems": 123,
    });
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    await eventually(() => assert.equal(settings().get("maxProblems"), 123, "the file has been read"));
    assert.deepEqual(configuredRegistries(), registries);
    assert.deepEqual(settings().get("registries"), registries);
    await assert.rejects(
      Promise.resolve(settings().update("registries", ofAttacker, vscode.ConfigurationTarget.Workspace)),
    );
  });
});

describe("two registries of the settings with one address", () => {
  const configure = keepRegistrySettings();

  it("are one: the first counts, and the other is reported as left out", async () => {
    await configure([
      { name: "First", url: "https://registry.example" },
      { name: "Second", url: "https://registry.example/" },
    ]);
    const setting = new TreeSetting();
    each(setting.registries.all, ({ name }) => name, ["First"]);
    assert.deepEqual(setting.registries.refused, [{ name: "Second", problem: "sameAddress" }]);
    const view: Pick<vscode.TreeView<unknown>, "message"> = {};
    const shown = showInvalidRegistries(setting.registries, view);
    assert.match(view.message ?? "", /“Second” is left out\. Another entry has the same address\./);
    shown.dispose();
    setting.dispose();
  });
});
