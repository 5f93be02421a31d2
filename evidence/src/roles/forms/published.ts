// The published forms: RevMan's documents, those of RevMan 5, its data packages, and the items of its back end,
// ReviewDB; the data of R's packages metafor and meta; the samples' item schema.

import { type RoleEntry, fixed, included, switched } from "../roles";
import {
  type Entries,
  type Form,
  below,
  formFinder,
  interval,
  named,
  ofArms,
  only,
  pool,
  same,
  sums,
} from "./form";
import { switches, unless } from "./form";

function inGroups(...names: readonly string[]): readonly [readonly string[], readonly string[]] {
  return [names.map((name) => `experimental-group/${name}`), names.map((name) => `control-group/${name}`)];
}
const revManResults = {
  ...named(interval, ["estimate/mean", "estimate/ci-start", "estimate/ci-end", "weight"]),
  "estimate/p-value": "result-p",
} as const;
const revManPool = {
  ...revManResults,
  ...named(pool, [
    "heterogeneity/chi-squared",
    "heterogeneity/i-squared",
    "heterogeneity/tau-squared/estimate",
  ]),
  ...named(sums, inGroups("cases", "sample-size").flat()),
};

/** RevMan's own analyses document: `…-analysis-data.json` of a data package. */
export const revMan: Form = {
  name: "RevMan",
  knownBy: [
    ["/data-rows", "/log-scale"],
    ["/data-rows", "/overall-estimate-enabled"],
    ["/data-rows", "/subgroup-estimates-enabled"],
    ["/data-rows", "/swap-event-and-non-event"],
    ["/data-rows", "/pi-enabled"],
    ["/data-rows", "/data-source"],
    ["/data-rows", "/display-settings"],
    ["/data-rows/*/applicability"],
  ],
  isOpen: false,
  isHtml: true,
  mayRepeatStudies: true,
  roles: {
    ...same("", "data-type", "method", "effect-measure", "model", "heterogeneity-estimator", "subgroups"),
    "/other-effect-measure": "measure-name",
    "/log-scale": "scale",
    "/unit-of-measure": "unit",
    "/overall-estimate-enabled": "total-shown",
    "/subgroup-estimates-enabled": "subtotals-shown",
    "/pi-enabled": "prediction-interval",
    "/swap-event-and-non-event": "swap-events",
    "/ci-method": "interval-method",
    "/ci-level": "confidence-level",
    "/display-settings/graph-label-left": "favours-left",
    "/display-settings/graph-label-right": "favours-right",
    "/control-group/label": "comparator-label",
    "/experimental-group/label": "experimental-label",
    ...below([""], revManPool),
    ...below(["/subgroups/*"], { name: "subgroup-name", number: "subgroup-key", ...revManPool }),
    "/data-rows": "studies",
    ...below(["/data-rows/*"], {
      "study-name": "study",
      "applicability/subgroup-number": "subgroup",
      "applicability/overall": switched("applies-to", "subgroup-and-overall", "subgroup-only"),
      ...ofArms(...inGroups("cases", "sample-size", "mean", "sd")),
      "contrast/mean": "estimate",
      "contrast/se": "standard-error",
      "o-e": "observed-minus-expected",
      footnote: "footnotes",
      ...revManResults,
    }),
    ...same("/data-rows/*", "year", "variance", "risk-of-bias"),
  },
};

/** The data type of each kind of outcome in RevMan 5, and the further properties of its rows. */
const rm5Kinds = {
  DICH: ["dichotomous", {}],
  CONT: ["continuous", ofArms(["", "", "MEAN_1", "SD_1"], ["", "", "MEAN_2", "SD_2"])],
  IV: ["contrast", { ESTIMATE: "estimate", SE: "standard-error" }],
  IPD: ["observed-expected", { O_E: "observed-minus-expected", VAR: "variance" }],
} as const;
const rm5Counts = ofArms(["EVENTS_1", "TOTAL_1"], ["EVENTS_2", "TOTAL_2"]);
const rm5Totals = ofArms(["", "TOTAL_1"], ["", "TOTAL_2"]);
const rm5Results = named(interval, ["EFFECT_SIZE", "CI_START", "CI_END", "WEIGHT"]);
const rm5Pool = {
  ...rm5Results,
  ...named(pool, ["CHI2", "I2", "TAU2", "P_Z", "STUDIES"]),
  ...named(sums, ["EVENTS_1", "TOTAL_1", "EVENTS_2", "TOTAL_2"]),
};

function rm5Kind(kind: keyof typeof rm5Kinds): Entries {
  const [name, own] = rm5Kinds[kind];
  const type: RoleEntry = { role: "data-type", values: { "*": name } };
  return {
    [`${kind}_DATA`]: ["studies", type],
    [`${kind}_SUBGROUP`]: ["subgroups", type],
    [`${kind}_SUBGROUP/*/${kind}_DATA`]: "studies",
    ...below([`${kind}_SUBGROUP/*`], { NAME: "subgroup-name", ...rm5Pool }),
    ...below([`${kind}_DATA/*`, `${kind}_SUBGROUP/*/${kind}_DATA/*`], {
      STUDY_ID: "study",
      STUDY: "study",
      FOOTNOTE: "footnotes",
      ...(kind === "DICH" || kind === "IPD" ? rm5Counts : rm5Totals),
      ...rm5Results,
      ...own,
    }),
  };
}

