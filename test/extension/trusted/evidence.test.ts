import assert from "node:assert/strict";
import * as vscode from "vscode";
import { PanelTable } from "@analyses/client/evidence/panelTable";
import { TrackedPlaces } from "@analyses/client/evidence/trackedPlaces";
import { PanelDocument } from "@analyses/client/webview/panelDocument";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { answering } from "../support/reader";

describe("a fix that is chosen at a cell of the evidence panel", () => {
  const files = vscode.workspace.getConfiguration("files");
  const fixed = '{ "events": 12 }';
  const first = new vscode.Range(0, 0, 0, 0);
  const cell = { row: "/studies/0", part: "events" };
  let beforeChoice: () => PromiseLike<unknown> = () => Promise.resolve();
  let fixes: vscode.Disposable;

  beforeEach(() => {
    beforeChoice = () => Promise.resolve();
    fixes = vscode.languages.registerCodeActionsProvider(
      { pattern: "**/fix-*.txt" },
      {
        provideCodeActions: () => [
          new vscode.CodeAction("As a number", vscode.CodeActionKind.QuickFix.append("test")),
        ],
        async resolveCodeAction(action, token) {
          const uri = vscode.window.activeTextEditor?.document.uri;
          assert.ok(uri && !token.isCancellationRequested);
          action.edit = new vscode.WorkspaceEdit();
          action.edit.replace(uri, new vscode.Range(0, 12, 0, 16), "12");
          await beforeChoice();
          return action;
        },
      },
    );
  });
  afterEach(async () => {
    fixes.dispose();
    await files.update("readonlyInclude", undefined);
    await closeAllEditors();
  });

  /** Opens a document and its panel's table; editing a cell there replaces the start of the first line by a space. */
  async function tableOf(name: string) {
    const { document } = await openWithCaret(name, '{ "events": "12" }|');
    const asked: string[] = [];
    const client = {
      ask: <T>({ method }: { readonly method: string }) => {
        asked.push(`${method} of “${document.getText()}”`);
        const edits = [{ range: first, newText: " " }];
        const { version } = document;
        const edit = {
          kind: "edits",
          version,
          edits,
          written: [],
          rows: [],
          columnsLeftOut: [],
          linesLeftOut: [],
        };
        return Promise.resolve((method.endsWith("Places") ? { ranges: [first], cells: [] } : edit) as T);
      },
    };
    const text = new PanelDocument(document.uri, () => undefined);
    const places = new TrackedPlaces();
    const all = { pointer: "/analysis", start: 0, end: document.getText().length };
    places.name("", [all], () => "");
    places.name("/analysis", [{ ...all, pointer: "/row" }], () => "");
    const table = new PanelTable({ ...client, problem: undefined }, text, places, {
      analysis: () => "/analysis",
      isShown: () => true,
      post: () => Promise.resolve(),
      nameRows: () => Promise.resolve(),
      update: () => Promise.resolve(),
    });
    return { document, table, asked };
  }

  it("is written", async () => {
    const { document, table } = await tableOf("fix-it.txt");
    assert.deepEqual((await answering(["As a number"], () => table.actOnCell("fix", cell))).said, []);
    assert.equal(document.getText(), fixed);
  });

  it("is reported as not written where the editor is read-only in this session", async () => {
    const { document, table } = await tableOf("fix-session.txt");
    await vscode.commands.executeCommand("workbench.action.files.setActiveEditorReadonlyInSession");
    const { said } = await answering(["As a number"], () => table.actOnCell("fix", cell));
    assert.deepEqual(said, ["“fix-session.txt” is read-only."]);
    assert.equal(document.getText(), '{ "events": "12" }');
  });

  it("goes into no other text than that it was offered for", async () => {
    const { document, table } = await tableOf("fix-changed.txt");
    const before = new vscode.WorkspaceEdit();
    before.insert(document.uri, first.start, '"risk-of-bias" ');
    beforeChoice = () => vscode.workspace.applyEdit(before);
    const { said } = await answering(["As a number"], () => table.actOnCell("fix", cell));
    assert.deepEqual(said, ["Nothing was written: the document cannot be edited or has just changed."]);
    assert.equal(document.getText(), '"risk-of-bias" { "events": "12" }');
  });

  it("is looked for once what was typed before is written", async () => {
    const { table, asked } = await tableOf("fix-after.txt");
    const change = { kind: "cell", part: "experimental-events", text: "12", asText: false } as const;
    void table.edit({ edit: 1, analysis: "/analysis", row: "/row", change, newRowName: null });
    await answering(["As a number"], () => table.actOnCell("fix", cell));
    assert.match(asked.at(-1) ?? "", /Places of “ \{/);
  });
});
