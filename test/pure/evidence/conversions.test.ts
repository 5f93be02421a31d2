import assert from "node:assert/strict";
import fc from "fast-check";
import {
  english,
  bindRoles,
  deviationFromDifferenceInterval,
  deviationFromError,
  deviationFromInterval,
  deviationFromP,
  deviationFromSummary,
  deviationFromT,
  errorFromInterval,
  errorFromP,
  evidenceOfItem,
  meanFromSummary,
  numberFromText,
  twoNumbers,
} from "@analyses/evidence";

const near = (actual: number | null, expected: number, tolerance: number): void =>
  assert.ok(actual !== null && Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

describe("evidence: what reports give instead of a standard deviation", () => {
  it("is taken as in the example of the Handbook, 6.5.2.3: from a P value and from a t value", () => {
    // Difference 3.8, P = 0.008, 25 and 22 participants: t = 2.78, SE = 1.37, SD = 4.69.
    near(deviationFromP(3.8, 0.008, [25, 22]), 4.69, 0.02);
    near(deviationFromT(3.8, 2.78, [25, 22]), 4.69, 0.02);
    near(deviationFromT(-3.8, -2.78, [25, 22]), 4.69, 0.02);
  });
  it("is taken as the Handbook says, 6.5.2.2: from a standard error, and from an interval by t or z", () => {
    near(deviationFromError(1.2, 120), 13.145, 0.001);
    // √25 × width / 4.128, and from 60 participants on √n × width / 3.92.
    near(deviationFromInterval({ low: 30, high: 34.2, level: 0.95 }, 25), (5 * 4.2) / 4.128, 0.001);
    near(deviationFromInterval({ low: 30, high: 34.2, level: 0.95 }, 100), 42 / 3.92, 0.001);
    near(deviationFromInterval({ low: 30, high: 34.2, level: 0.9 }, 100), 42 / 3.29, 0.005);
  });
  it("gives back the deviation that a report was made from", () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e4, noNaN: true }),
        fc.integer({ min: 3, max: 500 }),
        fc.integer({ min: 3, max: 500 }),
        (deviation, one, other) => {
          const error = deviation * Math.sqrt(1 / one + 1 / other);
          near(deviationFromT(error * 2.5, 2.5, [one, other]), deviation, deviation * 1e-9);
          near(deviationFromError(deviation / Math.sqrt(one), one), deviation, deviation * 1e-9);
        },
      ),
    ));
  it("is taken from the interval of a difference as from its P value", () => {
    // t(45) at 97.5 % is 2.0141.
    near(
      deviationFromDifferenceInterval({ low: 1, high: 6.6, level: 0.95 }, [25, 22]),
      5.6 / 2 / 2.0141 / Math.sqrt(1 / 25 + 1 / 22),
      0.001,
    );
  });
  it("is taken as Wan 2014 does: from the range, the quartiles, or both", () => {
    // Table 1 of the paper: a range of 25 is 3.931 deviations; table 2: quartiles of 101 are 1.333 apart.
    near(deviationFromSummary({ range: [0, 3.931], total: 25 }), 1, 0.005);
    near(deviationFromSummary({ quartiles: [0, 1.333], total: 101 }), 1, 0.005);
    near(deviationFromSummary({ range: [0, 3.931], quartiles: [0, 1.268], total: 25 }), 1, 0.01);
    assert.equal(deviationFromSummary({ total: 25 }), null);
  });
  it("comes with the mean as Luo 2018 has it", () => {
    // Symmetrical data: the mean is the median, whatever the weights are.
    for (const total of [5, 25, 400]) {
      near(meanFromSummary({ range: [10, 30], median: 20, total }), 20, 1e-9);
      near(meanFromSummary({ quartiles: [15, 25], median: 20, total }), 20, 1e-9);
      near(meanFromSummary({ range: [10, 30], quartiles: [15, 25], median: 20, total }), 20, 1e-9);
    }
    // The paper's weights: 4/(4+n^0.75), and 0.7+0.39/n.
    near(meanFromSummary({ range: [0, 10], median: 2, total: 16 }), (4 / 12) * 5 + (8 / 12) * 2, 1e-9);
    near(meanFromSummary({ quartiles: [0, 10], median: 2, total: 39 }), 0.71 * 5 + 0.29 * 2, 1e-9);
    assert.equal(meanFromSummary({ quartiles: [0, 10], total: 39 }), null);
  });
  it("and instead of a standard error, as the Handbook says, 6.3.1 and 6.3.2", () => {
    // RR 0.82 (0.71 to 0.94): (ln 0.94 − ln 0.71) / 3.92 = 0.0716.
    near(errorFromInterval({ low: Math.log(0.71), high: Math.log(0.94), level: 0.95 }), 0.0716, 0.0001);
    // Estimate 0.03 with P = 0.008: Z = 2.652, SE = 0.0113.
    near(errorFromP(0.03, 0.008), 0.0113, 0.0001);
    near(errorFromP(-0.03, 0.008), 0.0113, 0.0001);
  });
  it("is nothing for numbers that no report can have, and never NaN", () => {
    assert.equal(deviationFromInterval({ low: 2, high: 1, level: 0.95 }, 30), null);
    assert.equal(deviationFromInterval({ low: 1, high: 2, level: 0.95 }, 1), null);
    assert.equal(deviationFromT(3, 0, [10, 10]), null);
    assert.equal(deviationFromP(3, 1, [10, 10]), null);
    fc.assert(
      fc.property(
        fc.double({ noNaN: true }),
        fc.double({ noNaN: true }),
        fc.double({ noNaN: true }),
        (a, b, c) => {
          const interval = { low: a, high: b, level: 0.95 };
          for (const value of [
            deviationFromError(a, b),
            deviationFromInterval(interval, c),
            deviationFromT(a, b, [c, 10]),
            deviationFromSummary({ range: [a, b], quartiles: [b, c], total: 20 }),
            meanFromSummary({ range: [a, b], quartiles: [b, c], median: a, total: c }),
            errorFromInterval(interval),
            errorFromP(a, 0.05),
          ])
            assert.ok(value === null || Number.isFinite(value));
        },
      ),
    );
  });
});

