import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { registryInSettings } from "../support/registryTree";

/** Counts the installed extension's requests. */
describe("a session with the registry in the sidebar", () => {
  before(() => vscode.commands.executeCommand("workbench.view.explorer"));
  const { registry } = registryInSettings({ isShared: true });

  const run = (command: string) => vscode.commands.executeCommand(command);

  /** Runs list commands as a keyboard does. */
  async function press(...commands: readonly string[]): Promise<void> {
    for (const command of commands) await run(`list.${command}`);
  }

  before(() => vscode.extensions.getExtension("analyses-registry.analyses-registry")?.activate());
  after(closeAllEditors);
  after(() => run("workbench.view.explorer"));

  it("begins without a connection, also with documents open, until the view is looked at", async () => {
    await openWithCaret(
      "session.analyses.json",
      '{ "risk-of-bias-method": "RISK_OF_BIAS_1|", "analysis-groups": [] }',
    );
    await openWithCaret("session.md", "# Not| a document of the registry");
    assert.equal(registry.connections, 0);
  });

  it("sends no request for rows that are closed, and one for the list of group types when that is opened", async () => {
    await run("analysesRegistry.registry.focus");
    await press("focusFirst");
    assert.equal(registry.connections, 0);
    await eventually(async () => {
      // Rows load after the view appears.
      await press("focusFirst", "focusDown", "expand");
      assert.equal(registry.requests.length, 1);
    });
    assert.equal(registry.requests[0]?.target, "/rest/groupTypes");
  });
});

describe("documents that are opened before the user has opened a registry", () => {
  const { registry } = registryInSettings({ isShared: true });
  after(closeAllEditors);

  /** Opens a document with a reference and waits for its problem, which the extension reports after checking. */
  async function openReferring(file: string, base: string): Promise<void> {
    const [group] = registry.content.groups.values();
    assert.ok(group);
    const { groupId, name } = group;
    const team = { groupId, name, link: `${base}/rest/groups/${groupId}` };
    const content = { "analysis-groups": [{ number: 1, name: "1", analyses: [{ team }] }] };
    const { document } = await openWithCaret(file, `${JSON.stringify(content)}|`);
    await eventually(() => assert.ok(vscode.languages.getDiagnostics(document.uri).length > 0));
  }

  const checkReferences = (value: false | undefined) =>
    vscode.workspace
      .getConfiguration("analysesRegistry")
      .update("references.check", value, vscode.ConfigurationTarget.Global);
  after(() => checkReferences(undefined));

  it("send nothing where they refer to another registry, or checking is switched off", async () => {
    await openReferring("before-elsewhere.analyses.json", "https://elsewhere.example");
    assert.equal(registry.connections, 0);
    await checkReferences(false);
    await openReferring("before-checked.analyses.json", registry.url);
    assert.equal(registry.connections, 0);
  });

  it("that refer to it cause a request for its list of groups, without a credential, and no other request", async () => {
    await checkReferences(undefined);
    await eventually(() => assert.equal(registry.requests.length, 1));
    const [request] = registry.requests;
    assert.equal(request?.target, "/rest/groups");
    assert.equal(request.headers.authorization, undefined);
  });
});
