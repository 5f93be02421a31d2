import assert from "node:assert/strict";
import * as vscode from "vscode";
import { pickReferences } from "@analyses/client/commands/records";
import { caretsOf, insertReferences } from "@analyses/client/references/insertReferences";
import type { RegistryReference } from "@analyses/protocol/references";
import { each } from "../../support/each";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { TreeSetting, registryInSettings, silentValidator } from "../support/registryTree";
import { answering } from "../support/reader";

const group: RegistryReference = {
  kind: "group",
  id: "2",
  name: "Centre North",
  link: "https://registry.example/rest/groups/2",
};
const groupValue = { groupId: "2", name: "Centre North", link: "https://registry.example/rest/groups/2" };

describe("inserting a reference", () => {
  afterEach(closeAllEditors);

  it("puts it at the cursor of a JSON document, and one undo takes it back", async () => {
    const editor = await openWithCaret("team.json", '{\n  "groups": [|]\n}\n');
    const before = editor.document.getText();
    await insertReferences(editor, [group], silentValidator);
    assert.deepEqual(JSON.parse(editor.document.getText()), { groups: [groupValue] });
    await vscode.commands.executeCommand("undo");
    await eventually(() => assert.equal(editor.document.getText(), before));
  });

  const notInserted = "The reference was not inserted: the document cannot be edited or has just changed.";

  it("is reported as not inserted in an editor that is read-only, and can be copied instead", async () => {
    const editor = await openWithCaret("read-only.json", '{"a": |}');
    await vscode.commands.executeCommand("workbench.action.files.setActiveEditorReadonlyInSession");
    const { said } = await answering(["Copy Instead"], () =>
      insertReferences(editor, [group], silentValidator),
    );
    assert.deepEqual(said, [notInserted]);
    assert.equal(editor.document.getText(), '{"a": }');
    assert.deepEqual(JSON.parse(await vscode.env.clipboard.readText()), groupValue);
  });

  it("overwrites nothing that was typed while the reference was looked up", async () => {
    const editor = await openWithCaret("typed-on.json", '{"a": |"to do"}');
    const end = editor.document.positionAt('{"a": "to do"'.length);
    editor.selection = new vscode.Selection(editor.selection.active, end);
    const carets = caretsOf(editor);
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 1), '"b": 1, '));
    const { said } = await answering(["Copy Instead"], () =>
      insertReferences(editor, [group], silentValidator, carets),
    );
    assert.deepEqual(said, [notInserted]);
    assert.equal(editor.document.getText(), '{"b": 1, "a": "to do"}');
    assert.deepEqual(JSON.parse(await vscode.env.clipboard.readText()), groupValue);
  });
});

describe("inserting a reference that is chosen from a list", () => {
  const { registry } = registryInSettings();
  afterEach(closeAllEditors);

  it("puts it where the caret was at the request, wherever that moves meanwhile", async () => {
    const editor = await openWithCaret("meanwhile.json", '{"a": |, "b": "to do"}');
    const inserting = vscode.commands.executeCommand("analysesRegistry.insertGroupReference");
    await eventually(() => assert.notEqual(registry.requests.length, 0));
    const other = editor.document.positionAt('{"a": , "b": '.length);
    editor.selection = new vscode.Selection(other, editor.document.positionAt('{"a": , "b": "to do"'.length));
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      assert.ok(editor.document.isDirty);
    });
    await inserting;
    assert.match(editor.document.getText(), /^\{"a": \{[^}]*"groupId"[^}]*\}, "b": "to do"\}$/);
  });
});

describe("inserting a reference while a panel has the focus", () => {
  registryInSettings({ isShared: true });
  afterEach(closeAllEditors);

  /** Inserts the first group into a document while a panel is in front. */
  async function insertInto(document: vscode.TextDocument): Promise<void> {
    await eventually(() => assert.equal(vscode.window.activeTextEditor, undefined));
    const inserting = vscode.commands.executeCommand("analysesRegistry.insertGroupReference");
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      assert.ok(document.isDirty);
    });
    await inserting;
    assert.match(document.getText(), /"groupId"/);
  }

  it("goes into the text that one was in last, shown again", async () => {
    const { document } = await openWithCaret("under-a-panel.json", '{"a": |}');
    const panel = vscode.window.createWebviewPanel("test", "Test", vscode.ViewColumn.Active);
    await insertInto(document);
    assert.ok(vscode.window.visibleTextEditors.some((editor) => editor.document === document));
    panel.dispose();
  });

  it("goes into the text of the evidence panel, not into the one that one was in last", async () => {
    const analysis = '{"name": "A", "data-rows": [], "group": |}';
    const text = `{"analysis-groups": [{"number": 1, "name": "G", "analyses": [${analysis}]}]}`;
    const { document } = await openWithCaret("of-the-panel.analyses.json", text);
    await vscode.commands.executeCommand("analysesRegistry.showEvidence", document.uri);
    const other = await openWithCaret("another.json", '{"a": |}');
    await vscode.commands.executeCommand("workbench.action.focusSecondEditorGroup");
    await insertInto(document);
    assert.equal(other.document.isDirty, false);
  });
});

describe("picking the people to refer to, at once after a start with a stored sign-in", () => {
  const { registry, setting } = registryInSettings();
  let next: TreeSetting;

  beforeEach(async () => {
    await setting.signIn();
    next = new TreeSetting({ secrets: setting.secrets });
    await next.accounts.ready();
    registry.clearLog();
  });
  afterEach(() => next.dispose());

  it("offers who is signed in, though the tree was never looked at", async () => {
    const outcome = await setting.registry.client.personMe(new AbortController());
    assert.ok(outcome.kind === "ok");
    let picked: readonly RegistryReference[] | undefined;
    void pickReferences(next.registries, "person").then((references) => (picked = references));
    // Enter accepts the first row, and does nothing while there is none.
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      each(picked, ({ kind, id }) => ({ kind, id }), [{ kind: "person", id: outcome.value.personId }]);
    });
  });
});
