import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic, WorkspaceEdit } from "vscode-languageserver-protocol/node";
import { CodeAction, CodeActionRequest, TextDocumentEdit } from "vscode-languageserver-protocol/node";
import { acceptFindingCommand, readFindingToAccept } from "../../protocol/src/acceptedFindings";
import { readFileRequest } from "../../protocol/src/customMessages";
import { answer } from "../../protocol/src/message";
import { eventually } from "../support/eventually";
import { LspClient } from "./support/lspClient";

const row = { events1: 12, total1: 148, events2: 19, total2: 151 };
const text = JSON.stringify(
  {
    "risk-of-bias-method": "RISK_OF_BIAS_1",
    "analysis-groups": [
      {
        number: 1,
        name: "Drug",
        analyses: [
          {
            number: 2,
            name: "Falls",
            measure: "RR",
            studies: [
              { study: "Abara 2014", ...row },
              { study: "Bergström 2016", ...row },
            ],
          },
        ],
      },
    ],
  },
  undefined,
  1,
);

const codes = (diagnostics: readonly Diagnostic[]): readonly unknown[] => diagnostics.map(({ code }) => code);

/** What the server offers for the only finding of a document. */
async function acceptingIn(client: LspClient, uri: string): Promise<CodeAction | undefined> {
  const [finding] = await client.pushed(uri);
  assert.equal(finding?.code, "duplicate-row");
  const actions = await client.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: finding.range,
    context: { diagnostics: [finding] },
  });
  const found = actions?.find(({ title }) => title === "Accept with a reason…");
  return CodeAction.is(found) ? found : undefined;
}

describe("accepting what numbers are found to say, over stdio", () => {
  let client: LspClient;
  let folder: string;
  let uri: string;
  let file: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "analyses-accept-"));
    uri = pathToFileURL(join(folder, "review.analyses.json")).href;
    file = join(folder, "accepted-findings.json");
    client = await LspClient.start({
      capabilities: {
        workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create"] } },
      },
    });
    await client.open(uri, text);
  });
  afterEach(async () => {
    await client.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const offered = async (): Promise<WorkspaceEdit | undefined> => (await acceptingIn(client, uri))?.edit;

  function writtenBy(edit: WorkspaceEdit | undefined): string {
    const changes = (edit?.documentChanges ?? []).filter((one) => TextDocumentEdit.is(one));
    const [change, ...others] = changes.flatMap(({ edits }) => edits);
    assert.deepEqual(others, []);
    assert.ok(change !== undefined && "newText" in change);
    return change.newText;
  }

  it("writes an entry that accepts nothing until somebody gives a reason, and then takes the finding away", async () => {
    const entry = writtenBy(await offered());
    writeFileSync(file, entry);
    await client.fileChanged(pathToFileURL(file).href);
    await client.save(uri);
    assert.deepEqual(codes(await client.pushed(uri)), ["duplicate-row"]);
    writeFileSync(file, entry.replace('"reason": ""', '"reason": "Both are right, said the author"'));
    await client.fileChanged(pathToFileURL(file).href);
    await eventually(async () => assert.deepEqual(codes(await client.pushed(uri)), []));
  });

  it("has the finding back when its numbers change, and says in the file that the entry accepts nothing", async () => {
    const entry = writtenBy(await offered()).replace('"reason": ""', '"reason": "Both are right"');
    writeFileSync(file, entry);
    await client.fileChanged(pathToFileURL(file).href);
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
    answer(client.connection, readFileRequest, ({ uri: file }) =>
      files.has(file)
        ? { kind: "read", text: JSON.stringify(files.get(file)) }
        : { kind: "failed", reason: "the workspace is not trusted" },
    );
    await client.open(uri, text);
    const offered = await acceptingIn(client, uri);
    assert.ok(offered !== undefined);
    const key = readFindingToAccept(offered.command?.arguments?.[0])?.key;
    // Looked for while the workspace is not trusted, too.
    await client.fileChanged("memfs:/review/analyses.config.json");
    await client.save(uri);
    files.set("memfs:/review/analyses.config.json", { severity: { "duplicate-row": "hint" } });
    await client.configure({ configurationFile: true });
    await eventually(async () => assert.equal((await client.pushed(uri))[0]?.severity, 4));
    files.set("memfs:/review/accepted-findings.json", { accepted: [{ ...key, reason: "Both are right" }] });
    await client.configure({ configurationFile: true });
    await eventually(async () => assert.deepEqual(codes(await client.pushed(uri)), []));
  });
});
