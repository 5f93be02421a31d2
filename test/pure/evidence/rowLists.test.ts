import assert from "node:assert/strict";
import { bindRoles, evidenceOfItem } from "../../../evidence/src/index";

const role = (name: string): object => ({ "x-evidence-role": name });
const ofRows = (properties: object): object => ({ properties: { zeilen: { items: { properties } } } });
const counts = [
  [3, 20, 5, 21],
  [4, 30, 9, 33],
] as const;

/** Whether it stands in `prefixItems` or, as in draft 7, in `items`. */
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
    it(`are told apart by ${at} of the schema`, () => {
      const ofObjects = ofRows({ gruppen: { [at]: [experimental, comparator] } });
      const ofPairs = ofRows({ treffer: { [at]: events }, koepfe: { [at]: totals } });
      for (const [item, itemSchema] of [
        [objects, ofObjects],
        [pairs, ofPairs],
      ] as const)
        assert.deepEqual(numbersIn(item, { itemSchema }), counts);
    });

  it("are told apart by the setting", () => {
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
      bindRoles({ itemSchema }),
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

describe("evidence: subgroups with results that are written beside their studies", () => {
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

function numbersIn(item: unknown, sources: Parameters<typeof bindRoles>[0]): unknown {
  const { content } = evidenceOfItem(item, bindRoles(sources));
  return content.rows?.map((row) =>
    (["experimental-events", "experimental-total", "comparator-events", "comparator-total"] as const).map(
      (one) => row.number(one),
    ),
  );
}
