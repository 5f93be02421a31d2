import assert from "node:assert/strict";
import { english, type Figure, bindRoles, evidenceOfItem, forestPlot } from "@analyses/evidence";
import { answerCases } from "./answers";

export const bcg = answerCases.find(({ name }) => name === "bcg");

/** Colditz 1994: BCG vaccination against tuberculosis. */
export const published = {
  "effect-measure": "RR",
  method: "IV",
  model: "random",
  "heterogeneity-estimator": "REML",
  "prediction-interval": true,
  "experimental-label": "Vaccinated",
  "favours-left": "Vaccine better",
  studies: bcg?.rows.map((row) => ({
    ...row,
    group: undefined,
    "risk-of-bias": { "random-sequence": "LOW", blinding: "HIGH", other: "UNCLEAR" },
  })),
};

export function computed(item: unknown) {
  const evidence = evidenceOfItem(JSON.parse(JSON.stringify(item)), bindRoles({}));
  assert.ok(evidence.kind === "computed", JSON.stringify(evidence));
  return evidence;
}

export function forest(item: unknown): Figure {
  return forestPlot(computed(item), "1.1 Tuberculosis", english);
}
