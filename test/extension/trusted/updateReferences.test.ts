import assert from "node:assert/strict";
import * as vscode from "vscode";
import { documentsOfWorkspace, makeChanges, offerChanges } from "@analyses/client/references/documentChanges";
import { findUpdates, leftMessage, rewriteLinks, withReferences } from "@analyses/client/commands/references";
import { each } from "../../support/each";
import { eventually } from "../../support/eventually";
import { openWithCaret, writeDocument, closeAllEditors } from "../support/documents";
import { answering } from "../support/reader";
import { registryInSettings } from "../support/registryTree";

describe("updating the references of a workspace", () => {
  const { registry, addresses, groupReferences, setting } = registryInSettings();
  afterEach(closeAllEditors);
  const { signal } = new AbortController();
  const update = async (name: string) => {
    const documents = await documentsOfWorkspace(`**/${name}*.json`, signal);
    return findUpdates(withReferences(documents), addresses, signal);
  };
  const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();

  it("changes only what differs, in saved and unsaved documents, and requests all groups at once", async () => {
    const [first, second, third] = groupReferences();
    assert.ok(first && second && third);
    const current = JSON.stringify({ team: first });
    const outdated = (reference: object) => `{\n\t"team" : ${JSON.stringify(reference)} // a comment\n}`;
    const saved = await writeDocument("all-saved.json", outdated({ ...first, name: "Old" }));
    const same = await writeDocument("all-same.json", current);
    const elsewhere = JSON.stringify({
      ...second,
      link: `https://elsewhere.example/rest/groups/${second.groupId}`,
    });
    const other = await writeDocument("all-other.json", elsewhere);
    const opened = await openWithCaret("all-opened.json", "|");
    const typed = outdated({ ...second, name: "Older" });
    await opened.edit((builder) => builder.insert(new vscode.Position(0, 0), typed));
    const disagreeing = JSON.stringify({ ...third, groupId: second.groupId, name: "Whose?" });
    const open = await writeDocument("all-disagreeing.json", disagreeing);
    // An incomplete reference, and an unrelated object.
    const others = JSON.stringify([
      { ...third, link: "" },
      { groupId: "org.x", link: "https://x.example" },
    ]);
    const half = await writeDocument("all-half.json", others);

    const found = await update("all-");
    const { changed } = found;
    const left =
      "Of registries that you have not added: 1. Left alone, as their link leads to another record: 1.";
    assert.equal(leftMessage(found), left);
    assert.equal(changed.flatMap(({ changes }) => changes).length, 2);
    each(registry.requests, ({ target }) => target, ["/rest/groups"]);
    const { made } = await makeChanges(changed, { needsConfirmation: false, label: "Names" });
    assert.deepEqual(
      made,
      changed.filter(({ changes }) => changes.length > 0),
    );
    assert.equal(await textOf(saved), outdated(first));
    assert.equal(opened.document.getText(), outdated(second));
    for (const [uri, text] of [
      [same, current],
      [other, elsewhere],
      [open, disagreeing],
      [half, others],
    ] as const) {
      assert.equal(await textOf(uri), text);
    }
  });

  it("reaches files whose line breaks are of several kinds, and such as are in another encoding", async () => {
    const [group] = groupReferences();
    assert.ok(group);
    const reference = JSON.stringify({ ...group, name: "Old" });
    const mixed = await writeDocument("strange-mixed.json", `{\r\n"a":\n${reference}\r\n}\n`);
    const wide = await writeDocument("strange-wide.json", "");
    await vscode.workspace.fs.writeFile(wide, Buffer.from(`\ufeff{"a": ${reference}}`, "utf16le"));
    const { changed } = await update("strange-");
    const { made } = await makeChanges(changed, { needsConfirmation: false, label: "Names" });
    assert.deepEqual(made, changed);
    for (const uri of [mixed, wide]) assert.deepEqual(JSON.parse(await textOf(uri)), { a: group });
  });

  it("is taken back by one undo, however many references a document has", async () => {
    const [first, second] = groupReferences();
    const old = [first, second].map((group) => ({ ...group, name: "Old" }));
    const editor = await openWithCaret("undone.json", `${JSON.stringify(old)}|`);
    const { changed } = await update("undone");
    const { made } = await makeChanges(changed, { needsConfirmation: false, label: "Names" });
    assert.deepEqual(made, changed);
    assert.deepEqual(JSON.parse(editor.document.getText()), [first, second]);
    await vscode.commands.executeCommand("undo");
    await eventually(() => assert.equal(editor.document.getText(), JSON.stringify(old)));
  });

  it("rewrites the links of a test host to the registry's own, by one edit", async () => {
    const [registryInForce = assert.fail()] = setting.registries.all;
    const old = "[a](https://test.example/rest/groups/2), https://test.example/rest/people/7.";
    const editor = await openWithCaret("moved.md", `|${old}`);
    await answering(["This document", "Make all changes"], () => rewriteLinks(registryInForce, addresses));
    assert.equal(editor.document.getText(), old.replaceAll("https://test.example", registry.url));
    await vscode.commands.executeCommand("undo");
    await eventually(() => assert.equal(editor.document.getText(), old));
  });

  it("leaves a document alone that has changed since it was read, and does not count it", async () => {
    const [first] = groupReferences();
    const editor = await openWithCaret("typed-on.json", `${JSON.stringify({ ...first, name: "Old" })}|`);
    const free = await writeDocument("typed-on-not.json", JSON.stringify({ ...first, name: "Old" }));
    const { changed } = await update("typed-on");
    assert.equal(changed.flatMap(({ changes }) => changes).length, 2);
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), "\n"));
    const text = editor.document.getText();
    const { said } = await answering(["Make all changes"], () => offerChanges(changed, "Names"));
    assert.deepEqual(said, [
      `Left alone, as they were edited meanwhile: ${vscode.workspace.asRelativePath(editor.document.uri)}.`,
      "Changes made: 1, documents: 1.",
    ]);
    assert.equal(editor.document.getText(), text);
    assert.deepEqual(JSON.parse(await textOf(free)), first);
  });

  it("leaves a read-only document unchanged, and reports it, as its changes could not be saved", async () => {
    const [first] = groupReferences();
    const old = JSON.stringify({ ...first, name: "Old" });
    const locked = await writeDocument("kept-locked.json", old);
    const free = await writeDocument("kept-free.json", old);
    const files = vscode.workspace.getConfiguration("files");
    await files.update("readonlyInclude", { "**/kept-locked.json": true });
    try {
      const { changed } = await update("kept-");
      const { said } = await answering(["Make all changes"], () => offerChanges(changed, "Names"));
      assert.deepEqual(said, [
        `Left alone, as they are read-only: ${vscode.workspace.asRelativePath(locked)}.`,
        "Changes made: 1, documents: 1.",
      ]);
    } finally {
      await files.update("readonlyInclude", undefined);
    }
    assert.equal(await textOf(locked), old);
    assert.deepEqual(JSON.parse(await textOf(free)), first);
  });

  it("changes nothing, and reports why, while the registry is down", async () => {
    const [first] = groupReferences();
    await writeDocument("down.json", JSON.stringify({ ...first, name: "Old" }));
    await registry.stop();
    const { changed, results } = await update("down");
    assert.deepEqual(
      changed.flatMap(({ changes }) => changes),
      [],
    );
    assert.ok(results[0]?.kind === "notChecked" && results[0].reason === "notReachable");
  });

  it("reports which documents name a record that the registry no longer has", () => {
    const uris = Array.from({ length: 7 }, (_, index) => vscode.Uri.file(`/elsewhere/gone-${index}.json`));
    const results = [{ kind: "unknownId", registry: "Test registry" }] as const;
    const message = leftMessage({ changed: [], results, unknownIn: uris, disagreeing: 0 });
    assert.match(message, /^No reference has to be changed\. Not known to the registry any more: 1, in /);
    assert.match(message, /gone-0\.json, .*gone-4\.json, …\.$/);
  });
});
