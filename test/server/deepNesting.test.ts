import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LspClient } from "./support/lspClient";
import { folderWith } from "./support/runChecker";

const million = 1_000_000;
const open = "[".repeat(million);
const objects = '{"a":'.repeat(million) + "1" + "}".repeat(million);
const inAnalysis = (text: string): string =>
  `{"analysis-groups": [{"number": 1, "name": "a", "analyses": [${text}]}]}`;

/** A setting of nested arrays, as deep as the protocol library can send. */
const deepSetting = Array.from({ length: 3000 }).reduce<unknown>((inside) => [inside], 1);

const itemSchemaFile = "item.schema.json";
const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "an item schema of a million open lists": { [itemSchemaFile]: open },
  "an item schema a million schemas deep": {
    [itemSchemaFile]: objects.replaceAll('"a"', '"items"').replace("1", "{}"),
  },
  "a configuration file with a severity a million objects deep": {
    "analyses.config.json": `{"severity": ${objects}}`,
  },
  "accepted findings a million objects deep": { "accepted-findings.json": `{"accepted": ${objects}}` },
};

describe("the built server, given a million brackets", () => {
  let client: LspClient;
  let folder: string;
  let uri: string;
  let other: string;

  beforeEach(async () => {
    folder = folderWith({});
    [uri, other] = ["deep", "other"].map(
      (name) => pathToFileURL(join(folder, `${name}.analyses.json`)).href,
    ) as [string, string];
    client = await LspClient.start({
      capabilities: { textDocument: { diagnostic: {} }, workspace: { configuration: true } },
      settings: { itemSchema: itemSchemaFile },
      workspaceFolders: [pathToFileURL(folder).href],
    });
  });
  afterEach(() => client.stop());

  /** Asserts that the server still checks other documents. */
  async function isThere(): Promise<void> {
    await client.open(other, '{"analysis-groups": 1}');
    const codes = (await client.pull(other)).map(({ code }) => code);
    assert.ok(codes.includes("wrong-type"), codes.join());
    assert.deepEqual(client.complaints, []);
  }

  const fewer = "[".repeat(200_000) + "]".repeat(200_000);
  for (const [name, text] of Object.entries({
    "a million open": open,
    "200,000 nested in an analysis": inAnalysis(fewer),
    "20,000 objects, a line each": `${'{"a":\n'.repeat(20_000)}1${"\n}".repeat(20_000)}`,
  }))
    it(`answers about a document of them, follows an edit, and goes on: ${name}`, async function () {
      this.timeout(120_000);
      const textDocument = { uri };
      const position = { line: 0, character: 100_000 };
      const options = { tabSize: 2, insertSpaces: true };
      await client.open(uri, text);
      await client.pull(uri);
      for (const method of [
        "completion",
        "hover",
        "selectionRange",
        "documentSymbol",
        "foldingRange",
        "formatting",
      ])
        await client.connection.sendRequest(`textDocument/${method}`, {
          textDocument,
          position,
          positions: [position],
          options,
        });
      const start = { line: 0, character: text.indexOf("[[[") + 2 };
      await client.change(uri, { range: { start, end: start }, text: "1" });
      const found = await client.pull(uri);
      assert.ok(found.some(({ code }) => code === "syntax"));
      await isThere();
    });

  for (const [name, contents] of Object.entries(files))
    it(`checks documents next to ${name}`, async function () {
      this.timeout(120_000);
      for (const [file, text] of Object.entries(contents)) writeFileSync(join(folder, file), text);
      await client.open(uri, inAnalysis("{}"));
      assert.ok((await client.pull(uri)).length > 0);
      await isThere();
    });

  it("leaves settings out that are thousands of lists deep", async () => {
    const values = ["itemSchema", "schemas", "severity", "evidence", "references", "maxProblems"];
    await client.configure(Object.fromEntries(values.map((setting) => [setting, deepSetting])));
    await client.open(uri, inAnalysis("{}"));
    assert.ok((await client.pull(uri)).length > 0);
    await isThere();
  });
});
