import assert from "node:assert/strict";
import fc from "fast-check";
import type { Translate } from "../../../evidence/src/index";
import {
  bindRoles,
  evidenceOfItem,
  forestPlot,
  funnelPlot,
  pooledForest,
  studyTable,
} from "../../../evidence/src/index";

const english: Translate = (sentence, ...values) =>
  sentence.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));

const binding = bindRoles({});
const extreme = fc.constantFrom(
  ...[0, 5e-324, 1e-300, 1e-150, 0.5, 1, 7, 1e15, 1e16, 1e150, 1e300, 1e308, Number.MAX_VALUE],
);
const signed = fc.tuple(extreme, fc.boolean()).map(([size, isNegative]) => (isNegative ? -size : size));
const ofArms = fc.record({ total1: extreme, total2: extreme });
const means = fc.record({ mean1: signed, sd1: extreme, mean2: signed, sd2: extreme });
const rows = fc.oneof(
  fc.array(fc.record({ estimate: signed, se: extreme }), { minLength: 1, maxLength: 12 }),
  fc.array(
    fc.tuple(means, ofArms).map(([numbers, totals]) => ({ ...numbers, ...totals })),
    { minLength: 1, maxLength: 6 },
  ),
  fc.array(fc.record({ events1: extreme, events2: extreme, total1: extreme, total2: extreme }), {
    minLength: 1,
    maxLength: 6,
  }),
);
const items = fc.record({
  studies: rows,
  model: fc.constantFrom("fixed", "random"),
  "tau-estimator": fc.constantFrom("DL", "REML"),
  "ci-method": fc.constantFrom("Wald", "HKSJ"),
  "prediction-interval": fc.boolean(),
});

describe("evidence: the largest and smallest numbers", () => {
  it("make figures and tables in which all is a number", () => {
    fc.assert(
      fc.property(items, (item) => {
        const evidence = evidenceOfItem(item, binding);
        if (evidence.kind === "problem") return;
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
      { numRuns: Number(process.env.ANALYSES_TEST_RUNS ?? 1000) },
    );
  });
});
