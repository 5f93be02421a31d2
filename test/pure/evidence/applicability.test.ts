import assert from "node:assert/strict";
import { type Analysis, type AppliesTo, type PooledRows, computeAnalysis } from "@analyses/evidence";
import { each } from "../../support/each";

/** A trial with one placebo and two drug arms: each drug arm in its own subgroup, and both combined in the total. */
const rows: readonly (readonly [AppliesTo, subgroup: number | null, estimate: number, error: number])[] = [
  ["subgroup-and-overall", 0, -0.2, 0.1],
  ["subgroup-and-overall", 0, -0.5, 0.2],
  ["subgroup-only", 0, 0.9, 0.1],
  ["subgroup-and-overall", 1, 0.1, 0.3],
  ["subgroup-only", 1, 0.7, 0.2],
  ["overall-only", null, 0.8, 0.1],
  ["overall-only", 1, 0.6, 0.15],
];

function pooled(isWanted: (applies: AppliesTo) => boolean, subgroups: readonly string[] | null) {
  const analysis: Analysis = {
    dataType: "contrast",
    choice: { measure: "risk-ratio", method: "inverse-variance" },
    model: { kind: "random-effects", estimator: "dersimonian-laird", interval: "wald" },
    confidenceLevel: 0.95,
    totals: "totals-and-subtotals",
    predictionInterval: false,
    subgroups,
    rows: rows.flatMap(([appliesTo, subgroup, estimate, standardError], id) =>
      isWanted(appliesTo)
        ? [
            {
              id,
              study: `Study ${id}`,
              subgroup,
              appliesTo,
              excluded: false,
              data: { estimate, standardError, participants: 100 },
            },
          ]
        : [],
    ),
  };
  const result = computeAnalysis(analysis);
  assert.ok(result.kind === "computed");
  return result;
}

function numbersOf({ studies, participants, effect, heterogeneity }: PooledRows) {
  const { q, i2, tau2 } = heterogeneity ?? {};
  return { studies, participants, effect, q, i2, tau2: tau2?.value };
}

describe("evidence: rows for the total or for a subtotal alone", () => {
  const names = ["Low dose", "High dose"];
  const all = pooled(() => true, names);

  it("keeps rows for subgroups alone out of the total", () => {
    const total = pooled((applies) => applies !== "subgroup-only", null);
    assert.deepEqual(numbersOf(all), numbersOf(total));
    assert.deepEqual([all.studies, all.participants], [5, 500]);
    const weights = all.rows.filter(({ weight }) => weight !== null);
    assert.deepEqual(
      weights.map(({ id, weight }) => [id, weight]),
      total.rows.map(({ id, weight }) => [id, weight]),
    );
  });

  it("keeps rows for the total alone out of the subtotals and their test", () => {
    const subtotals = pooled((applies) => applies !== "overall-only", names);
    assert.deepEqual(all.subgroups?.map(numbersOf), subtotals.subgroups?.map(numbersOf));
    each(all.subgroups, ({ studies }) => studies, [3, 2]);
    assert.deepEqual(all.subgroupDifferences, subtotals.subgroupDifferences);
  });
});
