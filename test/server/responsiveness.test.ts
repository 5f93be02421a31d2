import assert from "node:assert/strict";
import {
  CancellationTokenSource,
  CompletionRequest,
  DocumentDiagnosticRequest,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver-protocol/node";
import { LspClient } from "./support/lspClient";

const uri = "file:///review.analyses.json";
const capabilities = { textDocument: { diagnostic: {} } };

/** A document whose validation takes many slices of work. */
const analysis = JSON.stringify({
  name: "Mortality",
  studies: Array.from({ length: 100 }, () => ({ a: [1] })),
});
const long = `{
  "risk-of-bias-method": "",
  "analysis-groups": [{ "number": 1, "name": "a", "analyses": [${Array(1500).fill(analysis).join(",\n")}] }]
}`;
const inMethod = { line: 1, character: 26 };

const pull = (client: LspClient, ...token: [] | [CancellationTokenSource["token"]]) =>
  client.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } }, ...token);

async function codeOf(asked: Promise<unknown>): Promise<number | "an answer"> {
  try {
    await asked;
    return "an answer";
  } catch (problem) {
    assert.ok(problem instanceof ResponseError, String(problem));
    return problem.code;
  }
}

describe("while the server checks a long document", function () {
  // The server checks the document several times, on a possibly busy machine.
  this.timeout(120_000);
  let client: LspClient;
  beforeEach(async () => {
    client = await LspClient.start({ capabilities });
    await client.open(uri, long);
  });
  afterEach(() => client.stop());

  it("completion is answered first, though it was requested later", async () => {
    const order: string[] = [];
    const findings = pull(client).then((report) => {
      order.push("findings");
      return report;
    });
    const completion = client.connection
      .sendRequest(CompletionRequest.type, { textDocument: { uri }, position: inMethod })
      .then((offered) => {
        order.push("completion");
        return offered;
      });
    const [report, offered] = await Promise.all([findings, completion]);
    assert.deepEqual(order, ["completion", "findings"]);
    assert.equal(report.kind === "full" && report.items.length, 1);
    assert.match(JSON.stringify(offered), /RISK_OF_BIAS_2/);
  });

  it("a request about a version that is gone is dropped, and the client sends it again", async () => {
    const asked = pull(client);
    await client.change(uri, { range: { start: inMethod, end: inMethod }, text: "RISK_OF_BIAS_2" });
    assert.equal(await codeOf(asked), LSPErrorCodes.ServerCancelled);
    const report = await pull(client);
    assert.deepEqual(report.kind === "full" && report.items, []);
  });

  it("a question that is taken back is given up at once", async () => {
    const order: string[] = [];
    const source = new CancellationTokenSource();
    const first = codeOf(pull(client, source.token)).then((code) => {
      order.push("first");
      return code;
    });
    const second = pull(client).then(() => order.push("second"));
    source.cancel();
    assert.equal(await first, LSPErrorCodes.RequestCancelled);
    await second;
    assert.deepEqual(order, ["first", "second"]);
  });
});
