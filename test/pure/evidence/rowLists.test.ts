import assert from "node:assert/strict";
import { bindRoles, evidenceOfItem } from "@analyses/evidence";
import { numbersIn } from "./support/numbersIn";
import { subschemasIn } from "../../support/itemSchemas";

const role = (name: string): object => ({ "x-evidence-role": name });
const ofRows = (properties: object): object => ({ properties: { zeilen: { items: { properties } } } });
const counts = [
  [3, 20, 5, 21],
  [4, 30, 9, 33],
] as const;

/** The keyword for lists of schemas: `prefixItems`, or `items` in draft-07. */
const places = ["prefixItems", "items"] as const;

describe("evidence: lists within a row whose elements mean different things", () => {
  const experimental = { properties: { e: role("experimental-events"), n: role("experimental-total") } };
  const comparator = { properties: { e: role("comparator-events"), n: role("comparator-total") } };
  const objects = {
    zeilen: counts.map(([a, n1, c, n2]) => ({
      gruppen: [
        { e: a, n: n1 },
        { e: c, n: n2 },
      ],
    })),
  };
  const pairs = { zeilen: counts.map(([a, n1, c, n2]) => ({ treffer: [a, c], koepfe: [n1, n2] })) };
  const events = [role("experimental-events"), role("comparator-events")];
  const totals = [role("experimental-total"), role("comparator-total")];

  for (const at of places)
    it(`are distinguished by ${at} of the schema`, () => {
      const ofObjects = ofRows({ gruppen: { [at]: [experimental, comparator] } });
      const ofPairs = ofRows({ treffer: { [at]: events }, koepfe: { [at]: totals } });
      for (const [item, itemSchema] of [
        [objects, ofObjects],
        [pairs, ofPairs],
      ] as const)
        assert.deepEqual(numbersIn(item, { subschemas: subschemasIn(itemSchema) }), counts);
    });

  it("are distinguished by the setting", () => {
    const setting = {
      "/zeilen/*/treffer/0": "experimental-events",
      "/zeilen/*/treffer/1": "comparator-events",
      "/zeilen/*/koepfe/0": "experimental-total",
      "/zeilen/*/koepfe/1": "comparator-total",
    };
    assert.deepEqual(numbersIn(pairs, { setting }), counts);
  });

  it("are both ends of an interval, each where it stands", () => {
    const ends = [role("interval-low"), role("interval-high")];
    const itemSchema = ofRows({ w: role("estimate"), von_bis: { prefixItems: ends } });
    const { content } = evidenceOfItem(
      { zeilen: [{ w: -0.3, von_bis: [-0.5, -0.1] }] },
      bindRoles({ subschemas: subschemasIn(itemSchema) }),
    );
    const [row] = content.rows ?? [];
    assert.deepEqual([row?.number("interval-low"), row?.number("interval-high")], [-0.5, -0.1]);
    assert.equal(row?.pointerOf("interval-high"), "/zeilen/0/von_bis/1");
  });
});

describe("evidence: subgroups whose names are numbers", () => {
  it("keep them", () => {
    const studies = counts.map(([events1, total1, events2, total2]) => ({
      events1,
      total1,
      events2,
      total2,
    }));
    const evidence = evidenceOfItem(
      {
        subgroups: [
          { name: 2010, studies },
          { name: 2020, studies },
        ],
      },
      bindRoles({}),
    );
    assert.deepEqual(
      evidence.content.subgroups?.map(({ name }) => name),
      ["2010", "2020"],
    );
  });
});

describe("evidence: subgroups with results that are written next to their studies", () => {
  const rows = counts.map(([a, n1, c, n2], index) => [`Study ${index}`, a, n1, c, n2] as const);
  const reviewDb = {
    subgroups: [
      ...rows.map(([study, events1, total1, events2, total2]) => ({
        name: `Of ${study}`,
        ...{ effectEstimate: 0.55, ciStart: 0.4, ciEnd: 0.8, se: 0.2, events1, total1 },
        dataRows: [{ study, events1, total1, events2, total2 }],
      })),
    ],
  };
  const rm5 = {
    DICH_SUBGROUP: rows.map(([STUDY, EVENTS_1, TOTAL_1, EVENTS_2, TOTAL_2]) => ({
      NAME: `Of ${STUDY}`,
      ...{ EFFECT_SIZE: 0.55, CI_START: 0.4, CI_END: 0.8, EVENTS_1, TOTAL_1, EVENTS_2, TOTAL_2 },
      DICH_DATA: [{ STUDY, EVENTS_1, TOTAL_1, EVENTS_2, TOTAL_2 }],
    })),
  };

  for (const [form, item] of Object.entries({ reviewDb, rm5 }))
    it(`are subgroups, and not studies: ${form}`, () => {
      const { content } = evidenceOfItem(item, bindRoles({}));
      assert.deepEqual(numbersIn(item, {}), counts);
      assert.deepEqual(
        content.subgroups?.map(({ name, results }) => [name, results.get("result-estimate")?.value]),
        [
          ["Of Study 0", 0.55],
          ["Of Study 1", 0.55],
        ],
      );
    });
});

