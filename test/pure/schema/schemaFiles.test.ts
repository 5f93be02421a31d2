import assert from "node:assert/strict";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { createSchemaStore } from "@analyses/server/schemaStore/schemaStore";
import { findingsIn } from "../../support/findings";
import { contextOf, itemSchemaOf, storeWith } from "./support/store";

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

describe("an item schema", () => {
  it("of which a part cannot be used is used all the same, and says what is not and why", async () => {
    const faultsOf = async (files: Readonly<Record<string, unknown>>) => {
      const schema = await itemSchemaOf(files);
      assert.ok(schema.kind === "ready", JSON.stringify(schema));
      return schema.faults?.map(({ file, reason }) => `${file.slice("file:///w/".length)}: ${reason}`);
    };
    for (const [item, ...faults] of [
      [
        { $defs: { a: { $anchor: "x" }, b: { $anchor: "x" } } },
        "the anchor `x` is there twice (at `#/$defs/a/$anchor`)",
      ],
      [
        { properties: { "a/b": { minLength: -1 } } },
        "`minLength` must be a whole number, 0 or greater (at `#/properties/a~1b/minLength`)",
      ],
      [{ pattern: "(a" }, "the regular expression `(a` cannot be used: a “(” is not closed (at `#/pattern`)"],
      [{ title: null }, "`title` must be text in quotes (at `#/title`)"],
      [{ items: { $ref: "#/$defs/x" } }, "it refers to `#/$defs/x` (at `#/items`), which does not exist"],
      [{ items: { $ref: "part.json" } }, "it refers to `part.json` (at `#/items`): there is no such file"],
      [{ allOf: [{ $ref: "#" }] }, "it refers to itself without end (at `#/allOf/0`)"],
      [
        { properties: { p: "text" } },
        "`properties` must be an object whose values are schemas (at `#/properties/p`)",
      ],
    ] as const)
      assert.deepEqual(
        await faultsOf({ "item.json": item }),
        faults.map((fault) => `item.json: ${fault}`),
      );
  });

  it("refuses nothing more by a part that cannot be used, and checks all else", async () => {
    const messagesOf = async (item: object, analysis: object) => {
      const context = await contextOf(storeWith(new Map([["file:///w/item.json", item]])), {
        base: "file:///w",
        itemSchema: "item.json",
      });
      const groups = [{ number: 1, name: "a", analyses: [analysis] }];
      const text = JSON.stringify({ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": groups });
      return (await findingsIn(text, context))
        .filter(({ code }) => code !== "item-schema-unavailable")
        .map(({ message }) => message);
    };
    const n = { type: "integer" };
    const unusable = { $ref: "https://example.org/x.json" };
    for (const broken of [
      { p: { pattern: "(?i)^yes$" } },
      { p: { type: "strng" } },
      { p: unusable },
      { p: { not: unusable } },
      { p: { oneOf: [unusable, { type: "string" }] } },
      { p: { if: unusable, then: false } },
      { p: { contains: unusable, maxContains: 0 } },
      { p: 5 },
    ])
      assert.deepEqual(
        await messagesOf({ properties: { n, ...broken }, additionalProperties: false }, { n: "x", p: "y" }),
        ["`n` must be a whole number, not text."],
        JSON.stringify(broken),
      );
    const byPattern = { properties: { n }, patternProperties: { "(": true }, additionalProperties: false };
    assert.deepEqual(await messagesOf(byPattern, { n: "x", p: 1 }), [
      "`n` must be a whole number, not text.",
    ]);
  });

  it("finds files in its folder under any $id, by the $id of another, and where the settings map an address", async () => {
    const measure = { enum: ["RISK_RATIO"] };
    for (const files of [
      {
        "item.json": { $id: "urn:team:x", properties: { m: { $ref: "measure.json" } } },
        "measure.json": measure,
      },
      {
        "item.json": { $id: "https://a.org/item.json", properties: { m: { $ref: "measure.json" } } },
        "measure.json": { $id: "urn:team:measure", ...measure },
      },
    ]) {
      const schema = await itemSchemaOf(files);
      assert.ok(schema.kind === "ready");
      assert.deepEqual([schema.faults, schema.files.size], [[], 2]);
    }
    const item = { properties: { m: { $ref: "https://example.org/measure" } } };
    const store = storeWith(
      new Map<string, unknown>([
        ["file:///w/item.json", item],
        ["file:///w/lib/m.json", measure],
      ]),
    );
    const schemas = [{ id: "https://example.org/measure", path: "lib/m.json" }];
    const { itemSchema } = await contextOf(store, { base: "file:///w", itemSchema: "item.json", schemas });
    assert.ok(itemSchema.kind === "ready");
    assert.deepEqual([itemSchema.faults, itemSchema.files.size], [[], 2]);
  });
});
