import assert from "node:assert/strict";
import fc from "fast-check";
import type { Analysis, AnalysisResult, Model, Totals } from "@analyses/evidence";
import {
  english,
  bindRoles,
  checkItem,
  chiSquaredQuantile,
  computeAnalysis,
  evidenceOfItem,
  forestPlot,
  funnelPlot,
  itemsOfDocument,
  pooledForest,
  restrictedMaximumLikelihood,
  rScript,
  smallForest,
  studyTable,
} from "@analyses/evidence";
import { textReport } from "@analyses/evidence/report/textReport";
import { cases, sized } from "../../support/size";

const binding = bindRoles({});
const extreme = fc.constantFrom(
  ...[0, 5e-324, 1e-300, 1e-150, 0.5, 1, 7, 1e15, 1e16, 1e150, 1e300, 1e308, Number.MAX_VALUE],
);
const signed = fc.tuple(extreme, fc.boolean()).map(([size, isNegative]) => (isNegative ? -size : size));
const count = fc.constantFrom(0, 1, 7, 1e15, 1e150, 1e300, 1e308, Number.MAX_VALUE);
const counts = fc
  .tuple(count, count)
  .map(([one, other]) => ({ events: Math.min(one, other), total: Math.max(one, other) }));
const arms = fc.tuple(counts, counts).map(([one, two]) => ({
  ...{ events1: one.events, total1: one.total },
  ...{ events2: two.events, total2: two.total },
}));
const means = fc.record({
  ...{ mean1: signed, sd1: extreme, total1: count },
  ...{ mean2: signed, sd2: extreme, total2: count },
});
const of = <Row>(row: fc.Arbitrary<Row>, ...measures: readonly string[]) =>
  fc.record({
    studies: fc.array(row, { minLength: 1, maxLength: 8 }),
    effectMeasure: fc.constantFrom(...measures),
  });
const items = fc
  .tuple(
    fc.oneof(
      of(fc.record({ estimate: signed, se: extreme }), "HR", "MD", "ratio"),
      of(means, "MD", "SMD"),
      of(arms, "OR", "RR", "RD", "PETO_OR"),
      of(fc.record({ oe: signed, variance: extreme }), "HR"),
    ),
    fc.record({
      method: fc.constantFrom(undefined, "MH", "IV", "PETO"),
      model: fc.constantFrom("fixed", "random"),
      "tau-estimator": fc.constantFrom("DL", "REML"),
      "ci-method": fc.constantFrom("Wald", "HKSJ"),
      "prediction-interval": fc.boolean(),
    }),
  )
  .map(([data, choices]) => ({ ...data, ...choices }));

describe("evidence: the largest and smallest numbers", () => {
  it("make figures and tables in which all is a number", () => {
    fc.assert(
      fc.property(items, (item) => {
        const evidence = evidenceOfItem(item, binding);
        if (evidence.kind === "problem") return;
        assert.deepEqual(placesOfNaN(evidence.result), []);
        for (const figure of [
          forestPlot(evidence, "", english),
          funnelPlot(evidence, "", english),
          ...(["leave-one-out", { cumulative: "document" }, "sensitivity"] as const).map((kind) =>
            pooledForest(evidence, kind, "", english),
          ),
        ])
          for (const mark of figure.marks)
            for (const [name, value] of Object.entries(mark)) {
              const isNumber = typeof value !== "number" || Number.isFinite(value);
              assert.ok(isNumber && !/NaN|Infinity/.test(String(value)), `${mark.key} ${name}: ${value}`);
            }
        assert.doesNotMatch(studyTable(evidence, english).join("\n"), /NaN|Infinity/);
      }),
      { numRuns: cases(5000) },
    );
  });
});

