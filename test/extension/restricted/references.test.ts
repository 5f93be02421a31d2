import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ReferencePasting } from "@analyses/client/references/dropAndPaste";
import { ReferenceAnswers } from "@analyses/client/references/referenceAnswers";
import { closeAllEditors, openWithCaret, hoverText } from "../support/documents";
import { silentValidator, registryInSettings } from "../support/registryTree";

describe("references in documents in Restricted Mode", () => {
  const { registry, setting, addresses } = registryInSettings();
  let answers: ReferenceAnswers;

  beforeEach(() => (answers = new ReferenceAnswers(setting.registries, addresses)));
  afterEach(() => answers.dispose());
  afterEach(closeAllEditors);

  const link = () => `${registry.url}/rest/groups/3`;

  it("send no request to a registry, whatever the user does with them, and say why", async () => {
    const { signal } = new AbortController();
    const uri = "file:///restricted.analyses.json";
    for (const purpose of ["check", "hover"] as const) {
      const records = [{ kind: "group", id: "3", link: link() }] as const;
      const { results } = await answers.lookUp({ uri, purpose, records }, signal);
      assert.equal(results[0]?.kind === "notChecked" && results[0].reason, "untrustedWorkspace");
    }
    const { suggestions } = await answers.suggest({
      uri,
      kinds: ["group", "person"],
      text: "c",
      limit: 10,
      mayWait: true,
    });
    assert.deepEqual(suggestions, []);
    assert.equal(registry.connections, 0);
  });

  it("send none when a document is opened, pointed at, or a link is pasted into it", async () => {
    const reference = { groupId: "3", name: "Old", link: link() };
    const group = { number: 1, name: "1", analyses: [{ team: reference }] };
    const document = { "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [group] };
    const analyses = await openWithCaret("restricted.analyses.json", `${JSON.stringify(document)}|`);
    const at = analyses.document.positionAt(analyses.document.getText().indexOf('"3"') + 1);
    const markdown = await openWithCaret("restricted.md", `See ${link().replace("https", "https|")}`);
    for (const [document, position] of [
      [analyses.document, at],
      [markdown.document, markdown.selection.active],
    ] as const)
      assert.doesNotMatch(await hoverText(document, position), /read \d/);
    const transfer = new vscode.DataTransfer();
    transfer.set("text/plain", new vscode.DataTransferItem(link()));
    const pasting = new ReferencePasting(addresses, silentValidator);
    const context = { triggerKind: vscode.DocumentPasteTriggerKind.Automatic, only: undefined };
    const [edit] = await pasting.provideDocumentPasteEdits(
      markdown.document,
      markdown.selections,
      transfer,
      context,
    );
    assert.ok(edit);
    await pasting.resolveDocumentPasteEdit(edit, new vscode.CancellationTokenSource().token);
    assert.equal(registry.connections, 0);
  });

  it("send none when one goes to what they refer to, whatever the document names", async () => {
    // The extension has read nothing yet: it could find one record by reading the list, the other by its identifier.
    for (const [kind, id] of [
      ["group", "3"],
      ["person", "chosen-by-the-document"],
    ] as const) {
      const target = { address: setting.registry.client.address, kind, id };
      await vscode.commands.executeCommand("analysesRegistry.revealReference", target);
    }
    const markdown = await openWithCaret("definition.md", `See ${link().replace("https", "https|")}`);
    await vscode.window.showTextDocument(markdown.document);
    await vscode.commands.executeCommand("editor.action.revealDefinition");
    assert.equal(registry.connections, 0);
  });
});
