import type { RoleEntry } from "../roles";
import type { Form } from "./form";
import { below } from "./form";

const pooled = {
  EFFECT_SIZE: "result-estimate",
  CI_START: "result-low",
  CI_END: "result-high",
  TAU2: "result-tau2",
  CHI2: "result-q",
  I2: "result-i2",
  P_Z: "result-p",
  STUDIES: "result-studies",
  EVENTS_1: "result-experimental-events",
  TOTAL_1: "result-experimental-total",
  EVENTS_2: "result-comparator-events",
  TOTAL_2: "result-comparator-total",
} as const;

const row = {
  STUDY_ID: "study",
  STUDY: "study",
  FOOTNOTE: "footnotes",
  TOTAL_1: "experimental-total",
  TOTAL_2: "comparator-total",
  EFFECT_SIZE: "result-estimate",
  CI_START: "result-low",
  CI_END: "result-high",
  WEIGHT: "result-weight",
} as const;

const events = { EVENTS_1: "experimental-events", EVENTS_2: "comparator-events" } as const;

/** What the kinds of outcomes have in a row besides. */
const kinds = {
  DICH: { type: "dichotomous", row: events },
  CONT: {
    type: "continuous",
    row: {
      MEAN_1: "experimental-mean",
      SD_1: "experimental-sd",
      MEAN_2: "comparator-mean",
      SD_2: "comparator-sd",
    },
  },
  IV: { type: "contrast", row: { ESTIMATE: "estimate", SE: "standard-error" } },
  IPD: {
    type: "observed-expected",
    row: { ...events, O_E: "observed-minus-expected", VAR: "variance" },
  },
} as const;

function kindOf(name: keyof typeof kinds): Form["roles"] {
  const kind = kinds[name];
  const type: RoleEntry = { role: "data-type", values: { "*": kind.type } };
  return {
    [`/${name}_DATA`]: ["studies", type],
    [`/${name}_SUBGROUP`]: ["subgroups", type],
    [`/${name}_SUBGROUP/*/${name}_DATA`]: "studies",
    ...below([`/${name}_SUBGROUP/*`], { NAME: "subgroup-name", WEIGHT: "result-weight", ...pooled }),
    ...below([`/${name}_DATA/*`, `/${name}_SUBGROUP/*/${name}_DATA/*`], { ...row, ...kind.row }),
  };
}

/** An outcome of RevMan 5 (`.rm5`), its attributes and children as JSON. */
export const rm5: Form = {
  name: "RevMan 5",
  knownBy: Object.keys(kinds).flatMap((kind) => [[`/${kind}_DATA`], [`/${kind}_SUBGROUP`]]),
  isOpen: false,
  roles: {
    "/TYPE": { role: "data-type", values: { "*": "" } },
    "/EFFECT_MEASURE": [{ role: "effect-measure", values: { "*": "other-difference" } }, "measure-name"],
    "/METHOD": "method",
    "/RANDOM": {
      role: "model",
      values: { YES: "random-effects", NO: "fixed-effect", true: "random-effects", false: "fixed-effect" },
    },
    "/TOTALS": "totals",
    "/CI_TOTAL": "confidence-level",
    "/SWAP_EVENTS": "swap-events",
    "/LOG_DATA": {
      role: "scale",
      values: { YES: "log", NO: "natural", true: "log", false: "natural" },
    },
    "/UNITS": "unit",
    "/GROUP_LABEL_1": "experimental-label",
    "/GROUP_LABEL_2": "comparator-label",
    "/GRAPH_LABEL_1": "favours-left",
    "/GRAPH_LABEL_2": "favours-right",
    ...below([""], pooled),
    ...kindOf("DICH"),
    ...kindOf("CONT"),
    ...kindOf("IV"),
    ...kindOf("IPD"),
  },
};
