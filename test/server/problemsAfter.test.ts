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
    const schema = { type: "object", properties: { outcome: {}, team: {} }, additionalProperties: false };
    await writeFile(itemSchema, JSON.stringify(schema));
    client = await LspClient.start({ initializationOptions: { itemSchema, validate: "off" } });
  });
  afterEach(() => client.stop());

  const text = withAnalyses('{ "outcome": "Pain" }');
  const insertion = (property: string): ProblemsAfterParams["changes"] => {
    const place = { line: 0, character: text.indexOf('"Pain"') + '"Pain"'.length };
    return [
      { range: { start: place, end: place }, text: `, "${property}": ${groupReference("2", "North")}` },
    ];
  };
  const after = (changes: ProblemsAfterParams["changes"], version = 1) =>
    client.connection.sendRequest<ProblemsAfterAnswer | null>(problemsAfterRequest.method, {
      textDocument: { uri, version },
      changes,
    });

  it("are known to break the item schema before they are made, even with validation turned off", async () => {
    await client.open(uri, text);
    assert.deepEqual(await after(insertion("team")), { messages: [] });
    const messages = (await after(insertion("group")))?.messages ?? [];
    assert.equal(messages.length, 1, messages.join());
    assert.match(messages[0] ?? "", /group/);
    assert.deepEqual(await after([]), { messages: [] }, "the document itself is as it was");
  });

  it("are judged by the version that they were made for, or not at all", async () => {
    assert.equal(await after(insertion("group")), null);
    await client.open(uri, text);
    const top = { line: 0, character: 0 };
    await client.change(uri, { range: { start: top, end: top }, text: " " });
    assert.equal(await after(insertion("group")), null);
  });
});