/** An outcome of RevMan 5 (`.rm5`), its attributes and children as JSON. */
const rm5: Form = {
  name: "RevMan 5",
  knownBy: Object.keys(rm5Kinds).flatMap((kind) =>
    ["", `/${kind}_OUTCOME`].flatMap((at) => [[`${at}/${kind}_DATA`], [`${at}/${kind}_SUBGROUP`]]),
  ),
  isOpen: false,
  mayRepeatStudies: true,
  roles: below(["", ...Object.keys(rm5Kinds).map((kind) => `/${kind}_OUTCOME`)], {
    TYPE: unless("data-type", "*"),
    EFFECT_MEASURE: [{ role: "effect-measure", values: { "*": "other-difference" } }, "measure-name"],
    METHOD: "method",
    RANDOM: "model",
    TOTALS: "totals",
    CI_TOTAL: "confidence-level",
    SWAP_EVENTS: "swap-events",
    LOG_DATA: "scale",
    UNITS: "unit",
    GROUP_LABEL_1: "experimental-label",
    GROUP_LABEL_2: "comparator-label",
    GRAPH_LABEL_1: "favours-left",
    GRAPH_LABEL_2: "favours-right",
    ...rm5Pool,
    ...rm5Kind("DICH"),
    ...rm5Kind("CONT"),
    ...rm5Kind("IV"),
    ...rm5Kind("IPD"),
  }),
};

/** The paths of rows in any list of the item, and in any list of a subgroup. */
const packageRows = ["/*/*", "/*/*/*/*"];
const packageResults = named(interval, ["Mean", "CI start", "CI end", "Weight"]);

/**
 * The CSV files of RevMan's data package, all three editions, as objects: the settings at the item, the data rows in a
 * list. `Subgroup Chi²` and the like have no role: they test differences between subgroups.
 */
const revManPackage: Form = {
  name: "RevMan's data package",
  knownBy: packageRows.flatMap((row) => [
    [`${row}/Study`, `${row}/Experimental N`, `${row}/Control N`],
    [`${row}/Study`, `${row}/GIV Mean`, `${row}/GIV SE`],
  ]),
  isOpen: true,
  isHtml: true,
  hasZerosForNothing: true,
  mayRepeatStudies: true,
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
    "/Log-scale data": unless("scale", "#N/A"),
    "/Unit of effect measure": "unit",
    "/Analysis model": "model",
    "/Heterogeneity estimator": unless("heterogeneity-estimator", "#N/A"),
    "/CI method": unless("interval-method", "#N/A"),
    "/CI~1PI level": "confidence-level",
    "/Estimate CI": "confidence-level",
    "/Overall estimates": "total-shown",
    "/Subgroup estimates": "subtotals-shown",
    "/Prediction interval": "prediction-interval",
    "/Swap event and non-event": unless("swap-events", "#N/A"),
    "/Experimental group label": unless("experimental-label", "[Not identical]"),
    "/Control group label": unless("comparator-label", "[Not identical]"),
    "/Graph label (left)": "favours-left",
    "/Graph label (right)": "favours-right",
    ...below([""], {
      ...packageResults,
      ...named(pool, ["Heterogeneity Chi²", "Heterogeneity I²", "Heterogeneity Tau²", "Effect P"]),
      ...named(sums, ["Experimental cases", "Experimental N", "Control cases", "Control N"]),
    }),
    ...below(packageRows, {
      Study: "study",
      "Study year": "year",
      Subgroup: "subgroup",
      Applicability: "applies-to",
      ...ofArms(
        ["Experimental cases", "Experimental N", "Experimental mean", "Experimental SD"],
        ["Control cases", "Control N", "Control mean", "Control SD"],
      ),
      "GIV Mean": "estimate",
      "GIV SE": "standard-error",
      "O-E": "observed-minus-expected",
      Variance: "variance",
      Footnotes: "footnotes",
      ...packageResults,
    }),
  },
};

/** The items of ReviewDB, the back end of RevMan Web. */
const reviewDb: Form = {
  name: "ReviewDB",
  knownBy: [
    ["/pairwiseDataRows"],
    ["/dataRows", "/effectMeasure"],
    ["/subgroups/*/dataRows"],
    ["/subgroups/*/pairwiseDataRows"],
  ],
  isOpen: true,
  mayRepeatStudies: true,
  roles: {
    ...same("", "method", "model", "totals", "subgroups"),
    "/type": "data-type",
    "/effectMeasure": "effect-measure",
    "/heterogeneityEstimator": "heterogeneity-estimator",
    "/ciMethod": "interval-method",
    "/ciLevel": "confidence-level",
    "/swapEvents": "swap-events",
    "/subgroups/*/name": "subgroup-name",
    ...below(["", "/subgroups/*"], { dataRows: "studies", pairwiseDataRows: "studies" }),
    ...below(
      ["", "/subgroups/*"].flatMap((at) => [`${at}/dataRows/*`, `${at}/pairwiseDataRows/*`]),
      {
        included,
        ...ofArms(["events1", "total1", "mean1", "sd1"], ["events2", "total2", "mean2", "sd2"]),
        estimate: "estimate-log",
        se: "standard-error-log",
        oe: "observed-minus-expected",
        variance: "variance",
        ...named(interval, ["effectEstimate", "ciStart", "ciEnd", "weight"]),
      },
    ),
  },
};

/** The paths of rows in lists at three depths, at any of which data from R may be. */
const anyRows = ["/*/*", "/*/*/*", "/*/*/*/*"];
/** Recognises a form by any of some lists of names that a row has. */
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