describe("evidence: the interval of a study", () => {
  it("has a standard error by the level that it says itself", () => {
    const [low, high] = [-0.7 - 0.3, -0.7 + 0.3];
    const errorOf = (ofRow: object, ofAnalysis: object = {}, binding = bindRoles({})) => {
      const studies = [{ study: "Abara 2014", estimate: -0.7, "ci-low": low, "ci-high": high, ...ofRow }];
      const found = evidenceOfItem({ effectMeasure: "RR", method: "IV", ...ofAnalysis, studies }, binding);
      if (found.kind === "problem") return found.problem.sentence(english);
      const [row] = found.result.rows;
      return row?.effect.kind === "estimable" ? row.effect.standardError.toFixed(4) : undefined;
    };
    const [of90, of95, of99] = [1.6449, 1.96, 2.5758].map((z) => (0.3 / z).toFixed(4));
    assert.equal(errorOf({}), of95);
    assert.equal(errorOf({}, { ciLevel: 90 }), of90);
    assert.equal(errorOf({ ciLevel: 90 }), of90);
    assert.equal(errorOf({ "conf-level": "99%" }, { ciLevel: 90 }), of99);
    assert.equal(errorOf({ ciLevel: null }, { ciLevel: 90 }), of90);
    const nested = { "ci-low": undefined, "ci-high": undefined };
    assert.equal(errorOf({ ...nested, ci: { low, high, level: 0.9 } }), of90);
    // A property named only `level` may be a dose level: the author has to say it.
    assert.match(errorOf({ level: 90 }) ?? "", /does that change what is pooled/);
    const said = { "/studies/*/level": { role: "confidence-level", values: { "90": "0.9" } } };
    assert.equal(errorOf({ level: 90 }, {}, bindRoles({ setting: said })), of90);
    const setting = { "/studies/*/width": "confidence-level" };
    assert.equal(errorOf({ width: "CI99" }, {}, bindRoles({ setting })), of99);
    // An unreadable level gives no standard error; one computed with the default level would be wrong.
    assert.match(errorOf({ ciLevel: "wide" }) ?? "", /is not a number/);
    assert.notEqual(errorOf({ ciLevel: 0.1 }), of95);
    assert.equal(errorOf({ ciLevel: "wide", se: 0.2 }), "0.2000");
  });
});

describe("evidence: numbers as people write them", () => {
  it("are read, with all their signs", () => {
    for (const [typed, read, isCount] of [
      ["12", "12", true],
      ["1,234", "1234", true],
      ["1.234", "1234", true],
      ["12 345", "12345", true],
      ["1,5", "1.5", false],
      ["1.234,5", "1234.5", false],
      ["1,234.5", "1234.5", false],
      ["1.234.567", "1234567", false],
      ["1,234,567", "1234567", false],
      ["1.234.567,5", "1234567.5", false],
      ["1.234.56", undefined, false],
      ["−0,25", "-0.25", false],
      [".5", "0.5", false],
      ["+3", "3", false],
      ["1e-3", "1e-3", false],
      ["0.123456789012345678", "0.123456789012345678", false],
      ["1e999", undefined, false],
      ["5e-400", undefined, false],
      ["0e-400", "0e-400", false],
      ["twelve", undefined, true],
      ["1,2,3", undefined, false],
      ["", undefined, false],
      ["12 345,6", "12345.6", false],
      ["1’234’567.5", "1234567.5", false],
      ["− 0.25", "-0.25", false],
    ] as const)
      assert.equal(numberFromText(typed, isCount, undefined), read, typed);
  });

  it("never become other numbers", () => {
    for (const typed of ["12.3 4", "12 5", "1 234 56", "1.5 000", "0 125", "12' 5"])
      for (const isCount of [false, true])
        assert.equal(numberFromText(typed, isCount, undefined), undefined, typed);
    assert.equal(numberFromText("0.125", true, undefined), "0.125", "of a count, no thousands");
    assert.equal(numberFromText("45.125", true, "."), "45.125", "others of the block have decimals with it");
    assert.equal(numberFromText("45.125", true, ","), "45125");
  });

  it("are two, as reports print quartiles and intervals", () => {
    for (const [typed, ...read] of [
      ["4.1 7.9", "4.1", "7.9"],
      ["4.1, 7.9", "4.1", "7.9"],
      ["4,1; 7,9", "4,1", "7,9"],
      ["(4.1–7.9)", "4.1", "7.9"],
      ["4-9", "4", "9"],
      ["[4 - 9]", "4", "9"],
      ["−9 −4", "−9", "−4"],
      ["-9--4", "-9", "-4"],
      ["-.5 .5", "-.5", ".5"],
      ["1,250, 1,300", "1,250", "1,300"],
      ["1e-3-2e-3", "1e-3", "2e-3"],
    ] as const)
      assert.deepEqual(twoNumbers(typed), read, typed);
    for (const typed of ["", "4", "49", "4,9", "1e-3", "4 9 12", "four nine"])
      assert.equal(twoNumbers(typed), undefined, typed);
  });
});
