import assert from "node:assert/strict";
import {
  CodeActionRequest,
  CompletionRequest,
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  TextEdit,
} from "vscode-languageserver-protocol/node";
import { LspClient } from "./support/lspClient";
import { bad } from "./support/runChecker";

const uri = "file:///review.analyses.json";

describe("to the letter of the protocol (LSP 3.17)", () => {
  let client: LspClient;
  beforeEach(async () => (client = await LspClient.start()));
  afterEach(() => client.stop());

  it("the edits of a completion item lie in one line, hold the position and touch no other, wherever it is", async () => {
    const texts = [
      bad,
      '{"analysis-groups":[]}',
      '{"risk-of-bias-method" "RISK", "analysis-groups": [{"number": 1 "name": "a"}]}',
      '{"analysis-groups": [{"number":1,"name":"a","analyses":[]}\n,"risk',
    ];
    let offered = 0;
    for (const [index, text] of texts.entries()) {
      const document = `file:///${index}.analyses.json`;
      await client.open(document, text);
      for (const [line, written] of text.split("\n").entries())
        for (let character = 0; character <= written.length; character += 1) {
          const answer = await client.connection.sendRequest(CompletionRequest.type, {
            textDocument: { uri: document },
            position: { line, character },
          });
          const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
          for (const { label, textEdit, additionalTextEdits = [] } of items) {
            offered += 1;
            const place = `${label} at ${line}:${character} of ${text}`;
            assert.ok(TextEdit.is(textEdit), place);
            const { start, end } = textEdit.range;
            assert.deepEqual([start.line, end.line], [line, line], place);
            assert.ok(start.character <= character && character <= end.character, place);
            for (const { range } of additionalTextEdits) {
              const isBefore =
                range.end.line < line || (range.end.line === line && range.end.character < start.character);
              const isAfter =
                range.start.line > line ||
                (range.start.line === line && range.start.character > end.character);
              assert.ok(isBefore || isAfter, place);
            }
          }
        }
    }
    assert.ok(offered > 100, `${offered} items`);
  });

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
