import assert from "node:assert/strict";
import {
  applyingSchemas,
  schemaOfFile,
  schemasOfChild,
  schemaSetOf,
  discriminatorSchemas,
} from "@analyses/json-schema";
import type { JsonValue } from "@analyses/json";
import type { SchemaSet } from "@analyses/json-schema";

const at = "file:///schemas/root.json";

function setOf(files: Readonly<Record<string, object>>): SchemaSet {
  const text = JSON.stringify(files);
  return schemaSetOf(new Map(Object.entries(JSON.parse(text) as Readonly<Record<string, JsonValue>>)));
}

/** Titles of all schemas that apply to a value, from the outermost inwards. */
function titles(files: Readonly<Record<string, object>>, value?: JsonValue): readonly unknown[] {
  return applyingSchemas(schemaOfFile(setOf(files), at), value).flatMap(({ schema }) => schema.title ?? []);
}

describe("schemas of which one is chosen", () => {
  it("are not certain where everything is right in another one", () => {
    const certainOf = (...anyOf: JsonValue[]) =>
      applyingSchemas(schemaOfFile(setOf({ [at]: { anyOf } }), at), "HR")
        .filter(({ schema }) => schema.title === "closed")
        .map(({ certain }) => certain);
    const closed = { title: "closed", enum: ["RR", "OR"] };
    assert.deepEqual(certainOf(closed), [true]);
    assert.deepEqual(certainOf(closed, false), [true]);
    assert.deepEqual(certainOf(closed, true), [false]);
  });
});

describe("the schema of one element that is to be contained", () => {
  it("may be that of each element, and is it of none for certain", () => {
    const certainOf = (schema: object) =>
      schemasOfChild(applyingSchemas(schemaOfFile(setOf({ [at]: schema }), at), undefined), 0).map(
        ({ checker, certain }) => [checker.source?.schema.title, certain],
      );
    const contains = { title: "contained", required: ["name"] };
    assert.deepEqual(certainOf({ contains }), [["contained", false]]);
    assert.deepEqual(certainOf({ contains, items: { title: "each" } }), [["each", true]]);
  });
});

describe("references between schemas", () => {
  it("lead by pointer, by anchor and by identifier, in the file and in its folder", () => {
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
    const child = schemasOfChild(applyingSchemas(schemaOfFile(setOf(files), at), {}), "child");
    assert.deepEqual(
      applyingSchemas(child, undefined).flatMap(({ schema }) => schema.title ?? []),
      ["strict", "tree"],
    );
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

  it("are distinguished by constants first, whatever else is wrong", () => {
    assert.deepEqual(titles(kinds, { kind: "B", size: 1.5 }), ["B"]);
    assert.deepEqual(titles(kinds, { kind: "A", size: "text" }), ["A"]);
  });

  it("are distinguished by type", () => {
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

  it("are distinguished by what fixes a property before lists of values, and by these before the rest", () => {
    const branch = (title: string, kind: string, measures: readonly string[]) => ({
      title,
      properties: { kind: { const: kind }, measure: { enum: measures }, size: { type: "number" } },
      unevaluatedProperties: false,
    });
    const files = {
      [at]: { oneOf: [branch("A", "A", ["RATIO", "ODDS"]), branch("B", "B", ["MEAN", "RATE"])] },
    };
    assert.deepEqual(titles(files, { kind: "B", measure: "RATIO" }), ["B"]);
    assert.deepEqual(titles(files, { measure: "MEAN", size: "text", other: 1 }), ["B"]);
  });

  it("are distinguished by a property for which each has a constant of its own", () => {
    const schemas = applyingSchemas(schemaOfFile(setOf(kinds), at), { kind: "B" });
    const constants = (name: string) =>
      discriminatorSchemas(schemas, name).map(({ schema, certain }) => [schema.const, certain]);
    assert.deepEqual(constants("kind"), [
      ["A", false],
      ["B", false],
    ]);
    assert.deepEqual(constants("size"), []);
  });

  it("do not ask for what may still be written", () => {
    const files = {
      [at]: {
        oneOf: [
          { title: "A", properties: { name: { minLength: 9, pattern: "x" } }, required: ["a", "b"] },
          { title: "B", properties: { name: { type: "number" } } },
        ],
      },
    };
    assert.deepEqual(titles(files, { name: "n" }), ["A"]);
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
