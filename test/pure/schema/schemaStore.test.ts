import assert from "node:assert/strict";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { definition } from "@analyses/server/features/navigation";
import { findingsIn } from "../../support/findings";
import { contextOf, itemSchemaOf, storeWith } from "./support/store";

const bundled = "urn:analyses-registry:analyses:1.0.0";
const revman = "https://assets.cochrane.org/schema/v1/analyses.schema.json";

describe("the schemas in force", () => {
  it("are the bundled version that $schema names, or the newest when it names none or an unknown one", async () => {
    const store = storeWith(new Map());
    for (const [text, identifier] of [
      ["{}", { kind: "absent" }],
      [`{"$schema": "${bundled}"}`, { kind: "known", id: bundled }],
      ['{"$schema": "urn:x"}', { kind: "unknown", id: "urn:x" }],
      ['{"$schema": 1}', { kind: "absent" }],
    ] as const) {
      const context = await contextOf(store, { text });
      assert.equal(context.documentSchema.id, bundled);
      assert.deepEqual(context.identifier, identifier);
      assert.deepEqual(context.knownIdentifiers, [revman, bundled]);
      assert.equal(context.itemSchema.kind, "none");
    }
  });

  it("know RevMan's documents, whose analyses have a schema without any setting", async () => {
    const text = JSON.stringify({ $schema: revman }).replaceAll("/", "\\/");
    const store = storeWith(new Map<string, object>([["file:///w/doc/team.json", { title: "Team" }]]));
    const own = await contextOf(store, { text });
    assert.deepEqual(own.identifier, { kind: "known", id: revman });
    assert.ok(own.itemSchema.kind === "ready");
    assert.equal(own.itemSchema.uri, "urn:analyses-registry:revman-analysis");
    assert.deepEqual(store.asked, []);
    // A team's item schema applies only to its own documents, not to RevMan's.
    const ofTeam = await contextOf(store, { text, itemSchema: "team.json" });
    assert.equal(ofTeam.itemSchema, own.itemSchema);
    assert.deepEqual(store.asked, []);
    assert.deepEqual(ofTeam.knownIdentifiers, [bundled, revman]);
    // The team's mapping of the identifier takes precedence.
    const mapped = await contextOf(store, { text, schemas: [{ id: revman, path: "team.json" }] });
    assert.equal(mapped.documentSchema.label, "team.json");
    assert.equal(mapped.itemSchema.kind, "none");
  });

  it("are what the settings map the identifier to: a file, or a bundled version", async () => {
    const store = storeWith(new Map([["file:///w/s/team.json", { title: "Team" }]]));
    const schemas = [
      { id: "urn:team", path: "s/team.json" },
      { id: "urn:alias", path: "bundled:1.0.0" },
      { id: "urn:wrong", path: "bundled:9.0.0" },
      { id: "urn:lost", path: "s/lost.json" },
    ];
    const schemaOf = async (id: string) => {
      const question = { text: JSON.stringify({ $schema: id }), base: "file:///w", schemas };
      const { documentSchema, identifier, knownIdentifiers } = await contextOf(store, question);
      assert.deepEqual(identifier, { kind: "known", id });
      assert.deepEqual(knownIdentifiers, [revman, bundled, "urn:team", "urn:alias", "urn:wrong", "urn:lost"]);
      const { label, uri, unavailable } = documentSchema;
      return { id: documentSchema.id, label, uri, unavailable };
    };
    assert.deepEqual(await schemaOf("urn:team"), {
      id: "urn:team",
      label: "team.json",
      uri: "file:///w/s/team.json",
      unavailable: undefined,
    });
    assert.deepEqual(await schemaOf("urn:alias"), {
      id: "urn:alias",
      label: "1.0.0",
      uri: bundled,
      unavailable: undefined,
    });
    assert.deepEqual((await schemaOf("urn:wrong")).unavailable, {
      file: "bundled:9.0.0",
      reason: "this version is not bundled: there is 1.0.0",
    });
    assert.deepEqual((await schemaOf("urn:lost")).unavailable, {
      file: "file:///w/s/lost.json",
      reason: "there is no such file",
    });
  });

  it("find the item schema by a path from the workspace folder or the document, or by URI", async () => {
    const files = new Map([
      ["file:///w/item.json", {}],
      ["file:///w/doc/item.json", {}],
      ["file:///c%3A/w/item.json", {}],
      ["vscode-vfs://github/x/item.json", {}],
    ]);
    const uriOf = async (itemSchema: string, base?: string, uri?: string) => {
      const question = { itemSchema, ...(base && { base }), ...(uri && { uri }) };
      const context = await contextOf(storeWith(files), question);
      return context.itemSchema.kind === "ready" ? context.itemSchema.uri : context.itemSchema;
    };
    assert.equal(await uriOf("item.json"), "file:///w/doc/item.json");
    assert.equal(await uriOf("../item.json"), "file:///w/item.json");
    assert.equal(await uriOf("./item.json", "file:///w"), "file:///w/item.json");
    assert.equal(await uriOf("/w/item.json", "file:///elsewhere"), "file:///w/item.json");
    assert.equal(await uriOf("file:///w/item.json"), "file:///w/item.json");
    assert.equal(await uriOf("C:\\w\\item.json"), "file:///c%3A/w/item.json");
    assert.equal(await uriOf("item.json", "file:///c%3A/w"), "file:///c%3A/w/item.json");
    assert.equal(
      await uriOf("x\\item.json".replace("x", "..\\w"), "file:///c%3A/w"),
      "file:///c%3A/w/item.json",
    );
    assert.equal(await uriOf("item.json", "vscode-vfs://github/x"), "vscode-vfs://github/x/item.json");
  });

  it("never come through the network", async () => {
    for (const itemSchema of [
      "https://example.org/item.json",
      "//evil/share/item.json",
      "file://evil/share/item.json",
    ]) {
      const store = storeWith(new Map());
      const context = await contextOf(store, { base: "file:///w", itemSchema });
      assert.equal(context.itemSchema.kind, "unavailable");
      assert.deepEqual(store.asked, []);
    }
    for (const $ref of ["https://example.org/o.json", "file://evil/share/o.json", "//evil/o.json", "urn:x"]) {
      const store = storeWith(new Map([["file:///w/item.json", { properties: { a: { $ref } } }]]));
      const { itemSchema } = await contextOf(store, { base: "file:///w", itemSchema: "item.json" });
      assert.ok(itemSchema.kind === "ready");
      assert.match(
        itemSchema.faults?.[0]?.reason ?? "",
        /refers to `.*` \(at `#\/properties\/a`\).*nothing is loaded from the network/,
      );
      assert.deepEqual(store.asked, ["file:///w/item.json"]);
    }
  });

  it("never come from another computer by a path of Windows that hides it", async () => {
    for (const address of [
      "file:///%5Cattacker/share/x.json",
      "file:///%5C./pipe/x.json",
      "file:////attacker/share/x.json",
      "file:///%2Fattacker/share/x.json",
      "file:///%5C%5Cattacker/share/x.json",
      "file:///%3F%3F/UNC/attacker/share/x.json",
      "file://attacker/share/x.json",
      "file://./pipe/x.json",
      "\\\\attacker\\share\\x.json",
      "/\\attacker\\share\\x.json",
    ]) {
      const bySetting = storeWith(new Map());
      const { itemSchema } = await contextOf(bySetting, { base: "file:///c%3A/w", itemSchema: address });
      assert.ok(itemSchema.kind === "unavailable", address);
      assert.match(itemSchema.reason, /lies on another computer/, address);
      assert.deepEqual(bySetting.asked, [], address);

      const file = "file:///c%3A/w/item.json";
      const byReference = storeWith(new Map([[file, { properties: { a: { $ref: address } } }]]));
      const referring = await contextOf(byReference, { base: "file:///c%3A/w", itemSchema: "item.json" });
      assert.ok(referring.itemSchema.kind === "ready", address);
      assert.equal(referring.itemSchema.faults?.length, 1, address);
      assert.deepEqual(byReference.asked, [file], address);
    }
    const elsewhere = storeWith(new Map([["vscode-vfs://github/x/item.json", {}]]));
    const question = { base: "file:///w", itemSchema: "vscode-vfs://github/x/item.json" };
    assert.equal((await contextOf(elsewhere, question)).itemSchema.kind, "unavailable");
    assert.deepEqual(elsewhere.asked, []);
  });

  it("come from the share that the user's own folder lies on", async () => {
    const shared = "file://team/share/item.json";
    for (const itemSchema of ["item.json", shared, "//team/share/item.json"]) {
      const store = storeWith(new Map([[shared, { type: "object" }]]));
      const context = await contextOf(store, { base: "file://team/share", itemSchema });
      assert.equal(context.itemSchema.kind, "ready", itemSchema);
    }
  });

  it("are the same objects until one of their files changes", async () => {
    const files = new Map([
      ["file:///w/item.json", { $ref: "part.json" }],
      ["file:///w/part.json", { type: "object" }],
    ]);
    const store = storeWith(files);
    const question = { base: "file:///w", itemSchema: "item.json", schemas: [] };
    const context = await contextOf(store, question);
    assert.equal(await contextOf(store, { ...question, text: '{"risk": 1}' }), context);
    assert.equal(await contextOf(store, { ...question, schemas: [] }), context);
    assert.notEqual(await contextOf(store, { ...question, itemSchema: "" }), context);
    assert.equal(store.store.fileChanged("file:///w/other.json"), false);
    assert.equal(await contextOf(store, question), context);
    assert.equal(store.store.fileChanged("file:///w/part.json"), true);
    const fresh = await contextOf(store, question);
    assert.notEqual(fresh, context);
    assert.equal(fresh.documentSchema, context.documentSchema);
  });

  it("are read again where they could not be, once more may be read, and the others are kept", async () => {
    const files = new Map<string, unknown>([["file:///w/known.json", { title: "Known" }]]);
    const store = storeWith(files);
    const refused = { base: "file:///w", itemSchema: "item.json" };
    const known = { base: "file:///w", itemSchema: "known.json" };
    assert.equal((await contextOf(store, refused)).itemSchema.kind, "unavailable");
    const before = (await contextOf(store, known)).itemSchema;
    files.set("file:///w/item.json", { title: "Item" });
    assert.equal((await contextOf(store, refused)).itemSchema.kind, "unavailable");
    store.store.mayReadMore();
    assert.equal((await contextOf(store, refused)).itemSchema.kind, "ready");
    assert.equal((await contextOf(store, known)).itemSchema, before);
  });

  it("are those of a file that changed while it was read", async () => {
    const files = new Map([["file:///w/item.json", { title: "Old" }]]);
    const store = storeWith(files);
    const question = { base: "file:///w", itemSchema: "item.json", schemas: [] };
    const reading = contextOf(store, question);
    files.set("file:///w/item.json", { title: "New" });
    assert.equal(store.store.fileChanged("file:///w/item.json"), true);
    const titleIn = async (asked: typeof reading) => {
      const { itemSchema } = await asked;
      return itemSchema.kind === "ready" && typeof itemSchema.schema === "object" && itemSchema.schema.title;
    };
    assert.equal(await titleIn(contextOf(store, question)), "New");
    assert.equal(await titleIn(reading), "Old");
    assert.equal(await titleIn(contextOf(store, question)), "New");
  });
});

