import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fixing } from "./support/fixing";

const withItem = (item: string): string =>
  `{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [{ "number": 1, "name": "a", "analyses": [ ${item} ] }] }`;
const sample = readFileSync("samples/pairwise-analysis.schema.json", "utf8");
const references = readFileSync("samples/registry-reference.schema.json", "utf8");
const files = { "file:///registry-reference.schema.json": references };

describe("what is added to an object with a property that it lacks", () => {
  it("is nothing that another property stands for, nor what nobody asked for", async () => {
    const subgroup = '{ "name": "a", "studies": [] }';
    const members: Readonly<Record<string, string>> = {
      number: "1",
      name: '"Pain"',
      "outcome-type": '"DICHOTOMOUS"',
      "effect-measure": '"RISK_RATIO"',
      method: '"MANTEL_HAENSZEL"',
      model: '"RANDOM_EFFECTS"',
      "heterogeneity-estimator": '"DERSIMONIAN_LAIRD"',
      subgroups: `[${subgroup}, ${subgroup}]`,
    };
    const without = (name: string): string => {
      const others = Object.entries(members).filter(([one]) => one !== name);
      return withItem(`{ ${others.map(([one, value]) => `"${one}": ${value}`).join(", ")} }`);
    };
    const namesIn = (text: string): readonly string[] => {
      const { "analysis-groups": groups } = JSON.parse(text) as {
        readonly "analysis-groups": readonly { readonly analyses: readonly object[] }[];
      };
      return Object.keys(groups[0]?.analyses[0] ?? {});
    };
    for (const name of ["number", "name", "effect-measure", "heterogeneity-estimator", "subgroups"]) {
      const { after } = await fixing(without(name), sample, {}, files);
      assert.deepEqual([...namesIn(after(`Add “${name}”`))].sort(), Object.keys(members).sort(), name);
    }
    const { after } = await fixing(withItem("{}"), sample, {}, files);
    for (const name of ["number", "subgroups", "studies"])
      assert.deepEqual(namesIn(after(`Add “${name}”`)), [name]);
  });

  it("is not the first of several that a schema asks for with it where another is there", async () => {
    const item = {
      required: ["name"],
      properties: { name: { type: "string" }, studies: { type: "array" }, subgroups: { type: "array" } },
      if: { required: ["name"] },
      then: { anyOf: [{ required: ["studies"] }, { required: ["subgroups"] }] },
    };
    const added = async (written: string) => (await fixing(withItem(written), item)).after("Add “name”");
    assert.equal(await added('{ "subgroups": [] }'), withItem('{ "name": "", "subgroups": [] }'));
    assert.match(await added("{}"), /"name": "",\s+"studies": \[\]/);
  });

  it("comes behind the comment on the property before it, which stays on its line", async () => {
    const item = {
      required: ["a", "b", "c"],
      properties: { a: { type: "integer" }, b: { type: "string" }, c: { type: "integer" } },
    };
    const added = async (written: string) => (await fixing(withItem(written), item)).after("Add “b”");
    for (const [written, expected] of [
      ['"a": 1, // about a\n  "c": 2\n', /"a": 1, \/\/ about a\n +"b": "",\n +"c": 2\n\}/],
      ['"c": 2,\n  "a": 1 // about a\n', /"a": 1, \/\/ about a\n +"b": ""\n\}/],
    ] as const)
      assert.match(await added(`{\n  ${written}}`), expected);
  });

  it("is nothing that only another form asks for", async () => {
    const forms = {
      numbers: [
        { required: ["mean"], properties: { mean: { type: "number" } } },
        { required: ["events"], properties: { events: { type: "integer" } } },
      ],
      constants: [
        { required: ["mean"], properties: { mean: { const: "r" } } },
        { required: ["events"], properties: { events: { const: "w" } } },
      ],
    };
    for (const [form, oneOf] of Object.entries(forms)) {
      const { after } = await fixing(withItem('{ "row": { "name": "x" } }'), {
        properties: { row: { oneOf } },
      });
      for (const [name, other] of [
        ["mean", "events"],
        ["events", "mean"],
      ] as const)
        assert.doesNotMatch(after(`Add “${name}”`), new RegExp(`"${other}"`), `${form}: ${name}`);
    }
  });
});
