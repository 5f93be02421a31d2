import assert from "node:assert/strict";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { createSchemaStore } from "@analyses/server/schemaStore/schemaStore";

describe("the paths of schemas in the settings", () => {
  it("lead there where they are whole, from the user's own folder, or from the workspace's", async () => {
    const asked: string[] = [];
    const store = createSchemaStore({
      readFile: (uri) => {
        asked.push(uri);
        return Promise.resolve({ kind: "read", text: "{}" });
      },
      homeUri: () => "file:///home/me",
    });
    const untitled = "untitled:Untitled-1";
    for (const [uri, base, itemSchema, expected] of [
      [untitled, undefined, "/s/item.json", "file:///s/item.json"],
      [untitled, undefined, "~/s/item.json", "file:///home/me/s/item.json"],
      [untitled, "file:///w", "${workspaceFolder}/item.json", "file:///w/item.json"],
      ["file:///w/a/b.analyses.json", "file:///w", "${workspaceFolder}/c.json", "file:///w/c.json"],
    ] as const) {
      const document = createDocument(uri, "analyses", 1, "{}");
      const context = await store.contextFor(document, { itemSchema, schemas: [] }, base);
      assert.equal(context.itemSchema.kind, "ready", itemSchema);
      assert.equal(asked.at(-1), expected);
    }
  });
});
