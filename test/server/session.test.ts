import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  CancellationTokenSource,
  DocumentDiagnosticRequest,
  FoldingRangeRequest,
  HoverRequest,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver-protocol/node";
import { LspClient } from "./support/lspClient";

const uri = "file:///review.analyses.json";
const text = '{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [] }';

describe("a session over stdio", () => {
  let client: LspClient;
  before(async () => (client = await LspClient.start()));
  afterEach(() => client.close(uri));
  after(() => client.stop());

  it("begins with what the server offers and ends with status 0", async () => {
    const { capabilities } = client.initialized;
    assert.equal(capabilities.hoverProvider, true);
    assert.equal(capabilities.diagnosticProvider, undefined);
    const another = await LspClient.start({ capabilities: { textDocument: { diagnostic: {} } } });
    assert.equal(another.initialized.capabilities.diagnosticProvider?.identifier, "analyses");
    assert.equal(await another.stop(), 0);
  });

  it("answers requests for documents that are not open", async () => {
    const answer = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: 0 },
    });
    assert.equal(answer, null);
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
    const answer = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line: 1, character: 3 },
    });
    assert.equal(answer, null);
    await client.change(uri, { text });
    const whole = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: 5 },
    });
    assert.equal(whole?.range?.end.character, 23);
  });

  it("answers a cancelled request with RequestCancelled or its answer, never with silence", async () => {
    await client.open(uri, text);
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri }, position: { line: 0, character: 5 } };
    const asked = client.connection.sendRequest(HoverRequest.type, params, source.token);
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
    const answer = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: 5 },
    });
    assert.equal(answer, null);
  });
});

describe("the server's command line", () => {
  it("prints its usage instead of opening a socket", () => {
    for (const parameters of [[], ["--socket=9"], ["--pipe=x"]]) {
      const run = spawnSync(process.execPath, ["dist/server/languageServer.js", ...parameters], {
        encoding: "utf8",
      });
      assert.equal(run.status, 2);
      assert.match(run.stderr, /--stdio/);
    }
  });
});