describe("evidence: lists within a study", () => {
  const studies = (more: (index: number) => object) =>
    counts.map(([events1, total1, events2, total2], index) => ({
      study: `Study ${index}`,
      ...{ events1, total1, events2, total2 },
      ...more(index),
    }));
  const nested = (depth: number): unknown => JSON.parse('[{"a":'.repeat(depth) + "1" + "}]".repeat(depth));

  for (const name of ["trials", "studies", "data", "rows"])
    it(`make no subgroup of it, whatever they are called: ${name}`, () => {
      assert.deepEqual(
        numbersIn({ studies: studies(() => ({ [name]: [{ registration: "NCT01" }] })) }, {}),
        counts,
      );
      const arms = counts.map(([a, n1, c, n2], index) => ({
        study: `Study ${index}`,
        [name]: [
          { arm: "experimental", events: a, total: n1 },
          { arm: "control", events: c, total: n2 },
        ],
      }));
      assert.deepEqual(numbersIn({ studies: arms }, {}), counts);
    });

  it("may lie as deep as they like", () => {
    assert.deepEqual(numbersIn({ studies: studies(() => ({ notes: nested(5000) })) }, {}), counts);
    const deep = { studies: [{ study: "A", notes: nested(5000) }] };
    assert.equal(evidenceOfItem(deep, bindRoles({})).content.rows?.length, 1);
  });
});

describe("evidence: other lists next to the studies of an analysis", () => {
  const numbered = counts.map(([events1, total1, events2, total2], index) => ({
    study: `Study ${index}`,
    ...{ subgroup: index === 0 ? "Adults" : "Children", events1, total1, events2, total2 },
  }));

  it("is a list of subgroups where the studies name them, though these have results as studies have", () => {
    const results = { effectSize: -0.36, ciStart: -0.67, ciEnd: -0.05, total1: 20 };
    const subgroups = ["Adults", "Children"].map((name) => ({ name, ...results }));
    for (const item of [
      { subgroups, studies: numbered },
      { studies: numbered, subgroups },
    ]) {
      assert.deepEqual(numbersIn(item, {}), counts);
      const { content } = evidenceOfItem(item, bindRoles({}));
      assert.deepEqual(
        content.subgroups?.map(({ name, results: stored }) => [name, stored.get("result-estimate")?.value]),
        [
          ["Adults", -0.36],
          ["Children", -0.36],
        ],
      );
    }
  });

  it("is a list of subgroups however the studies capitalise their names", () => {
    const subgroups = [{ name: "Adults", ...{ events1: 7, total1: 50, events2: 14, total2: 54 } }];
    const studies = numbered.map((one, index) => ({ ...one, subgroup: index === 0 ? "adults" : "Adults" }));
    const { content } = evidenceOfItem({ studies, subgroups }, bindRoles({}));
    assert.deepEqual(
      content.rows?.map((row) => [row.study, row.subgroup]),
      [
        ["Study 0", 0],
        ["Study 1", 0],
      ],
    );
  });

  it("is a list of subgroups that are still without studies, and no studies", () => {
    const subgroups = ["Adults", "Kids"].map((name) => ({ name, estimate: 0.5, se: 0.1, studies: [] }));
    const { content } = evidenceOfItem({ subgroups }, bindRoles({}));
    assert.deepEqual(content.rows, []);
  });

  it("is not pooled where it is called excluded, ongoing or a sensitivity analysis", () => {
    for (const name of ["excluded-studies", "ongoingStudies", "awaiting_classification"])
      assert.deepEqual(numbersIn({ studies: numbered, [name]: numbered }, {}), counts, name);
    const again = [{ name: "low risk of bias", studies: numbered }];
    assert.deepEqual(numbersIn({ studies: numbered, "sensitivity-analyses": again }, {}), counts);
    assert.deepEqual(numbersIn({ notExcluded: numbered }, {}), counts);
  });

  it("is pooled, whatever it is called, where somebody says so", () => {
    const planned = { rows: counts.map(([a, n1, c, n2]) => ({ a, n1, c, n2 })), how: "RR" };
    const at = (name: string) => ({
      [`/${name}/rows/*/a`]: "experimental-events",
      [`/${name}/rows/*/n1`]: "experimental-total",
      [`/${name}/rows/*/c`]: "comparator-events",
      [`/${name}/rows/*/n2`]: "comparator-total",
      [`/${name}/how`]: "effect-measure",
    });
    for (const name of ["plannedAnalysis", "excluded"]) {
      const setting = at(name);
      assert.deepEqual(numbersIn({ [name]: planned }, { setting }), counts, name);
      const { choices } = evidenceOfItem({ [name]: planned }, bindRoles({ setting }));
      assert.equal(choices?.pooling.choice.measure, "risk-ratio");
    }
  });

  it("is no study where it only says more about studies", () => {
    const more = [{ study: "Study 0", judgement: "low", age: 54, weeks: 12, sites: 3, withdrawn: 4 }];
    for (const name of ["riskOfBias", "characteristics", "notes"]) {
      assert.deepEqual(numbersIn({ [name]: more, studies: numbered }, {}), counts, name);
      assert.equal(evidenceOfItem({ [name]: more, studies: numbered }, bindRoles({})).kind, "computed");
    }
  });
});

