import assert from "node:assert/strict";
import * as vscode from "vscode";
import { markup, Panel } from "@analyses/client/webview/panel";
import { eventually } from "../../support/eventually";
import { closeAllEditors, extensionUri } from "../support/documents";

describe("a panel with a webview", () => {
  const page = { title: "Page", body: markup`<p>${"<b>"}</p>` };
  const restored: unknown[] = [];
  let closed = 0;
  let panel: Panel<never, { readonly said: string }>;

  /** Titles of the webview tabs. */
  const titles = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview)
      .map(({ label }) => label);

  beforeEach(() => {
    closed = 0;
    panel = new Panel({
      extensionUri: extensionUri(),
      name: "details",
      title: "Test",
      read: () => undefined,
      onMessage: () => undefined,
      onDidClose: () => (closed += 1),
      restore: (state) => restored.push(state),
    });
  });
  afterEach(async () => {
    panel.dispose();
    await closeAllEditors();
  });

  it("is one tab, named after the page that it shows, and gone with its owner", async () => {
    await panel.show("First", page);
    await panel.show("Second\u202e", page);
    await eventually(() => assert.deepEqual(titles(), ["Second"]));
    panel.dispose();
    await eventually(() => assert.deepEqual(titles(), []));
  });

  it("opens anew once the reader has closed it", async () => {
    await panel.show("First", page);
    await eventually(() => assert.deepEqual(titles(), ["First"]));
    await closeAllEditors();
    await eventually(() => assert.equal(closed, 1));
    assert.ok(!panel.isOpen);
    await panel.show("Again", page);
    await eventually(() => assert.deepEqual(titles(), ["Again"]));
  });

  it("goes on in the tab that VS Code has kept over a reload, from the state that the page kept", async () => {
    const kept = vscode.window.createWebviewPanel(
      "analysesRegistry.details",
      "Kept",
      vscode.ViewColumn.Active,
    );
    panel.adopt(kept, { scrolled: 3 });
    await panel.show("Restored", page);
    await eventually(() => assert.deepEqual(titles(), ["Restored"]));
    assert.deepEqual(restored, [{ scrolled: 3 }]);
    assert.match(kept.webview.html, /<p>&lt;b&gt;<\/p>/);
    assert.deepEqual(kept.webview.options.localResourceRoots, []);
  });

  it("may begin with data, which stay data whatever texts they have", async () => {
    const kept = vscode.window.createWebviewPanel(
      "analysesRegistry.details",
      "Kept",
      vscode.ViewColumn.Active,
    );
    panel.adopt(kept, undefined);
    const first = { said: '</script><script>alert("<!--")</script>' };
    await panel.show("With data", Promise.resolve({ ...page, first }));
    const [, data = ""] =
      /<script type="application\/json" id="first">(.*?)<\/script>/.exec(kept.webview.html) ?? [];
    assert.deepEqual(JSON.parse(data), first);
  });
});
