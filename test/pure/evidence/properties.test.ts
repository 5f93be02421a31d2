import assert from "node:assert/strict";
import fc from "fast-check";
import type { Analysis, AnalysisResult, Model, Row } from "@analyses/evidence";
import { computeAnalysis, restrictedMaximumLikelihood } from "@analyses/evidence";
import { cases } from "../../support/size";

const models: readonly Model[] = [
  { kind: "fixed-effect" },
  ...(["dersimonian-laird", "reml"] as const).flatMap((estimator) =>
    (["wald", "hksj"] as const).map((interval): Model => ({ kind: "random-effects", estimator, interval })),
  ),
];
const model = fc.constantFrom(...models);

const counts = fc.integer({ min: 1, max: 400 }).chain((total) =>
  fc.record({
    events: fc.integer({ min: 0, max: total }),
    total: fc.constant(total),
  }),
);
const means = fc.record({
  // Magnitudes as in papers: scaling would lose a subnormal mean.
  mean: fc.integer({ min: -10_000, max: 10_000 }).map((hundredths) => hundredths / 100),
  standardDeviation: fc.double({ min: 0.1, max: 50, noNaN: true }),
  total: fc.integer({ min: 3, max: 300 }),
});
const dichotomousChoice = fc.constantFrom(
  ...(["odds-ratio", "risk-ratio", "risk-difference"] as const).flatMap((measure) =>
    (["mantel-haenszel", "inverse-variance"] as const).map((method) => ({ measure, method })),
  ),
  { measure: "peto-odds-ratio", method: "peto" } as const,
);
const continuousChoice = fc.constantFrom(
  { measure: "mean-difference", method: "inverse-variance" } as const,
  { measure: "standardized-mean-difference", method: "inverse-variance" } as const,
);

const common = {
  confidenceLevel: 0.95,
  totals: "totals-and-subtotals",
  predictionInterval: false,
  subgroups: null,
} as const;

function rowsOf<Data>(data: readonly Data[]): readonly Row<Data>[] {
  return data.map((one, id) => ({
    id,
    study: `Study ${id}`,
    subgroup: null,
    appliesTo: "subgroup-and-overall",
    excluded: false,
    data: one,
  }));
}

const dichotomous = fc
  .record({
    choice: dichotomousChoice,
    model,
    arms: fc.array(fc.record({ experimental: counts, comparator: counts }), { minLength: 1, maxLength: 12 }),
  })
  .map(({ choice, model: ofModel, arms }): Analysis => ({
    ...common,
    dataType: "dichotomous",
    choice,
    model: choice.method === "peto" ? { kind: "fixed-effect" } : ofModel,
    swapEvents: false,
    rows: rowsOf(arms),
  }));
const continuous = fc
  .record({
    choice: continuousChoice,
    model,
    arms: fc.array(fc.record({ experimental: means, comparator: means }), { minLength: 1, maxLength: 12 }),
  })
  .map(({ choice, model: ofModel, arms }): Analysis => ({
    ...common,
    dataType: "continuous",
    choice,
    model: ofModel,
    rows: rowsOf(arms),
  }));
const analysis = fc.oneof(dichotomous, continuous);

