import assert from "node:assert/strict";
import type { EvidenceRoles } from "@analyses/protocol/evidenceMessages";
import { evidenceRoles } from "@analyses/server/features/evidenceRoles";
import { loadFigures } from "@analyses/server/evidence/reportEvidence";
import { roleBinding } from "@analyses/server/evidence/analysisEvidence";
import { each } from "../../support/each";
import { documentOf } from "./support/documents";
import { schemaContext } from "./support/schemas";

const item = {
  name: "Falls",
  type: "DICHOTOMOUS",
  "effect-measure": "RR",
  studies: [
    { study: "Abara 2014", e1: 12, total1: 148, arm: { events: 19, total: 151 } },
    { study: "Osei 2020", e1: 7, total1: 92, arm: { events: 11, total: 90 } },
  ],
};
const arm = { type: "object", properties: { events: { type: "integer" }, total: { type: "integer" } } };
const schema = {
  type: "object",
  properties: {
    type: { enum: ["DICHOTOMOUS"] },
    "effect-measure": {},
    studies: {
      type: "array",
      items: {
        properties: {
          study: { type: "string" },
          e1: { type: "integer" },
          total1: { type: "integer" },
          control: { $ref: "#/$defs/arm" },
          arm: { $ref: "#/$defs/arm" },
        },
      },
    },
  },
  $defs: { arm },
};
const schemaUri = "file:///schemas/item.json";
const rolesSet = { "/studies/*/arm/events": "comparator-events", "/studies/*/arm/total": "comparator-total" };

async function rolesOf(
  analysis: unknown,
  roles: Readonly<Record<string, unknown>>,
  itemSchema?: object,
): Promise<EvidenceRoles | undefined> {
  const text = JSON.stringify(
    { "analysis-groups": [{ number: 1, name: "Drug", analyses: [analysis] }] },
    undefined,
    2,
  );
  const document = documentOf(text);
  const schemas = schemaContext(itemSchema);
  const position = document.text.positionAt(text.indexOf('"Falls"'));
  const readFile = (uri: string) => {
    assert.equal(uri, schemaUri);
    return Promise.resolve({ kind: "read", text: JSON.stringify(itemSchema, undefined, 2) } as const);
  };
  const binding = roleBinding(schemas, { roles });
  const figures = await loadFigures();
  return evidenceRoles(document, position, schemas, binding, { readFile }, figures);
}

describe("messages about the roles of an analysis", () => {
  it("is which property has which role, by what, and what is missing", async () => {
    const told = await rolesOf(item, rolesSet);
    assert.equal(told?.analysis, "1.1 Falls");
    each(told.bound, ({ path, role, by }) => [path, role, by], [
      ["/type", "data-type", "name"],
      ["/effect-measure", "effect-measure", "name"],
      ["/studies", "studies", "name"],
      ["/studies/*/study", "study", "name"],
      ["/studies/*/total1", "experimental-total", "name"],
      ["/studies/*/arm/events", "comparator-events", "setting"],
      ["/studies/*/arm/total", "comparator-total", "setting"],
    ]);
    assert.deepEqual(told.missing, ["experimental-events"]);
    assert.deepEqual(told.unbound, [
      { path: "/name", example: "Falls" },
      { path: "/studies/*/e1", example: "12" },
    ]);
    assert.match(told.problem ?? "", /“experimental-events” is missing/);
    assert.deepEqual(told.setting, {
      "/type": "data-type",
      "/effect-measure": "effect-measure",
      "/studies": "studies",
      "/studies/*/study": "study",
      "/studies/*/total1": "experimental-total",
    });
    assert.deepEqual(told.annotations, []);
  });

  it("is complete once the missing role is set, and nothing outside of an analysis", async () => {
    const told = await rolesOf(item, { ...rolesSet, "/studies/*/e1": "experimental-events" });
    assert.deepEqual([told?.missing, told?.problem], [[], null]);
    assert.equal(await rolesOf({ name: "x" }, {}), undefined, "the text is not in it");
  });

  it("names the unknown value, with what it may mean, until the setting defines it", async () => {
    const own = { ...item, "effect-measure": "Risiko", studies: [] };
    const told = await rolesOf(own, {});
    assert.equal(told?.problem, "“Risiko” is no known value of “effect-measure”.");
    const answer = told.answers.find(({ label }) => label === "“Risiko” means risk-ratio");
    assert.ok(answer);
    const said = await rolesOf(own, answer.setting);
    assert.deepEqual([said?.answers, said?.problem], [[], null]);
  });

  it("can be written into the item schema: then the annotations say it, and only of these properties", async () => {
    const told = await rolesOf(item, rolesSet, schema);
    const text = JSON.stringify(schema, undefined, 2);
    const file = documentOf(text);
    const inserts = (told?.annotations ?? []).map(({ uri, range, newText }) => {
      assert.equal(uri, schemaUri);
      return { at: file.text.offsetAt(range.start), newText };
    });
    const annotated = inserts
      .sort((one, other) => other.at - one.at)
      .reduce((before, { at, newText }) => before.slice(0, at) + newText + before.slice(at), text);
    const written = JSON.parse(annotated) as typeof schema;
    assert.deepEqual(written.properties["effect-measure"], { "x-evidence-role": "effect-measure" });
    assert.deepEqual(written.properties.studies.items.properties.total1, {
      "x-evidence-role": "experimental-total",
      type: "integer",
    });
    assert.deepEqual(written.$defs, { arm }, "what two properties share says nothing of either");
    const then = await rolesOf(item, rolesSet, written);
    assert.deepEqual(
      then?.bound.filter(({ by }) => by === "annotation").map(({ role }) => role),
      ["data-type", "effect-measure", "studies", "study", "experimental-total"],
    );
    assert.deepEqual([then.setting, then.annotations], [{}, []]);
  });

  it("can be written into a schema whose rows are the same with and without subgroups", async () => {
    const row = { type: "object", properties: { study: {}, events1: {}, control: { $ref: "#/$defs/arm" } } };
    const studies = { type: "array", items: { $ref: "#/$defs/row" } };
    const subgroups = { items: { properties: { name: { $ref: "#/$defs/name" }, studies } } };
    const shared = {
      properties: { name: { $ref: "#/$defs/name" }, studies, subgroups },
      $defs: { row, arm, name: { type: "string" } },
    };
    const rows = [{ study: "Abara 2014", events1: 12, control: { events: 19, total: 151 } }];
    for (const one of [
      { name: "Falls", studies: rows },
      { name: "Falls", subgroups: [{ name: "Old", studies: rows }] },
    ]) {
      const told = await rolesOf(one, {}, shared);
      const lines = JSON.stringify(shared, undefined, 2).split("\n");
      const written = (told?.annotations ?? []).map(({ range, newText }) =>
        [lines[range.start.line]?.trim().replace(/,$/, ""), /: "(.*)"/.exec(newText)?.[1]].join(" "),
      );
      for (const line of [
        '"study": {} study',
        '"events1": {} experimental-events',
        '"events": { comparator-events',
        '"total": { comparator-total',
      ])
        assert.ok(written.includes(line), `${line}: ${written.join("; ")}`);
      const ofBoth = lines.findLastIndex((line) => line.includes('"name": {'));
      assert.ok(told?.annotations.every(({ range }) => range.start.line !== ofBoth));
    }
  });
});
