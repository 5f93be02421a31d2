import assert from "node:assert/strict";
import * as vscode from "vscode";
import { OtherRecordActions } from "@analyses/client/references/recordProviders";
import { GroupNode } from "@analyses/client/tree/nodes/recordNodes";
import { wrongType } from "../../support/registryFaults";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { TreeSetting, registryInSettings } from "../support/registryTree";

describe("a link of a record that is not a link to it", () => {
  const { registry } = registryInSettings({ isShared: true });
  let setting: TreeSetting;
  afterEach(closeAllEditors);

  /** The first group of a registry whose record has this link. */
  async function groupWith(link: string): Promise<{ group: GroupNode; own: string }> {
    const takeAway = registry.faults.use(wrongType("/groups/0/link", link));
    setting = new TreeSetting();
    const rows = await setting.open("Groups");
    takeAway();
    const group = rows.find((row) => row instanceof GroupNode && row.group.link === link);
    assert.ok(group instanceof GroupNode);
    return { group, own: `${registry.url}/rest/groups/${group.group.groupId}` };
  }

  for (const link of ["javascript:alert(1)", "https://evil.example/", ""]) {
    it(`is neither inserted nor copied: ${link === "" ? "none at all" : link}`, async () => {
      const { group, own } = await groupWith(link);
      const { document } = await openWithCaret("link.html", "<p>|</p>");
      await vscode.commands.executeCommand("analysesRegistry.insertReference", group);
      await eventually(() => assert.ok(document.getText().includes(own), document.getText()));
      if (link !== "") assert.ok(!document.getText().includes(link));
      for (const command of ["copyLink", "copyMarkdownLink", "copyReference"]) {
        await vscode.env.clipboard.writeText("");
        await vscode.commands.executeCommand(`analysesRegistry.${command}`, group);
        const copied = await vscode.env.clipboard.readText();
        assert.ok(copied.includes(own), copied);
        if (link !== "") assert.ok(!copied.includes(link));
      }
      setting.dispose();
    });
  }
});

describe("Peek Definition on a reference", () => {
  const { registry } = registryInSettings();
  const setFocus = (value: string | undefined) =>
    vscode.workspace
      .getConfiguration("editor")
      .update("peekWidgetDefaultFocus", value, vscode.ConfigurationTarget.Global);
  before(() => setFocus("editor"));
  after(() => setFocus(undefined));
  after(closeAllEditors);

  it("leaves the document open around which it shows the record", async () => {
    const link = `${registry.url}/rest/groups/3`;
    const { document } = await openWithCaret("peek.md", `See ${link.replace("https", "https|")}`);
    const previewed = new Promise<vscode.TextEditor>((resolve) => {
      const subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.uri.scheme !== "analyses-registry-record") return;
        subscription.dispose();
        resolve(editor);
      });
    });
    await vscode.commands.executeCommand("editor.action.peekDefinition");
    await previewed;
    // The extension handles the preview after the event; this command waits in the same queue.
    await vscode.commands.executeCommand("analysesRegistry.refresh");
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const isOpen = tabs.some(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString(),
    );
    assert.ok(isOpen, tabs.map(({ label }) => label).join());
  });
});

describe("a reference to a record that the registry does not know", () => {
  afterEach(closeAllEditors);

  for (const [property, title, command] of [
    ["groupId", "Choose Another Group…", "insertGroupReference"],
    ["personId", "Choose Another Person…", "insertPersonReference"],
  ] as const) {
    it(`has an offer to choose another one, inside its ${property}`, async () => {
      const { document } = await openWithCaret(
        `unknown-${property}.json`,
        `{"team": {"${property}": "99999"}}|`,
      );
      const start = document.getText().indexOf('"99999"');
      const range = new vscode.Range(document.positionAt(start), document.positionAt(start + 7));
      const diagnostic = new vscode.Diagnostic(range, "Unknown");
      diagnostic.code = "reference-unknown";
      const context = {
        diagnostics: [diagnostic],
        only: undefined,
        triggerKind: vscode.CodeActionTriggerKind.Invoke,
      };
      const [action, ...others] = new OtherRecordActions().provideCodeActions(document, range, context);
      assert.deepEqual(others, []);
      assert.equal(action?.title, title);
      assert.equal(action.command?.command, `analysesRegistry.${command}`);
      const position = document.positionAt(start + 1);
      assert.deepEqual(action.command.arguments, [new vscode.Location(document.uri, position)]);
    });
  }
});
