import type { Form } from "./form";
import { below } from "./form";

const rows = ["/*/*", "/*/*/*", "/*/*/*/*"];
const fixed = { FE: "fixed-effect", EE: "fixed-effect", CE: "fixed-effect" };
const random = { REML: "random-effects", DL: "random-effects" };
const inverse = Object.fromEntries(
  [...Object.keys(fixed), ...Object.keys(random)].map((name) => [name, "inverse-variance"]),
);

/** Arguments of R's metafor (`rma`, `escalc`), with its data in any list. `yi` of a ratio is a logarithm. */
export const metafor: Form = {
  name: "metafor",
  knownBy: rows.flatMap((row) => [
    [`${row}/ai`, `${row}/n1i`, `${row}/ci`, `${row}/n2i`],
    [`${row}/ai`, `${row}/bi`, `${row}/ci`, `${row}/di`],
    [`${row}/tpos`, `${row}/tneg`, `${row}/cpos`, `${row}/cneg`],
    [`${row}/m1i`, `${row}/sd1i`, `${row}/m2i`, `${row}/sd2i`],
    [`${row}/yi`, `${row}/vi`],
    [`${row}/yi`, `${row}/sei`],
  ]),
  isOpen: true,
  only: {
    "/weighted": ["true"],
    "/to": ["only0"],
    "/add": ["0.5"],
    "/drop00": ["true"],
    "/mods": [],
    "/vtype": ["LS"],
    "/flip": ["false"],
    "/correct": ["true"],
    "/random": ["true", "false"],
  },
  roles: {
    "/measure": { role: "effect-measure", values: { PETO: "peto-odds-ratio", GEN: "other-difference" } },
    "/method": [
      { role: "model", values: { ...fixed, ...random, MH: "fixed-effect", Peto: "fixed-effect" } },
      { role: "heterogeneity-estimator", values: { REML: "reml", DL: "dersimonian-laird" } },
      { role: "method", values: { MH: "mantel-haenszel", Peto: "peto", ...inverse } },
    ],
    "/test": { role: "interval-method", values: { z: "wald", knha: "hksj", hksj: "hksj" } },
    "/level": "confidence-level",
    ...below(rows, {
      slab: "study",
      ai: "experimental-events",
      bi: "experimental-non-events",
      ci: "comparator-events",
      di: "comparator-non-events",
      tpos: "experimental-events",
      tneg: "experimental-non-events",
      cpos: "comparator-events",
      cneg: "comparator-non-events",
      n1i: "experimental-total",
      n2i: "comparator-total",
      m1i: "experimental-mean",
      sd1i: "experimental-sd",
      m2i: "comparator-mean",
      sd2i: "comparator-sd",
      yi: "estimate-log",
      vi: "variance",
      sei: "standard-error-log",
    }),
  },
};
