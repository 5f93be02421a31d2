import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret, lensesOf, codesOf, hoverText } from "../support/documents";
import { registryInSettings } from "../support/registryTree";

/** Tests the installed extension with its language server and a registry whose records change. */
describe("references in documents", () => {
  const { registry, startAgain } = registryInSettings();
  let count = 0;
  afterEach(closeAllEditors);

  const firstGroup = () => {
    const [group] = registry.content.groups.values();
    assert.ok(group);
    return { ...group, link: `${registry.url}/rest/groups/${group.groupId}` };
  };

  function analyses(reference: object, mark = ""): string {
    const group = { number: 1, name: "1 Drug versus placebo", analyses: [{ team: reference }] };
    const text = JSON.stringify(
      { "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [group] },
      null,
      2,
    );
    return mark === "" ? `${text}|` : text.replace(mark, `|${mark}`);
  }

  const open = (marked: string, extension = "analyses.json") =>
    openWithCaret(`references-${(count += 1)}.${extension}`, marked);

  const referenceFindings = (document: vscode.TextDocument) =>
    codesOf(document).filter((code) => String(code).startsWith("reference-"));
  const cardAt = ({ document, selection }: vscode.TextEditor) => hoverText(document, selection.active);

  it("have no finding while the registry is down, and theirs when it is back", async () => {
    const { groupId, link } = firstGroup();
    const { port } = registry;
    await registry.stop();
    const { document } = await open(analyses({ groupId, name: "Another name", link }));
    await vscode.commands.executeCommand("analysesRegistry.checkReferences");
    assert.deepEqual(referenceFindings(document), []);
    await startAgain({ port });
    await vscode.commands.executeCommand("analysesRegistry.checkReferences");
    await eventually(() => assert.deepEqual(referenceFindings(document), ["reference-outdated"]));
  });

  for (const [what, command] of [
    ["refreshes the sidebar", "analysesRegistry.refresh"],
    ["has them checked", "analysesRegistry.checkReferences"],
  ] as const) {
    it(`are compared with the registry's present answer when the user ${what}`, async () => {
      const group = firstGroup();
      const { groupId, link } = group;
      const { document } = await open(analyses({ groupId, name: "Another name", link }));
      await eventually(() => assert.deepEqual(referenceFindings(document), ["reference-outdated"]));
      registry.content.groups.put({ ...group, name: "Another name" });
      await vscode.commands.executeCommand(command);
      await eventually(() => assert.deepEqual(referenceFindings(document), []));
      registry.content.groups.put({ ...group, name: "A third name" });
      await vscode.commands.executeCommand(command);
      await eventually(() => assert.deepEqual(referenceFindings(document), ["reference-outdated"]));
    });
  }

  it("show the card for links in Markdown and HTML too, and for none of other registries", async () => {
    const { name, link } = firstGroup();
    for (const [extension, text] of [
      ["md", `See [it](${link.replace("https", "https|")}).`],
      ["html", `<a href="${link.replace("https", "https|")}">it</a>`],
      ["txt", `See ${link.replace("https", "https|")}.`],
    ] as const) {
      const card = await cardAt(await open(text, extension));
      assert.ok(card.replaceAll("\\", "").includes(name), `${extension}: ${card}`);
      assert.match(card, /command:analysesRegistry\.revealReference/);
    }
    const asked = registry.requests.length;
    const elsewhere = await cardAt(await open("See https|://elsewhere.example/rest/groups/2", "md"));
    assert.doesNotMatch(elsewhere, /revealReference/);
    assert.equal(registry.requests.length, asked);
  });

  it("lead to the row in the sidebar by Go to Definition, with a card as preview", async () => {
    const { groupId, name, link } = firstGroup();
    for (const [extension, text] of [
      ["analyses.json", analyses({ groupId, name, link }, `"${groupId}"`)],
      ["md", `See ${link.replace("https", "https|")}.`],
    ] as const) {
      const { document, selection } = await open(text, extension);
      await eventually(async () => {
        const [target] = await vscode.commands.executeCommand<vscode.LocationLink[]>(
          "vscode.executeDefinitionProvider",
          document.uri,
          selection.active,
        );
        assert.ok(target);
        const preview = await vscode.workspace.openTextDocument(target.targetUri);
        assert.ok(preview.getText().includes(name), preview.getText());
      });
    }
  });

  it("close the preview when it is gone to, and leave the document that one came from", async () => {
    const { link } = firstGroup();
    const { document } = await open(`See ${link.replace("https", "https|")}.`, "md");
    await vscode.commands.executeCommand("editor.action.revealDefinition");
    await eventually(() => {
      const open = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
      assert.equal(open.length, 1, open.join());
      assert.equal(vscode.window.activeTextEditor?.document, document);
    });
  });

  it("have the link to their rows above them only when the setting enables that", async () => {
    const { link } = firstGroup();
    const { document } = await open(`See ${link}|, and https://elsewhere.example/rest/groups/2.`, "md");
    const lenses = () => lensesOf(document);
    assert.deepEqual(await lenses(), []);
    const settings = vscode.workspace.getConfiguration("analysesRegistry");
    await settings.update("references.codeLens", true, vscode.ConfigurationTarget.Global);
    try {
      const [lens, ...others] = await lenses();
      assert.equal(lens?.command?.command, "analysesRegistry.revealReference");
      assert.deepEqual(others, []);
      assert.equal(registry.requests.length, 0);
    } finally {
      await settings.update("references.codeLens", undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
