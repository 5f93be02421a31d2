import assert from "node:assert/strict";
import * as vscode from "vscode";
import { InsertionValidator, insertReferences } from "@analyses/client/references/insertReferences";
import type { TreeNode } from "@analyses/client/tree/nodes/treeNode";
import { settingsSection } from "@analyses/protocol/settings";
import { each } from "../../support/each";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret, writeDocument } from "../support/documents";
import { answering } from "../support/reader";
import { registryInSettings } from "../support/registryTree";

const withItem = (item: string): string =>
  `{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [ { "number": 1, "name": "a", "analyses": [ ${item} ] } ] }`;

/** Tests the installed extension with its language server. */
describe("a valid document, when a reference is inserted", () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail();
  const settings = () => vscode.workspace.getConfiguration(settingsSection, folder);
  const chosen = settings().inspect<string>("itemSchema")?.workspaceValue;
  const { setting } = registryInSettings({ isShared: true });
  let row: TreeNode;

  before(async () => {
    [row = assert.fail()] = await setting.open("Groups");
  });
  afterEach(closeAllEditors);
  after(() => settings().update("itemSchema", chosen, vscode.ConfigurationTarget.Workspace));

  /** Inserts the sidebar's row by the command, and dismisses its messages. */
  async function insert({ uri }: vscode.TextDocument): Promise<void> {
    // A hover response implies that the server has started and read the schema; so no timeout is involved below.
    await vscode.commands.executeCommand("vscode.executeHoverProvider", uri, new vscode.Position(0, 3));
    let isDone = false;
    const running = vscode.commands
      .executeCommand("analysesRegistry.insertReference", row)
      .then(() => (isDone = true));
    await eventually(async () => {
      await vscode.commands.executeCommand("notifications.clearAll");
      assert.ok(isDone);
    });
    await running;
  }

  it("stays as it is where the item schema leaves no room", async () => {
    const schema = { properties: { outcome: {} }, additionalProperties: false };
    const file = await writeDocument("full.schema.json", JSON.stringify(schema));
    await settings().update("itemSchema", file.toString(), vscode.ConfigurationTarget.Workspace);
    const { document } = await openWithCaret("full.analyses.json", withItem('{ "outcome": "Pain"| }'));
    const text = document.getText();
    await insert(document);
    assert.equal(document.getText(), text);
    assert.equal(document.isDirty, false);
  });

  it("takes it where the item schema has room, at every cursor", async () => {
    const schema = { properties: { teams: { type: "array", maxItems: 2 } }, additionalProperties: false };
    const file = await writeDocument("room.schema.json", JSON.stringify(schema));
    await settings().update("itemSchema", file.toString(), vscode.ConfigurationTarget.Workspace);
    const item = '{ "teams": [{}|] },\n{ "teams": [] }';
    const editor = await openWithCaret("room.analyses.json", withItem(item));
    const second = editor.document.positionAt(editor.document.getText().indexOf("[] }") + 1);
    editor.selections = [...editor.selections, new vscode.Selection(second, second)];
    await insert(editor.document);
    assert.equal(editor.document.getText().match(/"groupId"/g)?.length, 2, editor.document.getText());
  });
});

describe("inserting a reference", () => {
  afterEach(closeAllEditors);

  const group = { kind: "group", id: "2", name: "North", link: "https://registry.example/rest/groups/2" };
  const marked = withItem('{ "teams": [|] }');

  it("goes on without a language server that does not answer, or cannot", async () => {
    const tokens: vscode.CancellationToken[] = [];
    for (const [index, answer] of [
      () => new Promise<never>(() => undefined),
      () => Promise.reject(new Error("The connection is closed.")),
    ].entries()) {
      const validator = new InsertionValidator({
        ask: (_method, _params, token) => {
          if (token !== undefined) tokens.push(token);
          return answer();
        },
      });
      const editor = await openWithCaret(`slow${index}.analyses.json`, marked);
      await insertReferences(editor, [{ ...group, kind: "group" }], validator);
      assert.match(editor.document.getText(), /"groupId": "2"/);
    }
    each(tokens, ({ isCancellationRequested }) => isCancellationRequested, [true, true]);
  });

  it("replaces the reference that is there where the schemas have room for one, once the author agrees", async () => {
    const given = '"team": { "groupId": "1", "name": "South", "link": "https://registry.example/1" }';
    const item = `{ ${given}, "studies": [{ "a": 1| }] }`;
    const editor = await openWithCaret("taken.analyses.json", withItem(item));
    const { document } = editor;
    const position = document.positionAt(document.getText().indexOf('"groupId"'));
    const validator = new InsertionValidator({
      ask: <T>(_method: unknown, params: object) => {
        const isInStudy = /group\\*": /.test(JSON.stringify(params));
        const taken = { names: [], taken: { name: "team", position }, outside: position, elsewhere: [] };
        const answer = isInStudy
          ? { messages: ["“group” is not a property of a study."], properties: taken }
          : { messages: [], properties: null };
        return Promise.resolve(answer as T);
      },
    });
    const reference = { ...group, kind: "group" } as const;
    const { said } = await answering([], () => insertReferences(editor, [reference], validator));
    assert.match(said.join(), /^“team” has a reference already: replace it\?/);
    assert.equal(document.isDirty, false);
    await answering(["Replace"], () => insertReferences(editor, [reference], validator));
    assert.match(
      document.getText(),
      /"team": \{ "groupId": "2", "name": "North", "link": "[^"]*2" \}, "studies": \[\{ "a": 1 \}\]/,
    );
  });

  it("asks which of several properties gets it", async () => {
    const editor = await openWithCaret("several.analyses.json", withItem('{ "outcome": "Pain"| }'));
    const properties = { names: ["sponsor", "team"], taken: null, outside: null, elsewhere: [] };
    const validator = new InsertionValidator({
      ask: <T>(_method: unknown, params: object) => {
        const messages = JSON.stringify(params).includes("team") ? [] : ["“group” is no property."];
        return Promise.resolve({ messages, properties } as T);
      },
    });
    await answering(["team"], () => insertReferences(editor, [{ ...group, kind: "group" }], validator));
    assert.match(editor.document.getText(), /"outcome": "Pain",\s+"team": \{\s+"groupId": "2",/);
  });

  it("says which properties can have a reference where the schemas forbid it at the cursor", async () => {
    const editor = await openWithCaret("elsewhere.analyses.json", withItem('{ "studies": [|] }'));
    const validator = new InsertionValidator({
      ask: <T>() => {
        const properties = { names: [], taken: null, outside: null, elsewhere: ["team", "author"] };
        return Promise.resolve({ messages: ["No room."], properties } as T);
      },
    });
    const reference = { ...group, kind: "group" } as const;
    const { said } = await answering([], () => insertReferences(editor, [reference], validator));
    assert.match(said.join(), /not be valid\. No room\. By the item schema .*: “team”, “author”\./);
    assert.equal(editor.document.isDirty, false);
  });

  it("overwrites nothing that is typed while the language server thinks", async () => {
    const editor = await openWithCaret("typed.analyses.json", marked);
    const validator = new InsertionValidator({
      ask: async () => {
        await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), "\n\n"));
        return undefined;
      },
    });
    const { said } = await answering([], () =>
      insertReferences(editor, [{ ...group, kind: "group" }], validator),
    );
    assert.match(said.join(), /^The reference was not inserted/);
    assert.equal(editor.document.getText(), `\n\n${marked.replace("|", "")}`);
  });
});
