import { type RoleBinding, bindRoles } from "@analyses/evidence";
import type { AnswerCase, AnswerChoice, AnswerRow } from "./answers";

type Json = Readonly<Record<string, unknown>>;

/** A form in which programs or teams write items. */
export interface Shape {
  readonly name: string;
  readonly binding: RoleBinding;
  readonly itemOf: (answerCase: AnswerCase, choice: AnswerChoice, groups: readonly string[] | null) => Json;
}

const reviewDatabase: Shape = {
  name: "flat names like ReviewDB's, without a schema",
  binding: bindRoles({}),
  itemOf: ({ dataType, rows }, choice, groups) => ({
    type: {
      dichotomous: "DICHOTOMOUS",
      continuous: "CONTINUOUS",
      "inverse-variance": "CONTRAST",
      "oe-variance": "OE_VARIANCE",
    }[dataType],
    method: choice.method,
    model: choice.model.toUpperCase(),
    effectMeasure: {
      RR: "RISK_RATIO",
      OR: "ODDS_RATIO",
      RD: "RD",
      PETO: "PETO_OR",
      MD: "MD",
      SMD: "STD_MEAN_DIFFERENCE",
      GIV: choice.scale === "log" ? "HR" : "MD",
    }[choice.measure],
    heterogeneityEstimator: choice.tau2 ?? "DL",
    ciMethod: choice.interval.toUpperCase(),
    ciLevel: `CI${choice.level}`,
    totals: "TOTALS_AND_SUBTOTALS",
    ...(groups === null
      ? { pairwiseDataRows: rows.map(flat) }
      : { subgroups: groups.map((name) => ({ name, dataRows: rowsIn(rows, name).map(flat) })) }),
  }),
};

function flat(row: AnswerRow): Json {
  return {
    ...row,
    study: undefined,
    studyName: row.study,
    group: undefined,
    oMinusE: undefined,
    oe: row.oMinusE,
  };
}

export function rowsIn(rows: readonly AnswerRow[], name: string): readonly AnswerRow[] {
  return rows.filter(({ group }) => group === name);
}

const sample: Shape = {
  name: "the names of the sample's schema",
  binding: bindRoles({}),
  itemOf: ({ dataType, rows }, choice, groups) => ({
    number: 1,
    name: "Example",
    "outcome-type": {
      dichotomous: "DICHOTOMOUS",
      continuous: "CONTINUOUS",
      "inverse-variance": "GENERIC_INVERSE_VARIANCE",
      "oe-variance": "O_E_AND_VARIANCE",
    }[dataType],
    "effect-measure": {
      RR: "RISK_RATIO",
      OR: "ODDS_RATIO",
      RD: "RISK_DIFFERENCE",
      PETO: "PETO_ODDS_RATIO",
      MD: "MEAN_DIFFERENCE",
      SMD: "STANDARDISED_MEAN_DIFFERENCE",
      GIV: choice.scale === "log" ? "RATE_RATIO" : "MEAN_DIFFERENCE",
    }[choice.measure],
    method: { MH: "MANTEL_HAENSZEL", IV: "INVERSE_VARIANCE", PETO: "PETO" }[choice.method],
    model: choice.model === "fixed" ? "FIXED_EFFECT" : "RANDOM_EFFECTS",
    ...(choice.model === "fixed"
      ? {}
      : {
          "heterogeneity-estimator":
            choice.tau2 === "REML" ? "RESTRICTED_MAXIMUM_LIKELIHOOD" : "DERSIMONIAN_LAIRD",
          "interval-method": choice.interval === "hksj" ? "HARTUNG_KNAPP_SIDIK_JONKMAN" : "WALD",
        }),
    "confidence-level": choice.level,
    "experimental-label": "Drug",
    ...(groups === null
      ? { studies: rows.map(nested) }
      : { subgroups: groups.map((name) => ({ name, studies: rowsIn(rows, name).map(nested) })) }),
  }),
};

function nested(row: AnswerRow): Json {
  const arm = (events: number, mean: number, sd: number, total: number): Json => ({
    events,
    mean,
    "standard-deviation": sd,
    total,
  });
  return {
    study: row.study,
    experimental: arm(row.events1, row.mean1, row.sd1, row.total1),
    comparator: arm(row.events2, row.mean2, row.sd2, row.total2),
    estimate: row.estimate,
    "standard-error": row.se,
    "observed-minus-expected": row.oMinusE,
    variance: row.variance,
    "risk-of-bias": { overall: "LOW" },
  };
}

const isRandom = (choice: AnswerChoice): boolean => choice.model === "random";