describe("evidence: what holds for any numbers", () => {
  it("does not ask in which order the rows stand", () =>
    fc.assert(
      fc.property(analysis, fc.infiniteStream(fc.nat()), (one, order) => {
        const keys = one.rows.map(() => order.next().value as number);
        const turned = withRows(one, (rows) =>
          [...rows].sort((first, second) => (keys[first.id] ?? 0) - (keys[second.id] ?? 0)),
        );
        const [expected, found] = [compute(one), compute(turned)];
        near(found.effect?.estimate, expected.effect?.estimate);
        near(found.effect?.standardError, expected.effect?.standardError);
        near(found.heterogeneity?.q, expected.heterogeneity?.q);
        for (const row of found.rows) near(row.weight ?? 0, expected.rows[row.id]?.weight ?? 0);
      }),
    ));

  it("negates the effect when the arms change places", () =>
    fc.assert(
      fc.property(analysis, (one) => {
        const [expected, found] = [compute(one), compute(withArmsExchanged(one))];
        // Mantel-Haenszel weights of ratios depend on which arm is the comparator; the estimate and its error do not.
        near(found.effect?.estimate, negated(expected.effect?.estimate));
        near(found.effect?.standardError, expected.effect?.standardError);
        near(found.effect?.low, negated(expected.effect?.high));
        near(found.effect?.p, expected.effect?.p);
        near(found.heterogeneity?.tau2?.value, expected.heterogeneity?.tau2?.value);
      }),
    ));

  it("scales mean differences with their unit, and nothing else", () =>
    fc.assert(
      fc.property(continuous, fc.integer({ min: -480, max: 480 }), (one, exponent) => {
        const factor = 2 ** exponent;
        const [expected, found] = [compute(one), compute(scaled(one, factor))];
        const unit = one.choice.measure === "mean-difference" ? factor : 1;
        near((found.effect?.estimate ?? 0) / unit, expected.effect?.estimate);
        near((found.effect?.standardError ?? 0) / unit, expected.effect?.standardError);
        near(found.effect?.p, expected.effect?.p);
        near(found.heterogeneity?.q, expected.heterogeneity?.q);
        near(found.heterogeneity?.i2, expected.heterogeneity?.i2);
      }),
    ));

  it("pools one study to itself", () =>
    fc.assert(
      fc.property(analysis, (one) => {
        const result = compute(withRows(one, (rows) => rows.slice(0, 1)));
        const effect = result.rows[0]?.effect;
        if (effect?.kind !== "estimable") {
          assert.equal(result.effect, null);
          return;
        }
        assert.equal(result.effect?.estimate, effect.estimate);
        assert.equal(result.effect.standardError, effect.standardError);
        assert.equal(result.rows[0]?.weight, 1);
        assert.equal(result.heterogeneity, null);
      }),
    ));

  it("shares out all of the weight, and has intervals around estimates", () =>
    fc.assert(
      fc.property(analysis, (one) => {
        const { effect, rows, heterogeneity } = compute(one);
        if (effect === null) return;
        near(
          rows.reduce((sum, { weight }) => sum + (weight ?? 0), 0),
          1,
        );
        assert.ok(effect.low <= effect.estimate && effect.estimate <= effect.high);
        assert.ok(effect.p >= 0 && effect.p <= 1);
        if (heterogeneity === null) return;
        assert.ok(heterogeneity.i2 >= 0 && heterogeneity.i2 <= 1);
        const { tau2 } = heterogeneity;
        assert.ok(tau2 === null || (tau2.low >= 0 && tau2.low <= tau2.high && tau2.value >= 0));
      }),
    ));

  it("finds no place where the restricted likelihood is greater than where it says", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            estimate: fc.double({ min: -3, max: 3, noNaN: true }),
            variance: fc.double({ min: 1e-4, max: 4, noNaN: true }),
          }),
          { minLength: 2, maxLength: 8 },
        ),
        (studies) => {
          const found = restrictedMaximumLikelihood({
            estimates: studies.map(({ estimate }) => estimate),
            variances: studies.map(({ variance }) => variance),
          });
          const best = logLikelihood(studies, found);
          for (let tau2 = 1e-6; tau2 < 100; tau2 *= 1.07)
            assert.ok(logLikelihood(studies, tau2) <= best + 1e-9, `τ² = ${tau2} instead of ${found}`);
          assert.ok(logLikelihood(studies, 0) <= best + 1e-9);
        },
      ),
    ));

  it("never throws and never gives NaN, whatever finite numbers it is given", () => {
    const any = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, 1, 1e300, -1e300, 1e-300, 5e-324, 1.7e308),
      fc.integer({ min: 0, max: 3 }),
    );
    const size = any.map(Math.abs);
    const wildCounts = fc
      .record({ events: size, total: size })
      .map(({ events, total }) => ({ events: Math.min(events, total), total }));
    const wildMeans = fc.record({ mean: any, standardDeviation: size, total: size });
    const arms = <Arm>(arm: fc.Arbitrary<Arm>): fc.Arbitrary<{ experimental: Arm; comparator: Arm }[]> =>
      fc.array(fc.record({ experimental: arm, comparator: arm }), { maxLength: 6 });
    const wild = fc.oneof(
      fc.record({ choice: dichotomousChoice, model, data: arms(wildCounts) }).map((one): Analysis => ({
        ...common,
        dataType: "dichotomous",
        swapEvents: false,
        choice: one.choice,
        model: one.model,
        rows: rowsOf(one.data),
      })),
      fc.record({ choice: continuousChoice, model, data: arms(wildMeans) }).map((one): Analysis => ({
        ...common,
        dataType: "continuous",
        choice: one.choice,
        model: one.model,
        rows: rowsOf(one.data),
      })),
      fc
        .record({
          model,
          data: fc.array(fc.record({ estimate: any, standardError: size, participants: fc.constant(null) }), {
            maxLength: 6,
          }),
        })
        .map((one): Analysis => ({
          ...common,
          dataType: "contrast",
          choice: { measure: "other-ratio", method: "inverse-variance" },
          model: one.model,
          rows: rowsOf(one.data),
        })),
      fc
        .record({
          model,
          data: fc.array(
            fc.record({ observedMinusExpected: any, variance: size, participants: fc.constant(null) }),
            { maxLength: 6 },
          ),
        })
        .map((one): Analysis => ({
          ...common,
          dataType: "observed-expected",
          choice: { measure: "hazard-ratio", method: "peto" },
          model: one.model,
          rows: rowsOf(one.data),
        })),
    );
    fc.assert(
      fc.property(wild, (one) => {
        assert.deepEqual(placesOfNaN(computeAnalysis(one)), []);
      }),
      { numRuns: cases(5000) },
    );
  });
});