describe("an item schema", () => {
  it("reaches files in its folder, by their path or through $id, in circles too", async () => {
    const schema = await itemSchemaOf({
      "item.json": {
        $id: "https://example.org/schemas/v1/item.json",
        properties: { o: { $ref: "outcome.json" } },
      },
      "outcome.json": {
        $id: "https://example.org/schemas/v1/outcome.json",
        properties: { s: { $ref: "../shared/study.json#/$defs/study" }, i: { $ref: "item.json" } },
      },
    });
    assert.ok(schema.kind === "ready");
    assert.equal(schema.faults?.length, 1);
    const whole = await itemSchemaOf({
      "v1/item.json": {
        $id: "https://example.org/schemas/v1/item.json",
        properties: { o: { $ref: "outcome.json" } },
      },
      "v1/outcome.json": {
        $id: "https://example.org/schemas/v1/outcome.json",
        properties: { s: { $ref: "../shared/study.json#/$defs/study" }, i: { $ref: "item.json" } },
      },
      "shared/study.json": { $defs: { study: { $ref: "https://json-schema.org/draft/2020-12/schema" } } },
    });
    assert.ok(whole.kind === "ready");
    assert.deepEqual(
      [...whole.files.keys()],
      ["file:///w/v1/item.json", "file:///w/v1/outcome.json", "file:///w/shared/study.json"],
    );
  });

  it("may have the words of draft-07, and the siblings of `$ref` count", async () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const context = await contextOf(
      storeWith(
        new Map([
          [
            "file:///w/item.json",
            {
              $schema,
              properties: {
                range: { items: [{ type: "number" }, { type: "number" }], additionalItems: false },
                "effect-measure": { $ref: "#/definitions/measure", minLength: 8 },
                new: {
                  $id: "urn:new",
                  $schema: "https://json-schema.org/draft/2020-12/schema",
                  prefixItems: [{ type: "string" }],
                },
              },
              dependencies: { range: ["effect-measure"], "effect-measure": { required: ["model"] } },
              definitions: { measure: { enum: ["RISK_RATIO", "PETO"] } },
            },
          ],
        ]),
      ),
      { base: "file:///w", itemSchema: "item.json" },
    );
    assert.equal(context.itemSchema.kind, "ready", JSON.stringify(context.itemSchema));
    const messagesOf = async (analysis: object) => {
      const groups = [{ number: 1, name: "a", analyses: [analysis] }];
      const text = JSON.stringify({ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": groups });
      return (await findingsIn(text, context)).map(({ message }) => message);
    };
    const whole = { range: [0, 1], "effect-measure": "RISK_RATIO", model: 1, new: ["a", 2] };
    assert.deepEqual(await messagesOf(whole), []);
    assert.deepEqual(await messagesOf({ ...whole, range: [0, "1", 2] }).then(({ length }) => length), 2);
    assert.deepEqual(await messagesOf({ ...whole, new: [1] }).then(({ length }) => length), 1);
    assert.deepEqual(
      await messagesOf({ ...whole, "effect-measure": "PETO" }).then(({ length }) => length),
      1,
    );
    assert.deepEqual(await messagesOf({ range: [0, 1] }), [
      "The analysis has `range`, so it must have `effect-measure` too.",
    ]);
    assert.deepEqual(await messagesOf({ "effect-measure": "RISK_RATIO" }), ["The analysis has no `model`."]);
  });

  it("is where a property leads to, also in the words of an older draft", async () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const item = { $schema, properties: { model: { type: "string" }, pair: { $ref: "#/definitions/pair" } } };
    const file = { ...item, definitions: { pair: { items: [{ type: "number" }, true] } } };
    const context = await contextOf(storeWith(new Map([["file:///w/item.json", file]])), {
      base: "file:///w",
      itemSchema: "item.json",
    });
    const text = '{"analysis-groups": [{"analyses": [{"model": "a", "pair": [1]}]}]}';
    const document = createDocument("file:///a", "analyses", 1, text);
    const pathAt = (sought: string) =>
      definition(document, context, document.text.positionAt(text.indexOf(sought) + 1))?.path;
    assert.deepEqual(pathAt('"model"'), ["properties", "model"]);
    assert.deepEqual(pathAt('"pair"'), ["properties", "pair"]);
  });

  it("that cannot be used says which file is at fault and why", async () => {
    const reasonOf = async (files: Readonly<Record<string, unknown>>) => {
      const schema = await itemSchemaOf(files);
      assert.ok(schema.kind === "unavailable", JSON.stringify(files));
      return `${schema.file.slice("file:///w/".length)}: ${schema.reason}`;
    };
    assert.equal(await reasonOf({ "item.json": undefined }), "item.json: there is no such file");
    assert.match(
      await reasonOf({ "item.json": '{\n  "type": "object"\n  "title": "x"\n}' }),
      /^item.json: it is not JSON \(line [23]: .+\)$/,
    );
    assert.equal(await reasonOf({ "item.json": " \n" }), "item.json: it is empty");
    assert.match(
      await reasonOf({ "item.json": '// the schema\n{\n  "title": "x"\n  "type": "object"\n}' }),
      /^item.json: it is not JSON \(line 1: .*comment.*\)$/i,
    );
    assert.equal(
      await reasonOf({ "item.json": "[]" }),
      "item.json: it is not a JSON Schema: that is an object, true or false",
    );
  });
});
