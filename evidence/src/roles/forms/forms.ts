import { fixed, switched } from "../roles";
import { type Form, below, formFinder, ofArms, only, same, switches } from "./form";
import { reviewDb, revMan, revManPackage, rm5 } from "./revMan";

/** Rows in any list: data from R may be in each of these. */
const anyRows = ["/*/*", "/*/*/*", "/*/*/*/*"];
/** Recognises a form by lists of names in a row. */
function byNames(...lists: readonly string[]): Form["knownBy"] {
  return anyRows.flatMap((row) => lists.map((names) => names.split(" ").map((name) => `${row}/${name}`)));
}

const fixedOfR = { FE: "fixed-effect", EE: "fixed-effect", CE: "fixed-effect" };
const randomOfR = { REML: "random-effects", DL: "random-effects" };
const inverseOfR = Object.fromEntries(
  Object.keys({ ...fixedOfR, ...randomOfR }).map((name) => [name, "inverse-variance"]),
);

/** Arguments of R's metafor (`rma`, `escalc`). `yi` of a ratio is a logarithm. */
const metafor: Form = {
  name: "metafor",
  knownBy: byNames(
    "ai n1i ci n2i",
    "ai bi ci di",
    "tpos tneg cpos cneg",
    "m1i sd1i m2i sd2i",
    "yi vi",
    "yi sei",
  ),
  isOpen: true,
  roles: {
    ...switches({ true: "weighted drop00 correct", false: "flip", only0: "to", "0.5": "add", LS: "vtype" }),
    ...switches({ "": "mods weights V subset transf cluster" }),
    "/random": [
      only("true", "false"),
      { role: "model", values: { true: "random-effects", false: "fixed-effect", "*": "" } },
    ],
    "/measure": { role: "effect-measure", values: { PETO: "peto-odds-ratio", GEN: "other-difference" } },
    "/method": [
      { role: "model", values: { ...fixedOfR, ...randomOfR, MH: "fixed-effect", Peto: "fixed-effect" } },
      { role: "heterogeneity-estimator", values: { REML: "reml", DL: "dersimonian-laird" } },
      { role: "method", values: { MH: "mantel-haenszel", Peto: "peto", ...inverseOfR } },
    ],
    "/test": { role: "interval-method", values: { z: "wald", knha: "hksj", hksj: "hksj" } },
    "/level": "confidence-level",
    ...below(anyRows, {
      slab: "study",
      ...ofArms(["ai", "n1i", "m1i", "sd1i", "bi"], ["ci", "n2i", "m2i", "sd2i", "di"]),
      ...ofArms(["tpos", "", "", "", "tneg"], ["cpos", "", "", "", "cneg"]),
      yi: "estimate-log",
      vi: "variance",
      sei: "standard-error-log",
    }),
  },
};

const intervalsOfMeta = { classic: "wald", HK: "hksj" };

/** Arguments of R's meta (`metabin`, `metacont`, `metagen`). `TE` of a ratio is a logarithm. */
const meta: Form = {
  name: "meta",
  knownBy: byNames("event.e n.e event.c n.c", "n.e mean.e sd.e n.c mean.c sd.c", "TE seTE", "TE lower upper"),
  isOpen: true,
  ordered: ["effect-measure", "confidence-level"],
  roles: {
    ...switches({ "0.5": "incr", only0: "method.incr", Hedges: "method.smd" }),
    ...switches({ false: "allstudies addincr allincr tau.common exact.smd pooledvar MH.exact RR.Cochrane" }),
    ...switches({ "": "tau.preset adhoc.hakn adhoc.hakn.ci subset cluster" }),
    "/method": [
      { role: "method", values: { Inverse: "inverse-variance", MH: "mantel-haenszel", Peto: "peto" } },
      { role: "effect-measure", values: { Peto: "peto-odds-ratio", "*": "" } },
    ],
    "/sm": "effect-measure",
    "/method.tau": "heterogeneity-estimator",
    "/method.random.ci": { role: "interval-method", values: intervalsOfMeta },
    "/method.ci": { role: "interval-method", values: { z: "wald", ...intervalsOfMeta } },
    "/hakn": switched("interval-method", "hksj", "wald"),
    "/random": "model",
    "/common": fixed,
    "/fixed": fixed,
    "/level.ma": "confidence-level",
    "/level.comb": "confidence-level",
    "/level": "confidence-level",
    "/prediction": "prediction-interval",
    "/label.e": "experimental-label",
    "/label.c": "comparator-label",
    "/label.left": "favours-left",
    "/label.right": "favours-right",
    ...below(anyRows, {
      studlab: "study",
      ...ofArms(["event.e", "n.e", "mean.e", "sd.e"], ["event.c", "n.c", "mean.c", "sd.c"]),
      TE: "estimate-log",
      seTE: "standard-error-log",
      lower: "interval-low",
      upper: "interval-high",
      exclude: "excluded",
      cluster: only(),
    }),
  },
};

/** The item schema of the samples, `pairwise-analysis.schema.json`: other names are read as words. */
const sample: Form = {
  name: "the sample",
  knownBy: [
    ["/outcome-type", "/effect-measure", "/studies"],
    ["/outcome-type", "/effect-measure", "/subgroups"],
  ],
  isOpen: true,
  roles: {
    "/outcome-type": "data-type",
    ...same("", "studies", "subgroups"),
    "/subgroups/*/name": "subgroup-name",
    ...same("/subgroups/*", "studies"),
    ...below(["/studies/*", "/subgroups/*/studies/*"], {
      estimate: "estimate-log",
      "standard-error": "standard-error-log",
      "left-out": "excluded",
    }),
  },
};

/** All published forms, those with the most specific names first. */
export const forms: readonly Form[] = [revMan, rm5, revManPackage, metafor, meta, reviewDb, sample];

/** The published form that an item has. */
export const formOf = formFinder(forms);