/** An item's studies, or its subgroups with their studies, under the form's property names. */
function listed(
  rows: readonly AnswerRow[],
  groups: readonly string[] | null,
  of: (row: AnswerRow) => Json,
  [list, subgroups, name]: readonly [list: string, subgroups: string, name: string],
): Json {
  if (groups === null) return { [list]: rows.map(of) };
  return { [subgroups]: groups.map((group) => ({ [name]: group, [list]: rowsIn(rows, group).map(of) })) };
}

const revmanJson: Shape = {
  name: "RevMan's JSON",
  binding: bindRoles({}),
  itemOf: ({ dataType, rows }, choice, groups) => ({
    "data-type": {
      dichotomous: "DICHOTOMOUS",
      continuous: "CONTINUOUS",
      "inverse-variance": "CONTRAST_LEVEL",
      "oe-variance": "O_E_AND_VARIANCE",
    }[dataType],
    method: choice.method,
    "effect-measure": {
      RR: "LOG_RR",
      OR: "LOG_OR",
      RD: "RD",
      PETO: "LOG_PETO_OR",
      MD: "MD",
      SMD: "SMD",
      GIV: choice.scale === "log" ? "LOG_HR" : "OTHER",
    }[choice.measure],
    "log-scale": choice.scale === "log",
    model: isRandom(choice) ? "RANDOM" : "FIXED",
    ...(isRandom(choice) ? { "heterogeneity-estimator": choice.tau2 ?? "DL" } : {}),
    "overall-estimate-enabled": true,
    "subgroup-estimates-enabled": true,
    "ci-method": choice.interval.toUpperCase(),
    "ci-level": choice.level / 100,
    ...(groups === null ? {} : { subgroups: groups.map((name, index) => ({ name, number: index + 1 })) }),
    "data-rows": (groups ?? [undefined]).flatMap((group, index) =>
      (group === undefined ? rows : rowsIn(rows, group)).map((row) => ({
        "study-name": row.study,
        applicability: { ...(group === undefined ? {} : { "subgroup-number": index + 1 }), overall: true },
        "control-group": { cases: row.events2, mean: row.mean2, sd: row.sd2, "sample-size": row.total2 },
        "experimental-group": { cases: row.events1, mean: row.mean1, sd: row.sd1, "sample-size": row.total1 },
        contrast: { mean: row.estimate, se: row.se },
        "o-e": row.oMinusE,
        variance: row.variance,
      })),
    ),
  }),
};

const revmanPackage: Shape = {
  name: "RevMan's data package",
  binding: bindRoles({}),
  itemOf: ({ dataType, rows }, choice, groups) => ({
    "Data type": {
      dichotomous: "Dichotomous",
      continuous: "Continuous",
      "inverse-variance": "Contrast level",
      "oe-variance": "O-E and variance",
    }[dataType],
    "Statistical method": choice.method,
    "Effect measure": {
      RR: "Risk Ratio",
      OR: "Odds Ratio",
      RD: "Risk Difference",
      PETO: "Peto Odds Ratio",
      MD: "Mean Difference",
      SMD: "Std. Mean Difference",
      GIV: "Ratio of Geometric Means",
    }[choice.measure],
    "Log-scale data": choice.scale === "log",
    "Analysis model": isRandom(choice) ? "Random effect" : "Fixed effect",
    "Heterogeneity estimator": isRandom(choice) ? (choice.tau2 ?? "DL") : "#N/A",
    "CI method": choice.interval === "hksj" ? "HKSJ" : "Wald",
    "CI/PI level": `${choice.level}%`,
    "Overall estimates": true,
    "Subgroup estimates": true,
    rows: rows.map((row) => ({
      Study: row.study,
      ...(groups === null ? {} : { Subgroup: row.group }),
      Applicability: "SUBGROUP_AND_OVERALL",
      "GIV Mean": row.estimate ?? 0,
      "GIV SE": row.se ?? 0.3,
      "Experimental mean": row.mean1 ?? 0,
      "Experimental SD": row.sd1 ?? 0,
      "Experimental cases": row.events1 ?? 0,
      "Experimental N": row.total1 ?? 0,
      "Control mean": row.mean2 ?? 0,
      "Control SD": row.sd2 ?? 0,
      "Control cases": row.events2 ?? 0,
      "Control N": row.total2 ?? 0,
      "O-E": row.oMinusE ?? 0,
      Variance: row.variance ?? 0.09,
    })),
  }),
};

