import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { keepRegistrySettings } from "../support/registryTree";

/** The extension as it is installed, with its view: what goes over the wire in a whole session. */
describe("a session with the registry in the sidebar", () => {
  const configure = keepRegistrySettings();
  let registry: ReferenceRegistry;

  const run = (command: string, ...values: readonly unknown[]) =>
    vscode.commands.executeCommand(command, ...values);
  const paths = () => registry.requests.map(({ target }) => target);

  /** Waits until the registry was asked for this and nothing else since the last time, and forgets it. */
  async function asked(...expected: readonly string[]): Promise<void> {
    await eventually(() => assert.deepEqual([...paths()].sort(), [...expected].sort()));
    registry.clearLog();
  }

  /** What a keyboard does in the view. */
  async function press(...commands: readonly string[]): Promise<void> {
    for (const command of commands) await run(`list.${command}`);
  }

  before(async () => {
    await run("workbench.view.explorer");
    registry = await startReferenceRegistry();
    await configure([{ name: "Test registry", url: registry.url }]);
    await vscode.extensions.getExtension("analyses-registry.analyses-registry")?.activate();
  });

  after(async () => {
    await closeAllEditors();
    await run("workbench.view.explorer");
    await registry.stop();
  });

  it("begins without a connection, also with documents open, until the view is looked at", async () => {
    await openWithCaret(
      "session.analyses.json",
      '{ "risk-of-bias-method": "RISK_OF_BIAS_1|", "analysis-groups": [] }',
    );
    await openWithCaret("session.md", "# Not| a document of the registry");
    assert.equal(registry.connections, 0);
  });

  it("asks nothing for rows that are closed, and the list of group types once that is opened", async () => {
    await run("analysesRegistry.registry.focus");
    await press("focusFirst");
    assert.equal(registry.connections, 0);
    await eventually(async () => {
      // Rows come a moment after the view.
      await press("focusFirst", "focusDown", "expand");
      assert.equal(registry.requests.length, 1);
    });
    await asked("/rest/groupTypes");
  });

  it("asks nothing when a row is closed and opened again, nor when the view is hidden and shown", async () => {
    await press("collapse", "expand", "collapse", "expand");
    await run("workbench.view.explorer");
    await run("analysesRegistry.registry.focus");
    await press("focusFirst", "focusDown");
    assert.deepEqual(paths(), []);
  });

  it("asks for one group type when that is opened", async () => {
    await press("focusDown", "expand");
    await eventually(() => {
      assert.equal(paths().length, 1);
      assert.match(paths()[0] ?? "", /^\/rest\/groupTypes\/\w+$/);
    });
    registry.clearLog();
  });

  it("asks for the list of groups once, for the first search, and nothing while someone types", async () => {
    for (let round = 0; round < 2; round += 1) {
      void run("analysesRegistry.search");
      await eventually(() => assert.equal(paths().length, 1));
      await run("workbench.action.closeQuickOpen");
    }
    await asked("/rest/groups");
  });

  it("asks again, when all is refreshed, for what is open and nothing else", async () => {
    await run("analysesRegistry.refresh");
    await eventually(() => assert.equal(paths().length, 2));
    assert.ok(paths().includes("/rest/groupTypes"));
    assert.ok(!paths().includes("/rest/groups"));
    registry.clearLog();
  });

  it("asks nothing when all is collapsed, and ends as it is", async () => {
    await run("workbench.actions.treeView.analysesRegistry.registry.collapseAll");
    await run("analysesRegistry.registry.focus");
    assert.deepEqual(paths(), []);
  });
});
