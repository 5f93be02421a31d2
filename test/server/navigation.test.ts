import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Location } from "vscode-languageserver-protocol/node";
import {
  DefinitionRequest,
  DocumentHighlightRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { each } from "../support/each";
import { LspClient } from "./support/lspClient";

const uri = "file:///review.analyses.json";
const analysis = (name: string, studies: string) =>
  `{ "number": 1, "name": "${name}", "model": "FIXED_EFFECT", ${studies} }`;
const text = `{
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [
    { "number": 1, "name": "g", "analyses": [
      ${analysis("Abara 2014", '"studies": [ { "study": "Abara 2014" }, { "study": "Okafor 2018" } ]')},
      ${analysis("b", '"subgroups": [ { "name": "Low dose", "studies": [ { "study": "Abara 2014" } ] } ]')}
    ] },
    { "number": 2, "name": "h", "analyses": [ ${analysis("c", '"studies": [ { "study": "Abara  2014" } ]')} ] }
  ]
}`;
const document = TextDocument.create(uri, "analyses", 1, text);

describe("going through a review", () => {
  let client: LspClient;
  before(async () => {
    client = await LspClient.start({
      initializationOptions: { itemSchema: "bundled:pairwise-analysis" },
      capabilities: { textDocument: { rename: { prepareSupport: true } } },
    });
    await client.open(uri, text);
  });
  after(() => client.stop());

  const at = (sought: string, shift = 1) => ({
    textDocument: { uri },
    position: document.positionAt(text.indexOf(sought) + shift),
  });
  const lineAt = async (sought: string): Promise<string> => {
    const found = (await client.connection.sendRequest(
      DefinitionRequest.type,
      at(sought),
    )) as Location | null;
    assert.ok(found, `${sought} leads nowhere.`);
    const lines = readFileSync(fileURLToPath(found.uri), "utf8").split("\n");
    return `${found.uri.split("/").at(-1) ?? ""}: ${lines[found.range.start.line]?.trim() ?? ""}`;
  };

  it("leads from a property to its definition in the schema, also in a schema that comes with the product", async () => {
    assert.equal(await lineAt('"model"'), 'pairwise-analysis.schema.json: "model": {');
    assert.equal(await lineAt('"FIXED_EFFECT"'), 'pairwise-analysis.schema.json: "model": {');
    assert.equal(await lineAt('"study"'), 'pairwise-analysis.schema.json: "study": {');
    assert.equal(
      await lineAt('"risk-of-bias-method"'),
      'analyses-1.0.0.schema.json: "risk-of-bias-method": {',
    );
    assert.equal(await client.connection.sendRequest(DefinitionRequest.type, at("\n", 1)), null);
  });

  it("finds a study in all analyses and subgroups, however its name is spaced, and nothing else of that name", async () => {
    const context = { includeDeclaration: true };
    const places = await client.connection.sendRequest(ReferencesRequest.type, {
      ...at('"study": "Abara', 12),
      context,
    });
    each(places, ({ range }) => document.getText(range), ["Abara 2014", "Abara 2014", "Abara  2014"]);
    const marks = await client.connection.sendRequest(
      DocumentHighlightRequest.type,
      at('"study": "Okafor', 12),
    );
    assert.equal(marks?.length, 1);
    assert.deepEqual(
      await client.connection.sendRequest(ReferencesRequest.type, { ...at('"name": "Abara', 12), context }),
      [],
    );
  });

  it("renames a study in all of them at once, whatever the new name holds", async () => {
    const place = at('"study": "Abara', 12);
    const prepared = await client.connection.sendRequest(PrepareRenameRequest.type, place);
    assert.ok(prepared && "placeholder" in prepared);
    assert.equal(prepared.placeholder, "Abara 2014");
    const edit = await client.connection.sendRequest(RenameRequest.type, {
      ...place,
      newName: 'Abara "A" 2014',
    });
    const edits = edit?.changes?.[uri] ?? [];
    const renamed = TextDocument.applyEdits(document, edits);
    assert.equal(renamed.split(String.raw`"study": "Abara \"A\" 2014"`).length - 1, 3);
    assert.ok(renamed.includes('"name": "Abara 2014"'));
    assert.equal(await client.connection.sendRequest(PrepareRenameRequest.type, at('"model"')), null);
  });

  it("refuses, with a reason, to give a study an empty name or that of another study", async () => {
    const text = `{ "analysis-groups": [ { "analyses": [
      { "studies": [ { "study": "Abara 2014" }, { "study": "Bergström 2016" } ] },
      { "studies": [ { "study": "Abara, 2014" } ] }
    ] } ] }`;
    const two = TextDocument.create("file:///two.analyses.json", "analyses", 1, text);
    await client.open(two.uri, text);
    const rename = (name: string, newName: string) =>
      client.connection.sendRequest(RenameRequest.type, {
        textDocument: { uri: two.uri },
        position: two.positionAt(text.indexOf(name) + 2),
        newName,
      });
    await assert.rejects(rename("Abara 2014", "  "), /one line of text/);
    await assert.rejects(rename("Abara 2014", "Abara\n2014"), /one line of text/);
    for (const name of ["Bergström 2016", " Bergström  2016"])
      await assert.rejects(rename("Abara 2014", name), /Analysis 1\.1 has a study “Bergström 2016”/);
    // Another analysis may use another name for the study.
    const edit = await rename("Abara, 2014", "Bergström 2016");
    const renamed = TextDocument.applyEdits(two, edit?.changes?.[two.uri] ?? []);
    assert.equal(renamed, text.replace("Abara, 2014", "Bergström 2016"));
  });

  it("renames a study whose arms or authors stand in a list, and neither an arm nor an author as one", async () => {
    const text = `{ "analysis-groups": [ { "analyses": [
      { "studies": [
        { "study": "A", "arms": [ { "name": "Drug", "events": 3 }, { "name": "Placebo", "events": 5 } ] },
        { "study": "B", "periods": [ { "name": "Winter" } ], "contacts": [ { "personId": "1", "name": "Jane Doe" } ] }
      ] },
      { "subgroups": [ { "name": "Adults", "studies": [ { "name": "A", "arms": [ { "name": "Drug" } ] } ] } ] }
    ] } ] }`;
    const lists = TextDocument.create("file:///lists.analyses.json", "analyses", 1, text);
    await client.open(lists.uri, text);
    const places = async (name: string) => {
      const position = lists.positionAt(text.indexOf(`"${name}"`) + 2);
      const asked = { textDocument: { uri: lists.uri }, position, context: { includeDeclaration: true } };
      const found = await client.connection.sendRequest(ReferencesRequest.type, asked);
      return found?.map(({ range }) => lists.offsetAt(range.start)) ?? [];
    };
    assert.deepEqual(await places("A"), [text.indexOf('"A"') + 1, text.lastIndexOf('"A"') + 1]);
    assert.equal((await places("B")).length, 1);
    for (const name of ["Drug", "Placebo", "Jane Doe", "Adults"])
      assert.deepEqual(await places(name), [], name);
  });

  it("renames a study whose name has no closing quote yet, to its last letter", async () => {
    const open = `{ "analysis-groups": [ { "analyses": [ { "studies": [
      { "study": "Abara 2014 },
      { "study": "Abara 2014" }
    ] } ] } ] }`;
    const typed = TextDocument.create("file:///typed.analyses.json", "analyses", 1, open);
    await client.open(typed.uri, open);
    for (const place of [open.indexOf("Abara"), open.lastIndexOf("Abara")]) {
      const edit = await client.connection.sendRequest(RenameRequest.type, {
        textDocument: { uri: typed.uri },
        position: typed.positionAt(place),
        newName: "Okafor 2018",
      });
      const renamed = TextDocument.applyEdits(typed, edit?.changes?.[typed.uri] ?? []);
      assert.equal(renamed, open.replaceAll("Abara 2014", "Okafor 2018"));
    }
  });
});
