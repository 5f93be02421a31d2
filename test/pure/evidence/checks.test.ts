import assert from "node:assert/strict";
import type { Finding, FindingCode } from "../../../evidence/src/index";
import {
  bindRoles,
  checkItem,
  evidenceOfItem,
  studyTotals,
  totalsDisagree,
} from "../../../evidence/src/index";
import type { AnswerCase } from "./support/answers";
import { answerCases } from "./support/answers";
import { counts, means } from "../../support/evidenceTexts";

/** Codes of findings that only inform. */
const informing: readonly FindingCode[] = ["fragile-result", "zero-cells"];

/** Pain on a scale of 0 to 100 in mm. */
const pain = [
  means("Abara 2014", 41.2, 12.6, 74, 49.8, 13.1, 75),
  means("Bergström 2016", 38.5, 14.3, 46, 44.1, 15.7, 45),
  means("Delgado 2018", 43.9, 11.2, 201, 47.6, 12.8, 199),
  means("Lindqvist 2021", 35.1, 16.9, 115, 46.3, 17.4, 113),
  means("Okafor 2019", 40.2, 13.3, 60, 48.1, 12.4, 62),
];

describe("evidence: checks", () => {
  describe("impossible-data", () => {
    const good = counts("S", 3, 20, 4, 21);
    const cases: readonly (readonly [string, object, string])[] = [
      ["negative events", { ...good, events1: -1 }, "events-negative /studies/0/events1"],
      ["more events than participants", { ...good, events2: 22 }, "events-over-total /studies/0/events2"],
      ["half an event", { ...good, events1: 2.5 }, "events-fractional /studies/0/events1"],
      ["a negative total", { ...good, total1: -20 }, "total-negative /studies/0/total1"],
      ["events of nobody", { ...good, total1: 0 }, "events-over-total /studies/0/events1"],
      ["a negative deviation", { ...pain[0], sd2: -3 }, "deviation-negative /studies/0/sd2"],
      ["no deviation among several", { ...pain[0], sd1: 0 }, "deviation-zero /studies/0/sd1"],
      ["no standard error", { study: "S", estimate: 0.2, se: 0 }, "error-not-positive /studies/0/se"],
      [
        "a negative variance",
        { study: "S", oe: 0.2, variance: -1 },
        "variance-not-positive /studies/0/variance",
      ],
      [
        "an interval that is reversed",
        { study: "S", estimate: 0.2, se: 1, low: 3, high: 2 },
        "interval-reversed /studies/0/low",
      ],
      [
        "an estimate outside its interval",
        { study: "S", estimate: 9, se: 1, low: 2, high: 3 },
        "estimate-outside-interval /studies/0/estimate",
      ],
    ];
    for (const [name, row, expected] of cases)
      it(`finds ${name}`, () => {
        const found = findings({ studies: [row] }).flatMap((one) =>
          one.code === "impossible-data" ? [`${one.reason} ${one.pointer}`] : [],
        );
        assert.deepEqual(found, [expected]);
      });
    it("finds a ratio that is not positive, and a risk difference over 1", () => {
      const reasons = (item: object): unknown =>
        findings(item).flatMap((one) => (one.code === "impossible-data" ? [one.reason] : []));
      const ofRatio = (row: object): unknown => reasons({ measure: "HR", scale: "natural", studies: [row] });
      assert.deepEqual(ofRatio({ estimate: -1, se: 1 }), ["ratio-not-positive"]);
      assert.deepEqual(ofRatio({ estimate: 0.7, low: -0.1, high: 1.5 }), ["ratio-not-positive"]);
      assert.deepEqual(ofRatio({ estimate: -0.3, low: -0.7, high: 0.1 }), ["ratio-not-positive"]);
      assert.deepEqual(ofRatio({ estimate: 0.7, low: 0.5, high: 0.98 }), []);
      assert.deepEqual(reasons({ measure: "RD", studies: [{ study: "S", estimate: 1.2, se: 1 }] }), [
        "difference-over-one",
      ]);
    });
    it("finds a negative variance beside a standard error, where 0 may mean nothing", () => {
      const of = (variance: number): unknown =>
        codes({ measure: "HR", studies: [{ study: "S", estimate: 0.2, se: 0.1, variance }] });
      assert.deepEqual(of(-1), ["impossible-data"]);
      assert.deepEqual(of(0), []);
    });
    it("says nothing about an arm of nobody without events, or one participant without deviation", () => {
      assert.deepEqual(codes({ studies: [counts("S", 0, 0, 0, 0)] }), []);
      assert.deepEqual(codes({ studies: [means("S", 1, 0, 1, 2, 3, 9)] }), []);
    });
  });

  it("method-mismatch finds choices and data that do not fit each other", () => {
    const of = (item: object): unknown =>
      findings(item).flatMap((one) =>
        one.code === "method-mismatch"
          ? [`${one.pointer}: ${one.role} ${one.value}, ${one.other} ${one.otherValue}`]
          : [],
      );
    const studies = [counts("S", 3, 20, 4, 21)];
    assert.deepEqual(of({ method: "MH", studies: pain, measure: "MD" }), [
      "/method: method mantel-haenszel, effect-measure mean-difference",
    ]);
    assert.deepEqual(of({ method: "PETO", measure: "PETO_OR", model: "RANDOM", studies }), [
      "/method: method peto, model random-effects",
    ]);
    assert.deepEqual(of({ model: "FIXED", "heterogeneity-estimator": "DL", studies }), [
      "/heterogeneity-estimator: heterogeneity-estimator DL, model fixed-effect",
    ]);
    assert.deepEqual(of({ type: "CONTINUOUS", studies }), [
      "/type: data-type continuous, studies dichotomous",
    ]);
    assert.deepEqual(of({ type: "DICHOTOMOUS", measure: "RR", method: "MH", model: "RANDOM", studies }), []);
  });

  describe("standard-error-as-deviation", () => {
    const slip = means("Haddad 2017", 39.5, 1.2, 120, 47.2, 1.3, 118);
    it("finds deviations that are standard errors, and repairs them", () => {
      const [found, ...others] = findings({ measure: "MD", studies: [...pain, slip] }).filter(
        ({ code }) => code === "standard-error-as-deviation",
      );
      assert.deepEqual(others, []);
      assert.ok(found?.code === "standard-error-as-deviation");
      assert.deepEqual(
        [found.row, found.deviations, found.others, found.lowest, found.highest],
        [5, [1.2, 1.3], 5, 11.2, 17.4],
      );
      assert.deepEqual(found.repairs, [
        { pointer: "/studies/5/sd1", value: 13.15 },
        { pointer: "/studies/5/sd2", value: 14.12 },
      ]);
    });
    it("says nothing where studies may have scales of their own", () => {
      assert.ok(!codes({ measure: "SMD", studies: [...pain, slip] }).includes("standard-error-as-deviation"));
      assert.ok(
        !codes({ measure: "MD", studies: [...pain.slice(0, 3), slip] }).includes(
          "standard-error-as-deviation",
        ),
      );
      const wide = pain.map((row, index) => ({
        ...row,
        sd1: row.sd1 * 4 ** index,
        sd2: row.sd2 * 4 ** index,
      }));
      assert.ok(!codes({ measure: "MD", studies: [...wide, slip] }).includes("standard-error-as-deviation"));
    });
  });

  describe("unit-slip", () => {
    it("finds means and deviations in another unit, and repairs all four", () => {
      for (const factor of [10, 0.1, 4.184, 18]) {
        const slip = means("H", 39.5 * factor, 13.2 * factor, 120, 47.2 * factor, 14.3 * factor, 118);
        const [found] = findings({ measure: "MD", studies: [...pain, slip] }).filter(
          ({ code }) => code === "unit-slip",
        );
        assert.ok(found?.code === "unit-slip", `factor ${factor}`);
        assert.ok(Math.abs(found.factor / factor - 1) < 0.01);
        const repaired = found.repairs.map(({ value }) => value);
        [39.5, 13.2, 47.2, 14.3].forEach((value, index) =>
          assert.ok(Math.abs((repaired[index] ?? 0) / value - 1) < 0.01),
        );
      }
    });
    it("says nothing about one honest outlier", () => {
      const outlier = means("H", 90, 30, 120, 95, 31, 118);
      assert.deepEqual(codes({ measure: "MD", studies: [...pain, outlier] }), []);
    });
  });

  describe("ratio-not-logged", () => {
    const of = (row: object): unknown =>
      findings({ measure: "HR", studies: [{ study: "S", ...row }] }).flatMap((one) =>
        one.code === "ratio-not-logged" ? [one.repairs] : [],
      );
    it("finds estimates with an interval that only fit the natural scale", () => {
      assert.deepEqual(of({ estimate: 0.49, low: 0.34, high: 0.7 }), [
        [
          { pointer: "/studies/0/estimate", value: -0.7133 },
          { pointer: "/studies/0/low", value: -1.0788 },
          { pointer: "/studies/0/high", value: -0.3567 },
        ],
      ]);
    });
    it("finds intervals of the ratio around its logarithm, and impossible logarithms", () => {
      assert.deepEqual(of({ estimate: -0.713, se: 0.18, low: 0.34, high: 0.7 }), [
        [
          { pointer: "/studies/0/low", value: -1.0788 },
          { pointer: "/studies/0/high", value: -0.3567 },
        ],
      ]);
      assert.deepEqual(of({ estimate: 12.5, se: 0.3 }), [
        [{ pointer: "/studies/0/estimate", value: 2.5257 }],
      ]);
    });
    it("says nothing about logarithms", () => {
      assert.deepEqual(of({ estimate: 0.713, se: 0.18, low: 0.357, high: 1.079 }), []);
      assert.deepEqual(of({ estimate: 0.05, se: 0.02, low: 0.01, high: 0.09 }), []);
    });
  });

  describe("transposed-arms", () => {
    const studies = [
      counts("A", 20, 200, 50, 200),
      counts("B", 15, 150, 35, 150),
      counts("C", 30, 300, 70, 300),
      counts("D", 11, 100, 27, 100),
      counts("E", 24, 250, 55, 250),
    ];
    it("finds a row whose arms change places, and exchanges them", () => {
      const [found] = findings({ studies: [...studies, counts("F", 60, 260, 26, 255)] }).filter(
        ({ code }) => code === "transposed-arms",
      );
      assert.ok(found?.code === "transposed-arms");
      assert.equal(found.row, 5);
      assert.deepEqual(
        found.repairs.map(({ value }) => value),
        [26, 60, 255, 260],
      );
    });
    const exchangedOf = (item: object): unknown =>
      findings(item).flatMap((one) =>
        one.code === "transposed-arms"
          ? [one.exchanged, ...one.repairs.map(({ pointer, value }) => [pointer.split("/").at(-1), value])]
          : [],
      );
    it("takes the reciprocal of a ratio on the natural scale, its interval's ends exchanged", () => {
      const ratios = [0.5, 0.52, 0.47, 0.51, 0.49].map((estimate) => ({
        estimate,
        ciLow: 0.4,
        ciHigh: 0.62,
      }));
      const rows = [...ratios, { estimate: 2, ciLow: 1.6, ciHigh: 2.5 }];
      assert.deepEqual(exchangedOf({ measure: "HR", scale: "natural", studies: rows }), [
        "sign",
        ["estimate", 0.5],
        ["ciLow", 0.4],
        ["ciHigh", 0.625],
      ]);
    });
    it("gives an estimate the other sign, and leaves the participants beside it alone", () => {
      const row = (estimate: number) => ({ estimate, se: 0.1, total1: 60, total2: 55 });
      const rows = [-0.7, -0.71, -0.69, -0.72, -0.68, 0.7].map(row);
      assert.deepEqual(exchangedOf({ measure: "HR", studies: rows }), ["sign", ["estimate", -0.7]]);
      const observed = rows.map(({ estimate, ...others }) => ({
        oe: estimate * 100,
        variance: 100,
        ...others,
      }));
      assert.deepEqual(exchangedOf({ method: "PETO", studies: observed }), ["sign", ["oe", -70]]);
    });
    it("is found of a row that points as the total does, but far beyond it", () => {
      const rows = [
        [0.211, 0.73],
        [0.226, 0.074],
        [-0.411, 0.15],
        [0.217, 0.21],
        [-0.277, 0.333],
      ].map(([estimate, se]) => ({ estimate, se }));
      const item = { measure: "MD", model: "RANDOM", studies: rows };
      assert.deepEqual(exchangedOf(item), ["sign", ["estimate", 0.411]]);
    });
    it("says nothing about one study that finds nothing", () => {
      assert.ok(!codes({ studies: [...studies, counts("F", 40, 260, 41, 255)] }).includes("transposed-arms"));
    });
  });

  describe("the same numbers twice", () => {
    const studies = [counts("Okafor 2019a", 12, 90, 19, 88), counts("Okafor 2019b", 14, 91, 19, 88)];
    it("are a shared comparator within one study", () => {
      assert.deepEqual(warned({ studies }), ["shared-comparator"]);
      assert.deepEqual(warned({ studies: [studies[0], { ...studies[1], study: "Haddad 2017" }] }), []);
    });
    it("are a duplicate in two rows of one total", () => {
      const twice = [studies[0], { ...studies[0], study: "Haddad 2017" }];
      assert.deepEqual(warned({ studies: twice }), ["duplicate-row"]);
      const divided = { subgroups: twice.map((row, index) => ({ name: `G${index}`, studies: [row] })) };
      assert.deepEqual(warned(divided), ["duplicate-row"]);
      assert.deepEqual(warned({ ...divided, totals: "SUBTOTALS_ONLY" }), []);
    });
    it("are chance in small trials without events", () => {
      assert.deepEqual(warned({ studies: [counts("A", 0, 15, 0, 15), counts("B", 0, 15, 0, 15)] }), []);
    });
  });

  it("totals-disagree finds a study that changes its size within a group", () => {
    const group = [
      { studies: [counts("A", 1, 100, 2, 100), counts("B", 1, 50, 2, 50)] },
      { studies: [counts("A", 1, 90, 2, 70), counts("B", 1, 45, 2, 50)] },
    ];
    const contents = group.map((item) => evidenceOfItem(item, bindRoles({})).content);
    const found = totalsDisagree(
      contents.map(studyTotals),
      (item, { row, role }) => contents[item]?.rows?.[row]?.pointerOf(role) ?? "",
    );
    assert.deepEqual(found, [
      [],
      [
        {
          code: "totals-disagree",
          row: 0,
          pointer: "/studies/0/total2",
          role: "comparator-total",
          value: 70,
          otherItem: 0,
          otherValue: 100,
          otherPointer: "/studies/0/total2",
        },
      ],
    ]);
  });

  describe("result-mismatch", () => {
    const item = {
      measure: "RR",
      method: "IV",
      studies: [counts("A", 20, 200, 50, 200), counts("B", 15, 150, 35, 150)],
    };
    const mismatches = (result: object): unknown =>
      findings({ ...item, result }).flatMap((one) =>
        one.code === "result-mismatch" ? [`${one.pointer} ${one.repairs[0]?.value}`] : [],
      );
    it("takes stored results at the digits they are written with, as ratios or logarithms, percent or fractions", () => {
      assert.deepEqual(
        mismatches({ estimate: 0.41, low: 0.29, high: 0.59, i2: 0, studies: 2, participants: 700 }),
        [],
      );
      assert.deepEqual(mismatches({ estimate: -0.887, p: 0.000002 }), []);
    });
    it("finds others, and writes the computed ones", () => {
      assert.deepEqual(mismatches({ estimate: 0.43, participants: 650 }), [
        "/result/estimate 0.41",
        "/result/participants 700",
      ]);
    });
    it("never offers what is no number", () => {
      const studies = [{ study: "A", estimate: 800, se: 1 }];
      const found = findings({ measure: "HR", studies, result: { estimate: 2 } });
      assert.deepEqual(
        found.flatMap((one) => (one.code === "result-mismatch" ? [one.repairs[0]?.value] : [])),
        [800],
      );
    });
  });

  it("fragile-result finds what hangs on one study, or on the interval", () => {
    const of = (item: object): unknown =>
      findings(item).flatMap((one) => (one.code === "fragile-result" ? [`${one.reason} ${one.row}`] : []));
    const studies = [
      { study: "A", estimate: -0.5, se: 0.1 },
      { study: "B", estimate: 0.1, se: 0.3 },
      { study: "C", estimate: 0.2, se: 0.3 },
    ];
    assert.deepEqual(of({ measure: "MD", studies }), ["sign 0", "one-study-outweighs 0"]);
    const alike = [0.1, 0.11, 0.12, 0.1].map((estimate) => ({ study: "S", estimate, se: 0.1 }));
    assert.deepEqual(of({ measure: "MD", model: "random", "ci-method": "HKSJ", studies: alike }), [
      "narrower-than-wald null",
    ]);
  });

  it("zero-cells says which studies are corrected, and the pool without it where that matters", () => {
    const studies = [counts("A", 0, 100, 9, 100), counts("B", 0, 40, 0, 41), counts("C", 1, 60, 8, 60)];
    const found = findings({ measure: "RR", method: "MH", studies }).find(
      ({ code }) => code === "zero-cells",
    );
    assert.ok(found?.code === "zero-cells");
    assert.deepEqual([found.corrected, found.notEstimable], [[0], [1]]);
    assert.ok(
      found.withoutCorrection !== null && Math.abs(found.withoutCorrection - Math.log(1 / 17)) < 1e-9,
    );
  });

  /** What fires over published data: each of these a statistician would want to hear. */
  const expected: Readonly<Record<string, readonly string[]>> = {
    "edge-cont-zero-sd": [
      "impossible-data deviation-zero",
      "impossible-data deviation-zero",
      "impossible-data deviation-zero",
    ],
    "edge-oe": ["impossible-data variance-not-positive"],
  };
  for (const answerCase of answerCases)
    it(`stay silent over ${answerCase.name}, but for what is wrong in it`, () => {
      const fired = new Set<string>();
      for (const measure of measuresOf(answerCase))
        for (const finding of findings({ measure, model: "random", studies: rowsOf(answerCase) }))
          if (!informing.includes(finding.code)) fired.add(described(finding));
      assert.deepEqual([...fired], [...new Set(expected[answerCase.name] ?? [])]);
    });
});

function findings(item: object): readonly Finding[] {
  return checkItem(evidenceOfItem(JSON.parse(JSON.stringify(item)), bindRoles({})));
}

/** Codes of what is found, but for what only informs. */
function codes(item: object): readonly FindingCode[] {
  return findings(item).flatMap(({ code }) => (informing.includes(code) ? [] : [code]));
}

function warned(item: object): readonly FindingCode[] {
  return codes(item).filter((code) => code === "duplicate-row" || code === "shared-comparator");
}

function described(finding: Finding): string {
  return finding.code === "impossible-data" ? `${finding.code} ${finding.reason}` : finding.code;
}

function measuresOf({ dataType, logScale }: AnswerCase): readonly string[] {
  switch (dataType) {
    case "dichotomous":
      return ["RR", "OR", "RD"];
    case "continuous":
      return ["MD", "SMD"];
    case "inverse-variance":
      return [logScale === true ? "HR" : "MD"];
    case "oe-variance":
      return ["HR"];
  }
}

function rowsOf({ rows }: AnswerCase): readonly object[] {
  return rows.map((row) => ({ ...row, group: undefined, oe: row.oMinusE }));
}
