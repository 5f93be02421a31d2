import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fixing } from "./support/fixing";

const arm = {
  title: "Participant group",
  required: ["events", "total"],
  properties: { events: { type: "integer" }, total: { type: "integer" } },
  additionalProperties: false,
};
const item = { properties: { arm } };
const withArm = (text: string) =>
  `{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [ { "number": 1, "name": "A", "analyses": [ { "arm": ${text} } ] } ] }`;

/** The titles of all fixes, preferred ones with a star. */
async function titles(text: string): Promise<readonly string[]> {
  const { actions } = await fixing(text, item);
  return actions.map(({ title, isPreferred }) => `${title}${isPreferred === true ? "*" : ""}`);
}

describe("a property that is missing and one that is unknown", () => {
  it("are offered as a rename on both, first of all fixes, when they are the only ones", async () => {
    assert.deepEqual(await titles(withArm('{ "events": 1, "participants": 20 }')), [
      "Rename “participants” to “total”",
      "Add “total”",
      "Rename to “total”",
      "Remove “participants”",
    ]);
  });

  it("are a preferred rename where one is misspelt, whatever else is missing", async () => {
    const found = await titles(withArm('{ "evnets": 1 }'));
    for (const title of [
      "Rename “evnets” to “events”*",
      "Add “events”",
      "Add “total”*",
      "Rename to “events”*",
    ])
      assert.ok(found.includes(title), found.join(", "));
  });

  it("are a preferred rename of the misspelt one where others may stand beside, which no problem names", async () => {
    const { additionalProperties, ...open } = arm;
    assert.equal(additionalProperties, false);
    const found = await fixing(withArm('{ "evnets": 1, "total": 2, "note": 3 }'), {
      properties: { arm: open },
    });
    assert.deepEqual(
      found.actions.map(({ title, isPreferred }) => `${title}${isPreferred === true ? "*" : ""}`),
      ["Rename “evnets” to “events”*", "Add “events”"],
    );
    assert.ok(found.after("Rename “evnets” to “events”").includes('{ "events": 1, "total": 2, "note": 3 }'));
  });

  it("are a preferred rename too where another mistake leaves it open what may be there", async () => {
    const read = (name: string) => readFileSync(`samples/${name}`, "utf8");
    const text = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
    const wrong = text
      .replace('"DICHOTOMOUS"', '"DICHOTOMUS"')
      .replace('"name": "Mortality at 12 months"', '"nam": "Mortality at 12 months"');
    const files = { "file:///registry-reference.schema.json": read("registry-reference.schema.json") };
    const { findings, actionsAt } = await fixing(wrong, read("pairwise-analysis.schema.json"), {}, files);
    const [finding] = findings.filter(({ code }) => code === "missing-property");
    assert.ok(finding);
    const [first] = actionsAt(finding);
    assert.deepEqual([first?.title, first?.isPreferred], ["Rename “nam” to “name”", true]);
  });

  it("are no preferred rename where the value cannot stand there: who flattened an object means its parts", async () => {
    const group = { title: "Participant group", type: "object", properties: { events: {}, total: {} } };
    const study = {
      required: ["experimental", "comparator"],
      properties: { experimental: { $ref: "#/$defs/group" }, comparator: { $ref: "#/$defs/group" } },
      additionalProperties: false,
    };
    const within = { properties: { arm: study }, $defs: { group } };
    const offered = async (text: string) =>
      (await fixing(withArm(text), within)).actions.flatMap(({ title, isPreferred }) =>
        title.startsWith("Remove") || title.startsWith("Add all")
          ? []
          : [`${title}${isPreferred === true ? "*" : ""}`],
      );
    assert.deepEqual(
      await offered('{ "experimental-events": 12, "experimental-total": 148, "comparator": {} }'),
      ["Add “experimental”*", "Rename to “experimental”", "Rename to “experimental”"],
    );
    assert.deepEqual(await offered('{ "experimental-events": 12, "comparator": {} }'), [
      "Add “experimental”*",
      "Rename to “experimental”",
    ]);
    // A value that is still to come may be any.
    for (const value of ["{}", "null"])
      assert.deepEqual(await offered(`{ "experimentl": ${value}, "comparator": {} }`), [
        "Rename “experimentl” to “experimental”*",
        "Add “experimental”",
        "Rename to “experimental”*",
      ]);
  });

  it("are a preferred rename where the value is a number as text, which is the next problem", async () => {
    const found = await titles(withArm('{ "events": 1, "totl": "12" }'));
    assert.ok(found.includes("Rename “totl” to “total”*"), found.join(", "));
    assert.ok(found.includes("Add “total”"));
  });

  it("are a preferred rename where the value is of another type, in whatever quotes it stands", async () => {
    for (const value of ['"many"', "'many'", "“many”", "many"]) {
      const { actions } = await fixing(withArm(`{ "evnts": ${value}, "total": 12 }`), item);
      const found = actions.map(({ title, isPreferred }) => `${title}${isPreferred === true ? "*" : ""}`);
      assert.ok(found.includes("Rename “evnts” to “events”*"), found.join(", "));
      assert.ok(found.includes("Add “events”"), found.join(", "));
    }
  });

  it("are a preferred rename where the name is empty and the value can stand there", async () => {
    const found = await fixing(withArm('{ "": 1, "total": 12 }'), item);
    assert.ok((await titles(withArm('{ "": 1, "total": 12 }'))).includes("Rename to “events”*"));
    // That is one problem, not one that is missing and one that is unknown.
    assert.deepEqual(
      found.findings.map(({ message }) => message),
      ["The name of this property is empty: did you mean `events`?"],
    );
  });

  it("are no preferred rename where two keys of an object may be meant by one name", async () => {
    const found = await titles(withArm('{ "evnets": 1, "event": 2, "total": 3 }'));
    assert.ok(found.includes("Rename to “events”"), found.join(", "));
    assert.deepEqual(
      found.filter((title) => title.endsWith("*")),
      [],
    );
    const { additionalProperties, ...open } = arm;
    assert.equal(additionalProperties, false);
    const among = await fixing(withArm('{ "evnets": 1, "evens": 2, "total": 3 }'), {
      properties: { arm: open },
    });
    assert.deepEqual(among.titles, ["Add “events”"]);
    const either = {
      anyOf: [{ required: ["studies"] }, { required: ["subgroups"] }],
      properties: { studies: { type: "array" }, subgroups: { type: "array" } },
    };
    const text = withArm("x").replace('{ "arm": x }', '{ "studis": [], "studeis": [] }');
    assert.ok((await fixing(text, either)).actions.every(({ isPreferred }) => isPreferred !== true));
  });

  it("are alike by their letters, however much space or how many signs stand between these", async () => {
    const found = await titles(withArm('{ "                evil": 1, "total": 2 }'));
    assert.ok(!found.includes("Rename to “events”*"), found.join(", "));
  });

  it("are a rename where one of several is missing, to those that may hold what is there", async () => {
    const list = { type: "array", items: {} };
    const either = {
      anyOf: [{ required: ["studies"] }, { required: ["subgroups"] }],
      properties: { name: { type: "string" }, studies: list, subgroups: list },
    };
    const around = (members: string) =>
      withArm("x").replace('{ "arm": x }', `{ "name": "Pain", ${members} }`);
    assert.deepEqual((await fixing(around('"outcomes": [1]'), either)).titles, [
      "Rename “outcomes” to “studies”",
      "Rename “outcomes” to “subgroups”",
      "Add “studies”",
      "Add “subgroups”",
    ]);
    // A note is no list, and of two lists it is open which is meant.
    for (const members of ['"note": "x"', '"outcomes": [1], "results": [2]'])
      assert.deepEqual((await fixing(around(members), either)).titles, ["Add “studies”", "Add “subgroups”"]);
  });

  it("are no rename where the value is of another type, or where it is open which is meant", async () => {
    const texts = ['{ "events": 1, "note": "x" }', '{ "n": 1, "participants": 20 }'];
    for (const text of texts) {
      const found = await titles(withArm(text));
      assert.ok(found.includes("Add “total”*"), found.join(", "));
      assert.ok(!found.some((title) => title.startsWith("Rename")), found.join(", "));
    }
  });

  it("are one problem where the unknown one holds what is missing, and no fix throws that away", async () => {
    const { findings, titles: offered } = await fixing(
      withArm('{ "data": { "events": 1, "total": 20 } }'),
      item,
    );
    assert.deepEqual(
      findings.map(({ message }) => message),
      ["`data` is not a property of a participant group: it may have `events` and `total`."],
    );
    assert.deepEqual(offered, []);
  });

  it("are a rename too where one of several is missing", async () => {
    const text = withArm('{ "evnets": 1 }');
    const schema = {
      anyOf: [{ required: ["events"] }, { required: ["rate"] }],
      properties: { events: {}, rate: {}, event: {} },
    };
    const found = await fixing(text, { properties: { arm: schema } });
    assert.equal(found.actions.find(({ isPreferred }) => isPreferred)?.title, "Rename “evnets” to “events”");
    assert.equal(found.after("Rename “evnets” to “events”"), text.replace("evnets", "events"));
    // A name that the schema has is meant.
    const own = await fixing(withArm('{ "event": 1 }'), { properties: { arm: schema } });
    assert.deepEqual(own.titles, ["Add “events”", "Add “rate”"]);
  });

  it("name each other's place", async () => {
    const text = withArm('{ "events": 1, "participants": 20 }');
    const { findings } = await fixing(text, item);
    assert.deepEqual(
      findings[0]?.related.map(({ message, start, end }) => [message, text.slice(start, end)]),
      [["`participants` may be meant for it.", '"participants"']],
    );
  });
});

