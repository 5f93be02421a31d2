import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { CompletionRequest, HoverRequest } from "vscode-languageserver-protocol/node";
import { LspClient } from "./support/lspClient";

const uri = "file:///review.analyses.json";
const textsIn = (language: string): unknown =>
  JSON.parse(readFileSync(`l10n/bundle.l10n.${language}.json`, "utf8"));

describe("the language of the server", () => {
  let client: LspClient;
  afterEach(() => client.stop());

  async function messages(text: string): Promise<readonly string[]> {
    await client.open(uri, text);
    return (await client.pushed(uri)).map(({ message }) =>
      typeof message === "string" ? message : message.value,
    );
  }

  it("is the author's where the editor hands it over", async () => {
    client = await LspClient.start({ locale: "de", initializationOptions: { texts: textsIn("de") } });
    assert.deepEqual(
      await messages('{ "risk-of-bias-method": "RISK_OF_BIAS_3", "analysis-groups": [{ "number": "1" }] }'),
      [
        "`RISK_OF_BIAS_3` ist für „Risk-of-bias method“ nicht zulässig: Verwenden Sie RISK_OF_BIAS_1 oder RISK_OF_BIAS_2.",
        "„Analysis group“ hat kein `name`.",
        "„Analysis group“ hat kein `analyses`.",
        "`number` muss eine Zahl sein, nicht Text: Schreiben Sie 1.",
      ],
    );
  });

  it("is the author's in hovers and completions", async () => {
    client = await LspClient.start({ locale: "es", initializationOptions: { texts: textsIn("es") } });
    await client.open(uri, '{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [] }');
    const at = (character: number) => ({ textDocument: { uri }, position: { line: 0, character } });
    const hover = await client.connection.sendRequest(HoverRequest.type, at(5));
    assert.match(JSON.stringify(hover), /\(obligatorio\)/);
    const items = await client.connection.sendRequest(CompletionRequest.type, at(63));
    assert.match(JSON.stringify(items), /Nuevo: «Analysis group»/);
  });

  for (const initializationOptions of [undefined, { texts: null }, { texts: ["{0}"] }, { texts: { a: 1 } }])
    it(`is English for an editor that sends ${JSON.stringify(initializationOptions)}`, async () => {
      client = await LspClient.start({ locale: "de", initializationOptions });
      assert.deepEqual(await messages('{ "risk-of-bias-method": 1, "analysis-groups": [] }'), [
        "`1` is not a risk-of-bias method: use RISK_OF_BIAS_1 or RISK_OF_BIAS_2.",
      ]);
    });
});
