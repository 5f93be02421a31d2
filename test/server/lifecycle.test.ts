import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { CancellationToken, ProtocolConnection } from "vscode-languageserver-protocol/node";
import {
  CancellationTokenSource,
  DocumentDiagnosticRequest,
  FoldingRangeRequest,
  LSPErrorCodes,
  DidOpenTextDocumentNotification,
  ErrorCodes,
  HoverRequest,
  InitializeRequest,
  ResponseError,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkspaceSymbolRequest,
  createProtocolConnection,
} from "vscode-languageserver-protocol/node";
import { fieldsOf } from "@analyses/protocol/message";
import { checkReferencesRequest } from "@analyses/protocol/referenceMessages";
import { eventually } from "../support/eventually";
import { LspClient } from "./support/lspClient";

const program = resolve("dist/server/languageServer.js");
const uri = "file:///review.analyses.json";
const place = { textDocument: { uri }, position: { line: 0, character: 0 } };
const opened = {
  textDocument: { uri, languageId: "analyses", version: 1, text: '{"analysis-groups":[{"name":"A"}]}' },
};
const begin = { processId: process.pid, rootUri: null, capabilities: {} };

describe("the life cycle of the server (LSP 3.17, Server lifecycle)", () => {
  let connection: ProtocolConnection;
  let stop: () => void;

  beforeEach(() => {
    const server = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.listen();
    stop = () => {
      connection.dispose();
      server.kill();
    };
  });
  afterEach(() => stop());

  /** Asserts that the server rejects every request with an error code. */
  async function refused(code: number): Promise<void> {
    const requests = [
      () => connection.sendRequest(HoverRequest.type, place),
      () => connection.sendRequest(WorkspaceSymbolRequest.type, { query: "" }),
      () => connection.sendRequest(checkReferencesRequest.method, { uri }),
    ];
    for (const request of requests)
      await assert.rejects(request, (error) => error instanceof ResponseError && error.code === code);
  }

  it("refuses requests before it is initialized, and answers them after", async () => {
    await refused(ErrorCodes.ServerNotInitialized);
    await connection.sendRequest(InitializeRequest.type, begin);
    assert.equal(await connection.sendRequest(HoverRequest.type, place), null);
  });

  it("refuses parameters that are not as the protocol has them, and unknown methods, by their codes", async () => {
    await connection.sendRequest(InitializeRequest.type, begin);
    await connection.sendNotification(DidOpenTextDocumentNotification.type, opened);
    const { textDocument } = place;
    const refusals: readonly (readonly [string, object, number])[] = [
      ["textDocument/hover", {}, ErrorCodes.InvalidParams],
      ["textDocument/hover", { textDocument: null }, ErrorCodes.InvalidParams],
      ["textDocument/hover", { textDocument: { uri: 7 } }, ErrorCodes.InvalidParams],
      ["textDocument/hover", { textDocument }, ErrorCodes.InvalidParams],
      ["textDocument/rename", place, ErrorCodes.InvalidParams],
      ["textDocument/formatting", { textDocument }, ErrorCodes.InvalidParams],
      ["textDocument/selectionRange", { textDocument, positions: [1] }, ErrorCodes.InvalidParams],
      ["textDocument/codeAction", { textDocument, range: {} }, ErrorCodes.InvalidParams],
      [checkReferencesRequest.method, { uri: 7 }, ErrorCodes.InvalidParams],
      ["textDocument/none", place, ErrorCodes.MethodNotFound],
    ];
    for (const [method, wrong, code] of refusals)
      await assert.rejects(
        () => connection.sendRequest(method, wrong),
        (error) => error instanceof ResponseError && error.code === code,
        method,
      );
  });

  it("takes no document before it is initialized", async () => {
    await connection.sendNotification(DidOpenTextDocumentNotification.type, opened);
    await connection.sendRequest(InitializeRequest.type, begin);
    assert.deepEqual(await connection.sendRequest(WorkspaceSymbolRequest.type, { query: "" }), []);
  });

  it("is initialized once, and then reports its name and version", async () => {
    const { serverInfo } = await connection.sendRequest(InitializeRequest.type, begin);
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
    assert.deepEqual(serverInfo, { name: "analyses-language-server", version });
    await assert.rejects(
      () => connection.sendRequest(InitializeRequest.type, begin),
      (error) => error instanceof ResponseError && error.code === ErrorCodes.InvalidRequest,
    );
  });

  it("refuses requests after it was shut down", async () => {
    await connection.sendRequest(InitializeRequest.type, begin);
    await connection.sendRequest(ShutdownRequest.type);
    await refused(ErrorCodes.InvalidRequest);
  });
});

