import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompletionList } from "vscode-languageserver-protocol/node";
import {
  CancellationTokenSource,
  CompletionRequest,
  HoverRequest,
} from "vscode-languageserver-protocol/node";
import { type ReferenceAtPosition, referenceAtRequest } from "@analyses/protocol/referenceMessages";
import { each } from "../support/each";
import { eventually } from "../support/eventually";
import { groupLink, groupRecord, groupReference, withAnalyses } from "../support/references";
import { LspClient } from "./support/lspClient";
import { RegistryAnswers } from "./support/registryAnswers";
import { folderWith } from "./support/runChecker";

const uri = "file:///review.analyses.json";

const never = (): Promise<never> => new Promise(() => undefined);

describe("references, completed and explained with a client that knows registries", () => {
  let client: LspClient;
  let registry: RegistryAnswers;
  afterEach(() => client.stop());

  async function start(options: object = {}): Promise<void> {
    client = await LspClient.start({ initializationOptions: { answersReferenceRequests: true, ...options } });
    registry = new RegistryAnswers(client);
  }

  const at = (text: string, place: string) => ({
    textDocument: { uri },
    position: { line: 0, character: text.indexOf(place) + 1 },
  });

  const complete = async (text: string): Promise<CompletionList> => {
    const list = await client.connection.sendRequest(CompletionRequest.type, at(text, '"2"'));
    assert.ok(list !== null && !Array.isArray(list));
    return list;
  };

  it("are offered by what the client suggests", async () => {
    await start();
    const text = withAnalyses('{ "groupId": "2" }');
    registry.suggest = () => ({
      suggestions: [
        { kind: "group", id: "2", name: "Heart", link: groupLink("2"), detail: "", registry: "R" },
      ],
      isIncomplete: false,
    });
    await client.open(uri, text);
    const list = await complete(text);
    each(list.items, ({ label }) => label, ["Heart"]);
    assert.deepEqual(registry.suggestionsAsked, [
      { uri, kinds: ["group"], text: "", limit: 50, mayWait: true },
    ]);
  });

  it("never keep completion waiting for a client that is slow or fails", async () => {
    await start();
    const text = withAnalyses('{ "groupId": "2" }');
    await client.open(uri, text);
    registry.suggest = never;
    assert.deepEqual(await complete(text), { isIncomplete: true, items: [] });
    registry.suggest = () => Promise.reject(new Error("no"));
    assert.deepEqual(await complete(text), { isIncomplete: true, items: [] });
  });

  it("leave what the item schema offers at once, whatever the client is doing, and join it when they are there", async () => {
    const folder = folderWith({});
    const itemSchema = join(folder, "item.schema.json");
    await writeFile(itemSchema, JSON.stringify({ properties: { groupId: { enum: ["own"] } } }));
    await start({ itemSchema });
    const text = withAnalyses('{ "groupId": "2" }');
    await client.open(uri, text);
    registry.suggest = never;
    const labels = async () => (await complete(text)).items.map(({ label }) => label);
    const { items, isIncomplete } = await complete(text);
    assert.equal(items.length, 1);
    assert.match(items[0]?.label ?? "", /own/);
    assert.equal(isIncomplete, true);
    each(registry.suggestionsAsked, ({ mayWait }) => mayWait, [false]);
    registry.suggest = () => ({
      suggestions: [
        { kind: "group", id: "2", name: "Heart", link: groupLink("2"), detail: "", registry: "R" },
      ],
      isIncomplete: false,
    });
    await eventually(async () => assert.deepEqual((await labels()).slice(1), ["Heart"]));
  });

  it("stop being looked for when the author types on", async () => {
    await start();
    const text = withAnalyses('{ "groupId": "2" }');
    await client.open(uri, text);
    registry.suggest = never;
    const source = new CancellationTokenSource();
    const asked = client.connection.sendRequest(CompletionRequest.type, at(text, '"2"'), source.token);
    await eventually(() => assert.equal(registry.suggestionsAsked.length, 1));
    source.cancel();
    await eventually(() => assert.equal(registry.cancelled, 1));
    await asked.catch(() => undefined);
  });

  it("show their record on hover, and are found for the client at a position", async () => {
    await start();
    const text = withAnalyses(groupReference("2", "Heart"));
    registry.answer = ({ id }) => ({ kind: "known", record: groupRecord(id, "Heart Group") });
    await client.open(uri, text);
    const hover = await client.connection.sendRequest(HoverRequest.type, at(text, '"2"'));
    assert.match(JSON.stringify(hover?.contents), /Heart Group.*Centre · Registered.*From Test registry/);
    assert.ok(registry.lookUps.some(({ purpose, records }) => purpose === "hover" && records.length === 1));
    const reference = await client.connection.sendRequest<ReferenceAtPosition | null>(
      referenceAtRequest.method,
      at(text, '"2"'),
    );
    assert.equal(reference?.kind, "group");
    assert.equal(reference.link, groupLink("2"));
  });

  it("have a hover that reports a slow registry", async () => {
    await start();
    const text = withAnalyses(groupReference("2", "Heart"));
    registry.answer = never;
    await client.open(uri, text);
    const hover = await client.connection.sendRequest(HoverRequest.type, at(text, '"2"'));
    assert.match(JSON.stringify(hover?.contents), /has not answered yet/);
  });
});
