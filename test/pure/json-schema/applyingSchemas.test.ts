import assert from "node:assert/strict";
import { applyingSchemas, schemaOfFile, schemasOfChild, schemaSetOf } from "@analyses/json-schema";
import type { JsonValue } from "@analyses/json";

const at = "file:///schemas/root.json";

describe("the schema of one element that is to be contained", () => {
  it("may be that of each element, and is it of none for certain", () => {
    const certainOf = (schema: JsonValue) => {
      const root = schemaOfFile(schemaSetOf(new Map([[at, schema]])), at);
      const ofFirst = schemasOfChild(applyingSchemas(root, undefined), 0);
      return ofFirst.map(({ checker, certain }) => [checker.source?.schema.title, certain]);
    };
    const contains = { title: "contained", required: ["name"] };
    assert.deepEqual(certainOf({ contains }), [["contained", false]]);
    assert.deepEqual(certainOf({ contains, items: { title: "each" } }), [["each", true]]);
  });
});
