import assert from "node:assert/strict";
import * as vscode from "vscode";
import { latency } from "../../support/registryFaults";
import { eventually } from "../../support/eventually";
import { type ReferenceRegistry, startReferenceRegistry } from "../../support/referenceRegistry";
import { closeAllEditors, openWithCaret, writeDocument } from "../support/documents";
import { keepRegistrySettings } from "../support/registryTree";

describe("completion of references", () => {
  const configure = keepRegistrySettings();
  let registry: ReferenceRegistry;

  beforeEach(async () => {
    registry = await startReferenceRegistry();
    await configure([{ name: "Test registry", url: registry.url }]);
  });
  afterEach(async () => {
    await closeAllEditors();
    await registry.stop();
  });

  const withItem = (item: string): string =>
    `{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [\n  { "number": 1, "name": "a", "analyses": [\n    ${item}\n  ] }\n] }\n`;

  it("writes the whole reference where an identifier is begun by name, and one undo takes it back", async () => {
    const item = '{ "team": {\n      "groupId": "|"\n    } }';
    const { document, selection } = await openWithCaret("completed-reference.analyses.json", withItem(item));
    const before = document.getText();
    await eventually(async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        selection.active,
      );
      assert.ok(items.some(({ kind }) => kind === vscode.CompletionItemKind.Reference));
    });
    await eventually(async () => {
      await vscode.commands.executeCommand("editor.action.triggerSuggest");
      await vscode.commands.executeCommand("acceptSelectedSuggestion");
      assert.notEqual(document.getText(), before);
    });
    const value = JSON.parse(document.getText()) as {
      "analysis-groups": [{ analyses: [{ team: { groupId: string; name: string; link: string } }] }];
    };
    const { team } = value["analysis-groups"][0].analyses[0];
    const chosen = [...registry.content.groups.values()].find((one) => one.groupId === team.groupId);
    assert.equal(team.name, chosen?.name);
    assert.ok(team.link.endsWith(`/rest/groups/${team.groupId}`), team.link);
    assert.match(document.getText(), /\n {6}"groupId": "[^"]+",\n {6}"name": .*,\n {6}"link": .*\n {4}\} \}/);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), before);
  });

  it("offers the item schema's values while the registry is slow", async () => {
    const settings = vscode.workspace.getConfiguration("analysesRegistry");
    const chosen = settings.inspect<string>("itemSchema")?.workspaceValue;
    const schema = { properties: { groupId: { enum: ["from the schema"] } } };
    const file = await writeDocument("slow-registry.schema.json", JSON.stringify(schema));
    registry.faults.use(latency(60_000));
    await settings.update("itemSchema", file.toString(), vscode.ConfigurationTarget.Workspace);
    try {
      const { document, selection } = await openWithCaret(
        "slow-registry.analyses.json",
        withItem('{ "groupId": "|" }'),
      );
      await eventually(async () => {
        const { items, isIncomplete } = await vscode.commands.executeCommand<vscode.CompletionList>(
          "vscode.executeCompletionItemProvider",
          document.uri,
          selection.active,
        );
        assert.match(JSON.stringify(items.map(({ label }) => label)), /from the schema/);
        assert.equal(isIncomplete, true);
      });
      assert.ok(registry.requests.length > 0, "the registry was asked, and has not answered");
    } finally {
      await settings.update("itemSchema", chosen, vscode.ConfigurationTarget.Workspace);
    }
  });

  it("offers what matches the name that was typed", async () => {
    const [, group] = registry.content.groups.values();
    assert.ok(group);
    const typed = group.name.slice(0, 6);
    const item = `{ "team": { "groupId": "", "name": ${JSON.stringify(typed).slice(0, -1)}|" } }`;
    const { document, selection } = await openWithCaret("typed-reference.analyses.json", withItem(item));
    await eventually(async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        selection.active,
      );
      const item = items.find(({ detail }) => detail?.startsWith(`${group.groupId} ·`) === true);
      assert.ok(item, items.map(({ label }) => JSON.stringify(label)).join());
      assert.match(item.detail ?? "", /· Test registry$/);
      assert.equal(item.additionalTextEdits?.length, 1);
    });
  });
});
