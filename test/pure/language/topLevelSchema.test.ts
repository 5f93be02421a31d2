import assert from "node:assert/strict";
import { topLevelSchema } from "@analyses/protocol/documentFormat";

describe("recognising an analyses document by its $schema", () => {
  it("reads the property at the top level, wherever it stands there", () => {
    assert.equal(topLevelSchema('{"$schema": "urn:x"}'), "urn:x");
    assert.equal(topLevelSchema('// note\n{"a": {"b": [1]}, "$schema": "urn:\\u0078", "c"'), "urn:x");
  });

  it("takes no other $schema for it", () => {
    for (const text of [
      '{"a": {"$schema": "urn:x"}}',
      '[{"$schema": "urn:x"}]',
      '{"a": "$schema"}',
      "",
      "$schema",
    ]) {
      assert.equal(topLevelSchema(text), undefined, text);
    }
  });
});
