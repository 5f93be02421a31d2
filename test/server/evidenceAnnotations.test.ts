import assert from "node:assert/strict";
import { revmanExamples } from "../support/revmanExamples";
import { evidenceProgram } from "./support/evidenceProgram";

describe("analyses-evidence, of items of any names", () => {
  const { write, run, report } = evidenceProgram();

  it("takes roles from a file, and from the annotations of a schema, however it is divided", async () => {
    const foreign = {
      "analysis-groups": [{ number: 1, name: "G", analyses: [{ list: [{ x: -0.5, y: 0.25 }] }] }],
    };
    write("foreign.analyses.json", foreign);
    write("roles.json", { "/list/*/x": "estimate", "/list/*/y": "standard-error" });
    write("item.schema.json", { properties: { list: { items: { $ref: "row.schema.json#/$defs/Row" } } } });
    write("row.schema.json", {
      $defs: {
        Row: { properties: { x: { $ref: "#/$defs/X" }, y: { "x-evidence-role": "standard-error" } } },
        X: { "x-evidence-role": "estimate" },
      },
    });
    assert.equal((await run("foreign.analyses.json")).status, 1);
    for (const options of [
      ["--roles", "roles.json"],
      ["--item-schema", "item.schema.json"],
    ] as const) {
      const [analysis] = (await report(...options, "foreign.analyses.json")).documents[0]?.analyses ?? [];
      assert.equal(analysis?.result?.estimate, -0.5);
    }
    const y = { "x-evidence-role": "standard-error" };
    const x = { "x-evidence-role": "estimate" };
    const of = (reference: string): object => ({ list: { items: { $ref: reference } } });
    write("parts/row.schema.json", { properties: { x: { $ref: "x.schema.json" }, y } });
    write("parts/x.schema.json", x);
    write("item.schema.json", { properties: of("parts/row.schema.json") });
    const { documents } = await report("--item-schema", "item.schema.json", "foreign.analyses.json");
    assert.equal(documents[0]?.analyses[0]?.result?.estimate, -0.5);
    write("roles.json", { "/list/*/x": "estimation" });
    assert.match(
      (await run("--roles", "roles.json", "foreign.analyses.json")).stderr,
      /there is no such role/,
    );
  });

  it("takes them from the configuration file that the editor and the checker obey; options come first", async () => {
    const of = (rows: object): object => ({
      "analysis-groups": [{ number: 1, name: "G", analyses: [{ list: [rows] }] }],
    });
    write("reviews/one/foreign.analyses.json", of({ x: -0.5, y: 0.25, z: 0.75 }));
    write("base.json", of({ x: 0.5, y: 0.25 }));
    write("analyses.config.json", { itemSchema: "schemas/item.json" });
    const y = { "x-evidence-role": "standard-error" };
    const properties = { x: { "x-evidence-role": "estimate" }, y };
    write("schemas/item.json", { properties: { list: { items: { properties } } } });
    const estimate = async (...options: readonly string[]) =>
      (await report(...options, "reviews/one/foreign.analyses.json")).documents[0]?.analyses[0]?.result
        ?.estimate;
    assert.equal(await estimate(), -0.5);
    assert.equal(await estimate("--no-config"), undefined);
    const roles = { "/list/*/z": "estimate", "/list/*/y": "standard-error" };
    write("other.json", { "evidence.roles": roles });
    assert.equal(await estimate("--config", "other.json"), 0.75);
    write("roles.json", roles);
    assert.equal(await estimate("--config", "analyses.config.json", "--roles", "roles.json"), 0.75);
    // The base gets the same configuration as the document, wherever git checked it out.
    const compared = await run("--compare", "base.json", "reviews/one/foreign.analyses.json");
    assert.match(compared.stdout, /changed: /);
    assert.match(compared.stdout, /before: Difference 0\.50 \[/);
  });

  it("follows the schema that the command line names for RevMan's documents too, but not that of a team", async () => {
    const [{ text = "" } = {}] = revmanExamples().filter(({ name }) => name.startsWith("minimal"));
    write("review-analysis-data.json", text);
    const annotated = { "x-evidence-role": "effect-measure", "x-evidence-values": { LOG_RR: "odds-ratio" } };
    write("item.schema.json", { properties: { "effect-measure": annotated } });
    const measureWith = async (...options: readonly string[]) =>
      (await report(...options, "review-analysis-data.json")).documents[0]?.analyses[0]?.effectMeasure;
    assert.equal(await measureWith("--item-schema", "item.schema.json"), "odds-ratio");
    write("analyses.config.json", { itemSchema: "item.schema.json" });
    assert.equal(await measureWith(), "risk-ratio");
  });
});