describe("a property of a study that is misspelt", () => {
  const read = (name: string) => readFileSync(`samples/${name}`, "utf8");
  const files = { "file:///registry-reference.schema.json": read("registry-reference.schema.json") };
  const arms = '"experimental": { "events": 12, "total": 148 }, "comparator": { "events": 19, "total": 151 }';
  const inAnalysis = (members: string) =>
    withArm("x").replace(
      '{ "arm": x }',
      `{ "number": 1, "name": "Pain", "outcome-type": "DICHOTOMOUS", "effect-measure": "RISK_RATIO", "method": "MANTEL_HAENSZEL", "model": "FIXED_EFFECT", ${members} }`,
    );
  const inStudy = (member: string) =>
    inAnalysis(`"studies": [{ "study": "Abara 2014", ${arms}, ${member} }]`);
  const fixed = (text: string) => fixing(text, read("pairwise-analysis.schema.json"), {}, files);

  it("is a preferred rename, also where its schema is referred to", async () => {
    for (const [written, meant, value] of [
      ["riskOfBias", "risk-of-bias", '{ "other-bias": "LOW" }'],
      ["risk_of_bias", "risk-of-bias", '{ "other-bias": "LOW" }'],
      ["risk-of-bais", "risk-of-bias", '{ "other-bias": "LOW" }'],
      ["leftOut", "left-out", "true"],
      ["left_out", "left-out", "true"],
      ["footnote", "footnotes", '["a"]'],
      ["reports", "report", '"https://doi.org/10.1000/example"'],
    ] as const) {
      const { findings, actions, after } = await fixed(inStudy(`"${written}": ${value}`));
      assert.deepEqual(
        findings.map(({ message }) => message),
        [`\`${written}\` is not a property of an entry of \`studies\`: did you mean \`${meant}\`?`],
      );
      assert.deepEqual(
        actions.map(({ title, isPreferred }) => [title, isPreferred === true]),
        [
          [`Rename to “${meant}”`, true],
          [`Remove “${written}”`, false],
        ],
      );
      assert.equal(after(`Rename to “${meant}”`), inStudy(`"${meant}": ${value}`));
      assert.deepEqual((await fixed(after(`Rename to “${meant}”`))).codes, []);
    }
  });

  it("is one also in a subgroup and where the kind of analysis names it, but never what must not be there", async () => {
    const subgroups = (key: string) =>
      `"subgroups": [{ "${key}": "a", "studies": [] }, { "name": "b", "studies": [] }]`;
    const { after } = await fixed(inAnalysis(subgroups("Name")));
    assert.equal(after("Rename to “name”"), inAnalysis(subgroups("name")));
    const title = await fixed(inAnalysis(subgroups("title")));
    assert.equal(title.after("Rename to “name”"), inAnalysis(subgroups("name")));
    const { titles: swap } = await fixed(inAnalysis('"studies": [], "swapEvents": true'));
    assert.deepEqual(swap, ["Rename to “swap-events”", "Remove “swapEvents”"]);
    const { titles: estimator } = await fixed(
      inAnalysis('"studies": [], "heterogenity-estimator": "DERSIMONIAN_LAIRD"'),
    );
    assert.deepEqual(estimator, ["Remove “heterogenity-estimator”"]);
  });
});
