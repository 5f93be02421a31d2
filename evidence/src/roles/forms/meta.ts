import type { Form } from "./form";
import { below } from "./form";

const rows = ["/*/*", "/*/*/*", "/*/*/*/*"];
const intervals = { classic: "wald", HK: "hksj" };

/** Arguments of R's meta (`metabin`, `metacont`, `metagen`), with its data in any list. `TE` of a ratio is a logarithm. */
export const meta: Form = {
  name: "meta",
  knownBy: rows.flatMap((row) => [
    [`${row}/event.e`, `${row}/n.e`, `${row}/event.c`, `${row}/n.c`],
    [`${row}/n.e`, `${row}/mean.e`, `${row}/sd.e`, `${row}/n.c`, `${row}/mean.c`, `${row}/sd.c`],
    [`${row}/TE`, `${row}/seTE`],
    [`${row}/TE`, `${row}/lower`, `${row}/upper`],
  ]),
  isOpen: true,
  ordered: ["effect-measure", "confidence-level"],
  only: {
    "/incr": ["0.5"],
    "/method.incr": ["only0"],
    "/allstudies": ["false"],
    "/addincr": ["false"],
    "/allincr": ["false"],
    "/tau.preset": [],
    "/tau.common": ["false"],
    "/exact.smd": ["false"],
    "/pooledvar": ["false"],
    "/MH.exact": ["false"],
    "/RR.Cochrane": ["false"],
    "/method.smd": ["Hedges"],
    "/adhoc.hakn": [""],
    "/adhoc.hakn.ci": [""],
  },
  roles: {
    "/method": [
      { role: "method", values: { Inverse: "inverse-variance", MH: "mantel-haenszel", Peto: "peto" } },
      { role: "effect-measure", values: { Peto: "peto-odds-ratio", "*": "" } },
    ],
    "/sm": "effect-measure",
    "/method.tau": "heterogeneity-estimator",
    "/method.random.ci": { role: "interval-method", values: intervals },
    "/method.ci": { role: "interval-method", values: { z: "wald", ...intervals } },
    "/hakn": { role: "interval-method", values: { true: "hksj", false: "wald" } },
    "/random": { role: "model", values: { true: "random-effects", false: "fixed-effect" } },
    "/common": { role: "model", values: { true: "fixed-effect", false: "random-effects" } },
    "/fixed": { role: "model", values: { true: "fixed-effect", false: "random-effects" } },
    "/level.ma": "confidence-level",
    "/level.comb": "confidence-level",
    "/level": "confidence-level",
    "/prediction": "prediction-interval",
    "/label.e": "experimental-label",
    "/label.c": "comparator-label",
    "/label.left": "favours-left",
    "/label.right": "favours-right",
    ...below(rows, {
      studlab: "study",
      "event.e": "experimental-events",
      "n.e": "experimental-total",
      "mean.e": "experimental-mean",
      "sd.e": "experimental-sd",
      "event.c": "comparator-events",
      "n.c": "comparator-total",
      "mean.c": "comparator-mean",
      "sd.c": "comparator-sd",
      TE: "estimate-log",
      seTE: "standard-error-log",
      lower: "interval-low",
      upper: "interval-high",
      exclude: "excluded",
    }),
  },
};
