import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Finding } from "@analyses/server/findings/finding";
import { defaultSettings, findingsIn } from "../../support/findings";
import { schemaContext } from "../features/support/schemas";

const inGroups = (...groups: readonly string[]) =>
  `{"risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [${groups.join(", ")}]}`;
const inItem = (item: string) => inGroups(`{"number": 1, "name": "A", "analyses": [${item}]}`);
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(", ");

const row = { type: "object", properties: { events: { type: "integer" } } };
const rows = { type: "object", properties: { rows: { type: "array", items: row } } };
const wrongRows = (count: number) => `{"kind": "a", "rows": [${times(count, () => '{"events": "1"}')}]}`;
const chosen = {
  oneOf: [
    { ...rows, properties: { ...rows.properties, kind: { const: "a" } } },
    { ...rows, properties: { ...rows.properties, kind: { const: "b" } } },
  ],
};

const last = (findings: readonly Finding[]) => findings.at(-1)?.message;
const onlyFirst = (count: number) => `Only the first ${count} problems are shown: there are more.`;

describe("how many problems there are", () => {
  it("is how many wrong cells there are, inside a choice between forms too", async () => {
    const schema = readFileSync("samples/pairwise-analysis.schema.json", "utf8");
    const sample = schemaContext(JSON.parse(schema) as object);
    const study = (index: number) =>
      `{"study": "Study ${index} 2000", "experimental": {"events": "1", "total": 10}, "comparator": {"events": 1, "total": 10}}`;
    const item = `{"number": 1, "name": "A", "outcome-type": "DICHOTOMOUS", "effect-measure": "RISK_RATIO", "studies": [${times(300, study)}]}`;
    const wrong = (await findingsIn(inItem(item), sample)).filter(({ code }) => code === "wrong-type");
    assert.equal(wrong.length, 300);
    const apart = await findingsIn(inItem(wrongRows(300)), schemaContext(chosen));
    assert.equal(apart.length, 300);
  });

  it("is limited by the setting alone, and the last line says so", async () => {
    for (const [schema, what] of [
      [rows, "a plain schema"],
      [chosen, "a choice"],
    ] as const) {
      const context = schemaContext(schema);
      const usual = await findingsIn(inItem(wrongRows(2000)), context);
      assert.equal(usual.length, 1001, what);
      assert.equal(last(usual), onlyFirst(1000), what);
      const all = await findingsIn(inItem(wrongRows(2000)), context, {
        ...defaultSettings,
        maxProblems: 2000,
      });
      assert.equal(all.length, 2000, what);
      const one = await findingsIn(inItem(wrongRows(2001)), context, {
        ...defaultSettings,
        maxProblems: 2000,
      });
      assert.equal(last(one), onlyFirst(2000), what);
    }
  });

  it("is unknown in a list so broken that not every mistake is noted", async () => {
    const text = inItem(`[${times(1500, () => "1 2")}]`);
    const findings = await findingsIn(text, schemaContext(), { ...defaultSettings, maxProblems: 5000 });
    assert.match(last(findings) ?? "", /there are more/);
  });

  it("holds in an object with very many properties, whose lacks and last one are found", async () => {
    const keys = times(25_000, (index) => `"k${index}": ${index}`);
    const codesIn = async (item: string, schema: object) =>
      (await findingsIn(inItem(item), schemaContext(schema))).map(({ code }) => code);
    assert.deepEqual(await codesIn(`{${keys}}`, { required: ["name"] }), ["missing-property"]);
    const broken = await codesIn(`{${keys}, "a": }`, { required: ["name"] });
    assert.deepEqual([...broken].sort(), ["missing-property", "syntax"]);
    const late = { properties: { k24999: { type: "string" } } };
    assert.deepEqual(await codesIn(`{${keys}}`, late), ["wrong-type"]);
  });
});
