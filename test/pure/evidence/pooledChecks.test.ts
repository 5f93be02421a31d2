import assert from "node:assert/strict";
import type { Finding } from "@analyses/evidence";
import { bindRoles, checkItem, evidenceOfItem } from "@analyses/evidence";
import { counts } from "../../support/evidenceTexts";
import { codes, findings } from "./support/checks";

function resultsToWrite(one: Finding): readonly (number | undefined)[] {
  return one.code === "result-mismatch" && "repairs" in one ? [one.repairs[0]?.value] : [];
}

describe("evidence: checks of what is pooled and what others say", () => {
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
    const exchangedOf = (item: object): readonly unknown[] =>
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
      const named = [...ratios, { estimate: 2 }].map(({ estimate }) => ({ hr: estimate, se_log_hr: 0.11 }));
      const kept = exchangedOf({ studies: named });
      assert.deepEqual(
        kept,
        ["sign", ["hr", 0.5]],
        "the error of a logarithm is the same in either direction",
      );
    });
    it("is not told of a ratio that was not logged, which fits the others as it stands", () => {
      const logged = [-0.55, -0.6, -0.5, -0.62, -0.52].map((estimate) => ({ estimate, se: 0.14 }));
      const natural = { study: "N", estimate: 0.58, low: 0.42, high: 0.8 };
      assert.deepEqual(exchangedOf({ measure: "HR", studies: [...logged, natural] }), []);
      const open = exchangedOf({
        measure: "HR",
        studies: [...logged, { study: "N", estimate: 0.57, se: 0.14 }],
      });
      assert.equal(open[0], "sign", "an interval would say which scale it is on");
      const turned = { study: "N", estimate: 0.95, low: 0.7, high: 1.2 };
      const farther = logged.map(({ estimate, se }) => ({ estimate: estimate - 0.4, se }));
      assert.deepEqual(exchangedOf({ measure: "HR", studies: [...farther, turned] }).at(0), "sign");
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

  describe("result-mismatch", () => {
    const item = {
      measure: "RR",
      method: "IV",
      studies: [counts("A", 20, 200, 50, 200), counts("B", 15, 150, 35, 150)],
    };
    const mismatches = (result: object): unknown =>
      findings({ ...item, result }).flatMap((one) =>
        one.code === "result-mismatch" && "repairs" in one ? [`${one.pointer} ${one.repairs[0]?.value}`] : [],
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
    it("holds whole numbers to the digits of those beside them, and each number to the scale of all", () => {
      assert.deepEqual(mismatches({ estimate: 1, low: 0.29, high: 0.59 }), ["/result/estimate 0.41"]);
      // A ratio is not negative: one among right ones has a sign too many, or is a logarithm.
      for (const high of [-0.52, -0.59])
        assert.deepEqual(mismatches({ estimate: 0.41, low: 0.29, high }), ["/result/high 0.59"]);
      assert.deepEqual(mismatches({ estimate: -0.5, low: -1.25, high: -0.52 }), ["/result/estimate -0.89"]);
      assert.deepEqual(mismatches({ estimate: 0.41, low: 0.29, high: 0.8 }), ["/result/high 0.59"]);
    });
    it("takes no share for nothing, in percent or as a fraction", () => {
      const studies = [counts("A", 20, 200, 50, 200), counts("B", 45, 150, 35, 150)];
      const of = (i2: number): unknown =>
        findings({ ...item, studies, result: { i2 } }).flatMap(resultsToWrite);
      assert.deepEqual(
        [of(93), of(0.93), of(0.9), of(0), of(1), of(0.5)],
        [[], [], [], [92.85], [92.85], [0.93]],
      );
    });
    it("takes all shares of an analysis for percent, or all for fractions", () => {
      const studies = [
        counts("A", 1, 12, 2, 12),
        counts("B", 90, 900, 190, 900),
        counts("C", 80, 900, 170, 900),
      ];
      const of = (weights: readonly number[], i2?: number): unknown =>
        findings({
          ...item,
          studies: studies.map((one, index) => ({ ...one, weight: weights[index] })),
          ...(i2 === undefined ? {} : { result: { i2 } }),
        }).flatMap(resultsToWrite);
      assert.deepEqual(of([0.6, 53, 46.4]), []);
      assert.deepEqual(of([0.9, 53, 46.4]), [0.56]);
      assert.deepEqual(of([0.006, 0.53, 0.464], 0), []);
      assert.deepEqual(of([0, 0.53, 0.464]), [0.0056]);
      // Programs give the two in different ways.
      assert.deepEqual(of([0.6, 53, 46.4], 0.5), [0]);
      const [one] = studies;
      assert.deepEqual(
        findings({ ...item, studies: [{ ...one, weight: 1 }] }).filter(
          ({ code }) => code === "result-mismatch",
        ),
        [],
      );
    });
    it("takes of an object that is called like a statistic its number, and nothing of what nobody knows", () => {
      assert.deepEqual(mismatches({ effect: { estimate: 0.43, low: 0.29, high: 0.59 } }), [
        "/result/effect/estimate 0.41",
      ]);
      for (const other of [
        { heterogeneity: { tau2: { low: 0.1, high: 2 }, q: { p: 0.9 } } },
        { nnt: { estimate: 12, low: 8, high: 30 } },
        { trimAndFill: { estimate: 0.9, low: 0.8, high: 1.2 } },
        { bayesian: { estimate: 0.9 } },
        { summaryOfFindings: { participants: 1200 } },
      ])
        assert.deepEqual(mismatches(other), [], JSON.stringify(other));
    });
    it("takes a number of studies with those that are not estimable", () => {
      const studies = [...item.studies, counts("Z", 0, 100, 0, 100)];
      const of = (stored: number): unknown =>
        findings({ ...item, studies, result: { studies: stored } }).flatMap(resultsToWrite);
      assert.deepEqual([of(2), of(3), of(4)], [[], [], [2]]);
    });
    it("takes a study in two rows as one, whose participants nobody knows where there is no total", () => {
      const [first, second] = item.studies;
      const of = (more: object, result: object): unknown =>
        findings({ ...item, studies: [first, second, first, second], ...more, result }).flatMap(
          resultsToWrite,
        );
      const none = { totals: "NO" };
      assert.deepEqual(of(none, { studies: 2, participants: 700 }), []);
      assert.deepEqual(of(none, { studies: 4, participants: 1400 }), []);
      // As of men and women: some of them in one row only.
      assert.deepEqual(of(none, { studies: 3, participants: 800 }), [4]);
      assert.deepEqual(of({ ...none, studies: [first, second] }, { participants: 800 }), [700]);
      assert.deepEqual(of({}, { studies: 2, participants: 700 }), [1400]);
    });
    it("leaves results alone that are not those of the pool", () => {
      for (const other of [
        { prediction: { low: 0.2, high: 0.9 } },
        { heterogeneity: { p: 0.98 } },
        { egger: { p: 0.44 } },
        { "subgroup-differences": { chi2: 3.2, i2: 69 } },
        { "absolute-effect": { "ci-low": -70, "ci-high": -19 } },
        { fixed: { estimate: 0.43 }, random: { estimate: 0.45 } },
      ]) {
        assert.deepEqual(mismatches({ estimate: 0.41, ...other }), [], JSON.stringify(other));
        assert.deepEqual(mismatches({ ...other, estimate: 0.43 }), ["/result/estimate 0.41"]);
        const beside = findings({ ...item, ...other }).filter(({ code }) => code === "result-mismatch");
        assert.deepEqual(beside, [], JSON.stringify(other));
      }
      assert.deepEqual(mismatches({ heterogeneity: { i2: 40 } }), ["/result/heterogeneity/i2 0"]);
    });
    it("writes small numbers with their digits, and not as nothing", () => {
      const studies = [{ study: "A", estimate: -6.85, se: 0.1 }];
      const found = findings({ measure: "HR", studies, result: { estimate: 0.5, p: 0.05 } });
      assert.deepEqual(found.flatMap(resultsToWrite), [0.0011, 0]);
    });
    it("reads what the setting says, and the better of two names, wherever they stand", () => {
      const stored = { effectSize: 9, mine: 0.41, q: 0, chi2: 9 };
      const evidence = evidenceOfItem(
        { ...item, ...stored },
        bindRoles({ setting: { "/mine": "result-estimate" } }),
      );
      assert.deepEqual(
        checkItem(evidence).flatMap((one) =>
          one.code === "result-mismatch" && "repairs" in one ? [one.pointer] : [],
        ),
        ["/chi2"],
      );
    });
    it("never offers what is no number", () => {
      const studies = [{ study: "A", estimate: 800, se: 1 }];
      const found = findings({ measure: "HR", scale: "log", studies, result: { estimate: 2 } });
      assert.deepEqual(found.flatMap(resultsToWrite), [800]);
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

  it("zero-cells says what a risk difference is by the variances as they are", () => {
    const studies = [counts("A", 0, 20, 3, 20), counts("B", 0, 10, 2, 11), counts("C", 5, 30, 2, 30)];
    const found = findings({ measure: "RD", method: "IV", studies }).find(
      ({ code }) => code === "zero-cells",
    );
    assert.ok(found?.code === "zero-cells" && found.withoutCorrection !== null);
    assert.ok(Math.abs(found.withoutCorrection + 0.058) < 0.0005, String(found.withoutCorrection));
    assert.ok(
      !findings({ measure: "RD", method: "MH", studies }).some(
        (one) => one.code === "zero-cells" && one.withoutCorrection !== null,
      ),
    );
  });

  it("zero-cells leaves out of the pool without correction only what has no effect or variance by itself", () => {
    const of = (item: object): readonly unknown[] => {
      const found = findings(item).find(({ code }) => code === "zero-cells");
      assert.ok(found?.code === "zero-cells");
      const { corrected, correctedVariance, withoutCorrection, leftOut } = found;
      return [corrected, correctedVariance, withoutCorrection?.toFixed(4), leftOut];
    };
    // Everybody had the event in one arm: ln RR and its variance are there. In both arms: the ratio is exactly 1.
    const one = counts("One", 12, 12, 1, 12);
    const both = counts("Both", 9, 9, 9, 9);
    const none = counts("None", 0, 200, 9, 20);
    const others = [counts("B", 3, 10, 6, 10)];
    assert.deepEqual(of({ measure: "RR", method: "IV", studies: [one, ...others] }), [[0], [], "0.0905", []]);
    const all = [one, both, none, ...others];
    assert.deepEqual(of({ measure: "RR", method: "IV", studies: all }), [[0, 2], [1], "0.0905", [1, 2]]);
    assert.deepEqual(of({ measure: "OR", method: "IV", studies: [none, ...others] }).slice(3), [[0]]);
    assert.deepEqual(of({ measure: "RD", method: "MH", studies: all }).slice(0, 2), [[], [0, 1, 2]]);
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
});
