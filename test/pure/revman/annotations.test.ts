import assert from "node:assert/strict";
import { bindRoles, describeRoles } from "@analyses/evidence";
import revmanAnalysis from "@analyses/schemas/revman-analysis.schema.json";
import { revmanExamples } from "../../support/revmanExamples";
import { subschemasIn } from "../../support/itemSchemas";

interface Document {
  readonly "analysis-groups": readonly { readonly analyses: readonly unknown[] }[];
}

/** Expected path of each role, for all data types: choices and labels in the analysis, numbers in a row. */
const expected = {
  "data-type": "/data-type",
  method: "/method",
  "effect-measure": "/effect-measure",
  scale: "/log-scale",
  unit: "/unit-of-measure",
  model: "/model",
  "heterogeneity-estimator": "/heterogeneity-estimator",
  "prediction-interval": "/pi-enabled",
  "swap-events": "/swap-event-and-non-event",
  "interval-method": "/ci-method",
  "confidence-level": "/ci-level",
  "favours-left": "/display-settings/graph-label-left",
  "favours-right": "/display-settings/graph-label-right",
  "comparator-label": "/control-group/label",
  "experimental-label": "/experimental-group/label",
  subgroups: "/subgroups",
  "subgroup-name": "/subgroups/*/name",
  studies: "/data-rows",
  study: "/data-rows/*/study-name",
  year: "/data-rows/*/year",
  subgroup: "/data-rows/*/applicability/subgroup-number",
  "comparator-events": "/data-rows/*/control-group/cases",
  "comparator-total": "/data-rows/*/control-group/sample-size",
  "comparator-mean": "/data-rows/*/control-group/mean",
  "comparator-sd": "/data-rows/*/control-group/sd",
  "experimental-events": "/data-rows/*/experimental-group/cases",
  "experimental-total": "/data-rows/*/experimental-group/sample-size",
  "experimental-mean": "/data-rows/*/experimental-group/mean",
  "experimental-sd": "/data-rows/*/experimental-group/sd",
  estimate: "/data-rows/*/contrast/mean",
  "standard-error": "/data-rows/*/contrast/se",
  footnotes: "/data-rows/*/footnote",
};

describe("the annotations of RevMan's item schema", () => {
  it("say at which path each role is", () => {
    const binding = bindRoles({ subschemas: subschemasIn(revmanAnalysis) });
    const items = revmanExamples().flatMap(({ text }) =>
      (JSON.parse(text) as Document)["analysis-groups"].flatMap(({ analyses }) => analyses),
    );
    const unit = { "unit-of-measure": "days" };
    const bound = [...items, unit].flatMap((item) => describeRoles(item, binding).bound);
    const found = new Map<string, Set<string>>();
    for (const { role, path, by } of bound)
      if (by === "annotation") found.set(role, (found.get(role) ?? new Set()).add(path));
    for (const [role, path] of Object.entries(expected))
      assert.deepEqual([...(found.get(role) ?? [])], [path], role);
  });
});
