import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";

interface Analyses {
  readonly "analysis-groups": readonly { readonly name: string; readonly analyses: readonly unknown[] }[];
}

describe("the sample workspace", () => {
  it("has a document that follows the analyses schema and its own item schema", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(read("samples/registry-reference.schema.json"), "registry-reference.schema.json");
    const isDocument = ajv.compile<Analyses>(read("schemas/analyses-1.0.0.schema.json"));
    const isItem = ajv.compile(read("samples/pairwise-analysis.schema.json"));

    const document = read("samples/drug-versus-placebo.analyses.json");
    assert.ok(isDocument(document), ajv.errorsText(isDocument.errors));
    const items = document["analysis-groups"].flatMap(({ analyses }) => analyses);
    assert.ok(items.length > 0);
    for (const item of items) assert.ok(isItem(item), ajv.errorsText(isItem.errors));
  });
});

function read(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
}
