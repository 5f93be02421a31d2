import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ProblemsAfterAnswer,
  type ProblemsAfterParams,
  problemsAfterRequest,
} from "@analyses/protocol/referenceMessages";
import { groupReference, withAnalyses } from "../support/references";
import { LspClient } from "./support/lspClient";
import { folderWith } from "./support/runChecker";

const uri = "file:///review.analyses.json";

describe("changes that a client plans", () => {
  let client: LspClient;
  let folder: string;

  beforeEach(async () => {
    folder = folderWith({});
    const itemSchema = join(folder, "item.schema.json");
    const team = { properties: { groupId: {} } };
    const schema = { type: "object", properties: { outcome: {}, team }, additionalProperties: false };
    await writeFile(itemSchema, JSON.stringify(schema));
    client = await LspClient.start({ initializationOptions: { itemSchema, validate: "off" } });
  });
  afterEach(() => client.stop());

  const text = withAnalyses('{ "outcome": "Pain" }');
  const place = { line: 0, character: text.indexOf('"Pain"') + '"Pain"'.length };
  const insertion = (property: string): ProblemsAfterParams["changes"] => {
    return [
      { range: { start: place, end: place }, text: `, "${property}": ${groupReference("2", "North")}` },
    ];
  };
  const after = (changes: ProblemsAfterParams["changes"], version = 1) =>
    client.connection.sendRequest<ProblemsAfterAnswer | null>(problemsAfterRequest.method, {
      textDocument: { uri, version },
      changes,
      reference: { position: place, kind: "group" },
    });

  it("are known to break the item schema before they are made, even with validation turned off", async () => {
    await client.open(uri, text);
    const none = { messages: [], properties: null };
    assert.deepEqual(await after(insertion("team")), none);
    const { messages = [], properties } = (await after(insertion("group"))) ?? {};
    assert.equal(messages.length, 1, messages.join());
    assert.match(messages[0] ?? "", /group/);
    assert.deepEqual(properties?.names, ["team"]);
    assert.deepEqual(await after([]), none, "the document itself is as it was");
  });

  it("have no other place outside of analyses", async () => {
    await client.open(uri, text);
    const top = { line: 0, character: 1 };
    const answer = await client.connection.sendRequest<ProblemsAfterAnswer | null>(
      problemsAfterRequest.method,
      {
        textDocument: { uri, version: 1 },
        changes: [{ range: { start: top, end: top }, text: '"group": {}, ' }],
        reference: { position: top, kind: "group" },
      },
    );
    assert.equal(answer?.messages.length, 1);
    assert.equal(answer.properties, null);
  });

  it("are judged by the version that they were made for, or not at all", async () => {
    assert.equal(await after(insertion("group")), null);
    await client.open(uri, text);
    const top = { line: 0, character: 0 };
    await client.change(uri, { range: { start: top, end: top }, text: " " });
    assert.equal(await after(insertion("group")), null);
  });
});