describe("evidence: arms in a list", () => {
  const study = (one: object, other: object) => ({
    studies: [
      {
        study: "A",
        arms: [
          { ...one, events: 19, n: 151 },
          { ...other, events: 12, n: 148 },
        ],
      },
    ],
  });

  for (const [what, one, other] of [
    ["a word before a sign", { id: "1", label: "Control" }, { id: "2", label: "Treatment" }],
    ["a word before a grade", { grade: "e", label: "Control" }, { grade: "C", label: "Treatment" }],
  ] as const)
    it(`are distinguished by ${what}`, () =>
      assert.deepEqual(numbersIn(study(one, other), {}), [[12, 148, 19, 151]]));

  it("are not decided by their place in the setting, nor are studies", () => {
    const rows = counts.map(([events1, total1, events2, total2], index) => ({
      study: `Study ${index}`,
      ...{ events1, total1, events2 },
      ...(index === 1 ? { n: total2 } : { total2 }),
    }));
    assert.deepEqual(
      numbersIn({ studies: rows }, { setting: { "/studies/1/n": "comparator-total" } }),
      counts,
    );
  });
});

describe("evidence: numbers of a study that are of something else", () => {
  it("do not decide what is pooled: next to means, counts are those of dropouts", () => {
    const means = { mean1: 3, sd1: 2, n1: 30, mean2: 5, sd2: 2, n2: 30 };
    const kind = (item: object) => {
      const evidence = evidenceOfItem(item, bindRoles({}));
      return evidence.kind === "computed" ? evidence.analysis.dataType : evidence.problem.kind;
    };
    const dropouts = { events1: 1, events2: 2 };
    assert.equal(kind({ measure: "MD", studies: [{ study: "A", ...means, ...dropouts }] }), "continuous");
    const hazard = { study: "A", estimate: -0.4, se: 0.2, events1: 3, total1: 30, events2: 5, total2: 30 };
    assert.equal(kind({ measure: "HR", studies: [hazard] }), "contrast");
    assert.equal(kind({ measure: "HR", studies: [{ ...hazard, ci: "-0.79 to -0.01" }] }), "contrast");
    const logrank = { study: "A", oe: -9, variance: 15, events1: 3, total1: 30, events2: 5, total2: 30 };
    assert.equal(kind({ measure: "HR", method: "EXP_O_E_VAR", studies: [logrank] }), "observed-expected");
    assert.equal(kind({ measure: "RR", studies: [logrank] }), "dichotomous");
    // Next to means, an effect is a stored result, so that the measure does not fit.
    const stored = { study: "A", ...means, effect: -5, ciLow: -6, ciHigh: -4 };
    assert.equal(kind({ measure: "RR", studies: [stored] }), "does-not-fit");
  });
});

describe("evidence: roles of paths that lead far into an item", () => {
  it("are found there", () => {
    const zeilen = counts.map(([a, n1, c, n2]) => ({ p: { q: { r: { s: { a, n1, c, n2 } } } } }));
    const row = "/a/b/c/d/e/f/zeilen/*/p/q/r/s";
    const setting = {
      [`${row}/a`]: "experimental-events",
      [`${row}/n1`]: "experimental-total",
      [`${row}/c`]: "comparator-events",
      [`${row}/n2`]: "comparator-total",
    };
    assert.deepEqual(numbersIn({ a: { b: { c: { d: { e: { f: { zeilen } } } } } } }, { setting }), counts);
  });
});