describe("text that is no message (JSON-RPC 2.0, section 5.1)", () => {
  it("is answered as such, and the next message is taken", async () => {
    const server = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    const reader = new StreamMessageReader(server.stdout);
    const answers: unknown[] = [];
    reader.listen((message) => {
      const { id, error } = fieldsOf(message);
      answers.push([id, fieldsOf(error).code]);
    });
    for (const body of ["{", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "shutdown" })])
      server.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    await eventually(() =>
      assert.deepEqual(answers, [
        [null, ErrorCodes.ParseError],
        [1, undefined],
      ]),
    );
    server.stdin.end();
    const [status] = await once(server, "exit");
    assert.equal(status, 0);
  });
});

describe("the language server's command line", () => {
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [program, ...words], { encoding: "utf8" });

  it("shows help and its version, and its usage instead of opening a socket", () => {
    const { status, stderr } = run("--socket=9");
    assert.equal(status, 2);
    assert.match(stderr, /--stdio/);
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    assert.equal(run("--version").stdout, `${version}\n`);
    const help = run("--help");
    assert.equal(help.status, 0);
    assert.match(help.stdout, /^Usage: analyses-language-server --stdio\n/);
  });
});

describe("a session over stdio", () => {
  let client: LspClient;
  before(async () => (client = await LspClient.start()));
  afterEach(() => client.close(uri));
  after(() => client.stop());

  const text = '{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [] }';
  const hover = (line: number, character: number, ...token: [] | [CancellationToken]) =>
    client.connection.sendRequest(
      HoverRequest.type,
      { textDocument: { uri }, position: { line, character } },
      ...token,
    );

  it("begins with what the server offers and ends with status 0", async () => {
    const { capabilities } = client.initialized;
    assert.equal(capabilities.hoverProvider, true);
    assert.equal(capabilities.diagnosticProvider, undefined);
    const another = await LspClient.start({ capabilities: { textDocument: { diagnostic: {} } } });
    assert.equal(another.initialized.capabilities.diagnosticProvider?.identifier, "analyses");
    assert.equal(await another.stop(), 0);
  });

  it("finds the same in a first document that is opened at once and in one that is opened after a while", async () => {
    const problematic = text.replace("RISK_OF_BIAS_1", "RISK_OF_BIAS_3");
    const findings = async (turns: number) => {
      const other = await LspClient.start({ capabilities: { textDocument: { diagnostic: {} } } });
      // Each response takes a turn, between which the server runs its warm-up samples.
      for (let turn = 0; turn < turns; turn += 1)
        await other.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } });
      await other.open(uri, problematic);
      const report = await other.connection.sendRequest(DocumentDiagnosticRequest.type, {
        textDocument: { uri },
      });
      assert.deepEqual([other.published, other.complaints, other.registered], [[], [], []]);
      await other.stop();
      return report;
    };
    const atOnce = await findings(0);
    assert.ok(atOnce.kind === "full" && atOnce.items.length === 1);
    for (const turns of [10, 100]) assert.deepEqual(await findings(turns), atOnce);
  });

  it("keeps to the newest text through incremental changes", async () => {
    await client.open(uri, text);
    const at = { line: 0, character: 4 };
    await client.change(uri, { range: { start: at, end: at }, text: "\r\n" });
    assert.equal(await hover(1, 3), null);
    await client.change(uri, { text });
    assert.equal((await hover(0, 5))?.range?.end.character, 23);
  });

  it("answers a cancelled request with RequestCancelled or its answer, never with silence", async () => {
    await client.open(uri, text);
    const source = new CancellationTokenSource();
    const asked = hover(0, 5, source.token);
    source.cancel();
    try {
      assert.ok(await asked);
    } catch (problem) {
      assert.ok(problem instanceof ResponseError);
      assert.equal(problem.code, LSPErrorCodes.RequestCancelled);
    }
  });

  it("gives back nothing and stays alive when a document is closed", async () => {
    await client.open(uri, text);
    await client.close(uri);
    assert.equal(await hover(0, 5), null);
  });
});

describe("settings that are not of their form", () => {
  let client: LspClient;
  afterEach(() => client.stop());

  it("are named in the log, once", async () => {
    client = await LspClient.start({
      initializationOptions: {
        severity: { syntax: "fatal", tpyo: "error", schema: "hint" },
        maxProblems: "5",
      },
    });
    await eventually(() =>
      assert.deepEqual(
        client.logged.filter((line) => line.startsWith("The setting")),
        ["severity.syntax", "severity.tpyo", "maxProblems"].map(
          (name) =>
            `The setting analysesRegistry.${name} does not have a value that it can have: it is left out.`,
        ),
      ),
    );
  });
});
