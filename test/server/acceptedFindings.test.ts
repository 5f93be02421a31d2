import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic, WorkspaceEdit } from "vscode-languageserver-protocol/node";
import {
  ApplyWorkspaceEditRequest,
  CodeAction,
  CodeActionRequest,
  ExecuteCommandRequest,
  ShowMessageNotification,
  TextDocumentEdit,
  TextEdit,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { acceptFindingCommand, entriesOf, readFindingToAccept } from "@analyses/protocol/acceptedFindings";
import { type FileReading, type FileToRead, readFileRequest } from "@analyses/protocol/customMessages";
import { fieldsOf } from "@analyses/protocol/message";
import { eventually } from "../support/eventually";
import { documentWith } from "../support/evidenceTexts";
import { LspClient } from "./support/lspClient";
import { folderWith } from "./support/runChecker";

const row = { events1: 12, total1: 148, events2: 19, total2: 151 };
const studies = [
  { study: "Abara 2014", ...row },
  { study: "Bergström 2016", ...row },
];
const falls = { number: 2, name: "Falls", measure: "RR", studies };
const pain = { number: 3, name: "Pain", measure: "RR", studies };
const text = documentWith([falls]);

const codes = (diagnostics: readonly Diagnostic[]): readonly unknown[] => diagnostics.map(({ code }) => code);

/** Requests the accept action for a pushed finding. */
async function acceptingIn(client: LspClient, uri: string, which = 0): Promise<CodeAction | undefined> {
  const finding = (await client.pushed(uri))[which];
  assert.equal(finding?.code, "duplicate-row");
  const actions = await client.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: finding.range,
    context: { diagnostics: [finding] },
  });
  const found = actions?.find(({ title }) => title === "Accept with a reason…");
  return CodeAction.is(found) ? found : undefined;
}

describe("accepting findings about numbers, over stdio", () => {
  let client: LspClient;
  let folder: string;
  let uri: string;
  let file: string;
  /** The editor's unsaved text of the file. */
  let unsaved: string | undefined;
  /** The pending command. Like Eglot, the client applies an edit only after the command's response. */
  let executing: Promise<unknown>;
  let said: string[];
  beforeEach(async () => {
    unsaved = undefined;
    said = [];
    folder = folderWith({});
    uri = pathToFileURL(join(folder, "review.analyses.json")).href;
    file = join(folder, "accepted-findings.json");
    client = await LspClient.start({
      capabilities: {
        workspace: {
          applyEdit: true,
          workspaceEdit: { documentChanges: true, resourceOperations: ["create"] },
        },
      },
    });
    client.connection.onRequest(ApplyWorkspaceEditRequest.type, async ({ edit }) => {
      await executing;
      apply(edit);
      return { applied: true };
    });
    client.connection.onNotification(ShowMessageNotification.type, ({ message }) => void said.push(message));
    await client.open(uri, text);
  });
  afterEach(() => client.stop());

  /** Runs the action as an editor without a confirmation does; the edited file stays unsaved. */
  async function accept(which = 0): Promise<void> {
    const action = await acceptingIn(client, uri, which);
    assert.ok(action !== undefined);
    if (action.edit !== undefined) apply(action.edit);
    if (action.command === undefined) return;
    const before = said.length;
    executing = client.connection.sendRequest(ExecuteCommandRequest.type, action.command);
    await executing;
    // The server sends the edit after its response, and then shows a message.
    await eventually(() => assert.ok(said.length > before));
  }

  function apply(edit: WorkspaceEdit): void {
    for (const change of edit.documentChanges ?? []) {
      if (!TextDocumentEdit.is(change)) continue;
      assert.equal(change.textDocument.uri, pathToFileURL(file).href);
      const document = TextDocument.create(change.textDocument.uri, "json", 0, shown());
      unsaved = TextDocument.applyEdits(document, change.edits.filter(TextEdit.is));
    }
  }

  const shown = (): string => unsaved ?? (existsSync(file) ? readFileSync(file, "utf8") : "");
  const fillIn = (reason: string): void => {
    unsaved = shown().replace('"reason": ""', `"reason": "${reason}"`);
  };
  async function save(): Promise<void> {
    writeFileSync(file, shown());
    unsaved = undefined;
    await client.fileChanged(pathToFileURL(file).href);
  }
  const analyses = (): unknown => entriesOf(shown())?.map((entry) => fieldsOf(entry).analysis);

  it("writes an entry that accepts nothing until the author adds a reason, and then removes the finding", async () => {
    await accept();
    await save();
    await client.save(uri);
    assert.deepEqual(codes(await client.pushed(uri)), ["duplicate-row"]);
    fillIn("Both are right, said the author");
    await save();
    await eventually(async () => assert.deepEqual(codes(await client.pushed(uri)), []));
  });

  it("reports that it adds nothing to a file whose first entry is unsaved, and adds once it is saved", async () => {
    await client.change(uri, { text: documentWith([falls, pain]) });
    await accept();
    await accept(1);
    assert.deepEqual(analyses(), ["1.2"]);
    await eventually(() => assert.match(said.join("\n"), /an entry that is not saved: save it first/));
    await save();
    await accept(1);
    assert.deepEqual(analyses(), ["1.3", "1.2"]);
  });

  it("keeps what the author has typed and not saved in a file that has entries", async () => {
    writeFileSync(file, JSON.stringify({ accepted: [{ analysis: "9.9" }] }, undefined, 2));
    await client.change(uri, { text: documentWith([falls, pain]) });
    await accept();
    fillIn("Both are right");
    await accept(1);
    assert.deepEqual(analyses(), ["1.3", "1.2", "9.9"]);
    await save();
    await eventually(async () => assert.equal((await client.pushed(uri)).length, 1));
  });

  it("is heard of where the editor writes addresses otherwise than the server", async () => {
    mkdirSync(join(folder, "drug (oral)"));
    const inFolder = (name: string): string => join(folder, "drug (oral)", name);
    // `pathToFileURL` does not escape parentheses.
    const other = pathToFileURL(inFolder("review.analyses.json")).href;
    await client.open(other, text);
    const offered = await acceptingIn(client, other);
    const key = readFindingToAccept(offered?.command?.arguments?.[0])?.key;
    const beside = inFolder("accepted-findings.json");
    writeFileSync(beside, JSON.stringify({ accepted: [{ ...key, reason: "Both are right" }] }));
    await client.fileChanged(pathToFileURL(beside).href);
    await eventually(async () => assert.deepEqual(codes(await client.pushed(other)), []));
  });

  it("reports the finding again when its numbers change, and reports in the file that the entry accepts nothing", async () => {
    await accept();
    fillIn("Both are right");
    await save();
    await eventually(async () => assert.deepEqual(codes(await client.pushed(uri)), []));
    await client.change(uri, { text: text.replaceAll('"events1": 12', '"events1": 13') });
    await eventually(async () => assert.deepEqual(codes(await client.pushed(uri)), ["duplicate-row"]));
    await eventually(() => {
      const said = client.published.findLast((one) => one.uri === pathToFileURL(file).href);
      assert.match(JSON.stringify(said?.diagnostics), /accepts nothing/);
    });
  });
});

