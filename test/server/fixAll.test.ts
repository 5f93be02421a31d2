import assert from "node:assert/strict";
import { CodeActionRequest, CodeActionTriggerKind } from "vscode-languageserver-protocol/node";
import { LspClient } from "./support/lspClient";

const uri = "file:///review.analyses.json";
const around = (lines: string) =>
  `{\n  "risk-of-bias-method": "RISK_OF_BIAS_1",\n  "analysis-groups": [\n    {\n      ${lines}\n    }\n  ]\n}\n`;

const mended = around('"number": 1,\n      "name": "a",\n      "analyses": []');
const broken = around("\"number\": +1\n      'name': 'a',\n      \"number\": 1, analyses: [],");
const unclear = around('"number": 1,\n      "name": "Mortality at "12" months",\n      "analyses": []');

const codeAction = { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } };
const everywhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

describe("fix all, over stdio", () => {
  const fixAll = async (text: string, only?: string[], settings: object = {}) => {
    const client = await LspClient.start({
      capabilities: { textDocument: { codeAction } },
      initializationOptions: settings,
    });
    await client.open(uri, text);
    const answer = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range: everywhere,
      context: {
        diagnostics: [],
        ...(only === undefined ? { triggerKind: CodeActionTriggerKind.Automatic } : { only }),
      },
    });
    await client.stop();
    return (answer ?? []).flatMap((action) => {
      const { changes = {} } = ("edit" in action ? action.edit : undefined) ?? {};
      return changes[uri] ?? [];
    });
  };

  it("goes on in one request until nothing certain is left", async () => {
    const edits = await fixAll(broken, ["source.fixAll.analyses"]);
    const lines = broken.split("\n");
    for (const { range, newText } of edits.reverse()) {
      const offset = ({ line, character }: { line: number; character: number }) =>
        lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
      const text = lines.join("\n");
      const changed = text.slice(0, offset(range.start)) + newText + text.slice(offset(range.end));
      lines.splice(0, lines.length, ...changed.split("\n"));
    }
    assert.equal(lines.join("\n").replace(/\s/g, ""), mended.replace(/\s/g, ""));
    assert.deepEqual(await fixAll(lines.join("\n"), ["source.fixAll"]), []);
  });

  it("mends as many problems as there are, ten thousand at a time", async () => {
    const numbers = Array.from({ length: 12_000 }, (_, index) => `+${index}`);
    const text = around(`"number": 1, "name": "a", "analyses": [${numbers.join()}]`);
    assert.equal((await fixAll(text, ["source.fixAll"])).length, numbers.length);
  });

  it("leaves alone what is not certain", async () => {
    assert.deepEqual(await fixAll(unclear, ["source.fixAll.analyses"]), []);
  });

  it("is not computed for an editor that requests code actions whenever the caret moves", async () => {
    assert.deepEqual(await fixAll(broken), []);
  });
});
