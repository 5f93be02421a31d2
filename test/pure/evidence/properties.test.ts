import assert from "node:assert/strict";
import fc from "fast-check";
import type { Analysis, Model, Row } from "@analyses/evidence";
import { computeAnalysis, restrictedMaximumLikelihood } from "@analyses/evidence";
import { cases } from "../../support/size";

const models: readonly Model[] = [
  { kind: "fixed-effect" },
  ...(["dersimonian-laird", "reml"] as const).flatMap((estimator) =>
    (["wald", "hksj"] as const).map((interval): Model => ({ kind: "random-effects", estimator, interval })),
  ),
];
const model = fc.constantFrom(...models);

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

describe("evidence: what holds for any numbers", () => {
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

function placesOfNaN(value: unknown, place = ""): readonly string[] {
  if (typeof value === "number") return Number.isNaN(value) ? [place] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => placesOfNaN(one, `${place}/${name}`));
}