describe("files of a workspace that only the editor can read", () => {
  let client: LspClient;
  afterEach(() => client.stop());

  it("are obeyed as soon as the workspace is trusted, though they were refused before", async () => {
    const uri = "memfs:/review/one.analyses.json";
    const files = new Map<string, unknown>();
    client = await LspClient.start({
      capabilities: { workspace: { configuration: true } },
      initializationOptions: { readsFiles: true, commands: [acceptFindingCommand] },
      settings: { configurationFile: false },
    });
    client.connection.onRequest<FileReading, never>(readFileRequest.method, ({ uri: file }: FileToRead) =>
      files.has(file)
        ? { kind: "read", text: JSON.stringify(files.get(file)) }
        : { kind: "failed", reason: "the workspace is not trusted" },
    );
    await client.open(uri, text);
    const offered = await acceptingIn(client, uri);
    assert.ok(offered !== undefined);
    const key = readFindingToAccept(offered.command?.arguments?.[0])?.key;
    // The server looks for the file even in an untrusted workspace.
    await client.fileChanged("memfs:/review/analyses.config.json");
    await client.save(uri);
    files.set("memfs:/review/analyses.config.json", { severity: { "duplicate-row": "hint" } });
    await client.configure({ configurationFile: true });
    await eventually(async () => assert.equal((await client.pushed(uri))[0]?.severity, 4));
    files.set("memfs:/review/accepted-findings.json", { accepted: [{ ...key, reason: "Both are right" }] });
    await client.configure({ configurationFile: true });
    await eventually(async () => assert.deepEqual(codes(await client.pushed(uri)), []));
    // In an untrusted workspace the server also ignores accepted findings.
    await client.configure({ configurationFile: false });
    await eventually(async () => assert.deepEqual(codes(await client.pushed(uri)), ["duplicate-row"]));
  });
});
