import assert from "node:assert/strict";
import {
  CodeActionRequest,
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
} from "vscode-languageserver-protocol/node";
import { LspClient } from "./support/lspClient";

const uri = "file:///review.analyses.json";

describe("to the letter of the protocol (LSP 3.17)", () => {
  let client: LspClient;
  beforeEach(async () => (client = await LspClient.start()));
  afterEach(() => client.stop());

  it("any tab size is answered; no column is that of the text", async () => {
    await client.open(uri, "[1]");
    for (const tabSize of [0, 1e9, 4_294_967_295]) {
      const options = { tabSize, insertSpaces: true };
      const textDocument = { uri };
      assert.ok(
        await client.connection.sendRequest(DocumentFormattingRequest.type, { textDocument, options }),
      );
      const position = { line: 0, character: 1 };
      const typed = { textDocument, position, ch: "\n", options };
      await client.connection.sendRequest(DocumentOnTypeFormattingRequest.type, typed);
    }
    const text = '{\n   "a": 1,\n "b": 2\n}\n';
    await client.open(`${uri}.json`, text);
    const edits = await client.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri: `${uri}.json` },
      options: { tabSize: 0, insertSpaces: true },
    });
    const range = { start: { line: 1, character: 10 }, end: { line: 2, character: 1 } };
    assert.deepEqual(edits, [{ range, newText: "\n   " }]);
    assert.deepEqual(client.complaints, []);
  });

  it("the empty kind of code actions has all kinds", async () => {
    await client.open(uri, '{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [], }');
    const range = { start: { line: 0, character: 65 }, end: { line: 0, character: 65 } };
    const actions = async (only?: string[]) => {
      const context = { diagnostics: [], ...(only === undefined ? {} : { only }) };
      const request = { textDocument: { uri }, range, context };
      return client.connection.sendRequest(CodeActionRequest.type, request);
    };
    const all = await actions();
    assert.ok(all !== null && all.length >= 2);
    assert.deepEqual(await actions([""]), all);
  });
});