function compute(one: Analysis): AnalysisResult {
  const result = computeAnalysis(one);
  assert.ok(result.kind === "computed");
  return result;
}

function withRows(
  one: Analysis,
  change: <Data>(rows: readonly Row<Data>[]) => readonly Row<Data>[],
): Analysis {
  switch (one.dataType) {
    case "dichotomous":
      return { ...one, rows: change(one.rows) };
    case "continuous":
      return { ...one, rows: change(one.rows) };
    case "contrast":
      return { ...one, rows: change(one.rows) };
    case "observed-expected":
      return { ...one, rows: change(one.rows) };
  }
}

function withArmsExchanged(one: Analysis): Analysis {
  const exchange = <Arm>(row: Row<{ experimental: Arm; comparator: Arm }>): typeof row => ({
    ...row,
    data: row.data && { experimental: row.data.comparator, comparator: row.data.experimental },
  });
  if (one.dataType === "dichotomous") return { ...one, rows: one.rows.map(exchange) };
  return one.dataType === "continuous" ? { ...one, rows: one.rows.map(exchange) } : one;
}

function scaled(one: Analysis, factor: number): Analysis {
  if (one.dataType !== "continuous") return one;
  const arm = <Arm extends { mean: number; standardDeviation: number }>(of: Arm): Arm => ({
    ...of,
    mean: of.mean * factor,
    standardDeviation: of.standardDeviation * factor,
  });
  return {
    ...one,
    rows: one.rows.map((row) => ({
      ...row,
      data: row.data && { experimental: arm(row.data.experimental), comparator: arm(row.data.comparator) },
    })),
  };
}

/** An independent implementation, not the engine's. */
function logLikelihood(studies: readonly { estimate: number; variance: number }[], tau2: number): number {
  const weights = studies.map(({ variance }) => 1 / (variance + tau2));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const centre =
    studies.reduce((sum, { estimate }, index) => sum + estimate * (weights[index] ?? 0), 0) / all;
  const squares = studies.map(({ estimate }, index) => (weights[index] ?? 0) * (estimate - centre) ** 2);
  const logarithms = weights.reduce((sum, weight) => sum + Math.log(weight), 0);
  return (logarithms - Math.log(all) - squares.reduce((sum, square) => sum + square, 0)) / 2;
}

function negated(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}

/** To 1e-7: reordered rows and exchanged arms differ only by rounding. */
function near(actual: number | undefined, expected: number | undefined): void {
  if (expected === undefined) {
    assert.equal(actual, undefined);
    return;
  }
  const distance = Math.abs((actual ?? NaN) - expected);
  assert.ok(distance <= 1e-7 * Math.max(1, Math.abs(expected)), `${actual} instead of ${expected}`);
}

function placesOfNaN(value: unknown, place = ""): readonly string[] {
  if (typeof value === "number") return Number.isNaN(value) ? [place] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => placesOfNaN(one, `${place}/${name}`));
}