describe("evidence: restricted maximum likelihood", () => {
  it("finds no τ² where the likelihood is greater", () =>
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
});

describe("evidence: more studies than a call takes arguments", () => {
  it("are pooled, drawn and reported", () => {
    const numbers = { events1: 12, total1: 148, events2: 19, total2: 151 };
    // Only the long run exceeds the arguments that a call can take; the linter finds spread calls at any size.
    const studies = Array.from({ length: sized(140_000) }, (_, index) => ({
      study: `Abara ${index}`,
      ...numbers,
    }));
    const item = { number: 1, name: "Mortality", effectMeasure: "RR", method: "MH", studies };
    const groups = [{ number: 1, name: "Drug", analyses: [item] }];
    const [one] = itemsOfDocument({ "analysis-groups": groups }, binding);
    assert.ok(one?.evidence.kind === "computed");
    const figures = [
      forestPlot(one.evidence, "", english),
      funnelPlot(one.evidence, "", english),
      smallForest(one.evidence, "", english),
    ];
    for (const { width } of figures) assert.ok(width > 0 && Number.isFinite(width));
    for (const text of [textReport("a.json", [one]), rScript([one])])
      assert.ok(text.includes(`Abara ${studies.length - 1}`), text.slice(0, 1000));
    checkItem(one.evidence);
  });
});

describe("evidence: a text beyond all measure", () => {
  it("is no level of confidence", () => {
    // Quadratic matching, which searches for the end of the blanks from each blank, would never finish.
    const level = `95${" ".repeat(300_000)}x`;
    const { content } = evidenceOfItem({ "confidence-level": level, studies: [] }, binding);
    // An unknown value stays as written.
    assert.ok(content.choices.get("confidence-level")?.value === level);
  });
});

describe("evidence: digits that rounding must not cost", () => {
  const pooled = (
    model: Model,
    studies: readonly (readonly [estimate: number, standardError: number, subgroup?: number])[],
    totals: Totals = "totals-and-subtotals",
  ): AnalysisResult => {
    const analysis: Analysis = {
      dataType: "contrast",
      choice: { measure: "other-difference", method: "inverse-variance" },
      model,
      confidenceLevel: 0.95,
      totals,
      predictionInterval: false,
      subgroups: studies.some(([, , subgroup]) => subgroup !== undefined) ? ["First", "Second"] : null,
      rows: studies.map(([estimate, standardError, subgroup = null], id) => ({
        id,
        study: `Study ${id}`,
        subgroup,
        appliesTo: "subgroup-and-overall",
        excluded: false,
        data: { estimate, standardError, participants: null },
      })),
    };
    const result = computeAnalysis(analysis);
    assert.ok(result.kind === "computed");
    return result;
  };
  const hksj: Model = { kind: "random-effects", estimator: "reml", interval: "hksj" };

  it("keeps those of τ² and its interval where one study outweighs the other, as two studies' formula has them", () => {
    for (const [one, other, exponent] of [
      [0.4, 0.98625354, 0],
      [1.4679037e-6, 0.98625354, -7],
      [12.5, 12.75, -6],
      [-900.25, -903, -4],
    ] as const) {
      const [large, small] = [0.2, 0.554 * 10 ** exponent];
      const { heterogeneity } = pooled(hksj, [
        [one, large],
        [other, small],
      ]);
      // Q is (y₁ − y₂)²/(v₁ + v₂ + 2τ²).
      const tau2At = (q: number): number =>
        Math.max(0, ((one - other) ** 2 / q - large ** 2 - small ** 2) / 2);
      const { value, low, high } = heterogeneity?.tau2 ?? { value: NaN, low: NaN, high: NaN };
      for (const [found, expected] of [
        [heterogeneity?.q ?? NaN, (one - other) ** 2 / (large ** 2 + small ** 2)],
        [value, tau2At(1)],
        [low, tau2At(chiSquaredQuantile(0.025, 1))],
        [high, tau2At(chiSquaredQuantile(0.975, 1))],
      ] as const)
        assert.ok(Math.abs(found - expected) <= 1e-11 * expected, `${found} instead of ${expected}`);
    }
  });

  it("has no error left, and no test of differences, where the studies of a subgroup agree", () => {
    for (const [one, two, three] of [
      [0.3, 0.3, 0.3],
      [5.3 - 3.2, 2.1, 7.4 - 5.3],
    ] as const) {
      const { subgroups, subgroupDifferences } = pooled(hksj, [
        [one, 0.1, 0],
        [two, 0.2, 0],
        [three, 0.37, 0],
        [0.9, 0.2, 1],
        [1.4, 0.3, 1],
      ]);
      const effect = subgroups?.[0]?.effect;
      assert.equal(effect?.standardError, 0);
      assert.equal(effect.low, effect.high);
      assert.equal(effect.statistic.value, Infinity);
      assert.equal(subgroupDifferences, null);
    }
  });

  it("keeps those of a test of differences where one subgroup outweighs the other", () => {
    const { subgroupDifferences } = pooled({ kind: "fixed-effect" }, [
      [1.4679037e-6, 1.392, 0],
      [0.98625354, 5.54e-8, 1],
    ]);
    const expected = (1.4679037e-6 - 0.98625354) ** 2 / (1.392 ** 2 + 5.54e-8 ** 2);
    const found = subgroupDifferences?.q ?? NaN;
    assert.ok(Math.abs(found - expected) <= 1e-11 * expected, `${found} instead of ${expected}`);
  });

  it("makes no test of differences where it leaves the range of numbers", () => {
    const { subgroups, subgroupDifferences } = pooled(
      { kind: "fixed-effect" },
      [
        [1e-185, 1e-100, 0],
        [1e292, 1e-8, 1],
      ],
      "subtotals-only",
    );
    assert.equal(subgroups?.[1]?.effect?.estimate, 1e292);
    assert.equal(subgroupDifferences, null);
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
