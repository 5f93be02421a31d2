import type { Form } from "./form";
import { below } from "./form";

/** Any list of the item, and one in a subgroup. */
const rows = ["/*/*", "/*/*/*/*"];

const pooled = {
  Mean: "result-estimate",
  "CI start": "result-low",
  "CI end": "result-high",
  "Heterogeneity Tau²": "result-tau2",
  "Heterogeneity Chi²": "result-q",
  "Heterogeneity I²": "result-i2",
  "Effect P": "result-p",
} as const;

/**
 * The CSV files of RevMan's data package, all three editions, as objects: the settings at the item, the data rows in a
 * list. `Subgroup Chi²` and its like are tests of differences.
 */
export const revmanPackage: Form = {
  name: "RevMan's data package",
  knownBy: rows.flatMap((row) => [
    [`${row}/Study`, `${row}/Experimental N`, `${row}/Control N`],
    [`${row}/Study`, `${row}/GIV Mean`, `${row}/GIV SE`],
  ]),
  isOpen: true,
  isHtml: true,
  hasZerosForNothing: true,
  ordered: ["swap-events"],
  roles: {
    "/Data type": "data-type",
    "/Statistical method": "method",
    "/Effect measure": [
      {
        role: "effect-measure",
        values: { "Odds Ratio (Non-event)": "odds-ratio", "#N/A": "", "*": "other-difference" },
      },
      { role: "swap-events", values: { "Odds Ratio (Non-event)": "true", "*": "" } },
      "measure-name",
    ],
    "/Log-scale data": { role: "scale", values: { true: "log", false: "natural", "#N/A": "" } },
    "/Unit of effect measure": "unit",
    "/Analysis model": "model",
    "/Heterogeneity estimator": { role: "heterogeneity-estimator", values: { "#N/A": "" } },
    "/CI method": { role: "interval-method", values: { "#N/A": "" } },
    "/CI~1PI level": "confidence-level",
    "/Estimate CI": "confidence-level",
    "/Overall estimates": "total-shown",
    "/Subgroup estimates": "subtotals-shown",
    "/Prediction interval": "prediction-interval",
    "/Swap event and non-event": { role: "swap-events", values: { "#N/A": "" } },
    "/Experimental group label": { role: "experimental-label", values: { "[Not identical]": "" } },
    "/Control group label": { role: "comparator-label", values: { "[Not identical]": "" } },
    "/Graph label (left)": "favours-left",
    "/Graph label (right)": "favours-right",
    ...below([""], {
      ...pooled,
      "Experimental cases": "result-experimental-events",
      "Experimental N": "result-experimental-total",
      "Control cases": "result-comparator-events",
      "Control N": "result-comparator-total",
    }),
    ...below(rows, {
      Study: "study",
      "Study year": "year",
      Subgroup: "subgroup",
      Applicability: "applies-to",
      "Experimental cases": "experimental-events",
      "Experimental N": "experimental-total",
      "Experimental mean": "experimental-mean",
      "Experimental SD": "experimental-sd",
      "Control cases": "comparator-events",
      "Control N": "comparator-total",
      "Control mean": "comparator-mean",
      "Control SD": "comparator-sd",
      "GIV Mean": "estimate",
      "GIV SE": "standard-error",
      "O-E": "observed-minus-expected",
      Variance: "variance",
      Weight: "result-weight",
      Mean: "result-estimate",
      "CI start": "result-low",
      "CI end": "result-high",
      Footnotes: "footnotes",
    }),
  },
};
