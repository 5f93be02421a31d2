import assert from "node:assert/strict";
import type { Finding } from "@analyses/evidence";
import type { AnswerCase } from "./support/answers";
import { answerCases } from "./support/answers";
import { counts, means } from "../../support/evidenceTexts";
import { codes, findings, informing } from "./support/checks";

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
        [found.row, found.deviations, found.others, found.beside],
        [5, [1.2, 1.3], 5, { kind: "deviations", lowest: 11.2, highest: 17.4 }],
      );
      assert.deepEqual(found.repairs, [
        { pointer: "/studies/5/sd1", value: 13.15 },
        { pointer: "/studies/5/sd2", value: 14.12 },
      ]);
    });
    it("finds them among studies of several scales by their standardised difference", () => {
      const [found, ...others] = findings({ measure: "SMD", studies: [...pain, slip] }).filter(
        ({ code }) => code === "standard-error-as-deviation",
      );
      assert.deepEqual(others, []);
      assert.ok(found?.code === "standard-error-as-deviation" && found.beside.kind === "differences");
      assert.equal(found.row, 5);
      assert.ok(Math.abs(found.beside.corrected) < 1 && found.beside.own < -5);
      assert.deepEqual(
        found.repairs.map(({ value }) => value),
        [13.15, 14.12],
      );
      // A large effect that is one, beside others: with SD·√n it would be larger than they are.
      const large = means("Haddad 2017", 30, 12, 9, 47.2, 13, 9);
      assert.ok(
        !codes({ measure: "SMD", studies: [...pain, large] }).includes("standard-error-as-deviation"),
      );
    });
    it("says nothing where studies may have scales of their own", () => {
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
      const names = new Map([
        [10, "Pain"],
        [0.1, "Pain"],
        [4.184, "Energy intake"],
        [18, "Fasting glucose"],
        [60, "Operating time"],
      ]);
      for (const [factor, name] of names) {
        const slip = means("H", 39.5 * factor, 13.2 * factor, 120, 47.2 * factor, 14.3 * factor, 118);
        const of = (title: string) =>
          findings({ name: title, measure: "MD", studies: [...pain, slip] }).filter(
            ({ code }) => code === "unit-slip",
          );
        const [found] = of(name);
        assert.ok(found?.code === "unit-slip", `factor ${factor}`);
        if (factor > 1 && factor !== 10) assert.deepEqual(of("Pain"), [], "it has no other unit");
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
    const of = (row: object) =>
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
    it("writes the logarithm's error where that of the ratio stands, and nothing where it may be either", () => {
      const interval = { estimate: 0.72, low: 0.49, high: 1.06 };
      const errors = (row: object): unknown =>
        of(row).map((repairs) =>
          repairs.map(({ pointer, value }) => `${pointer.slice("/studies/0/".length)} ${value}`),
        );
      const logged = ["estimate -0.3285", "low -0.7133", "high 0.0583"];
      assert.deepEqual(errors({ ...interval, se: 0.197 }), [logged]);
      assert.deepEqual(errors({ ...interval, se: 0.1418 }), [[...logged, "se 0.1969"]]);
      assert.deepEqual(errors({ ...interval, se: 1.5 }), [[]]);
      assert.deepEqual(errors({ estimate: 12, se: 3 }), [[]]);
    });
    it("finds ratios of large trials, whose narrow intervals tell it only together", () => {
      const ratios = [
        [0.87, 0.79, 0.96],
        [0.91, 0.8, 1.03],
        [0.84, 0.73, 0.97],
        [0.95, 0.86, 1.05],
        [0.78, 0.62, 0.98],
      ];
      const studies = (numbers: readonly (readonly number[])[]) =>
        numbers.map(([estimate, ciLow, ciHigh], index) => ({ study: `S ${index}`, estimate, ciLow, ciHigh }));
      const found = (numbers: readonly (readonly number[])[]): number =>
        findings({ measure: "HR", studies: studies(numbers) }).filter(
          ({ code }) => code === "ratio-not-logged",
        ).length;
      assert.equal(found(ratios), 5);
      const logarithms = ratios.map((row) => row.map((one) => Number((1 + Math.log(one)).toFixed(2))));
      assert.equal(found(logarithms), 0);
    });
    it("says nothing about logarithms", () => {
      assert.deepEqual(of({ estimate: 0.713, se: 0.18, low: 0.357, high: 1.079 }), []);
      assert.deepEqual(of({ estimate: 0.05, se: 0.02, low: 0.01, high: 0.09 }), []);
      // 1.44 ± 0.22: at one digit it may be uneven by that.
      assert.deepEqual(of({ estimate: 1.4, low: 1.2, high: 1.7 }), []);
    });
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
