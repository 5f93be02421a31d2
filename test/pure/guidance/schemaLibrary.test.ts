import assert from "node:assert/strict";
import { applicableSchemas } from "../../../server/src/guidance/applicableSchemas";
import { readJson } from "../../../server/src/document/json";
import { SchemaLibrary } from "../../../server/src/guidance/schemaLibrary";

const at = "file:///schemas/root.json";

/** The titles of all schemas that hold for a value, the outermost first. */
function titles(
  files: Readonly<Record<string, object>>,
  value?: object | string | number,
): readonly unknown[] {
  const library = new SchemaLibrary(
    Object.entries(files).map(([uri, schema]) => [uri, readJson(JSON.stringify(schema))] as const),
  );
  const root = library.root(at);
  assert.ok(root);
  const written = value === undefined ? undefined : readJson(JSON.stringify(value));
  return applicableSchemas(library, [{ ...root, certain: true }], written).flatMap(
    ({ schema }) => schema.title ?? [],
  );
}

describe("references between schemas", () => {
  it("lead by pointer, by anchor and by identifier, in the file and beside it", () => {
    const files = {
      [at]: {
        allOf: [
          { $ref: "#/$defs/a~1b" },
          { $ref: "#here" },
          { $ref: "other.json#/$defs/x" },
          { $ref: "urn:embedded" },
        ],
        $defs: {
          "a/b": { title: "by pointer" },
          c: { $anchor: "here", title: "by anchor" },
          d: { $id: "urn:embedded", title: "by identifier" },
        },
      },
      "file:///schemas/other.json": {
        $defs: { x: { title: "beside", $ref: "#/$defs/y" }, y: { title: "from there" } },
      },
    };
    assert.deepEqual(titles(files), ["by pointer", "by anchor", "beside", "from there", "by identifier"]);
  });

  it("take the outermost dynamic anchor, as an extended schema means it", () => {
    const files = {
      [at]: {
        $id: "urn:strict",
        $dynamicAnchor: "node",
        title: "strict",
        $ref: "urn:tree",
      },
      "file:///schemas/tree.json": {
        $id: "urn:tree",
        $dynamicAnchor: "node",
        title: "tree",
        properties: { child: { $dynamicRef: "#node" } },
      },
    };
    const library = new SchemaLibrary(
      Object.entries(files).map(([uri, schema]) => [uri, readJson(JSON.stringify(schema))] as const),
    );
    const root = library.root("urn:strict");
    assert.ok(root);
    const tree = library.resolve(root, "urn:tree");
    assert.ok(tree);
    assert.equal(library.resolveDynamic(tree, "#node")?.schema.title, "strict");
  });

  it("may go in circles or lead nowhere", () => {
    const files = {
      [at]: {
        title: "a",
        $ref: "#/$defs/b",
        anyOf: [{ $ref: "#" }, { $ref: "missing.json" }, { $ref: "#/no/such" }],
        $defs: { b: { title: "b", $ref: "#" } },
      },
    };
    assert.deepEqual(titles(files), ["a", "b"]);
  });

  it("do not come from values that look like schemas", () => {
    const files = { [at]: { title: "a", const: { $anchor: "x", title: "no" }, $ref: "#x" } };
    assert.deepEqual(titles(files), ["a"]);
  });
});

describe("the branches of a schema", () => {
  const kinds = {
    [at]: {
      oneOf: [
        { title: "A", properties: { kind: { const: "A" }, size: { type: "number" } }, required: ["kind"] },
        { title: "B", properties: { kind: { const: "B" }, size: { type: "integer" } }, required: ["kind"] },
      ],
    },
  };

  it("stay open while nothing tells them apart", () => {
    assert.deepEqual(titles(kinds), ["A", "B"]);
    assert.deepEqual(titles(kinds, {}), ["A", "B"]);
    assert.deepEqual(titles(kinds, { size: 1 }), ["A", "B"]);
  });

  it("are told apart by constants first, whatever else is wrong", () => {
    assert.deepEqual(titles(kinds, { kind: "B", size: 1.5 }), ["B"]);
    assert.deepEqual(titles(kinds, { kind: "A", size: "text" }), ["A"]);
  });

  it("are told apart by type", () => {
    const files = {
      [at]: {
        anyOf: [
          { title: "text", type: "string" },
          { title: "list", type: "array" },
        ],
      },
    };
    assert.deepEqual(titles(files, "x"), ["text"]);
  });

  it("follow a condition", () => {
    const files = {
      [at]: {
        if: { properties: { model: { const: "RANDOM" } }, required: ["model"] },
        then: { title: "then" },
        else: { title: "else" },
        dependentSchemas: { note: { title: "with note" } },
      },
    };
    assert.deepEqual(titles(files, { model: "RANDOM" }), ["then"]);
    assert.deepEqual(titles(files, { note: 1 }), ["else", "with note"]);
    assert.deepEqual(titles(files), []);
  });
});
