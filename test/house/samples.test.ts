import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";
import type { ComputedItem } from "@analyses/evidence";
import { bindRoles, describeRoles, itemsOfDocument, reportNotes } from "@analyses/evidence";
import { subschemasIn } from "../support/itemSchemas";

interface Analyses {
  readonly "analysis-groups": readonly { readonly name: string; readonly analyses: readonly unknown[] }[];
}

describe("the sample workspace", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const isDocument = ajv.compile<Analyses>(read("schemas/analyses-1.0.0.schema.json"));

  it("has documents that follow the analyses schema and their own item schema", () => {
    ajv.addSchema(read("samples/registry-reference.schema.json"), "registry-reference.schema.json");
    const isItem = ajv.compile(read("samples/pairwise-analysis.schema.json"));

    const ofRevman = ajv.compile(read("schemas/revman-analysis.schema.json"));
    for (const [name, isRight] of [
      ["drug-versus-placebo", ofRevman],
      ["own-schema/every-kind-of-data", isItem],
      ["numbers-to-check", ofRevman],
    ] as const) {
      const document = read(`samples/${name}.analyses.json`);
      assert.ok(isDocument(document), ajv.errorsText(isDocument.errors));
      const items = document["analysis-groups"].flatMap(({ analyses }) => analyses);
      assert.ok(items.length > 0);
      for (const item of items) assert.ok(isRight(item), `${name}: ${ajv.errorsText(isRight.errors)}`);
    }
  });

  it("has an item schema whose annotations give every role, and every kind of data, method and total", () => {
    const binding = bindRoles({ subschemas: subschemasIn(read("samples/pairwise-analysis.schema.json")) });
    const document = read("samples/own-schema/every-kind-of-data.analyses.json");
    assert.ok(isDocument(document));
    const items = itemsOfDocument(document, binding);
    const said = (choice: (item: ComputedItem) => string): readonly string[] => [
      ...new Set(
        items.map(({ evidence }) => choice(evidence.kind === "computed" ? evidence : assert.fail())),
      ),
    ];
    assert.deepEqual(said(({ choices }) => choices.pooling.dataType).toSorted(), [
      "continuous",
      "contrast",
      "dichotomous",
      "observed-expected",
    ]);
    assert.equal(said(({ choices }) => choices.pooling.choice.measure).length, 8);
    assert.equal(said(({ choices }) => choices.pooling.choice.method).length, 4);
    assert.equal(said(({ choices }) => Object.values<string>(choices.model).join(" ")).length, 4);
    assert.equal(said(({ choices }) => choices.totals).length, 3);
    assert.deepEqual(
      said(({ choices }) => String(choices.swapEvents)),
      ["false", "true"],
    );
    const notes = new Set(
      items.flatMap(({ evidence }) => (evidence.kind === "computed" ? reportNotes(evidence) : [])),
    );
    for (const note of ["zero-cells-corrected", "not-estimable-studies", "excluded-studies"])
      assert.ok(notes.has(note), note);
    const bound = document["analysis-groups"].flatMap(({ analyses }) =>
      analyses.flatMap((item) => describeRoles(item, binding).bound),
    );
    assert.deepEqual(new Set(bound.map(({ by }) => by)), new Set(["annotation"]));
  });
});

function read(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
}
