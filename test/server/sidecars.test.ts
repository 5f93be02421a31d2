import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CompletionItem } from "vscode-languageserver-protocol/node";
import {
  CompletionRequest,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  HoverRequest,
} from "vscode-languageserver-protocol/node";
import { eventually } from "../support/eventually";
import { LspClient } from "./support/lspClient";
import { folderWith } from "./support/runChecker";

describe("a file next to documents, in an editor without JSON features of its own", () => {
  let folder: string;
  let client: LspClient;
  beforeEach(async () => {
    folder = folderWith({});
    client = await LspClient.start();
  });
  afterEach(() => client.stop());

  const opened = async (name: string, text: string): Promise<string> => {
    const uri = pathToFileURL(join(folder, name)).href;
    await client.open(uri, text);
    return uri;
  };
  const problemsOf = async (uri: string): Promise<readonly string[]> =>
    (await client.pushed(uri)).map(
      ({ message, range: { start } }) => `${start.line}:${start.character} ${message}`,
    );
  const labelsAt = async (uri: string, character: number): Promise<readonly string[]> => {
    const position = { line: 0, character };
    const answer = await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position,
    });
    const items: readonly CompletionItem[] = Array.isArray(answer) ? answer : (answer?.items ?? []);
    return items.map(({ label }) => label);
  };

  it("is checked by its schema, each mistake at its place and once", async () => {
    const config = await opened(
      "analyses.config.json",
      '{ "severity": { "syntax": "fatal" }, "maxProblem": 5 }',
    );
    assert.deepEqual(
      (await problemsOf(config)).map((problem) => problem.replace(/ .*?(?=maxProblem|"error")/, " … ")),
      ['0:26 … "error", "warning", "information", "hint", "off".', "0:37 … maxProblem is not allowed."],
    );
    // An open document that uses the file must not add to the file's problems.
    await opened("one.analyses.json", "{}");
    await eventually(() => assert.ok(client.published.some(({ uri }) => uri.endsWith("one.analyses.json"))));
    assert.equal((await problemsOf(config)).length, 2);
    const accepted = await opened("accepted-findings.json", '{ "accepted": [], }');
    assert.deepEqual(await problemsOf(accepted), ["0:16 Trailing comma"]);
  });

  it("has completion and hover by its schema, and is formatted as any JSON", async () => {
    const uri = await opened("analyses.config.json", '{ "validate": "off" }');
    assert.deepEqual(await labelsAt(uri, 15), ['"onType"', '"onSave"', '"off"']);
    assert.ok((await labelsAt(uri, 2)).includes("maxProblems"));
    const position = { line: 0, character: 5 };
    const hover = await client.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position });
    assert.match(JSON.stringify(hover?.contents), /[Cc]heck/);
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await client.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri },
      options,
    });
    assert.deepEqual(edits, []);
    assert.deepEqual(
      await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } }),
      [],
    );
    const decisions = await opened("decisions.json", "{  }");
    assert.notDeepEqual(await labelsAt(decisions, 2), []);
  });

  it("is distinguished from documents by its name alone: other files there are analyses documents", async () => {
    const uri = await opened("my-decisions.json", "[]");
    assert.match((await problemsOf(uri)).join(), /analyses document/);
  });
});
