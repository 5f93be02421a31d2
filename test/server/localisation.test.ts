import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { CompletionRequest, HoverRequest, MarkupContent } from "vscode-languageserver-protocol/node";
import { each } from "../support/each";
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
        "`RISK_OF_BIAS_3` ist für „Methode zur Beurteilung des Verzerrungsrisikos“ nicht zulässig: Verwenden Sie RISK_OF_BIAS_1 oder RISK_OF_BIAS_2.",
        "„Analysegruppe“ hat kein `name`. `analyses` fehlt ebenfalls.",
        "`number` muss eine Zahl sein, nicht Text: Schreiben Sie 1.",
      ],
    );
  });

  it("is the author's in the texts of the item schema that ships", async () => {
    const says = {
      model:
        'Analysemodell (erforderlich)\n\nWas von den wahren Effekten der Studien angenommen wird.\n\nFester Effekt: Alle Studien schätzen ein und denselben Effekt.\n\nZulässige Werte:\n- "FIXED_EFFECT" – Fester Effekt\n- "RANDOM_EFFECTS" – Zufällige Effekte',
      value: "Fester Effekt (Analysemodell)\n\nAlle Studien schätzen ein und denselben Effekt.",
      group: "Verweis auf eine Gruppe",
      problem: "`80` ist für „Konfidenzniveau“ nicht zulässig: Verwenden Sie 90, 95 oder 99.",
    };
    client = await LspClient.start({
      locale: "de",
      initializationOptions: { itemSchema: "bundled:pairwise-analysis", texts: textsIn("de") },
    });
    const analysis = '{ "model": "FIXED_EFFECT", "responsible-group": {}, "confidence-level": 80 }';
    const text = `{ "analysis-groups": [ { "number": 1, "name": "a", "analyses": [ ${analysis} ] } ] }`;
    assert.ok((await messages(text)).includes(says.problem));
    const hover = async (place: string): Promise<string> => {
      const position = { line: 0, character: text.indexOf(place) + 1 };
      const shown = await client.connection.sendRequest(HoverRequest.type, {
        textDocument: { uri },
        position,
      });
      assert.ok(MarkupContent.is(shown?.contents));
      return shown.contents.value;
    };
    assert.equal(await hover('"model"'), says.model);
    assert.equal(await hover('"FIXED_EFFECT"'), says.value);
    assert.ok((await hover('"responsible-group"')).startsWith(says.group));
    const completed = await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: text.indexOf("FIXED_EFFECT") },
    });
    const items = Array.isArray(completed) ? completed : (completed?.items ?? []);
    each(items, ({ detail }) => detail, says.model.match(/(?<=– ).*/g));
  });

  for (const initializationOptions of [undefined, { texts: null }, { texts: ["{0}"] }, { texts: { a: 1 } }])
    it(`is English for an editor that sends ${JSON.stringify(initializationOptions)}`, async () => {
      client = await LspClient.start({ locale: "de", initializationOptions });
      assert.deepEqual(await messages('{ "risk-of-bias-method": 1, "analysis-groups": [] }'), [
        "`1` is not a risk-of-bias method: use RISK_OF_BIAS_1 or RISK_OF_BIAS_2.",
      ]);
    });
});