const rm5: Shape = {
  name: "RevMan 5",
  binding: bindRoles({}),
  itemOf: ({ dataType, rows }, choice, groups) => {
    const kind = { dichotomous: "DICH", continuous: "CONT", "inverse-variance": "IV", "oe-variance": "IPD" }[
      dataType
    ];
    const row = (of: AnswerRow): Json => ({
      STUDY_ID: of.study,
      ORDER: 7,
      EVENTS_1: of.events1,
      TOTAL_1: of.total1,
      MEAN_1: of.mean1,
      SD_1: of.sd1,
      EVENTS_2: of.events2,
      TOTAL_2: of.total2,
      MEAN_2: of.mean2,
      SD_2: of.sd2,
      ESTIMATE: of.estimate,
      SE: of.se ?? 0.3,
      O_E: of.oMinusE ?? 0,
      VAR: of.variance ?? 0.09,
    });
    return {
      ID: "CMP-001.01",
      NO: 1,
      ...(kind === "CONT" || kind === "IV" ? {} : { METHOD: choice.method }),
      EFFECT_MEASURE:
        choice.measure === "PETO" ? "PETO_OR" : choice.measure === "GIV" ? "Hazard" : choice.measure,
      RANDOM: isRandom(choice) ? "YES" : "NO",
      ...(kind === "IV" ? { LOG_DATA: choice.scale === "log" ? "YES" : "NO" } : {}),
      TOTALS: "YES",
      CI_TOTAL: String(choice.level),
      ...listed(rows, groups, row, [`${kind}_DATA`, `${kind}_SUBGROUP`, "NAME"]),
    };
  },
};

const metafor: Shape = {
  name: "metafor",
  binding: bindRoles({}),
  itemOf: ({ rows, dataType }, choice, groups) => ({
    ...(dataType === "inverse-variance"
      ? { measure: choice.scale === "log" ? "HR" : "GEN" }
      : { measure: choice.measure }),
    method: isRandom(choice) ? (choice.tau2 ?? "DL") : { MH: "MH", PETO: "Peto", IV: "FE" }[choice.method],
    test: choice.interval === "hksj" ? "knha" : "z",
    level: choice.level,
    data: rows.map((row) => ({
      slab: row.study,
      ...(groups === null ? {} : { subgroup: row.group }),
      ai: row.events1,
      bi: row.total1 - row.events1,
      ci: row.events2,
      di: row.total2 - row.events2,
      m1i: row.mean1,
      sd1i: row.sd1,
      n1i: row.total1,
      m2i: row.mean2,
      sd2i: row.sd2,
      n2i: row.total2,
      yi: row.estimate,
      sei: row.se,
    })),
  }),
};

const meta: Shape = {
  name: "meta",
  binding: bindRoles({}),
  itemOf: ({ rows, dataType }, choice, groups) => ({
    sm:
      dataType === "inverse-variance" && choice.scale === "log"
        ? "HR"
        : dataType === "inverse-variance"
          ? "MD"
          : choice.measure === "PETO"
            ? "OR"
            : choice.measure,
    method: { MH: "MH", PETO: "Peto", IV: "Inverse" }[choice.method],
    "method.tau": choice.tau2 ?? "DL",
    "method.random.ci": choice.interval === "hksj" ? "HK" : "classic",
    random: isRandom(choice),
    common: !isRandom(choice),
    "level.ma": choice.level / 100,
    level: 0.95,
    data: rows.map((row) => ({
      studlab: row.study,
      ...(groups === null ? {} : { subgroup: row.group }),
      "event.e": row.events1,
      "n.e": row.total1,
      "mean.e": row.mean1,
      "sd.e": row.sd1,
      "event.c": row.events2,
      "n.c": row.total2,
      "mean.c": row.mean2,
      "sd.c": row.sd2,
      TE: row.estimate,
      seTE: row.se,
    })),
  }),
};

/** Whether a form can express an analysis. */
export function canSay({ name }: Shape, { dataType }: AnswerCase, choice: AnswerChoice): boolean {
  const isOfR = name === "metafor" || name === "meta";
  // R's generic data are differences or ratios, but not O − E; its Peto method is fixed-effect only.
  if (name === "metafor" && choice.method === "MH" && isRandom(choice)) return false;
  if (isOfR) return dataType !== "oe-variance" && (choice.measure !== "PETO" || choice.method === "PETO");
  if (name !== "RevMan 5") return true;
  const isPlain = choice.interval !== "hksj" && (choice.tau2 ?? "DL") === "DL";
  return isPlain && (dataType === "dichotomous" || dataType === "oe-variance" || choice.method === "IV");
}

export const publishedForms: readonly Shape[] = [
  reviewDatabase,
  sample,
  revmanJson,
  revmanPackage,
  rm5,
  metafor,
  meta,
];
