import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ClientCapabilities } from "vscode-languageserver-protocol/node";
import { DiagnosticSeverity, DocumentDiagnosticRequest } from "vscode-languageserver-protocol/node";
import { eventually } from "../support/eventually";
import { LspClient } from "./support/lspClient";
import { folderWith } from "./support/runChecker";

/** A document of its own for each test: tests share a server where its options allow that. */
let uri: string;
let documents = 0;
beforeEach(() => (uri = `file:///review-${(documents += 1)}.analyses.json`));
const wrongMethod = '{ "risk-of-bias-method": "RISK_OF_BIAS_3", "analysis-groups": [] }';
const withGroup = (more: string): string =>
  `{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [ { "number": 1, "name": "a", "analyses": [${more}] } ] }`;

const pulling: ClientCapabilities = {
  textDocument: { diagnostic: {} },
  workspace: { configuration: true, diagnostics: { refreshSupport: true } },
};

const codes = (diagnostics: readonly { readonly code?: unknown }[]): unknown[] =>
  diagnostics.map(({ code }) => code);

describe("diagnostics that the server pushes", () => {
  let client: LspClient;
  before(async () => (client = await LspClient.start()));
  after(() => client.stop());

  it("come with code, source, and the version they are for", async () => {
    await client.open(uri, wrongMethod);
    const [diagnostic] = await client.pushed(uri);
    assert.equal(diagnostic?.code, "not-allowed-value");
    assert.equal(diagnostic.source, "analyses");
    assert.equal(diagnostic.codeDescription, undefined);
    assert.deepEqual(diagnostic.range, {
      start: { line: 0, character: 25 },
      end: { line: 0, character: 41 },
    });
  });

  it("follow changes, and once for a burst of them", async () => {
    await client.open(uri, wrongMethod);
    await client.pushed(uri);
    const before = client.published.length;
    const at = { line: 0, character: 40 };
    const changes = Array.from({ length: 200 }, (_, index) =>
      client.change(uri, { range: { start: { line: 0, character: 39 }, end: at }, text: String(index % 10) }),
    );
    await Promise.all(changes);
    await client.change(uri, { range: { start: { line: 0, character: 39 }, end: at }, text: "2" });
    assert.deepEqual(await client.pushed(uri), []);
    assert.ok(client.published.length - before < 50, `${client.published.length - before} publications`);
  });

  it("go away when the document is closed", async () => {
    await client.open(uri, wrongMethod);
    await client.pushed(uri);
    await client.close(uri);
    const newest = () => client.published.findLast((published) => published.uri === uri);
    await eventually(() => assert.deepEqual(newest(), { uri, diagnostics: [] }));
  });

  it("follow settings sent at the start and changed later, and link to the client's pages about problems", async () => {
    const other = await LspClient.start({
      initializationOptions: {
        severity: { "not-allowed-value": "hint" },
        problemPages: "https://example.org/problems/{code}.html",
      },
    });
    await other.open(uri, wrongMethod);
    const [diagnostic] = await other.pushed(uri);
    assert.equal(diagnostic?.severity, DiagnosticSeverity.Hint);
    assert.equal(diagnostic.codeDescription?.href, "https://example.org/problems/not-allowed-value.html");
    await other.configure({ severity: { "not-allowed-value": "off" } });
    await eventually(() => assert.deepEqual(other.published.at(-1)?.diagnostics, []));
    await other.stop();
  });
});

describe("diagnostics that the client pulls", () => {
  let client: LspClient;
  before(async () => (client = await LspClient.start({ capabilities: pulling })));
  after(() => client.stop());

  it("are those of the newest text, and nothing is pushed", async () => {
    await client.open(uri, wrongMethod);
    assert.deepEqual(codes(await client.pull(uri)), ["not-allowed-value"]);
    await client.change(uri, { text: withGroup("") });
    assert.deepEqual(await client.pull(uri), []);
    assert.deepEqual(client.published, []);
  });

  it("are requested again where the client pulled them before it opened the document", async () => {
    const before = client.refreshes;
    assert.deepEqual(await client.pull(uri), []);
    await client.open(uri, wrongMethod);
    await eventually(() => assert.equal(client.refreshes, before + 1));
    assert.deepEqual(codes(await client.pull(uri)), ["not-allowed-value"]);
  });

  it("are not sent again to a client that has them", async () => {
    await client.open(uri, wrongMethod);
    const pull = (previousResultId?: string) =>
      client.connection.sendRequest(DocumentDiagnosticRequest.type, {
        textDocument: { uri },
        ...(previousResultId !== undefined && { previousResultId }),
      });
    const { resultId } = await pull();
    assert.ok(resultId !== undefined);
    assert.deepEqual(await pull(resultId), { kind: "unchanged", resultId });

    await client.close(uri);
    await client.open(uri, wrongMethod);
    const reopened = await pull(resultId);
    assert.equal(reopened.kind, "full", "a document of another text may have the same address and version");
  });
});

