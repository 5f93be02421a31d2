import type { Form } from "./form";
import { below } from "./form";

const rows = [
  "/dataRows/*",
  "/pairwiseDataRows/*",
  "/subgroups/*/dataRows/*",
  "/subgroups/*/pairwiseDataRows/*",
];

/** The items of ReviewDB, behind RevMan Web. */
export const reviewDb: Form = {
  name: "ReviewDB",
  knownBy: [
    ["/pairwiseDataRows"],
    ["/dataRows", "/effectMeasure"],
    ["/subgroups/*/dataRows"],
    ["/subgroups/*/pairwiseDataRows"],
  ],
  isOpen: true,
  roles: {
    "/type": "data-type",
    "/method": "method",
    "/model": "model",
    "/effectMeasure": "effect-measure",
    "/heterogeneityEstimator": "heterogeneity-estimator",
    "/ciMethod": "interval-method",
    "/ciLevel": "confidence-level",
    "/totals": "totals",
    "/swapEvents": "swap-events",
    "/dataRows": "studies",
    "/pairwiseDataRows": "studies",
    "/subgroups": "subgroups",
    "/subgroups/*/name": "subgroup-name",
    "/subgroups/*/dataRows": "studies",
    "/subgroups/*/pairwiseDataRows": "studies",
    ...below(rows, {
      included: { role: "excluded", values: { true: "false", false: "true" } },
      events1: "experimental-events",
      total1: "experimental-total",
      mean1: "experimental-mean",
      sd1: "experimental-sd",
      events2: "comparator-events",
      total2: "comparator-total",
      mean2: "comparator-mean",
      sd2: "comparator-sd",
      estimate: "estimate-log",
      se: "standard-error-log",
      oe: "observed-minus-expected",
      variance: "variance",
      effectEstimate: "result-estimate",
      ciStart: "result-low",
      ciEnd: "result-high",
      weight: "result-weight",
    }),
  },
};
