import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ReferencePasting } from "@analyses/client/references/dropAndPaste";
import { each } from "../../support/each";
import { changedJson } from "../../support/registryFaults";
import { openWithCaret, closeAllEditors } from "../support/documents";
import { validatorSaying, silentValidator, registryInSettings } from "../support/registryTree";

describe("pasting links to the registry as references", () => {
  const { registry, setting, addresses, groupReferences, linkTo } = registryInSettings();
  afterEach(closeAllEditors);
  const { token } = new vscode.CancellationTokenSource();

  async function offer(
    name: string,
    marked: string,
    pasted: string,
    judge = silentValidator,
    other?: number,
  ) {
    const editor = await openWithCaret(name, marked);
    if (other !== undefined) {
      const second = editor.document.positionAt(other);
      editor.selections = [editor.selection, new vscode.Selection(second, second)];
    }
    const transfer = new vscode.DataTransfer();
    transfer.set("text/plain", new vscode.DataTransferItem(pasted));
    const pasting = new ReferencePasting(addresses, judge);
    const context = { triggerKind: vscode.DocumentPasteTriggerKind.Automatic, only: undefined };
    const [edit] = await pasting.provideDocumentPasteEdits(
      editor.document,
      editor.selections,
      transfer,
      context,
    );
    return { document: editor.document, edit, pasting };
  }

  /** Pastes a reference at the mark and returns the resulting text. */
  async function paste(
    name: string,
    marked: string,
    pasted: string,
    judge = silentValidator,
  ): Promise<string> {
    const { document, edit, pasting } = await offer(name, marked, pasted, judge);
    assert.ok(edit, "a reference is offered");
    const { additionalEdit } = await pasting.resolveDocumentPasteEdit(edit, token);
    assert.ok(additionalEdit);
    await vscode.workspace.applyEdit(additionalEdit);
    return document.getText();
  }

  it("puts in an object with the registry's name where JSON takes a value", async () => {
    const [first, second] = groupReferences();
    assert.ok(first && second);
    assert.deepEqual(JSON.parse(await paste("paste.json", '{"a": |}', first.link)), { a: first });
    const both = `${first.link}\r\n${second.link}\n`;
    assert.deepEqual(JSON.parse(await paste("pastes.json", "[1|]", both)), [1, first, second]);
    each(registry.requests, ({ target }) => target, ["/rest/groups"]);
  });

  it("are to the record that the registry gives, where it has merged the one of the link with another", async () => {
    const [kept, merged] = registry.content.people.values();
    assert.ok(kept && merged);
    const linkToPerson = (id: string) => `${registry.url}/rest/people/${id}`;
    await setting.signIn();
    registry.faults.use(
      changedJson(() => kept),
      { target: new RegExp(`people/${merged.personId}$`) },
    );
    const text = await paste("merged.json", '{"a": |}', linkToPerson(merged.personId));
    const written = JSON.stringify({ personId: kept.personId, link: linkToPerson(kept.personId) });
    for (const part of written.slice(1, -1).split(","))
      assert.ok(text.replaceAll(" ", "").includes(part), text);
    assert.ok(!text.includes(merged.personId), text);
  });

  it("is what a paste does of itself at a JSON value, and only an offer among words", async () => {
    const [group] = groupReferences();
    assert.ok(group);
    const yields = async (name: string, marked: string) =>
      (await offer(name, marked, group.link)).edit?.yieldTo !== undefined;
    assert.equal(await yields("value.json", "[|]"), false);
    assert.equal(await yields("string.json", '["see |"]'), true);
    assert.equal(await yields("identifier.json", '{"lead": {"groupId": "|"}}'), false);
    assert.equal(await yields("name.json", '{"lead": {"groupId": "1", "name": "|"}}'), true);
    assert.equal(await yields("words.md", "See |"), true);
    assert.equal(registry.connections, 0, "an offer asks nothing of the registry");
  });

  it("is not offered where one of several cursors has no room: its text would be lost", async () => {
    const pasted = linkTo("2");
    const keyAndValue = '{"key": |, "other": null}';
    assert.equal((await offer("cursors.json", keyAndValue, pasted, silentValidator, 3)).edit, undefined);
    const values = keyAndValue.replace("|", "").indexOf("null");
    assert.ok((await offer("all-cursors.json", keyAndValue, pasted, silentValidator, values)).edit);
    const two = `${pasted}\n${linkTo("3")}`;
    assert.equal((await offer("two.json", '{"lead": {"groupId": "|"}}', two)).edit, undefined);
  });

  it("pastes the link as it is where its name cannot be found out", async () => {
    const pasted = `${registry.url}/rest/people/11143`;
    assert.equal(await paste("signed-out.md", "See |.", pasted), `See ${pasted}.`);
    await registry.stop();
    assert.equal(await paste("down.md", "See |.", linkTo("2")), `See ${linkTo("2")}.`);
  });

  it("pastes the link as it is where the document's item schema would no longer hold", async () => {
    const [group] = groupReferences();
    assert.ok(group);
    const pasted = group.link;
    const marked = `{"analysis-groups": [{"analyses": [{"a": ["|"]}]}]}`;
    const forbids = validatorSaying("This text is not allowed here.");
    const text = await paste("paste-forbidden.analyses.json", marked, pasted, forbids);
    assert.equal(text, marked.replace("|", pasted));
    const allowed = await paste("paste-allowed.analyses.json", marked, pasted);
    assert.equal(allowed, marked.replace("|", group.groupId));
  });

  it("is not offered for anything else than links of the user's registries", async () => {
    const texts = ["", "words", "https://elsewhere.example/rest/groups/2", `${linkTo("2")}\nwords`];
    for (const [index, text] of texts.entries()) {
      assert.equal((await offer(`other${index}.md`, "See |", text)).edit, undefined, text);
    }
    const userLink = `${registry.url}/rest/users/1`;
    assert.equal((await offer("user.md", "See |", userLink)).edit, undefined);
  });
});
