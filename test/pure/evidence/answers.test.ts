import assert from "node:assert/strict";
import { type AnalysisResult, type PooledRows, computeAnalysis } from "@analyses/evidence";
import { type AnswerOfAnalysis, type PoolAnswer, analysisOf, answerCases } from "./support/answers";

describe("evidence: results of R with metafor", () => {
  for (const answerCase of answerCases)
    describe(answerCase.name, () => {
      for (const answer of answerCase.computed)
        it(`${answer.id} at ${answer.level} %`, () => {
          const result = computed(answerCase, answer, false);
          same(result.studies, answer.k, "studies");
          same(result.studies + result.notEstimable, answer.kTotal, "rows");
          comparePool(result, answer, answer.tau2);
          const by = answer.interval === "hksj" ? "tKminus1" : "normal";
          const prediction = result.studies < 3 ? undefined : answer.prediction?.[by];
          same(result.effect?.prediction?.low, prediction?.low, "prediction, low");
          same(result.effect?.prediction?.high, prediction?.high, "prediction, high");
          compareRows(result, answer);
        });
      for (const answer of answerCase.subgroupTests ?? [])
        it(`subgroups: ${answer.id} at ${answer.level} %`, () => {
          const result = computed(answerCase, answer, true);
          comparePool(result, answer.overall, answer.tau2);
          answer.subgroups.forEach((group, index) => {
            const found = result.subgroups?.[index];
            assert.ok(found);
            assert.equal(found.name, group.name);
            same(found.studies, group.k, `${group.name}: studies`);
            comparePool(found, group, answer.tau2);
            same((found.weight ?? NaN) * 100, group.weightPercent, `${group.name}: weight`);
          });
          if (answer.test === undefined) return;
          same(result.subgroupDifferences?.q, answer.test.Q, "test: Q");
          same(result.subgroupDifferences?.degreesOfFreedom, answer.test.df, "test: df");
          same(result.subgroupDifferences?.p, answer.test.p, "test: p");
          same((result.subgroupDifferences?.i2 ?? NaN) * 100, answer.test.I2, "test: I²");
        });
    });

  it("are all there", () => {
    const results = answerCases.flatMap(({ computed: results }) => results);
    assert.deepEqual([answerCases.length, results.length], [19, 199]);
  });
});

function computed(...parameters: Parameters<typeof analysisOf>): AnalysisResult {
  const result = computeAnalysis(analysisOf(...parameters));
  assert.ok(result.kind === "computed");
  return result;
}

function comparePool(
  { effect, heterogeneity }: PooledRows,
  answer: PoolAnswer,
  estimator: "DL" | "REML" | undefined,
): void {
  assert.equal(effect !== null, answer.estimable);
  same(effect?.estimate, answer.estimate, "estimate");
  // R computes no Hartung-Knapp-Sidik-Jonkman interval for one study; the engine uses the study's own, as RevMan does.
  if (answer.se === null) return;
  same(effect?.standardError, answer.se, "standard error");
  same(effect?.low, answer.ciLow, "low");
  same(effect?.high, answer.ciHigh, "high");
  same(effect?.statistic.value, answer.z ?? answer.t, "statistic");
  if (answer.df !== undefined)
    same(effect?.statistic.kind === "t" ? effect.statistic.degreesOfFreedom : undefined, answer.df, "df");
  same(effect?.p, answer.p, "p");
  // The engine reports no heterogeneity for a single study; R computes zero.
  if (answer.k < 2) {
    assert.equal(heterogeneity, null);
    return;
  }
  same(heterogeneity?.q, answer.Q, "Q");
  same(heterogeneity?.degreesOfFreedom, answer.Qdf, "df of Q");
  same(heterogeneity?.p, answer.Qp, "p of Q");
  same((heterogeneity?.i2 ?? NaN) * 100, estimator === "REML" ? answer.I2tau : answer.I2, "I²");
  same(heterogeneity?.tau2?.value, answer.tau2Value, "τ²");
  same(heterogeneity?.tau2?.low, answer.tau2CiLow, "τ², low");
  same(heterogeneity?.tau2?.high, answer.tau2CiHigh, "τ², high");
}

function compareRows({ rows }: AnalysisResult, { studies }: AnswerOfAnalysis): void {
  assert.equal(rows.length, studies.length);
  studies.forEach((answer, index) => {
    const row = rows[index];
    assert.ok(row);
    const where = (what: string): string => `${row.study}: ${what}`;
    assert.equal(row.effect.kind === "estimable", answer.estimable, where("estimable"));
    if (row.effect.kind !== "estimable") {
      assert.deepEqual([answer.yi, answer.weightPercent, row.weight], [null, 0, null]);
      return;
    }
    same(row.effect.estimate, answer.yi, where("estimate"));
    same(row.effect.standardError ** 2, answer.vi, where("variance"));
    same(row.interval?.low, answer.ciLow, where("low"));
    same(row.interval?.high, answer.ciHigh, where("high"));
    same((row.weight ?? NaN) * 100, answer.weightPercent, where("weight"));
  });
}

/** To 1e-8: relative, or absolute below 1. */
function same(actual: number | undefined, expected: number | null | undefined, what: string): void {
  if (typeof expected !== "number") {
    assert.equal(actual, undefined, what);
    return;
  }
  const distance = Math.abs((actual ?? NaN) - expected);
  assert.ok(distance <= 1e-8 * Math.max(1, Math.abs(expected)), `${what}: ${actual} instead of ${expected}`);
}