describe("diagnostics that the client pulls, with settings", () => {
  let client: LspClient;
  afterEach(() => client.stop());

  it("are refreshed when settings change: severity, how many, and none at all", async () => {
    client = await LspClient.start({ capabilities: pulling, settings: { maxProblems: 1 } });
    await client.open(uri, wrongMethod.replace("{ ", '{ "a": 1, "b": 2, '));
    assert.equal((await client.pull(uri)).length, 2);
    await client.configure({ validate: "off" });
    await eventually(() => assert.equal(client.refreshes, 1));
    assert.deepEqual(await client.pull(uri), []);
  });

  it("change only when the document is saved where the author wants it so", async () => {
    client = await LspClient.start({ capabilities: pulling, settings: { validate: "onSave" } });
    await client.open(uri, wrongMethod);
    assert.deepEqual(codes(await client.pull(uri)), ["not-allowed-value"]);
    await client.change(uri, { text: withGroup("") });
    assert.deepEqual(codes(await client.pull(uri)), ["not-allowed-value"]);
    await client.save(uri);
    await eventually(() => assert.equal(client.refreshes, 1));
    assert.deepEqual(await client.pull(uri), []);
  });
});

describe("the item schema of the settings", () => {
  let client: LspClient;
  let folder: string;
  const document = (): string => pathToFileURL(join(folder, "review.analyses.json")).href;
  const schema = (): string => join(folder, "item.schema.json");
  beforeEach(() => (folder = folderWith({})));
  afterEach(() => client.stop());

  it("is found in the document's folder, and read again when the client reports a change", async () => {
    writeFileSync(schema(), '{ "required": ["name"] }');
    client = await LspClient.start({
      capabilities: {
        ...pulling,
        workspace: { ...pulling.workspace, didChangeWatchedFiles: { dynamicRegistration: true } },
      },
      settings: { itemSchema: "item.schema.json" },
      workspaceFolders: [pathToFileURL(folder).href],
    });
    await client.open(document(), withGroup("{}"));
    assert.deepEqual(codes(await client.pull(document())), ["missing-property"]);
    await eventually(() => assert.ok(client.registered.includes("workspace/didChangeWatchedFiles")));
    writeFileSync(schema(), "{}");
    await client.fileChanged(pathToFileURL(schema()).href);
    await eventually(() => assert.equal(client.refreshes, 1));
    assert.deepEqual(await client.pull(document()), []);
  });

  it("is read anew for a document that is opened again, since its file was not watched meanwhile", async () => {
    writeFileSync(schema(), '{ "required": ["name"] }');
    client = await LspClient.start({ capabilities: pulling, settings: { itemSchema: schema() } });
    await client.open(document(), withGroup("{}"));
    assert.equal((await client.pull(document())).length, 1);
    await client.close(document());
    writeFileSync(schema(), "{}");
    await client.open(document(), withGroup("{}"));
    assert.deepEqual(await client.pull(document()), []);
  });

  it("gives one problem in the document and one in the schema when it cannot be used", async () => {
    writeFileSync(schema(), '{ "type": 5 }');
    client = await LspClient.start({ capabilities: pulling, settings: { itemSchema: schema() } });
    await client.open(document(), withGroup("{}, {}"));
    assert.deepEqual(codes(await client.pull(document())), ["item-schema-unavailable"]);
    const schemaUri = pathToFileURL(schema()).href;
    await eventually(() => {
      const published = client.published.findLast((params) => params.uri === schemaUri);
      assert.deepEqual(codes(published?.diagnostics ?? []), ["item-schema-unavailable"]);
    });
    await client.close(document());
    await eventually(() => {
      const published = client.published.findLast((params) => params.uri === schemaUri);
      assert.deepEqual(published?.diagnostics, []);
    });
  });
});
